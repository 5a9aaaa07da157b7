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

// A sitting is a session with somebody at it, who has times of their own.
type sitting struct {
	*testing.T
	s      *Session
	now    time.Duration
	frames int       // drawn so far
	asked  []Request // and not looked at yet
	meter  *flashMeter
}

// sit begins a session in a window of 80×24.
func sit(t *testing.T, change ...func(*Setup)) *sitting {
	t.Helper()
	set := Setup{
		Auto:   settings.Detected{Glyphs: cell.Quadrant, FPS: 60},
		Pack:   levels.Shipped(),
		Seed:   func() uint64 { return 42 },
		FPS:    60,
		Render: render.Options{},
	}
	set.Choices.Set[settings.Drops][settings.ByFlag] = "0" // what falls would be chance
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

// oneBrick is a pack that is won by one hit.
func oneBrick(set *Setup) {
	set.Pack = levels.Pack{Name: "one", Levels: []spec.Level{{
		Name:   "One",
		Bricks: []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
	}}}
}

func withBot(set *Setup) { set.Bot = true }

// show is what the loop does after each event.
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

// wait lets time pass: the session is woken when it wants to be.
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

// waitFor waits until cond holds, for a minute at most.
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

// keyOf names keys as the tests do.
var keyOf = map[string]tcell.Key{
	"left": tcell.KeyLeft, "right": tcell.KeyRight, "up": tcell.KeyUp, "down": tcell.KeyDown,
	"enter": tcell.KeyEnter, "esc": tcell.KeyEsc, "f12": tcell.KeyF12, "backspace": tcell.KeyBackspace, "home": tcell.KeyHome, "end": tcell.KeyEnd, "tab": tcell.KeyTab,
}

// keys presses keys one after the other, half a second apart: "enter left q".
func (p *sitting) keys(words string) {
	for word := range strings.FieldsSeq(words) {
		p.wait(500 * time.Millisecond)
		p.key(word)
	}
}

// choose presses the buttons whose labels begin with the given ones, one after the other, by keys.
func (p *sitting) choose(labels ...string) {
	p.Helper()
	for _, label := range labels {
		p.moveTo(label)
		p.keys("enter")
	}
}

// moveTo selects the button whose label begins with the given one, by keys.
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

// selected reports whether a button is selected whose label begins with the given one.
func (p *sitting) selected(label string) bool {
	return strings.HasPrefix(p.s.Menu.Current().Label, label)
}

// walk goes a way of keys and labels of buttons: "Play, p, Options". Labels begin with a capital letter, keys do not.
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

// key presses one key now.
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

// event is what the loop does around an event.
func (p *sitting) event(take func()) {
	p.s.Advance(p.now)
	take()
	p.show()
}

// away is the loss of the focus.
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

// find returns the cell of button i that is furthest to the right.
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

// left reports whether the player has left the program.
func (p *sitting) left() bool {
	p.hear()
	return slices.Contains(p.asked, Request(Quit{}))
}

// hear notes what the session has asked for.
func (p *sitting) hear() { p.asked = append(p.asked, p.s.Requests(p.now)...) }

// requests returns the requests of a type that the session has made since the last call for this
// type.
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

// settings returns the text of the settings to be written, or "".
func (p *sitting) settings() (text string) {
	for _, r := range requests[WriteSettings](p) {
		text = string(r.Text)
	}
	return text
}

// still fails if anything is drawn, or would wake the loop, in the next ten minutes.
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
