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

// startStates are keys that bring a session into the states in which the fuzzer sends bytes.
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
	"down down enter",                //
	"down down down enter",           //
	"down down down down enter",      //
	"down down down down down enter", //
	"up enter",                       //
	"up up enter",                    //
	"up up up enter",                 //
	"up up enter down down enter",    //
	"enter space f12",                // a game with the overlay
	"esc",                            // the question before quitting
}

// hostileBytes are the fuzzer's seeds. A NUL ends a piece, and the byte after it selects the next action.
var hostileBytes = []string{
	"\x1b[A\x1b[B\x1b[C\x1b[D \r\x1b",
	"\x1b[<0;9999;9999M\x1b[<35;-1;0M\x1b[<64;1;1m\x00\x20\x1b[<0;10;10M\x1b[<0;10;10m",
	"\x1b[?5u\x1b[97;1:1u\x1b[97;1:2u\x00\x05\x1b[97;1:3u\x1b[57441;2u",
	"\x1b[200~\x1b[201~\x1b[200~q\ry\x00\xffpp\x1b[I\x1b[O\x1b]11;rgb:ff/ff/ff\x07\x1bP>|xterm(1)\x1b\\",
	"\x1b[18446744073709551616;0;;;;;;:::u\x1b[?62;c\x1b[0n\x9b\xc2\x80\xed\xa0\x80\xf4\x90\x80\x80\xff\xfe",
	"  \x00\xfe\x00\xfd\x00\xfc\x00\xfb  pq\x00\xfa\x1b[65;30;97;1;0;1_\x1b[65;30;97;0;0;1_",
}

// FuzzHostileTerminal sends arbitrary bytes to a session in any state, while time passes irregularly and the window is
// resized. The session continues, the game stays valid, each frame has the size of the window, and the recording plays
// back.
func FuzzHostileTerminal(f *testing.F) {
	for k := range startStates {
		f.Add(uint8(k), []byte(hostileBytes[k%len(hostileBytes)]))
	}
	f.Fuzz(func(t *testing.T, place uint8, in []byte) {
		if len(in) > 1<<10 {
			return
		}
		p := sit(t, func(set *Setup) {
			set.Book = new(FieldGuide)
			set.Probe = true
		})
		p.keys(startStates[int(place)%len(startStates)])

		var filter input.Decoder
		w, h := 80, 24
		for len(in) > 0 && !p.left() {
			n := 0
			for n < len(in) && in[n] != 0 {
				n++
			}
			for _, ev := range filter.Append(nil, in[:n]) {
				p.take(ev)
			}
			if frame := &p.s.Frame; p.frames > 0 && (frame.W != w || frame.H != h) {
				t.Fatalf("a frame of %d×%d, the window is %d×%d", frame.W, frame.H, w, h)
			}
			if in = in[n:]; len(in) < 2 {
				break
			}
			switch does := in[1]; does {
			case 0xff: // without input from the terminal
				p.wait(filter.FlushDelay() + time.Millisecond)
				for _, ev := range filter.Flush(nil) {
					p.take(ev)
				}
			case 0xfe:
				p.away()
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
				w, h = 1+int(does-0xf8)*90, 1+len(in)%70
				p.resize(w, h)
			default:
				p.wait(time.Duration(does) * 5 * time.Millisecond)
			}
			in = in[2:]
		}
		p.promises()
	})
}

// take passes an event of the terminal to the session.
func (p *sitting) take(ev tcell.Event) { p.event(func() { p.s.Event(p.now, ev) }) }

// promises checks the invariants of every session.
func (p *sitting) promises() {
	p.Helper()
	if err := p.s.round.game.Check(); err != nil {
		p.Errorf("the game: %v", err)
	}
	text, _, tick := p.s.Recording()
	rec, err := record.Parse("recording", text)
	if err != nil {
		p.Fatalf("the recording: %v", err)
	}
	g, err := rec.Play(p.s.round.pack.Levels, nil)
	if err != nil || g.Tick != tick {
		p.Errorf("the recording plays to tick %d of %d: %v", g.Tick, tick, err)
	}
}
