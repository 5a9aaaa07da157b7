package tty

import (
	"fmt"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/input"
)

// keyOf returns the record of a key with its virtual key code, scan code, UTF-16 unit and modifiers.
func keyOf(down bool, vk, scan, unit uint16, mods uint32) record {
	r := record{Type: keyRecord, Data: [4]uint32{0, 1 | uint32(vk)<<16, uint32(scan) | uint32(unit)<<16, mods}}
	if down {
		r.Data[0] = 1
	}
	return r
}

// mouseOf returns the record of a mouse event at a position in the screen buffer.
func mouseOf(col, row int16, buttons, event uint32) record {
	return record{Type: mouseRecord, Data: [4]uint32{uint32(uint16(col)) | uint32(uint16(row))<<16, buttons, 0, event}}
}

// focusOf returns the record of a window that has received or lost the focus.
func focusOf(focused bool) record {
	r := record{Type: focusRecord}
	if focused {
		r.Data[0] = 1
	}
	return r
}

// textRecords returns the records of characters without keys: a press and a release for each UTF-16 unit.
func textRecords(text string) (records []record) {
	for _, unit := range utf16.Encode([]rune(text)) {
		records = append(records, keyOf(true, 0, 0, unit, 0), keyOf(false, 0, 0, unit, 0))
	}
	return records
}

// eventsOf returns the events for records as text. left and top are the position of the window.
func eventsOf(records []record, left, top int) string {
	var d recordDecoder
	var f input.Decoder
	var got []string
	for _, r := range records {
		for _, ev := range f.Append(nil, d.Append(nil, r, left, top)) {
			if k, ok := input.KeystrokeOf(ev); ok {
				got = append(got, k.String())
			} else if m, ok := input.MouseReportOf(ev); ok {
				got = append(got, fmt.Sprintf("mouse %d,%d %b", m.Col, m.Row, m.Buttons))
			} else if f, ok := ev.(*tcell.EventFocus); ok {
				got = append(got, map[bool]string{true: "focus", false: "blur"}[f.Focused])
			} else if r, ok := ev.(*input.EventReply); ok {
				got = append(got, fmt.Sprintf("reply %d %s", r.Reply.Kind, r.Reply.Text))
			}
		}
	}
	return strings.Join(got, ", ")
}

// The control key states of the console.
const rightAlt, leftCtrl, shift, capsLock, enhanced = 1, 8, 0x10, 0x80, 0x100

func TestRecords(t *testing.T) {
	for _, c := range []struct {
		name    string
		records []record
		want    string
	}{
		{"a letter held and released", []record{
			keyOf(true, 'A', 30, 'a', 0), keyOf(true, 'A', 30, 'a', 0), keyOf(false, 'A', 30, 'a', 0),
		}, "a, a repeat, a release"},
		{
			"an arrow",
			[]record{keyOf(true, 0x25, 75, 0, enhanced), keyOf(false, 0x25, 75, 0, enhanced)},
			"Left, Left release",
		},
		{"Ctrl+C", []record{keyOf(true, 'C', 46, 3, leftCtrl)}, "Ctrl+c"},
		{
			"modifiers without other keys",
			[]record{keyOf(true, 0x10, 42, 0, shift), keyOf(true, 0x14, 58, 0, capsLock)},
			"",
		},
		{"AltGr and Q on a German keyboard", []record{keyOf(true, 'Q', 16, '@', rightAlt|leftCtrl)}, "@"},
		{
			"Alt with 132: the record of the release contains the character",
			[]record{keyOf(false, 0x12, 56, 'ä', 0)},
			"ä",
		},
		{"Alt alone", []record{keyOf(true, 0x12, 56, 0, 2), keyOf(false, 0x12, 56, 0, 0)}, ""},
		{"text from an input method", textRecords("é漢🙂"), "é, 漢, 🙂"},
		{
			"half a surrogate pair",
			[]record{keyOf(true, 0, 0, 0xd83d, 0), keyOf(true, 0, 0, 'x', 0), keyOf(true, 0, 0, 0xde42, 0)},
			"x",
		},
		{"the reply to a query", textRecords("\x1b[0n\x1bP>|conhost\x1b\\"), "reply 1 , reply 8 conhost"},
		{"the mouse: moved, pressed, dragged, released", []record{
			mouseOf(3, 4, 0, mouseMoved), mouseOf(3, 4, 1, 0), mouseOf(5, 4, 1, mouseMoved), mouseOf(5, 4, 0, 0),
		}, "mouse 3,4 0, mouse 3,4 1, mouse 5,4 1, mouse 5,4 0"},
		{
			"the right button, then both buttons",
			[]record{mouseOf(0, 0, 2, 0), mouseOf(0, 0, 3, 0), mouseOf(0, 0, 0, 0)},
			"mouse 0,0 10, mouse 0,0 11, mouse 0,0 10, mouse 0,0 0",
		},
		{
			"the wheel",
			[]record{mouseOf(1, 1, 120<<16, mouseWheeled), mouseOf(1, 1, 0xff880000, mouseWheeled)},
			fmt.Sprintf("mouse 1,1 %b, mouse 1,1 %b", tcell.WheelUp, tcell.WheelDown),
		},
		{"the focus is lost and regained", []record{focusOf(false), focusOf(true)}, "blur, focus"},
		{"a menu", []record{{Type: 8, Data: [4]uint32{1, 2, 3, 4}}, {Type: sizeRecord}}, ""},
	} {
		if got := eventsOf(c.records, 0, 0); got != c.want {
			t.Errorf("%s: events %q, want %q", c.name, got, c.want)
		}
	}
}

