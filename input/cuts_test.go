package input

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
)

// wait simulates a pause of length d. Like a terminal's reader, it calls Flush after FlushDelay.
func (f *Decoder) wait(dst []event, d time.Duration) []event {
	for p := f.FlushDelay(); p > 0 && p <= d; p = f.FlushDelay() {
		f.Context.Now += p
		d -= p
		dst = f.flush(dst)
	}
	f.Context.Now += d
	return dst
}

// sequences are complete keys and reports of all kinds. None of their bytes is a key.
var sequences = []string{
	"\x1b[C", "\x1b[D", "\x1bOD", "\x1b[1;5D", "\x1bO5D", "\x1bOd", "\x1b[d", "\x1b[8^", "\x1b[7$", "\x1b[3~", "\x1b[Z",
	"\x1b[[A", "\x1bOt", "\x1bOM", "\x1b[15~", "\x1b\x1b[D", "\x1b\x1bOD",
	"\x1b[112;1:3u", "\x1b[27u", "\x1b[27;1:3u", "\x1b[1;1:1C", "\x1b[1;1:3D", "\x1b[1092:1060:97;2u", "\x1b[57404u",
	"\x1b[81;16;113;1;0;1_", "\x1b[27;1;27;1;0;1_", "\x1b[37;75;0;0;256;1_",
	"\x1b[<35;112;14M", "\x1b[<0;10;5m", "\x1b[M !!", "\x1b[M \xc5\x81\xc5\x81", "\x1b[32;10;5M", "\x1b[I", "\x1b[O",
	"\x1b[200~quit p r\x1b[201~", "\x1b[200~\x1b[201~",
	"\x1b[0n", "\x1b[?62;22c", "\x1b[>1;4000;26c", "\x1b[?9001;2$y", "\x1b[?15u", "\x1b[6;20;9t", "\x1b[24;80R",
	"\x1bP>|XTerm(390)\x1b\\", "\x1bP1+r524742=38\x1b\\", "\x1bP>|foot(1.13.1)\a",
	"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:1e1e/1e1e/1e1e\a", "\x1b_Gi=1;OK\x1b\\",
	"р", "世", "😀",
}

// A terminalKind is a kind of terminal whose sequences are split.
type terminalKind struct {
	name     string
	expect   Context
	escape   time.Duration // minimum pause after which a lone ESC may be the Escape key; 0 means never
	maxPause time.Duration // maximum pause that never ends a sequence
}

var terminalKinds = []terminalKind{
	{"local", Context{}, escWaitLocal, sequenceWait},
	{"remote", Context{Remote: true}, escWaitRemote, sequenceWait},
	{"encoded Escape", Context{EncodedEscape: true}, 0, stringWait},
	{"encoded Escape, remote, reply due", Context{EncodedEscape: true, Remote: true, ReplyDue: true}, 0, stringWait},
	{"reply due", Context{ReplyDue: true}, escWaitLocal, stringWait},
	{"remote, reply due", Context{ReplyDue: true, Remote: true}, escWaitRemote, stringWait},
}

// A cut is a place in a stream that is followed by a pause.
type cut struct {
	at    int
	pause time.Duration
}

// checkCuts fails if a stream of sequences is decoded differently when it is cut. The only allowed difference is the
// Escape key, after a pause that follows an ESC and is long enough. The rest of the sequence then has no Alt. While
// a reply is due, Escape is allowed only if another ESC follows, which shows that the first one is not part of a
// reply.
func checkCuts(t *testing.T, kind terminalKind, stream string, cuts []cut) {
	t.Helper()
	lone := func(ev event) bool { return ev.Type == loneEscEvent }
	whole := Decoder{Context: kind.expect}
	want := slices.DeleteFunc(whole.append(nil, []byte(stream)), lone)

	parts := Decoder{Context: kind.expect}
	var got []event
	from, escapes := 0, 0
	for _, c := range cuts {
		got = parts.append(got, []byte(stream[from:c.at]))
		undecided := kind.expect.ReplyDue && (c.at == len(stream) || stream[c.at] != esc)
		if kind.escape > 0 && c.pause >= kind.escape && parts.state == inEsc && parts.introducer == 0 && !undecided {
			escapes++
			if parts.outer.state == inEsc {
				escapes++
			}
		}
		got = parts.wait(got, c.pause)
		from = c.at
	}
	got = parts.append(got, []byte(stream[from:]))

	if got = slices.DeleteFunc(got, lone); slices.Equal(got, want) && escapes == 0 {
		return
	}
	added := 0
	isEscape := func(ev event) bool { return ev.Type == keyEvent && ev.Key.Key == tcell.KeyEsc && ev.Key.Kind == Press }
	plain := func(events []event) (rest []event) {
		for _, ev := range events {
			if ev.Key.Mods &^= tcell.ModAlt; !isEscape(ev) {
				rest = append(rest, ev)
			} else {
				added++
			}
		}
		return rest
	}
	want = plain(want)
	added = -added
	if got = plain(got); escapes == 0 || added > escapes || !slices.Equal(got, want) {
		t.Fatalf("%s: %q, cut at %v: got %s and %d times Esc, want %s and at most %d times Esc", kind.name, stream,
			cuts, words(got), added, words(want), escapes)
	}
}

