package input

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// passed returns what a Filter lets through of in, with its rest flushed.
func passed(in string) string {
	var f Filter
	return string(f.Flush(f.Append(nil, []byte(in))))
}

// events returns what tcell makes of what a Filter lets through.
func events(in string) string {
	ch := make(chan tcell.Event, 1+len(in))
	p := tcell.NewInputProcessor(ch)
	p.ScanUTF8([]byte(passed(in)))
	var names []string
	for len(ch) > 0 {
		switch ev := (<-ch).(type) {
		case *tcell.EventKey:
			names = append(names, ev.Name())
		case *tcell.EventMouse:
			names = append(names, fmt.Sprintf("Mouse %d", ev.Buttons()))
		default:
			names = append(names, fmt.Sprintf("%T", ev))
		}
	}
	return strings.Join(names, " ")
}

var filterCases = []struct{ name, in, want string }{
	{"text", "a?é世", "Rune[a] Rune[?] Rune[é] Rune[世]"},
	{"controls", "\r\t\x03\x7f", "Enter Tab Ctrl+C Backspace"},
	{"NUL", "\x00a", "Rune[a]"},
	{"arrows", "\x1b[A\x1b[B\x1b[C\x1b[D\x1bOA\x1bOD", "Up Down Right Left Up Left"},
	{"arrow with Ctrl", "\x1b[1;5D", "Ctrl+Left"},
	{"Enter on the keypad", "\x1bOM", "Enter"},
	{"5 on the keypad", "\x1bOu", ""},
	{"function keys", "\x1bOP\x1b[[A\x1b[11~\x1b[3;2~", "F1 F1 F1 Shift+Delete"},
	{"Esc", "\x1b", "Esc"},
	{"Esc twice", "\x1b\x1b", "Esc Esc"},
	{"Esc before an arrow", "\x1b\x1b[D", "Esc Left"},
	{"Alt", "\x1bq", "Alt+Rune[q]"},
	{"Alt+[, Alt+O, Alt+P, Alt+]", "\x1b[", ""},
	{"Alt+Ctrl+C", "\x1b\x03", "Ctrl+C"},
	{"focus", "\x1b[I\x1b[O", "*tcell.EventFocus *tcell.EventFocus"},
	{"mouse", "\x1b[<35;10;5M\x1b[<0;10;5M\x1b[<0;10;5m", "Mouse 0 Mouse 1 Mouse 0"},
	{"mouse, negative", "\x1b[<35;-1;5M", ""},
	{"mouse, cut", "\x1b[<35;1M", ""},
	{"mouse of X10", "\x1b[M !!a", "Rune[a]"},
	{"F3 that may be a cursor report", "\x1b[1;1R", ""},

	{"kitty: release of a", "\x1b[97;1:3u", ""},
	{"kitty: release of Esc, Space, Enter", "\x1b[27;1:3u\x1b[32;1:3u\x1b[13;1:3u", ""},
	{"kitty: release of an arrow", "\x1b[1;1:3D", ""},
	{"kitty: repeat of an arrow", "\x1b[1;1:2D", "Left"},
	{"kitty: press of a", "\x1b[97u\x1b[97;1:1u\x1b[97;;97u\x1b[97:65;1u", "Rune[a] Rune[a] Rune[a] Rune[a]"},
	{"kitty: Num Lock and Caps Lock", "\x1b[97;193u\x1b[1;129D", "Rune[a] Left"},
	{"kitty: Shift", "\x1b[57441;2u\x1b[57441;1:3u", ""},
	{"kitty: Esc", "\x1b[27u", "Esc"},
	{"kitty: flags", "\x1b[?11u", ""},
	{"win32", "\x1b[65;30;97;1;0;1_\x1b[65;30;97;0;0;1_", ""},

	{"DA1", "\x1b[?62;22c", ""},
	{"DA2", "\x1b[>1;10;0c", ""},
	{"DECRQM", "\x1b[?2026;2$y", ""},
	{"DSR", "\x1b[0n", ""},
	{"cell size", "\x1b[6;16;8t", ""},
	{"XTVERSION", "\x1bP>|XTerm(390)\x1b\\", ""},
	{"XTGETTCAP", "\x1bP1+r524742=38\x1b\\a", "Rune[a]"},
	{"OSC with ST", "\x1b]11;rgb:0000/0000/0000\x1b\\a", "Rune[a]"},
	{"OSC with BEL", "\x1b]52;c;YQ==\x07a", "Rune[a]"},
	{"APC, PM, SOS", "\x1b_Gi=1;OK\x1b\\\x1b^x\x1b\\\x1bXx\x1b\\a", "Rune[a]"},
	{"OSC without end, then a key", "\x1b]11;rgb" + strings.Repeat("x", 9000) + "\x1b[D", "Left"},
	{"OSC without end, then Ctrl-C", "\x1b]11;\x03", "Ctrl+C"},
	{"CSI too long", "\x1b[" + strings.Repeat("1;", 99) + "5Da", "Rune[a]"},
	{"CSI cut by ESC", "\x1b[1;5\x1b[D", "Left"},
	{"CSI cut by a control", "\x1b[1;5\x03", "Ctrl+C"},
	{"CSI unknown", "\x1b[5q\x1b[!p\x1b[ A\x1b[2D", ""},

	{"paste", "\x1b[200~q\r\x03\x1b[D\x1b[20\x1b\x1b[201~a", "Rune[a]"},
	{"paste without end", "\x1b[200~qqq\x1b[201", ""},
	{"end of a paste that was none", "\x1b[201~", ""},

	{"Latin-1", "\xe9a", "Rune[a]"},
	{"8-bit CSI", "\x9bDa", "Rune[D] Rune[a]"},
	{"C1 in UTF-8", "\u009bDa", "Rune[D] Rune[a]"},
	{"character cut short", "\xe4\xb8a", "Rune[a]"},
	{"character too long", "\xc0\xafa\xff\xf8\x88\x80\x80\x80b", "Rune[a] Rune[b]"},
}

