package screen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
)

// events removes and returns the queued events, as text without times.
func events(d *display) (all []string) {
	for settle(); d.HasPendingEvent(); settle() { // tcell's screen waits until its queue has room
		switch ev := d.PollEvent().(type) {
		case *tcell.EventKey:
			r := ev.Rune()
			if ev.Key() != tcell.KeyRune {
				r = 0 // screens differ, and programs do not use it
			}
			all = append(all, fmt.Sprintf("key %d %q %d (%s)", ev.Key(), r, ev.Modifiers(), ev.Name()))
		case *tcell.EventMouse:
			x, y := ev.Position()
			all = append(all, fmt.Sprintf("mouse %d,%d buttons %x modifiers %d", x, y, ev.Buttons(), ev.Modifiers()))
		case *tcell.EventPaste:
			all = append(all, fmt.Sprintf("paste %v", ev.Start()))
		case *tcell.EventFocus:
			all = append(all, fmt.Sprintf("focus %v", ev.Focused))
		case *tcell.EventClipboard:
			all = append(all, fmt.Sprintf("clipboard %q", ev.Data()))
		case *tcell.EventResize:
			w, h := ev.Size()
			all = append(all, fmt.Sprintf("resize %d×%d", w, h))
		default:
			all = append(all, fmt.Sprintf("%T", ev))
		}
	}
	return all
}

// inputs are the inputs from terminals. Each element is sent separately.
var inputs = []string{
	"a", "A", "é", "世", "😀", "hello world", "first line\rsecond line\r",
	"\r", "\n", "\t", "\x7f", "\b", "\x00", "\x01", "\x03", "\x1a", "\x1b", "\x1c", "\x1d", "\x1e", "\x1f",
	"\x1ba", "\x1bA", "\x1b\r", "\x1b\x7f", "\x1b\x1b[A",
	"\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOA", "\x1bOH", "\x1bOF", "\x1b[H", "\x1b[F", "\x1b[Z",
	"\x1b[1~", "\x1b[2~", "\x1b[3~", "\x1b[4~", "\x1b[5~", "\x1b[6~",
	"\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[11~", "\x1b[15~", "\x1b[17~", "\x1b[18~", "\x1b[19~", "\x1b[20~",
	"\x1b[21~", "\x1b[23~", "\x1b[24~",
	"\x1b[1;2A", "\x1b[1;3B", "\x1b[1;5C", "\x1b[1;6D", "\x1b[1;7H", "\x1b[3;5~", "\x1b[5;2~", "\x1b[1;5P",
	"\x1b[15;2~",
	"\x1b[97;5u", "\x1b[13;2u", "\x1b[27u", "\x1b[9;5u", "\x1b[127;5u", "\x1b[57399u", "\x1b[27;5;97~",
	"\x1b[<0;3;4M", "\x1b[<0;3;4m", "\x1b[<1;3;4M", "\x1b[<1;3;4m", "\x1b[<2;80;24M", "\x1b[<2;80;24m", "\x1b[<35;3;4M",
	"\x1b[<0;3;4M", "\x1b[<32;5;4M", "\x1b[<0;5;4m",
	"\x1b[<64;3;4M", "\x1b[<65;3;4M", "\x1b[<66;3;4M", "\x1b[<67;3;4M", "\x1b[<4;3;4M", "\x1b[<8;3;4M", "\x1b[<16;3;4M",
	"\x1b[<0;3;4m", "\x1b[<0;200;100M",
	"\x1b[I", "\x1b[O", "\x1b[200~pasted\x1b[201~", "\x1b[200~two\rlines\tof 世界\x1b[201~", "\x1b[200~\x1b[201~",
	"\x1b[200~" + strings.Repeat("long ", 100) + "\x1b[201~", "\x1b]52;c;dGV4dA==\x1b\\",
}

// intendedEvents maps an input to the event of our screen, if it intentionally differs from tcell's.
var intendedEvents = map[string]string{
	"\n":     "key 13 '\\x00' 0 (Enter)",     // some programs send lines that end with LF
	"\x1b\r": "key 13 '\\x00' 4 (Alt+Enter)", // tcell: Alt+Ctrl+m
}

// Our screen returns the same events as tcell's for the same input.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var displays []*display
		for _, create := range []func(t *testing.T, w, h int) *display{newTerminfo, newOwn} {
			d := create(t, 80, 24)
			d.start(t)
			d.EnableMouse()
			d.EnablePaste()
			d.EnableFocus()
			d.GetClipboard()
			displays = append(displays, d)
		}
		for _, input := range append([]string{""}, inputs...) {
			var want []string
			for _, d := range displays {
				d.terminal.send(input)
				got := events(d)
				if other, ok := intendedEvents[input]; ok {
					want = []string{other}
				}
				if !d.own {
					want = got
				} else if !slices.Equal(got, want) {
					t.Errorf("events for %q: %s\nwant %s", input, strings.Join(got, "; "), strings.Join(want, "; "))
				}
			}
		}
		for _, d := range displays {
			d.resize(60, 20)
			if got := events(d); !slices.Equal(got, []string{"resize 60×20"}) {
				t.Errorf("%s: the events of a resize are %q, want only the resize", d.name, got)
			}
		}
	})
}
