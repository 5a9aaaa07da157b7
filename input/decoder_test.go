package input

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
)

// read returns the events of the bytes in, after a flush of the decoder.
func read(in string) []event {
	var f Decoder
	return f.flush(f.append(nil, []byte(in)))
}

// String returns the event in the form that the tests use.
func (ev event) String() string {
	switch ev.Type {
	case keyEvent:
		return ev.Key.String()
	case mouseEvent:
		return fmt.Sprintf("mouse(%d,%d,%b)", ev.Mouse.Col, ev.Mouse.Row, ev.Mouse.Buttons)
	case focusEvent:
		return "focus"
	case blurEvent:
		return "blur"
	case clipboardEvent:
		return fmt.Sprintf("clipboard(%s)", ev.Clipboard)
	case loneEscEvent:
		return "lone ESC"
	}
	r := ev.Reply
	name := [...]string{
		"", "status", "mode", "attributes", "secondary", "keyboard", "cell", "cursor",
		"version",
	}[r.Kind]
	return fmt.Sprintf("%s(%d,%d,%s)", name, r.A, r.B, r.Text)
}

// words returns events as text. It combines a paste into one word, in the form that applications receive.
func words(events []event) string {
	var b []string
	var d Dispatcher
	for _, ev := range events {
		switch {
		case ev.Type == pasteStartEvent:
			d = Dispatcher{pasting: true}
		case ev.Type == pasteEndEvent:
			if text := d.pasted.Take(); text != "" {
				b = append(b, fmt.Sprintf("paste(%s)", text))
			}
			d = Dispatcher{}
		case d.pasting:
			d.pasted.Add(ev.Key)
		default:
			b = append(b, ev.String())
		}
	}
	return strings.Join(b, ", ")
}