// Wherever a sequence is cut, and however long the pause is, none of its bytes becomes a key.
func TestSequenceBytesAreNotKeys(t *testing.T) {
	const ms = time.Millisecond
	pauses := []time.Duration{0, 29 * ms, 31 * ms, 60 * ms, 99 * ms, 101 * ms, 500 * ms}
	for _, kind := range terminalKinds {
		long := append(slices.Clone(pauses), kind.maxPause-ms)
		for _, s := range sequences {
			stream := s + "\x1b[A" // the key after the sequence is decoded as well
			for i := 1; i < len(s); i++ {
				for _, p := range long {
					checkCuts(t, kind, stream, []cut{{i, p}})
				}
				for j := i + 1; j < len(s); j++ {
					for _, p := range pauses {
						checkCuts(t, kind, stream, []cut{{i, p}, {j, 60 * ms}})
						checkCuts(t, kind, stream, []cut{{i, p}, {j, 500 * ms}})
					}
				}
			}
		}
	}
}

// Some programs write replies between the bytes of a key. The rest of the key follows the replies.
func TestRepliesInterruptSequences(t *testing.T) {
	for _, kind := range terminalKinds {
		for _, s := range sequences {
			if strings.IndexByte("]P_\x1b", s[1]) >= 0 || strings.HasPrefix(s, "\x1b[200~") {
				continue // an ESC ends strings and pastes
			}
			f := Decoder{Context: kind.expect}
			want := "status(0,0,), attributes(0,0,), " + words(f.append(nil, []byte(s)))
			for i := 1; i < len(s); i++ {
				f := Decoder{Context: kind.expect}
				got := f.wait(f.append(nil, []byte(s[:i])), 12*time.Millisecond)
				got = f.wait(f.append(got, []byte("\x1b[0n\x1b")), 12*time.Millisecond)
				got = f.append(got, []byte("[?62c"))
				if got = f.append(got, []byte(s[i:])); words(got) != strings.TrimSuffix(want, ", ") {
					t.Fatalf("%s: %q, interrupted at %d: got %s, want %s", kind.name, s, i, words(got), want)
				}
			}
		}
	}
}

