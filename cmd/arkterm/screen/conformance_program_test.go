package screen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v2"
)

// A call is a call of a method of tcell.Screen, or an event that has the same effect on all screens.
type call struct {
	text string // the call in Go syntax
	do   func(d *display)
	show bool // after the call, all screens must show the same picture
}

// A decoder converts bytes, for example from a fuzzer, to calls. After the last byte it reads zeros.
type decoder struct {
	bytes  []byte
	w, h   int  // size of the screen
	locks  bool // the program locks regions and has no wide characters
	cursor call // the last cursor call, repeated after a resize because the simulation resets the cursor
}

// next returns a number from 0 to n-1.
func (d *decoder) next(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return int(b) % n
}

// place returns a column and a row, which may be outside the screen by one cell.
func (d *decoder) place() (x, y int) { return d.next(d.w+2) - 1, d.next(d.h+2) - 1 }

// choose returns the element of list that the next byte selects.
func choose[T any](d *decoder, list []T) T { return list[d.next(len(list))] }

// The characters in programs.
var (
	narrowClusters = []string{"a", "b", "c", " ", "─", "▀", "é", "ж"}
	markedClusters = []string{"e\u0301", "a\u030a", "x\u0302\u0323"}
	wideClusters   = []string{"世", "界", "한", "😀", "🇨🇭", "❤\ufe0f", "👩\u200d👧", "か\u3099"}
	zeroWidthTexts = []string{"\u0301", "\u0302\u0323"} // not "", because tcell's own screens treat it differently
)

// cluster returns a grapheme cluster.
func (d *decoder) cluster() string {
	switch kind := d.next(16); {
	case kind < 10:
		return choose(d, narrowClusters)
	case kind < 12:
		return choose(d, markedClusters)
	case d.locks:
		return "l"
	}
	return choose(d, wideClusters)
}

// character returns a cluster, or text that occupies no column.
func (d *decoder) character() string {
	if d.next(16) == 0 {
		return choose(d, zeroWidthTexts)
	}
	return d.cluster()
}

// text returns up to eight clusters.
func (d *decoder) text() string {
	var b strings.Builder
	for range d.next(9) {
		b.WriteString(d.cluster())
	}
	return b.String()
}

var colors = []tcell.Color{
	tcell.ColorDefault, tcell.ColorDefault, tcell.ColorReset, tcell.ColorRed, tcell.ColorNavy, tcell.ColorBlack,
	tcell.PaletteColor(15),
	tcell.PaletteColor(100), tcell.PaletteColor(240), tcell.NewRGBColor(1, 2, 3), tcell.NewRGBColor(255, 128, 0),
	tcell.NewHexColor(0x808080), tcell.ColorNone,
}

// style returns a style. Three of eight are the default.
func (d *decoder) style() tcell.Style {
	s := tcell.StyleDefault
	kind := d.next(8)
	if kind < 3 {
		return s
	}
	s = s.Foreground(choose(d, colors)).Background(choose(d, colors))
	if kind < 5 {
		return s
	}
	attrs := d.next(64)
	s = s.Bold(attrs&1 != 0).Dim(attrs&2 != 0).Reverse(attrs&4 != 0).Italic(attrs&8 != 0).Blink(
		attrs&16 != 0).StrikeThrough(attrs&32 != 0)
	if kind > 5 {
		s = s.Underline(tcell.UnderlineStyle(d.next(6)), choose(d, colors[:len(colors)-1])) // without ColorNone
	}
	if kind > 6 {
		link := choose(d, links)
		s = s.Url(link.url)
		if link.id != "" {
			s = s.UrlId(link.id)
		}
	}
	return s
}

// links are the hyperlinks in programs.
var links = []struct{ url, id string }{
	{}, {"https://example.org/", ""}, {"https://example.org/a;b?c=d", "1"}, {"https://example.org/a;b?c=d", "2"},
}

// linkOf returns the link of a style in the form of [ansi.EmulatorStyle]. tcell.Style has no method for this.
func linkOf(s tcell.Style) string {
	s = s.Foreground(tcell.ColorDefault).Background(tcell.ColorDefault).Underline(false,
		tcell.ColorDefault).Attributes(0)
	for _, l := range links[1:] {
		switch s {
		case tcell.StyleDefault.Url(l.url):
			return ";" + l.url
		case tcell.StyleDefault.Url(l.url).UrlId(l.id):
			return "id=" + l.id + ";" + l.url
		}
	}
	return ""
}

