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

// A sitting is a session with a simulated player, who has a clock.
type sitting struct {
	*testing.T
	s      *Session
	now    time.Duration
	frames int       // number of frames drawn
	asked  []Request // requests that the test has not taken yet
	meter  *flashMeter
}

// sit starts a session in a window of 80×24.
func sit(t *testing.T, change ...func(*Setup)) *sitting {
	t.Helper()
	set := Setup{
		Auto:   settings.Detected{Glyphs: cell.Quadrant, FPS: 60},
		Pack:   levels.Shipped(),
		Seed:   func() uint64 { return 42 },
		FPS:    60,
		Render: render.Options{},
	}
	set.Choices.Set[settings.Drops][settings.ByFlag] = "0" // drops would be random
	for _, c := range change {
		c(&set)
	}
	s, err := New(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &sitting{T: t, s: s, now: time.Second}
	s.Resize(80, 24, p.now)
	p.show()
	return p
}

// oneBrick returns a pack that is won by one hit.
func oneBrick(set *Setup) {
	set.Pack = levels.Pack{Name: "one", Levels: []spec.Level{{
		Name:   "One",
		Bricks: []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
	}}}
}

func withBot(set *Setup) { set.Bot = true }

// show draws a frame if one is due, as the run loop does after each event.
func (p *sitting) show() {
	p.s.Advance(p.now)
	if p.s.NextFrame(p.now) <= p.now {
		f := p.s.Draw(p.now)
		p.frames++
		if p.meter != nil {
			p.meter.see(p.now, f)
		}
	}
}

// wait lets time pass. It wakes the session when a wake-up is due.
func (p *sitting) wait(d time.Duration) {
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

// waitFor waits at most a minute until cond holds.
func (p *sitting) waitFor(what string, cond func() bool) {
	p.Helper()
	for range 60 * 60 {
		if cond() {
			return
		}
		p.wait(time.Second / 60)
	}
	p.Fatalf("no %s in a minute; the screen is %v", what, p.s.ID())
}

// keyOf maps the names that tests use to keys.
var keyOf = map[string]tcell.Key{
	"left": tcell.KeyLeft, "right": tcell.KeyRight, "up": tcell.KeyUp, "down": tcell.KeyDown,
	"enter": tcell.KeyEnter, "esc": tcell.KeyEsc, "f12": tcell.KeyF12, "backspace": tcell.KeyBackspace,
	"home": tcell.KeyHome, "end": tcell.KeyEnd, "tab": tcell.KeyTab,
}

// keys presses keys such as "enter left q", with half a second between them.
func (p *sitting) keys(words string) {
	for word := range strings.FieldsSeq(words) {
		p.wait(500 * time.Millisecond)
		p.key(word)
	}
}

// choose uses keys to press buttons, in the given order. Each label is given by its start.
func (p *sitting) choose(labels ...string) {
	p.Helper()
	for _, label := range labels {
		p.moveTo(label)
		p.keys("enter")
	}
}

// moveTo uses keys to select the button whose label starts with the given text.
func (p *sitting) moveTo(label string) {
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
func (p *sitting) selected(label string) bool {
	return strings.HasPrefix(p.s.Menu.Current().Label, label)
}

// walk follows a path of keys and button labels, such as "Play, p, Options". Only labels start with a capital letter.
func (p *sitting) walk(way string) {
	p.Helper()
	for step := range strings.SplitSeq(way, ", ") {
		if step != "" && unicode.IsUpper(rune(step[0])) {
			p.choose(step)
		} else {
			p.keys(step)
		}
	}
}

// key presses one key.
func (p *sitting) key(word string) {
	p.event(func() { p.s.Key(p.now, keyEvent(word)) })
}

// keyEvent returns the press of a key.
func keyEvent(word string) input.Keystroke {
	if k, ok := keyOf[word]; ok {
		return input.Keystroke{Key: k}
	}
	if word == "space" {
		return input.Char(' ')
	}
	return input.Char([]rune(word)[0])
}

// event passes an event to the session and draws, as the run loop does.
func (p *sitting) event(take func()) {
	p.s.Advance(p.now)
	take()
	p.show()
}

// away reports a loss of the focus.
func (p *sitting) away() { p.event(func() { p.s.Away(p.now) }) }

func (p *sitting) resize(w, h int) {
	p.event(func() { p.s.Resize(w, h, p.now) })
}

func (p *sitting) mouse(col, row int, b tcell.ButtonMask) {
	ev := input.MouseReport{Col: col, Row: row, Buttons: b}
	p.event(func() { p.s.Mouse(p.now, ev) })
}

// click clicks on the button whose label contains text.
func (p *sitting) click(text string) {
	p.Helper()
	p.wait(500 * time.Millisecond)
	for i, label := range p.s.Menu.Buttons {
		if !strings.Contains(label, text) {
			continue
		}
		col, row := p.find(i)
		p.mouse(col, row, 0)
		p.mouse(col, row, tcell.ButtonPrimary)
		p.wait(50 * time.Millisecond)
		p.mouse(col, row, 0)
		return
	}
	p.Fatalf("no button %q among %q", text, p.s.Menu.Buttons)
}

// find returns the rightmost cell of button i.
func (p *sitting) find(i int) (col, row int) {
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

// on fails unless the screen is want.
func (p *sitting) on(want ui.ID) {
	p.Helper()
	if p.s.ID() != want || p.left() {
		p.Fatalf("the screen is %v (left %v), want %v", p.s.ID(), p.left(), want)
	}
}

// over fails unless the session has ended.
func (p *sitting) over() {
	p.Helper()
	if !p.left() {
		p.Fatalf("the screen is %v, want the end", p.s.ID())
	}
}

// left reports whether the player has quit the program.
func (p *sitting) left() bool {
	p.hear()
	return slices.Contains(p.asked, Request(Quit{}))
}

// hear takes the session's requests.
func (p *sitting) hear() { p.asked = append(p.asked, p.s.Requests(p.now)...) }

// requests returns the requests of a type since the last call for this type.
func requests[R Request](p *sitting) (some []R) {
	p.hear()
	p.asked = slices.DeleteFunc(p.asked, func(r Request) bool {
		one, ok := r.(R)
		if ok {
			some = append(some, one)
		}
		return ok
	})
	return some
}

// settings returns the settings text of the last request to save it, or "".
func (p *sitting) settings() (text string) {
	for _, r := range requests[WriteSettings](p) {
		text = string(r.Text)
	}
	return text
}

// still fails if a frame or a wake-up is due in the next ten minutes.
func (p *sitting) still() {
	p.Helper()
	p.wait(time.Second)
	before := p.frames
	p.wait(10 * time.Minute)
	if p.frames != before || p.s.NextFrame(p.now) != ui.Never {
		p.Errorf("screen %v: %d frames in ten idle minutes, the next one in %v; want none and never",
			p.s.ID(), p.frames-before, p.s.NextFrame(p.now)-p.now)
	}
}