// Mouse positions are relative to the window, not to the screen buffer.
func TestMousePositionInWindow(t *testing.T) {
	records := []record{
		mouseOf(12, 340, 0, mouseMoved), mouseOf(9, 340, 0, mouseMoved),
		mouseOf(12, 299, 0, mouseMoved),
	}
	if got := eventsOf(records, 10, 300); got != "mouse 2,40 0" {
		t.Errorf("events %q, want only the one inside the window", got)
	}
}

func TestKeyReleaseReply(t *testing.T) {
	var f input.Decoder
	events := f.Append(nil, []byte(keyReleaseReply))
	if len(events) != 1 || !events[0].(*input.EventReply).Reply.ReportsReleases() {
		t.Errorf("keyReleaseReply is decoded as %v, want one reply that reports releases", events)
	}
}

// Any record is converted to short and valid UTF-8.
func TestAnyRecord(t *testing.T) {
	var d recordDecoder
	if err := quick.Check(func(kind uint16, data [4]uint32, left, top int16) bool {
		for _, r := range []record{
			{Type: kind, Data: data},
			{Type: keyRecord, Data: data},
			{Type: mouseRecord, Data: data},
		} {
			if p := d.Append(nil, r, int(left), int(top)); len(p) > 80 || !utf8.Valid(p) {
				t.Logf("%v is converted to %q, want at most 80 bytes of UTF-8", r, p)
				return false
			}
		}
		return true
	}, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}

// A text that is converted in parts of any size results in the complete text.
func TestTextInParts(t *testing.T) {
	text := "\x1b[31m▀🬂 é🙂\xff漢"
	want := utf16.Encode([]rune(text))
	for size := 4; size <= len(text); size++ {
		var got []uint16
		for rest := []byte(text); len(rest) > 0; {
			var used int
			got, used = appendUTF16(got, rest[:min(size, len(rest))])
			if used == 0 {
				t.Fatalf("in parts of %d bytes: appendUTF16 uses no byte of %q, want at least 1", size, rest)
			}
			rest = rest[used:]
		}
		if string(utf16.Decode(got)) != string(utf16.Decode(want)) {
			t.Errorf("in parts of %d bytes: %q, want %q", size, string(utf16.Decode(got)), string(utf16.Decode(want)))
		}
	}
	if n := testing.AllocsPerRun(10, func() { want, _ = appendUTF16(want[:0], []byte(text[:5])) }); n > 0 {
		t.Errorf("appendUTF16 allocates %.0f times, want 0", n)
	}
}

func TestCellsOfAScreen(t *testing.T) {
	s := tcell.NewSimulationScreen("")
	if err := s.Init(); err != nil {
		t.Fatal(err)
	}
	s.SetSize(3, 2)
	s.Put(0, 0, "a", tcell.StyleDefault)
	s.Put(1, 0, "▀", tcell.StyleDefault.Foreground(tcell.PaletteColor(9)).Background(tcell.PaletteColor(4)))
	s.Put(2, 0, "🬂", tcell.StyleDefault.Foreground(tcell.PaletteColor(3)).Bold(true))
	s.Put(0, 1, "b", tcell.StyleDefault.Foreground(tcell.PaletteColor(6)).Reverse(true))
	s.Put(1, 1, "c", tcell.StyleDefault.Foreground(tcell.NewRGBColor(250, 4, 4)))
	want := []consoleCell{{'a', 0x07}, {'▀', 0x1c}, {'▒', 0x0e}, {'b', 0x30}, {'c', 0x0c}, {' ', 0x07}}
	got := appendCells(nil, s)
	if len(got) != len(want) {
		t.Fatalf("appendCells returns %d cells, want %d", len(got), len(want))
	}
	for i, c := range got {
		if c != want[i] {
			t.Errorf("cell %d is %c %#x, want %c %#x", i, c.Unit, c.Attr, want[i].Unit, want[i].Attr)
		}
	}
}
