package app

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A testSession is a session with a simulated player and clock. Its methods act as the player, or check the session.
type testSession struct {
	*testing.T
	s       *Session
	now     time.Duration
	frames  int       // number of frames drawn
	pending []Request // requests of the session, see requests
	meter   *flashMeter
}

// newSession starts a session in a window of 80×24 cells, with a setup that the functions change.
func newSession(t *testing.T, change ...func(*Setup)) *testSession {
	t.Helper()
	set := Setup{
		Auto:   settings.Detected{Glyphs: cell.Quadrant, FPS: 60},
		Pack:   levels.Shipped(),
		Seed:   func() uint64 { return 42 },
		FPS:    60,
		Render: render.Options{},
	}
	set.Choices.Values[settings.Drops][settings.ByFlag] = "0" // drops would be random
	for _, c := range change {
		c(&set)
	}
	s, err := New(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &testSession{T: t, s: s, now: time.Second}
	s.Resize(80, 24, p.now)
	p.show()
	return p
}

// oneBrick sets a pack that is won by one hit.
func oneBrick(set *Setup) {
	set.Pack = levels.Pack{Name: "one", Levels: []spec.Level{{
		Name:   "One",
		Bricks: []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
	}}}
}

// withBot lets a bot play instead of the player.
func withBot(set *Setup) { set.Bot = true }

// show draws a frame if one is due, as the run loop does after each event.
func (p *testSession) show() {
	p.s.Advance(p.now)
	if p.s.NextFrame(p.now) <= p.now {
		f := p.s.Draw(p.now)
		p.frames++
		if p.meter != nil {
			p.meter.addFrame(p.now, f)
		}
	}
}

// wait advances the clock by d and draws the frames that are due.
func (p *testSession) wait(d time.Duration) {
	end := p.now + d
	for {
		next := p.s.NextFrame(p.now)
		if next > end {
			break
		}
		p.now = max(next, p.now)
		p.show()
	}
	p.now = end
}

// waitFor waits until cond returns true. It fails after a minute. The name of the condition appears in the message.
func (p *testSession) waitFor(name string, cond func() bool) {
	p.Helper()
	for range 60 * 60 {
		if cond() {
			return
		}
		p.wait(time.Second / 60)
	}
	p.Fatalf("no %s within a minute; the screen is %v", name, p.s.ID())
}

// keyOf maps names, which tests use, to keys.
var keyOf = map[string]tcell.Key{
	"left": tcell.KeyLeft, "right": tcell.KeyRight, "up": tcell.KeyUp, "down": tcell.KeyDown,
	"enter": tcell.KeyEnter, "esc": tcell.KeyEsc, "f12": tcell.KeyF12, "f5": tcell.KeyF5,
	"backspace": tcell.KeyBackspace,
	"home":      tcell.KeyHome, "end": tcell.KeyEnd, "tab": tcell.KeyTab,
}

// keys presses keys such as "enter left q", with half a second between them.
func (p *testSession) keys(words string) {
	for word := range strings.FieldsSeq(words) {
		p.wait(500 * time.Millisecond)
		p.key(word)
	}
}

// choose uses keys to press buttons, in order. Each button is given by the start of its label.
func (p *testSession) choose(labels ...string) {
	p.Helper()
	for _, label := range labels {
		p.moveTo(label)
		p.keys("enter")
	}
}

// moveTo uses keys to select the button whose label starts with the given text.
func (p *testSession) moveTo(label string) {
	p.Helper()
	for range p.s.Menu.Buttons {
		if p.selected(label) {
			return
		}
		p.keys("down")
	}
	p.Fatalf("screen %v: no button %q among %q", p.s.ID(), label, p.s.Menu.Buttons)
}

// selected reports whether the label of the selected button starts with the given text.
func (p *testSession) selected(label string) bool {
	return strings.HasPrefix(p.s.Menu.Current().Label, label)
}

// walk follows a path of keys and button labels, such as "Play, p, Options". Labels, unlike keys, start with a capital
// letter.
func (p *testSession) walk(path string) {
	p.Helper()
	for step := range strings.SplitSeq(path, ", ") {
		if step != "" && unicode.IsUpper(rune(step[0])) {
			p.choose(step)
		} else {
			p.keys(step)
		}
	}
}

// key presses one key.
func (p *testSession) key(word string) {
	p.event(func() { p.s.Key(p.now, keyEvent(word)) })
}

// keyEvent returns the press of a key with a name in keyOf, "space", or a character.
func keyEvent(word string) input.Keystroke {
	if k, ok := keyOf[word]; ok {
		return input.Keystroke{Key: k}
	}
	if word == "space" {
		return input.Char(' ')
	}
	return input.Char([]rune(word)[0])
}

// event calls handle, which passes an event to the session, and draws a frame if one is due, as the run loop does.
func (p *testSession) event(handle func()) {
	p.s.Advance(p.now)
	handle()
	p.show()
}

// loseFocus reports to the session that the terminal has lost the focus.
func (p *testSession) loseFocus() { p.event(func() { p.s.Away(p.now) }) }

// resize resizes the window to w×h cells.
func (p *testSession) resize(w, h int) {
	p.event(func() { p.s.Resize(w, h, p.now) })
}

// mouse reports the mouse at a cell, with the given buttons down.
func (p *testSession) mouse(col, row int, b tcell.ButtonMask) {
	ev := input.MouseReport{Col: col, Row: row, Buttons: b}
	p.event(func() { p.s.Mouse(p.now, ev) })
}

// click clicks on the first button whose label contains text.
func (p *testSession) click(text string) {
	p.Helper()
	p.wait(500 * time.Millisecond)
	for i, label := range p.s.Menu.Buttons {
		if !strings.Contains(label, text) {
			continue
		}
		col, row := p.buttonCell(i)
		p.mouse(col, row, 0)
		p.mouse(col, row, tcell.ButtonPrimary)
		p.wait(50 * time.Millisecond)
		p.mouse(col, row, 0)
		return
	}
	p.Fatalf("no button %q among %q", text, p.s.Menu.Buttons)
}

// buttonCell returns the rightmost cell in the first row of button i.
func (p *testSession) buttonCell(i int) (col, row int) {
	p.Helper()
	for row := range p.s.Frame.H {
		for col := p.s.Frame.W - 1; col >= 0; col-- {
			if p.s.View.ButtonAt(&p.s.Frame, p.s.Menu.Dialog, col, row) == i {
				return col, row
			}
		}
	}
	p.Fatalf("button %d has no cell", i)
	return 0, 0
}

// wantScreen fails unless the screen is want and the player has not quit.
func (p *testSession) wantScreen(want ui.ID) {
	p.Helper()
	if p.s.ID() != want || p.hasQuit() {
		p.Fatalf("the screen is %v (quit %v), want %v", p.s.ID(), p.hasQuit(), want)
	}
}

// wantQuit fails unless the player has quit.
func (p *testSession) wantQuit() {
	p.Helper()
	if !p.hasQuit() {
		p.Fatalf("the screen is %v, want that the session has ended", p.s.ID())
	}
}

// hasQuit reports whether the player has quit the program.
func (p *testSession) hasQuit() bool {
	p.takeRequests()
	return slices.Contains(p.pending, Request(Quit{}))
}

// takeRequests adds the session's new requests to pending.
func (p *testSession) takeRequests() { p.pending = append(p.pending, p.s.Requests(p.now)...) }

// requests returns the session's requests of type R since the last call for this type.
func requests[R Request](p *testSession) (found []R) {
	p.takeRequests()
	p.pending = slices.DeleteFunc(p.pending, func(r Request) bool {
		request, ok := r.(R)
		if ok {
			found = append(found, request)
		}
		return ok
	})
	return found
}

// settings returns the text of the last request to save the settings, or "" if there was none since the last call.
func (p *testSession) settings() (text string) {
	for _, r := range requests[WriteSettings](p) {
		text = string(r.Text)
	}
	return text
}

// wantIdle fails if the session draws a frame within the next ten minutes, or has scheduled one.
func (p *testSession) wantIdle() {
	p.Helper()
	p.wait(time.Second)
	before := p.frames
	p.wait(10 * time.Minute)
	if p.frames != before || p.s.NextFrame(p.now) != ui.Never {
		p.Errorf("screen %v: %d frames in ten idle minutes, the next one in %v; want none",
			p.s.ID(), p.frames-before, p.s.NextFrame(p.now)-p.now)
	}
}