var decoderCases = []struct{ name, in, want string }{
	{"text", "aB?é世", "a, B, ?, é, 世"},
	{"controls", "\r\n\t\x03\x7f\b\x1c", `Enter, Enter, Tab, Ctrl+c, Backspace, Backspace, Ctrl+\`},
	{"NUL", "\x00a", "Ctrl+Space, a"},
	{"arrows", "\x1b[A\x1b[B\x1b[C\x1b[D\x1bOA\x1bOD", "Up, Down, Right, Left, Up, Left"},
	{"arrow with Ctrl", "\x1b[1;5D", "Ctrl+Left"},
	{"Enter on the keypad", "\x1bOM", "Enter"},
	{"the keypad in application mode", "\x1bOp\x1bOy\x1bOn\x1bOk\x1bOE\x1bO ", "0, 9, ., +, Enter, Space"},
	{
		"arrows with modifiers", "\x1b[1;2A\x1bO5D\x1bO1;5C\x1b[5D\x1b[>1;2B",
		"Shift+Up, Ctrl+Left, Ctrl+Right, Ctrl+Left, Shift+Down",
	},
	{
		"rxvt: arrows with Ctrl and Shift", "\x1bOa\x1bOb\x1bOc\x1bOd\x1b[a\x1b[b\x1b[c\x1b[d",
		"Ctrl+Up, Ctrl+Down, Ctrl+Right, Ctrl+Left, Shift+Up, Shift+Down, Shift+Right, Shift+Left",
	},
	{
		"rxvt: Home and End with modifiers", "\x1b[7~\x1b[8^\x1b[7$\x1b[8@a",
		"Home, Ctrl+End, Shift+Home, Shift+Ctrl+End, a",
	},
	{"rxvt: function keys with modifiers", "\x1b[11^\x1b[23$\x1b[34~a", "Ctrl+F1, Shift+F11, a"},
	{
		"rxvt: arrows with Alt", "\x1b\x1b[D\x1b\x1bOC\x1b\x1b[c\x1b\x1b[7$",
		"Alt+Left, Alt+Right, Shift+Alt+Right, Shift+Alt+Home",
	},
	{"F3", "\x1bOR\x1b[R", "F3, F3"},
	{"function keys", "\x1bOP\x1b[[A\x1b[11~\x1b[3;2~\x1b[24~", "F1, F1, F1, Shift+Delete, F12"},
	{"Home and End", "\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "Home, End, Home, End, Home, End"},
	{"Shift+Tab", "\x1b[Z", "Shift+Tab"},
	{"Esc", "\x1b", "Esc"},
	{"two Esc", "\x1b\x1b", "Esc, Esc"},
	{"three Esc", "\x1b\x1b\x1b", "Esc, Esc, Esc"},
	{
		"Esc before a reply", "\x1b\x1b[0n\x1b\x1b[?62c\x1b\x1bP>|foot\x1b\\",
		"status(0,0,), Esc, attributes(0,0,), Esc, version(0,0,foot), Esc",
	},
	{
		"Esc before the mouse, the focus, a paste", "\x1b\x1b[<35;1;1M\x1b\x1b[O\x1b\x1b[200~x\x1b[201~\x1b\x1b[M !!",
		"Esc, mouse(0,0,0), Esc, blur, Esc, paste(x), Esc",
	},
	{"Alt and an unknown key", "\x1b\x1b[99~a", "a"},
	{"Alt", "\x1bq\x1bQ\x1bй\x1b\r\x1b\x7f", "Alt+q, Alt+Q, Alt+й, Alt+Enter, Alt+Backspace"},
	{"Esc before Alt", "\x1b\x1bq", "Esc, Alt+q"},
	{"Alt+[, Alt+O, Alt+P, Alt+]", "\x1b[", ""},
	{"Alt+Ctrl+C", "\x1b\x03", "Ctrl+c"},
	{"focus", "\x1b[I\x1b[O", "focus, blur"},
	{
		"mouse", "\x1b[<35;10;5M\x1b[<0;10;5M\x1b[<32;11;5M\x1b[<0;10;5m",
		"mouse(9,4,0), mouse(9,4,1), mouse(10,4,1), mouse(9,4,0)",
	},
	{
		"mouse, two buttons", "\x1b[<0;1;1M\x1b[<2;1;1M\x1b[<0;1;1m\x1b[<2;1;1m",
		"mouse(0,0,1), mouse(0,0,11), mouse(0,0,10), mouse(0,0,0)",
	},
	{
		"mouse, wheel", "\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<66;1;1M",
		"mouse(0,0,100000000), mouse(0,0,1000000000), mouse(0,0,10000000000)",
	},
	{"mouse, button released outside", "\x1b[<0;1;1M\x1b[<35;1;1M", "mouse(0,0,1), mouse(0,0,0)"},
	{"mouse, side buttons", "\x1b[<128;1;1M", "mouse(0,0,0)"},
	{"mouse, negative", "\x1b[<35;-1;5M", ""},
	{"mouse, column 0", "\x1b[<35;0;5M", ""},
	{"mouse, cut", "\x1b[<35;1M", ""},
	{"mouse of X10", "\x1b[M !!a", "a"},
	{"mouse of X10, far right", "\x1b[M \xff!a\x1b[M !\xffa\x1b[M !\xc5\x1b[D", "a, a, Left"},
	{"mouse of mode 1005", "\x1b[M ŁŁa\x1b[M !Łr\x1b[M Ł!r", "a, r, r"},
	{"mouse of X10, cut", "\x1b[M !\x1b[D\x1b[M\x03", "Left, Ctrl+c"},
	{"mouse of mode 1015", "\x1b[32;10;5Ma", "a"},
	{"xterm's modifyOtherKeys", "\x1b[27;5;99~\x1b[27;2;65~", "Ctrl+c, A"},

	{"kitty: release of a", "\x1b[97;1:3u", "a release"},
	{
		"kitty: release of Esc, Space, Enter", "\x1b[27;1:3u\x1b[32;1:3u\x1b[13;1:3u",
		"Esc release, Space release, Enter release",
	},
	{"kitty: an arrow", "\x1b[D\x1b[1;1:1D\x1b[1;1:2D\x1b[1;1:3D", "Left, Left, Left repeat, Left release"},
	{"kitty: Delete, F5", "\x1b[3;1:2~\x1b[15;1:3~", "Delete repeat, F5 release"},
	{"kitty: press of a", "\x1b[97u\x1b[97;1:1u\x1b[97;;97u\x1b[97:65;1u", "a, a, a, a"},
	{"kitty: A", "\x1b[97:65;2u\x1b[97;2u\x1b[97;2;65u\x1b[97;65u", "A, A, A, A"},
	{"kitty: ?", "\x1b[47:63;2u\x1b[47:63;2:3u", "?, ? release"},
	{"kitty: on a Greek keyboard", "\x1b[945::97u", "α"},
	{"kitty: Num Lock and Caps Lock", "\x1b[97;129u\x1b[1;129D", "a, Left"},
	{"kitty: Ctrl+C", "\x1b[99;5u\x1b[99;5:3u", "Ctrl+c, Ctrl+c release"},
	{"kitty: Shift", "\x1b[57441;2u\x1b[57441;1:3u", ""},
	{
		"kitty: keypad", "\x1b[57400u\x1b[57414u\x1b[57417;1:3u\x1b[57413u\x1b[57427u",
		"1, Enter, Left release, +, Enter",
	},
	{"kitty: media keys", "\x1b[57428u", ""},
	{"kitty: Esc", "\x1b[27u", "Esc"},
	{"kitty: no such event", "\x1b[97;1:4u\x1b[1;1:9D", ""},
	{"kitty: nonsense", "\x1b[97;xu\x1b[97:;u\x1b[;u\x1b[99999999u\x1b[1114112u\x1b[55296u", "u, a"},
	{"kitty: flags", "\x1b[?15u", "keyboard(15,0,)"},

	{"win32", "\x1b[65;30;97;1;0;1_\x1b[65;30;97;1;0;1_\x1b[65;30;97;0;0;1_", "a, a repeat, a release"},
	{"win32: arrow", "\x1b[37;75;0;1;256;1_\x1b[37;75;0;0;256;1_", "Left, Left release"},
	{"win32: Shift+A, Shift+1", "\x1b[65;30;65;1;16;1_\x1b[49;2;33;1;16;1_", "A, !"},
	{"win32: Ctrl+C", "\x1b[67;46;3;1;8;1_", "Ctrl+c"},
	{"win32: AltGr+Q", "\x1b[81;16;64;1;9;1_", "@"},
	{"win32: Cyrillic", "\x1b[65;30;1092;1;0;1_", "ф"},
	{"win32: modifiers", "\x1b[16;42;0;1;16;1_\x1b[17;29;0;1;8;1_", ""},
	{"win32: keypad", "\x1b[100;75;52;1;32;1_\x1b[12;76;0;1;0;1_\x1b[96;82;0;1;8;1_", "4, Enter, Ctrl+0"},
	{"win32: focus lost with a key down", "\x1b[65;30;97;1;0;1_\x1b[O\x1b[65;30;97;1;0;1_", "a, blur, a"},
	{"win32: parameters missing", "\x1b[27;;;1_\x1b[_\x1b[65;30;97;1;0;1;1_\x1b[999;;97;1_", "Esc"},

	{"DA1", "\x1b[?62;22c", "attributes(0,0,)"},
	{"DA2", "\x1b[>1;10;0c\x1b[>0;1700c\x1b[>c\x1b[>1c", "secondary(1,10,), secondary(0,1700,)"},
	{"DECRQM", "\x1b[?2026;2$y", "mode(2026,2,)"},
	{"DSR", "\x1b[0n\x1b[3n\x1b[0;0n", "status(0,0,)"},
	{"cell size", "\x1b[6;16;8t\x1b[8;24;80t", "cell(16,8,)"},
	{"cursor", "\x1b[1;1R", "cursor(1,1,)"},
	{"XTVERSION", "\x1bP>|XTerm(390)\x1b\\a", "version(0,0,XTerm(390)), a"},
	{"XTVERSION with BEL", "\x1bP>|foot(1.13.1)\aa", "version(0,0,foot(1.13.1)), a"},
	{"XTVERSION with invalid characters", "\x1bP>|\xe2\x80\xaex\x1b\\", "version(0,0,x)"},
	{
		"XTVERSION too long", "\x1bP>|" + strings.Repeat("x", 5000) + "\x1b\\a",
		"version(0,0," + strings.Repeat("x", maxString-2) + "), a",
	},
	{"Esc, OSC and Esc", "\x1b\x1b]\x1b", "Esc"},
	{"OSC, then Esc twice", "\x1b]11;\x1b\x1b", "Esc"},
	{"XTVERSION cut by a key", "\x1bP>|XTerm\x1b[D\x1b\\", "Left"},
	{"XTGETTCAP", "\x1bP1+r524742=38\x1b\\a", "a"},
	{"OSC with ST", "\x1b]11;rgb:0000/0000/0000\x1b\\a", "a"},
	{"OSC with BEL", "\x1b]52;c;YQ==\x07a", "a"},
	{"OSC like an XTVERSION", "\x1b]>|x\x07", ""},
	{"APC, PM, SOS", "\x1b_Gi=1;OK\x1b\\\x1b^x\x1b\\\x1bXx\x1b\\a", "a"},
	{"endless OSC, then a key", "\x1b]11;rgb" + strings.Repeat("x", 9000) + "\x1b[D", "Left"},
	{"endless OSC, then Ctrl-C", "\x1b]11;\x03", "Ctrl+c"},
	{"ST without a string", "\x1b\\a", "a"},
	{"CSI too long", "\x1b[" + strings.Repeat("1;", 99) + "5Da", "a"},
	{"CSI cut by ESC", "\x1b[1;5\x1b[D", "Left"},
	{"CSI cut by a control", "\x1b[1;5\x03", "Ctrl+c"},
	{"CSI unknown", "\x1b[5q\x1b[!p\x1b[ A\x1b[2;5;1D\x1b[25D\x1b[?2$p", ""},
	{"SS3 cut", "\x1bO\x1b[D\x1bO\x03", "Left, Ctrl+c"},

	{"paste", "\x1b[200~BCDFG\x1b[201~a", "paste(BCDFG), a"},
	{"paste of lines", "\x1b[200~  ssh -t\thost \r\n join é\r\n\x1b[201~", "paste(ssh -t host join é)"},
	{"paste with wide blanks", "\x1b[200~\u3000join\u3000\u2003now\u00a0\u2028\x1b[201~", "paste(join now)"},
	{"paste with controls", "\x1b[200~q\r\x03\x1b[D\x1b[20\x1b\u009b\ue000\xff\x1b[201~a", "paste(q [D[20), a"},
	{"empty paste", "\x1b[200~ \r\x1b[201~a\x1b[200~\x1b[201~", "a"},
	{
		"paste too long", "\x1b[200~" + strings.Repeat("x", maxPaste-1) + "éyz\x1b[201~a",
		"paste(" + strings.Repeat("x", maxPaste-1) + "é), a",
	},
	{"paste, then an XTVERSION", "\x1b[200~x\x1b[201~\x1bP>|foot\x1b\\", "paste(x), version(0,0,foot)"},
	{"endless paste", "\x1b[200~qqq\x1b[201", "paste(qqq)"},
	{"end of a paste without a start", "\x1b[201~", ""},

	{"Latin-1", "\xe9a", "a"},
	{"8-bit CSI", "\x9bDa", "D, a"},
	{"C1 in UTF-8", "\u009bDa", "D, a"},
	{"character cut short", "\xe4\xb8a", "a"},
	{"character too long", "\xc0\xafa\xff\xf8\x88\x80\x80\x80b", "a, b"},
}

func TestDecoder(t *testing.T) {
	for _, c := range decoderCases {
		if got := words(read(c.in)); got != c.want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

func TestDecoderAcceptsSplitInput(t *testing.T) {
	for _, c := range decoderCases {
		want := read(c.in)
		if len(c.in) > 500 {
			continue
		}
		for i := range c.in {
			for j := i; j < len(c.in); j++ {
				var f Decoder
				got := f.append(nil, []byte(c.in[:i]))
				got = f.append(got, []byte(c.in[i:j]))
				got = f.append(got, []byte(c.in[j:]))
				if got = f.flush(got); !slices.Equal(got, want) {
					t.Fatalf("%s, split at %d and %d: got %v, want %v", c.name, i, j, got, want)
				}
			}
		}
	}
}

func TestDecoderFlushDelay(t *testing.T) {
	far, coded, due := Context{Remote: true}, Context{EncodedEscape: true}, Context{ReplyDue: true}
	for _, c := range []struct {
		in     string
		expect Context
		waits  []time.Duration // Flush is called after each of these waits; after the last one, an x is typed
		want   string
	}{
		{"\x1b", Context{}, []time.Duration{escWaitLocal, sequenceWait}, "Esc, x"},
		{"\x1b", far, []time.Duration{escWaitRemote, sequenceWait}, "Esc, x"},
		{"\x1b", coded, []time.Duration{sequenceWait}, "lone ESC, x"},
		{"\x1b", due, []time.Duration{escWaitLocal, escWaitLocal}, "Esc, x"},
		{"\x1b\x1b", Context{}, []time.Duration{escWaitLocal, sequenceWait}, "Esc, Esc, x"},
		{"\x1b\x1b", due, []time.Duration{escWaitLocal}, "Esc, Esc, x"},
		{"\x1b[", Context{}, []time.Duration{sequenceWait}, "x"},
		{"\x1b[", coded, nil, ""},
		{"\x1b[", due, []time.Duration{sequenceWait}, ""},
		{"\x1b\x1b[", Context{}, []time.Duration{sequenceWait}, "Esc, x"},
		{"\x1b]", Context{}, []time.Duration{sequenceWait}, "x"},
		{"\x1bO", Context{}, []time.Duration{sequenceWait}, "x"},
		{"\x1b[M", Context{}, []time.Duration{sequenceWait}, "x"},
		{"\x1b[M!", Context{}, nil, ""},
		{"\x1b[1;", Context{}, nil, ""},
		{"\x1b]11;", Context{}, []time.Duration{stringWait}, "x"},
		{"\x1b]11;\x1b", Context{}, []time.Duration{stringWait}, "x"},
		{"\x1b[200~abc", Context{}, []time.Duration{stringWait}, "paste(abc), x"},
		{"é"[:1], Context{}, nil, "x"},
	} {
		f := Decoder{Context: c.expect}
		out := f.append(nil, []byte(c.in))
		if words(out) != "" {
			t.Errorf("append(%q) = %v, want no events before the sequence is complete", c.in, words(out))
		}
		for _, want := range c.waits {
			if got := f.FlushDelay(); got != want {
				t.Errorf("%q, %+v: FlushDelay() = %v, want %v", c.in, c.expect, got, want)
			}
			out = f.flush(out)
		}
		if got := f.FlushDelay(); got != 0 && !c.expect.ReplyDue {
			t.Errorf("%q, %+v: FlushDelay() after the waits %v = %v, want 0", c.in, c.expect, c.waits, got)
		}
		if out = f.append(out, []byte("x")); words(out) != c.want {
			t.Errorf("%q, %+v, then a pause and x: got %v, want %s", c.in, c.expect, words(out), c.want)
		}
	}
}

// A key event contains the US keyboard's character of the key, for any alphabet.
func TestDecoderReportsBaseKey(t *testing.T) {
	for _, in := range []string{"\x1b[945::97u", "\x1b[1092:1060:97;2u", "\x1b[65;30;1092;1;0;1_"} {
		ev := read(in)
		if len(ev) != 1 || ev[0].Key.Base != 'a' {
			t.Errorf("%q: got %+v, want a key with Base a", in, ev)
		}
	}
}

// The clipboard is read only after a request, and only up to a size limit.
func TestDecoderClipboard(t *testing.T) {
	long := strings.Repeat("clipboard", 1000)
	for _, c := range []struct {
		in        string
		requested bool
		want      string
	}{
		{"\x1b]52;c;dGV4dA==\x1b\\a", true, "clipboard(text), a"},
		{"\x1b]52;c;dGV4dA==\aa", true, "clipboard(text), a"},
		{"\x1b]52;c;dGV4dA==\x1b\\a", false, "a"},
		{"\x1b]52;c;\x1b\\a", true, "clipboard(), a"},
		{"\x1b]52;c;???\x1b\\a", true, "a"},
		{"\x1b]11;rgb:0/0/0\x1b\\a", true, "a"},
		{
			"\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(long)) + "\x1b\\a", true,
			"clipboard(" + long + "), a",
		},
		{"\x1b]52;c;" + strings.Repeat("AAAA", maxClipboard) + "\x1b\\a", true, "a"},
	} {
		f := Decoder{Context: Context{Clipboard: c.requested}}
		if got := words(f.append(nil, []byte(c.in))); got != c.want {
			t.Errorf("%.60q, requested: %v: got %.60s, want %.60s", c.in, c.requested, got, c.want)
		}
		if f.moreText != nil {
			t.Errorf("%.60q: moreText still has %d bytes, want none", c.in, len(f.moreText))
		}
	}
}

// append is Append for decoded events.
func (d *Decoder) append(dst []event, src []byte) []event {
	for _, b := range src {
		dst = d.decode(dst, b)
	}
	return dst
}

func TestDecoderAllocatesOnlyEvents(t *testing.T) {
	var f Decoder
	in := []byte("a\x1b[D\x1b[<35;10;5M\x1b[97;1:3u\x1b[65;30;97;1;0;1_\x1b[?62c\x1b[0n\x1b]11;x\x07é")
	out := make([]event, 0, 100)
	if n := testing.AllocsPerRun(100, func() { out = f.append(out[:0], in) }); n != 0 {
		t.Errorf("decoding allocates %v times, want 0", n)
	}
	var events []tcell.Event
	for _, in := range []string{"a", "\x1b[D", "\x1b[<35;10;5M"} {
		n := testing.AllocsPerRun(100, func() { events = f.Append(events[:0], []byte(in)) })
		if len(events) != 1 || n > 1 {
			t.Errorf("Append of %q returns %d events and allocates %v times, want 1 and 1", in, len(events), n)
		}
	}
}

// After any input and one key, a Decoder decodes the next key correctly, unless it is inside a paste. After a second
// of silence it decodes the next key correctly in any case.
func FuzzDecoder(f *testing.F) {
	for _, c := range decoderCases {
		f.Add([]byte(c.in), 1)
	}
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		var whole, parts Decoder
		out := whole.append(nil, in)
		if len(out) > 2*len(in) {
			t.Fatalf("%q: %d events, want at most 2 per byte", in, len(out))
		}
		if cut < 0 || cut > len(in) {
			cut = len(in) / 2
		}
		pieces := parts.append(parts.append(nil, in[:cut]), in[cut:])
		if !slices.Equal(out, pieces) || whole.FlushDelay() != parts.FlushDelay() {
			t.Fatalf("split at %d: got %v, want %v", cut, pieces, out)
		}
		if parts.state != inPaste {
			parts.append(nil, []byte("\x1b[C"))
			if got := words(parts.append(nil, []byte("\x1b[D"))); got != "Left" {
				t.Fatalf("after %q and one key, an arrow key is decoded as %q, want \"Left\"", in, got)
			}
		}
		out = whole.flush(out)
		if got := words(whole.append(nil, []byte("\x1b[D"))); got != "Left" {
			t.Fatalf("after %q and a pause, an arrow key is decoded as %q, want \"Left\"", in, got)
		}
		for _, ev := range out {
			checkEvent(t, ev)
		}
	})
}

// checkEvent fails if a Decoder must not return the event.
func checkEvent(t *testing.T, ev event) {
	t.Helper()
	k := ev.Key
	for _, r := range []rune{k.Rune, k.Text, k.Base} {
		if _, ok := character(int(r)); r != 0 && !ok {
			t.Errorf("event %+v has the invalid character %q", ev, r)
		}
	}
	switch {
	case ev.Type == 0 || ev.Type > loneEscEvent:
		t.Errorf("event %+v has the invalid type %d", ev, ev.Type)
	case k.Kind > Release || ev.Type == keyEvent && k.Key == Typed && k.Rune == 0:
		t.Errorf("invalid key %+v", k)
	case ev.Mouse.Col < 0 || ev.Mouse.Row < 0:
		t.Errorf("invalid mouse position %+v", ev.Mouse)
	}
	for _, c := range ev.Reply.Text {
		if c < ' ' || c > '~' {
			t.Errorf("unprintable reply %+v", ev.Reply)
		}
	}
}

// If the end of a paste is lost, the next ESC or Ctrl-C after a pause ends it.
func TestPasteWithoutEnd(t *testing.T) {
	for _, c := range []struct {
		parts []string
		pause time.Duration
		ends  bool
	}{
		{[]string{"\x1b[0n"}, pastePause, true},
		{[]string{"\x03"}, pastePause, true},
		{[]string{"b", "\x03"}, pastePause, true},
		{[]string{"b"}, pastePause, false},
		{[]string{"\x1b[0n"}, pastePause - 1, false},
		{[]string{"\x03"}, pastePause - 1, false},
		{[]string{"\x1b", "[0n"}, pastePause - 1, false},
		{[]string{"b", "\x1b[0n"}, pastePause - 1, false},
	} {
		var f Decoder
		f.Append(nil, []byte("\x1b[200~a"))
		for _, part := range c.parts {
			f.Context.Now += c.pause
			f.Append(nil, []byte(part))
		}
		if f.Pasting() == c.ends {
			t.Errorf("%q after %v: Pasting() = %v, want %v", c.parts, c.pause, f.Pasting(), !c.ends)
		}
	}
}