// styleText returns a style as text.
func styleText(s tcell.Style) string {
	if s == tcell.StyleDefault {
		return "StyleDefault"
	}
	return fmt.Sprintf("%+v", s)
}

// callKinds are functions that decode a call of one kind. Frequent kinds appear several times.
var callKinds = []func(d *decoder) call{
	put, put, put, put, putStyled, putStyled, putDefault, setContent, setCell, show, show, show,
	fill, clearScreen, setStyle, showCursor, hideCursor, setCursorStyle, lockRegion, redraw, resize, suspend, modesOn,
	modesOff, setTitle, post, get,
	scroll, scroll, beep, setClipboard,
}

func put(d *decoder) call {
	x, y := d.place()
	s, style := d.character(), d.style()
	return call{
		fmt.Sprintf("Put(%d, %d, %q, %s)", x, y, s, styleText(style)),
		func(d *display) { d.Put(x, y, s, style) }, false,
	}
}

func putStyled(d *decoder) call {
	x, y := d.place()
	s, style := d.text(), d.style()
	return call{
		fmt.Sprintf("PutStrStyled(%d, %d, %q, %s)", x, y, s, styleText(style)),
		func(d *display) { d.PutStrStyled(x, y, s, style) }, false,
	}
}

func putDefault(d *decoder) call {
	x, y := d.place()
	s := d.text()
	return call{fmt.Sprintf("PutStr(%d, %d, %q)", x, y, s), func(d *display) { d.PutStr(x, y, s) }, false}
}

func setContent(d *decoder) call {
	x, y := d.place()
	r, style := []rune(d.character()), d.style()
	if len(r) == 0 {
		r = []rune{0} // some programs clear a cell this way
	}
	return call{fmt.Sprintf("SetContent(%d, %d, %q, %q, %s)", x, y, r[0], r[1:], styleText(style)), func(d *display) {
		d.SetContent(x, y, r[0], r[1:], style)
	}, false}
}

func setCell(d *decoder) call {
	x, y := d.place()
	r, style := []rune(d.character()), d.style()
	return call{
		fmt.Sprintf("SetCell(%d, %d, %s, %q)", x, y, styleText(style), r),
		func(d *display) { d.SetCell(x, y, style, r...) }, false,
	}
}

func show(*decoder) call { return call{"Show()", func(d *display) { d.Show() }, true} }

func redraw(d *decoder) call {
	if d.locks { // Sync would erase graphics in a locked region
		return show(d)
	}
	return call{"Sync()", func(d *display) { d.Sync() }, true}
}

func fill(d *decoder) call {
	r, style := []rune(choose(d, narrowClusters))[0], d.style()
	return call{fmt.Sprintf("Fill(%q, %s)", r, styleText(style)), func(d *display) { d.Fill(r, style) }, false}
}

func clearScreen(*decoder) call { return call{"Clear()", func(d *display) { d.Clear() }, false} }

func setStyle(d *decoder) call {
	style := d.style()
	if d.locks {
		return show(d)
	}
	return call{fmt.Sprintf("SetStyle(%s); Clear(); Sync()", styleText(style)), func(d *display) {
		d.SetStyle(style)
		d.Clear()
		d.Sync() // otherwise only cells that are drawn later get the new style
	}, true}
}

func showCursor(d *decoder) call {
	x, y := d.place()
	d.cursor = call{fmt.Sprintf("ShowCursor(%d, %d)", x, y), func(d *display) { d.ShowCursor(x, y) }, false}
	return d.cursor
}

func hideCursor(d *decoder) call {
	d.cursor = call{"HideCursor()", func(d *display) { d.HideCursor() }, false}
	return d.cursor
}

func setCursorStyle(d *decoder) call {
	style, color := tcell.CursorStyle(d.next(7)), choose(d,
		[]tcell.Color{tcell.ColorReset, tcell.ColorRed, tcell.NewRGBColor(1, 2, 3)})
	return call{
		fmt.Sprintf("SetCursorStyle(%d, %v)", style, color),
		func(d *display) { d.SetCursorStyle(style, color) }, false,
	}
}