// A lone ESC is the Escape key after 30 ms, over a network after 100 ms, and never if Escape is encoded. While a
// reply is due, it is the Escape key once the next byte shows that it does not belong to the reply.
func TestLoneEsc(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name   string
		expect Context
		pause  time.Duration
		then   string
		now    string // events after the pause
		want   string // all events
	}{
		{"local, early", Context{}, 29 * ms, "", "", "Esc"},
		{"local", Context{}, 30 * ms, "", "Esc", "Esc"},
		{"remote, early", Context{Remote: true}, 99 * ms, "", "", "Esc"},
		{"remote", Context{Remote: true}, 100 * ms, "", "Esc", "Esc"},
		{"reply due", Context{ReplyDue: true}, time.Hour, "\x1b[0n", "", "Esc, status(0,0,)"},
		{"reply due, arrives in parts", Context{ReplyDue: true}, time.Hour, "[0n", "", "status(0,0,)"},
		{"reply due, then an arrow", Context{ReplyDue: true}, 31 * ms, "\x1b[D", "", "Esc, Left"},
		{"reply due, then a letter", Context{ReplyDue: true}, 31 * ms, "q", "", "Esc, q"},
		{
			"reply due, then another Esc and the reply",
			Context{ReplyDue: true},
			31 * ms, "\x1b\x1b[0n", "",
			"Esc, status(0,0,), Esc",
		},
		{"encoded", Context{EncodedEscape: true}, 999 * ms, "", "", "lone ESC"},
		{"encoded, then the rest", Context{EncodedEscape: true}, time.Hour, "[1;1:1C", "lone ESC", "lone ESC, Right"},
		{"encoded, then a key", Context{EncodedEscape: true}, time.Hour, "\x1b[97u", "lone ESC", "lone ESC, a"},
		{"encoded, then a key soon", Context{EncodedEscape: true}, ms, "\x1b[97u", "", "lone ESC, a"},
		{"encoded, then a letter", Context{EncodedEscape: true}, time.Hour, "q", "lone ESC", "lone ESC, q"},
		{"reply due, arrives in time", Context{ReplyDue: true}, 20 * ms, "\x1b[0n", "", "status(0,0,), Esc"},
		{
			"encoded, reply due",
			Context{EncodedEscape: true, ReplyDue: true},
			time.Hour, "\x1b[0n", "",
			"lone ESC, status(0,0,)",
		},
		{"then the rest of a sequence", Context{}, 500 * ms, "[1;5D", "Esc", "Esc, Ctrl+Left"},
		{"then the rest of a color", Context{}, 500 * ms, "]11;rgb:0/0/0\a", "Esc", "Esc"},
		{"then a bracket", Context{}, 500 * ms, "[", "Esc", "Esc, ["},
		{"much later a bracket and a letter", Context{}, 3 * time.Second, "[D", "Esc", "Esc, [, D"},
		{
			"then letters that introduce nothing",
			Context{},
			500 * ms, "PDXPOO__\x1b[D", "Esc",
			"Esc, P, D, X, P, O, O, _, _, Left",
		},
		{"then Ctrl-C", Context{}, 500 * ms, "[\x03", "Esc", "Esc, [, Ctrl+c"},
		{"Alt in two parts", Context{}, 20 * ms, "q", "", "Alt+q"},
		{"Alt in two parts, remote", Context{Remote: true}, 99 * ms, "q", "", "Alt+q"},
	} {
		f := Decoder{Context: c.expect}
		out := f.wait(f.append(nil, []byte("\x1b")), c.pause)
		if got := words(out); got != c.now {
			t.Errorf("%s: got %q after the pause, want %q", c.name, got, c.now)
		}
		out = f.append(out, []byte(c.then))
		f.Context.ReplyDue = false // it is overdue
		if got := words(f.wait(out, time.Hour)); got != c.want {
			t.Errorf("%s: got %q after an hour, want %q", c.name, got, c.want)
		}
	}
}

// After Alt and an introducer of a string, keys still work.
func TestKeysAfterAltAndAnIntroducer(t *testing.T) {
	for _, introducer := range []string{"]", "P", "X", "^", "_"} {
		for _, kind := range terminalKinds[:2] {
			f := Decoder{Context: kind.expect}
			events := f.append(nil, []byte("\x1b"+introducer))
			for _, key := range []string{"a", "d"} {
				events = f.wait(events, 2*kind.escape)
				events = f.append(events, []byte(key))
			}
			if got, want := words(events), words(read("ad")); got != want {
				t.Errorf("%s, Alt+%s: got %s, want %s", kind.name, introducer, got, want)
			}
		}
	}
}

// FuzzCuts splits streams of sequences at any byte, with pauses of any length.
func FuzzCuts(f *testing.F) {
	f.Add([]byte{0, 5, 9}, []byte{1, 60}, uint8(0))
	f.Add([]byte{46, 36}, []byte{1, 200, 3, 255, 0, 10}, uint8(3))
	f.Fuzz(func(t *testing.T, which, cutting []byte, mode uint8) {
		kind := terminalKinds[int(mode)%len(terminalKinds)]
		stream := ""
		for _, b := range which[:min(len(which), 8)] {
			stream += sequences[int(b)%len(sequences)]
		}
		var cuts []cut
		for at := 0; len(cutting) >= 2; cutting = cutting[2:] {
			if at += 1 + int(cutting[0]); at > len(stream) {
				break
			}
			cuts = append(cuts, cut{at, (kind.maxPause - 1) * time.Duration(cutting[1]) / 255})
		}
		checkCuts(t, kind, stream, cuts)
	})
}
