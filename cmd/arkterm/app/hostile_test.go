package app

import (
	"io"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/progress"
	"arkterm/engine/record"
	"arkterm/input"
)

// startStates are sequences of keys. Each opens a state of the session in which the fuzzer sends bytes.
var startStates = [...]string{
	"",                               // the title
	"enter",                          // the serve
	"enter space",                    // a game
	"enter space p",                  // paused
	"enter space p down enter",       // the options
	"enter space r",                  // a confirmation
	"enter space q",                  // another confirmation
	"?",                              // the keys
	"enter space p enter",            // the countdown
	"down enter",                     // the screens of the title's menu
	"down down enter",                // (same)
	"down down down enter",           // (same)
	"down down down down enter",      // (same)
	"down down down down down enter", // (same)
	"up enter",                       // (same)
	"up up enter",                    // (same)
	"up up up enter",                 // (same)
	"up up enter down down enter",    // a screen opened from one of them
	"enter space f12",                // a game with the overlay
	"esc",                            // the question before quitting
}

// hostileBytes are the fuzzer's seeds. A NUL ends a piece of terminal input, and the byte after it selects an action
// such as resizing the window.
var hostileBytes = []string{
	"\x1b[A\x1b[B\x1b[C\x1b[D \r\x1b",
	"\x1b[<0;9999;9999M\x1b[<35;-1;0M\x1b[<64;1;1m\x00\x20\x1b[<0;10;10M\x1b[<0;10;10m",
	"\x1b[?5u\x1b[97;1:1u\x1b[97;1:2u\x00\x05\x1b[97;1:3u\x1b[57441;2u",
	"\x1b[200~\x1b[201~\x1b[200~q\ry\x00\xffpp\x1b[I\x1b[O\x1b]11;rgb:ff/ff/ff\x07\x1bP>|xterm(1)\x1b\\",
	"\x1b[18446744073709551616;0;;;;;;:::u\x1b[?62;c\x1b[0n\x9b\xc2\x80\xed\xa0\x80\xf4\x90\x80\x80\xff\xfe",
	"  \x00\xfe\x00\xfd\x00\xfc\x00\xfb  pq\x00\xfa\x1b[65;30;97;1;0;1_\x1b[65;30;97;0;0;1_",
}

// FuzzHostileTerminal sends arbitrary bytes to a session in any state, while time passes irregularly and the window is
// resized. The session must not panic, the game must stay valid, each frame must have the size of the window, and the
// recording must play back.
func FuzzHostileTerminal(f *testing.F) {
	for k := range startStates {
		f.Add(uint8(k), []byte(hostileBytes[k%len(hostileBytes)]))
	}
	f.Fuzz(func(t *testing.T, state uint8, in []byte) {
		if len(in) > 1<<10 {
			return
		}
		p := newSession(t, func(set *Setup) {
			set.FieldGuide = new(FieldGuide)
			set.Probe = true
		})
		p.keys(startStates[int(state)%len(startStates)])

		var filter input.Decoder
		w, h := 80, 24
		for len(in) > 0 && !p.hasQuit() {
			n := 0
			for n < len(in) && in[n] != 0 {
				n++
			}
			for _, ev := range filter.Append(nil, in[:n]) {
				p.sendEvent(ev)
			}
			if frame := &p.s.Frame; p.frames > 0 && (frame.W != w || frame.H != h) {
				t.Fatalf("the frame has %d×%d cells, want %d×%d", frame.W, frame.H, w, h)
			}
			if in = in[n:]; len(in) < 2 {
				break
			}
			switch action := in[1]; action {
			case 0xff: // no more input until the decoder flushes
				p.wait(filter.FlushDelay() + time.Millisecond)
				for _, ev := range filter.Flush(nil) {
					p.sendEvent(ev)
				}
			case 0xfe:
				p.loseFocus()
			case 0xfd: // the machine was suspended
				p.now += 10 * time.Hour
				p.show()
			case 0xfc:
				p.event(func() {
					p.s.ReceiveResult(p.now, progress.Failed{
						Request: progress.ReadTables{},
						Err:     io.ErrUnexpectedEOF,
					})
				})
			case 0xfb, 0xfa, 0xf9, 0xf8: // sizes from 1×1
				w, h = 1+int(action-0xf8)*90, 1+len(in)%70
				p.resize(w, h)
			default:
				p.wait(time.Duration(action) * 5 * time.Millisecond)
			}
			in = in[2:]
		}
		p.checkInvariants()
	})
}

// sendEvent passes an event of the terminal to the session.
func (p *testSession) sendEvent(ev tcell.Event) { p.event(func() { p.s.Event(p.now, ev) }) }

// checkInvariants fails if the game is invalid or the recording does not play back.
func (p *testSession) checkInvariants() {
	p.Helper()
	if err := p.s.round.game.Check(); err != nil {
		p.Errorf("the game is invalid: %v", err)
	}
	text, _, tick := p.s.Recording()
	rec, err := record.Parse("recording", text)
	if err != nil {
		p.Fatalf("parse the recording: %v", err)
	}
	g, err := rec.Play(p.s.round.pack.Levels, nil)
	if err != nil || g.Tick != tick {
		p.Errorf("the recording plays back to tick %d, want %d: %v", g.Tick, tick, err)
	}
}