func lockRegion(d *decoder) call {
	x, y := d.place()
	w, h, lock := d.next(4), d.next(3), d.next(2) == 0
	if !d.locks {
		return show(d)
	}
	return call{
		fmt.Sprintf("LockRegion(%d, %d, %d, %d, %v)", x, y, w, h, lock),
		func(d *display) { d.LockRegion(x, y, w, h, lock) }, false,
	}
}

func resize(d *decoder) call {
	if d.locks { // a resize would remove locks
		return show(d)
	}
	d.w, d.h = d.next(12)+1, d.next(6)+1
	w, h, again := d.w, d.h, d.cursor
	return call{fmt.Sprintf("resize to %d×%d", w, h), func(d *display) {
		d.resize(w, h)
		if again.do != nil {
			again.do(d)
		}
		d.Show()
	}, true}
}

func suspend(d *decoder) call {
	if d.locks {
		return show(d)
	}
	w, h := d.w, d.h
	return call{"Suspend(); Resume(); Clear(); Sync()", func(d *display) {
		if err := d.Suspend(); err != nil {
			panic(err)
		}
		if d.terminal != nil {
			d.suspended = true
			d.wait()
			if wrong := d.terminal.changed(); wrong != "" && d.own {
				panic("Suspend leaves " + wrong)
			}
			d.terminal.overwrite(w, h)
			d.suspended = false
		}
		if err := d.Resume(); err != nil {
			panic(err)
		}
		d.Clear()
		d.Sync()
	}, true}
}

func modesOn(d *decoder) call {
	flags := tcell.MouseFlags(d.next(8))
	paste, focus := d.next(2) == 0, d.next(2) == 0
	return call{fmt.Sprintf("EnableMouse(%d), paste: %v, focus: %v", flags, paste, focus), func(d *display) {
		if flags == 0 {
			d.EnableMouse()
		} else {
			d.EnableMouse(flags)
		}
		if paste {
			d.EnablePaste()
		}
		if focus {
			d.EnableFocus()
		}
	}, false}
}

func modesOff(d *decoder) call {
	mouse, paste, focus := d.next(2) == 0, d.next(2) == 0, d.next(2) == 0
	return call{fmt.Sprintf("off: mouse: %v, paste: %v, focus: %v", mouse, paste, focus), func(d *display) {
		if mouse {
			d.DisableMouse()
		}
		if paste {
			d.DisablePaste()
		}
		if focus {
			d.DisableFocus()
		}
	}, false}
}

// scroll moves rows up or down, like a program that draws a list.
func scroll(d *decoder) call {
	top, rows, by := d.next(d.h), d.next(d.h)+1, d.next(5)-2
	w, bottom := d.w, min(top+rows, d.h)
	return call{fmt.Sprintf("scroll rows %d to %d by %d", top, bottom-1, by), func(d *display) {
		y, end, step := top, bottom-by, 1
		if by < 0 {
			y, end, step = bottom-1, top-by-1, -1
		}
		for ; (end-y)*step > 0; y += step {
			for x := range w {
				text, style, _ := d.Get(x, y+by)
				d.Put(x, y, text, style)
			}
		}
	}, false}
}

func beep(*decoder) call {
	return call{"Beep()", func(d *display) {
		d.wait() // our screen does not ring while it sends a frame
		if err := d.Beep(); err != nil {
			panic(err)
		}
	}, false}
}

func setClipboard(d *decoder) call {
	data := []byte{byte(d.next(256)), 0xff}
	return call{fmt.Sprintf("SetClipboard(%q)", data), func(d *display) { d.SetClipboard(data) }, false}
}

func setTitle(d *decoder) call {
	title := choose(d, []string{"", "title", "日本"})
	return call{fmt.Sprintf("SetTitle(%q)", title), func(d *display) { d.SetTitle(title) }, false}
}

func post(d *decoder) call {
	n := d.next(256)
	return call{fmt.Sprintf("PostEvent(%d), PollEvent()", n), func(d *display) {
		if err := d.PostEvent(tcell.NewEventInterrupt(n)); err != nil {
			panic(err)
		}
		for {
			if ev, ok := d.PollEvent().(*tcell.EventInterrupt); ok {
				if ev.Data() != n {
					panic(fmt.Sprintf("%s returns event %v, want %v", d.name, ev.Data(), n))
				}
				return
			}
		}
	}, false}
}