func TestFilterLetsThroughWhatTcellReadsRight(t *testing.T) {
	for _, c := range filterCases {
		if got := events(c.in); got != c.want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

func TestFilterDoesNotCareWhereReadsEnd(t *testing.T) {
	for _, c := range filterCases {
		want := passed(c.in)
		if len(c.in) > 500 {
			continue
		}
		for i := range c.in {
			for j := i; j < len(c.in); j++ {
				var f Filter
				got := f.Append(nil, []byte(c.in[:i]))
				got = f.Append(got, []byte(c.in[i:j]))
				got = f.Append(got, []byte(c.in[j:]))
				if got = f.Flush(got); string(got) != want {
					t.Fatalf("%s, cut at %d and %d: %q, whole %q", c.name, i, j, got, want)
				}
			}
		}
	}
}

func TestFilterWaitsForTheRest(t *testing.T) {
	for _, c := range []struct {
		in    string
		short bool
		want  string // after the wait, and an x
	}{
		{"\x1b", true, escKey + "x"},
		{"\x1b[", true, "x"},
		{"\x1b]", true, "x"},
		{"\x1bO", true, "x"},
		{"\x1b[1;", false, "x"},
		{"\x1b]11;", false, "x"},
		{"\x1b[200~abc", false, "x"},
		{"\x1b[M", false, "x"},
		{"é"[:1], false, "x"},
	} {
		var f Filter
		out := f.Append(nil, []byte(c.in))
		if len(out) > 0 {
			t.Errorf("%q: %q before it is complete", c.in, out)
		}
		want := stringPatience
		if c.short {
			want = keyPatience
		}
		if got := f.Patience(); got != want {
			t.Errorf("%q: patience %v, want %v", c.in, got, want)
		}
		out = f.Append(f.Flush(out), []byte("x"))
		if string(out) != c.want {
			t.Errorf("%q, then nothing, then x: %q, want %q", c.in, out, c.want)
		}
		if got := f.Patience(); got != 0 {
			t.Errorf("%q: patience %v when nothing is pending", c.in, got)
		}
	}
}

func TestFilterReturnsReplies(t *testing.T) {
	var f Filter
	in := "a\x1b[0n\x1b[?2026;2$yb\x1b[?62;22c\x1b[?11u\x1b[6;16;8t\x1b[3n\x1b[?u\x1b[?1$y\x1b[8;24;80t\x1b[0;0n"
	if out := f.Append(nil, []byte(in)); string(out) != "ab" {
		t.Errorf("lets %q through", out)
	}
	want := []Reply{{StatusReply, 0, 0}, {ModeReply, 2026, 2}, {AttributesReply, 0, 0}, {KeyboardReply, 11, 0}, {CellReply, 16, 8}}
	if got := f.Replies(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := f.Replies(); len(got) > 0 {
		t.Errorf("returns %v twice", got)
	}
	f.Append(nil, []byte(strings.Repeat("\x1b[0n", 2*maxReplies)))
	if got := len(f.Replies()); got != maxReplies {
		t.Errorf("keeps %d replies, want %d", got, maxReplies)
	}
}

func TestFilterAllocatesNothing(t *testing.T) {
	var f Filter
	in := []byte("a\x1b[D\x1b[<35;10;5M\x1b[97;1:3u\x1b[?62c\x1b]11;x\x07é")
	out := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() { out = f.Append(out[:0], in) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// allowed is all that may reach tcell.
var allowed = regexp.MustCompile(`^(?:[\x01-\x1a\x1c-\x7f]|[^\x00-\x{9f}]|` +
	`\x1b[ -NQ-WYZ\x60-~]|` + // Alt
	`\x1bO[ABCDFHPQRS]|` +
	`\x1b\[[ABCDFHPQSZIO]|` +
	`\x1b\[1;\d+[ABCDFHPQS]|` +
	`\x1b\[\[[A-E]|` +
	`\x1b\[\d+(;\d+)?[~u]|` +
	`\x1b\[<\d+;\d+;\d+[Mm])*$`)

func FuzzFilter(f *testing.F) {
	for _, c := range filterCases {
		f.Add([]byte(c.in), 1)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		var whole, parts Filter
		out := whole.Append(nil, in)
		if cut < 0 || cut > len(in) {
			cut = len(in) / 2
		}
		pieces := parts.Append(parts.Append(nil, in[:cut]), in[cut:])
		if !bytes.Equal(out, pieces) || whole.Patience() != parts.Patience() {
			t.Fatalf("cut at %d: %q, whole %q", cut, pieces, out)
		}
		out = whole.Flush(out)
		if !utf8.Valid(out) || !allowed.Match(out) {
			t.Fatalf("%q lets through %q", in, out)
		}
		if got := whole.Append(nil, []byte("\x1b[D")); string(got) != "\x1b[D" {
			t.Fatalf("after %q and silence an arrow is %q", in, got)
		}
		ch := make(chan tcell.Event, 2*len(out)+8)
		tcell.NewInputProcessor(ch).ScanUTF8(out)
	})
}