// get returns a call that records the content of a cell, for a comparison.
func get(d *decoder) call {
	x, y := d.place()
	return call{text: fmt.Sprintf("Get(%d, %d)", x, y), do: func(d *display) {
		s, style, columns := d.Get(x, y)
		//lint:ignore SA1019 many programs call it
		r, marks, style2, columns2 := d.GetContent(x, y)
		if style != style2 || columns != columns2 ||
			s != strings.TrimRight(string(append([]rune{r}, marks...)), "\x00") {
			panic(fmt.Sprintf("%s: Get and GetContent differ: %q %q %q", d.name, s, r, marks))
		}
		d.got = append(d.got, fmt.Sprintf("%q %s %d", s, styleText(style), columns))
	}}
}

// programOf decodes the size of a screen and a program for it.
func programOf(data []byte) (w, h int, program []call) {
	d := &decoder{bytes: data}
	d.w, d.h, d.locks = d.next(12)+1, d.next(6)+1, d.next(4) == 0
	if d.next(4) == 0 {
		d.w, d.h = 3*d.w, 3*d.h
	}
	w, h = d.w, d.h
	program = append(program, clearScreen(d))
	for len(d.bytes) > 0 {
		program = append(program, choose(d, callKinds)(d))
	}
	return w, h, append(program, show(d))
}

// newDisplays are the constructors of the screens that run the same programs. The first screen is the reference.
var newDisplays = []func(t *testing.T, w, h int) *display{newSimulation, newTerminfo, newOwn, newOwnSlow}

// disagreement runs a program on all screens and compares them after every Show. It describes the first difference, or
// returns "" if there is none.
func disagreement(t *testing.T, w, h int, program []call) (diff string) {
	synctest.Test(t, func(t *testing.T) {
		var displays []*display
		for _, create := range newDisplays {
			d := create(t, w, h)
			d.start(t)
			displays = append(displays, d)
		}
		for n, c := range program {
			for _, d := range displays {
				c.do(d)
			}
			if !c.show {
				continue
			}
			if diff = compare(displays); diff != "" {
				diff = fmt.Sprintf("%s\nafter call %d of:\n%s", diff, n, textOf(program))
				return
			}
		}
	})
	return diff
}

// compare describes the first difference between the pictures of the screens, or returns "".
func compare(displays []*display) string {
	first := displays[0]
	want, empty := simulated(first.Screen.(tcell.SimulationScreen))
	for k, d := range displays[1:] {
		got := d.picture()
		if c := got.cursor; k == 0 && c.x == want.cursor.x && c.y == want.cursor.y {
			want.cursor = c // the simulation does not report the cursor's style
		}
		expected := want
		if !d.own { // tcell's screen leaves links open
			got, expected = got.withoutLinks(), want.withoutLinks()
		}
		if diff := got.differs(expected, empty); diff != "" {
			return d.name + ": " + diff
		}
		if k == 0 {
			want.state = got.state // the simulation does not report the state
		} else if got.state != want.state {
			return fmt.Sprintf("%s: %+v, want %+v", d.name, got.state, want.state)
		}
		if !slices.Equal(d.got, first.got) {
			return fmt.Sprintf("%s: Get returns %q, want %q", d.name, d.got, first.got)
		}
	}
	return ""
}

// textOf returns the numbered calls of a program, one per line.
func textOf(program []call) string {
	var b strings.Builder
	for n, c := range program {
		fmt.Fprintf(&b, "%4d %s\n", n, c.text)
	}
	return b.String()
}

// minimize removes all calls from a program that are not necessary for a disagreement.
func minimize(t *testing.T, w, h int, program []call) []call {
	for n := len(program) - 1; n >= 0; n-- {
		if rest := slices.Delete(slices.Clone(program), n, n+1); disagreement(t, w, h, rest) != "" {
			program = rest
		}
	}
	return program
}

// runProgram runs the program that data encodes on all screens. If they disagree, it reports the minimized program.
func runProgram(t *testing.T, data []byte) {
	w, h, program := programOf(data)
	if diff := disagreement(t, w, h, program); diff != "" {
		t.Errorf("on %d×%d cells, the screens differ: %s", w, h, disagreement(t, w, h, minimize(t, w, h, program)))
	}
}

// FuzzScreens runs random programs on all screens and compares the pictures.
func FuzzScreens(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f.Add(randomBytes(rng, 200))
	}
	f.Fuzz(runProgram)
}

func randomBytes(rng *rand.Rand, n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}
