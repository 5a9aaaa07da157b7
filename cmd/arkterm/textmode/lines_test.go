package textmode

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/fieldguide"
	"arkterm/cmd/arkterm/settings"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/narration"
)

// A reader is somebody at a session in lines, with a time of their own. It is the session's device too.
type reader struct {
	*testing.T
	s     *Session
	now   time.Duration
	said  []string // not looked at yet
	lines bool     // not frames
}

func (r *reader) Say(line string) { r.said = append(r.said, line) }
func (r *reader) Lines(on bool)   { r.lines = on }

// read begins a session in lines.
func read(t *testing.T, narrate bool, change ...func(*app.Setup)) *reader {
	t.Helper()
	set := app.Setup{
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 15, Sure: true},
		Pack: levels.Shipped(), Seed: func() uint64 { return 42 }, FPS: 15, Render: render.Options{}, Speaks: true,
	}
	set.Choices.Put(settings.Lines, settings.LinesMenus)
	if narrate {
		set.Choices.Put(settings.Lines, settings.LinesAll)
	}
	for _, c := range change {
		c(&set)
	}
	set.Apply()
	inner, err := app.New(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{T: t, now: time.Second, lines: true}
	r.s = New(inner, r)
	r.s.Resize(80, 24, r.now)
	r.show()
	r.wait(100 * time.Millisecond)
	return r
}

// show is what the loop does after each event.
func (r *reader) show() {
	r.s.Advance(r.now)
	if r.s.NextFrame(r.now) <= r.now {
		r.s.Draw(r.now)
	}
}

// wait lets time pass.
func (r *reader) wait(d time.Duration) {
	for end := r.now + d; ; r.show() {
		next := r.s.NextFrame(r.now)
		if next > end {
			r.now = end
			return
		}
		r.now = max(next, r.now)
	}
}

// press presses keys one after the other: a character each, or a word in brackets.
func (r *reader) press(keys ...string) {
	named := map[string]tcell.Key{"tab": tcell.KeyTab, "enter": tcell.KeyEnter, "esc": tcell.KeyEsc, "left": tcell.KeyLeft, "right": tcell.KeyRight, "down": tcell.KeyDown}
	for _, k := range keys {
		r.wait(300 * time.Millisecond)
		ev := input.Keystroke{Key: named[k]}
		if ev.Key == 0 {
			ev = input.Char([]rune(k)[0])
		}
		r.s.Advance(r.now)
		r.s.Key(r.now, ev)
		r.show()
	}
	r.wait(150 * time.Millisecond)
}

// take returns what was said since the last call.
func (r *reader) take() []string {
	said := r.said
	r.said = nil
	return said
}

// hears fails unless all of the lines were said since the last take.
func (r *reader) hears(want ...string) {
	r.Helper()
	said := r.take()
	for _, w := range want {
		if !slices.Contains(said, w) {
			r.Errorf("%q was not said, but %q", w, said)
		}
	}
}

// choose presses the number of the choice that begins with text.
func (r *reader) choose(text string) {
	r.Helper()
	for _, line := range r.take() {
		if number, label, ok := strings.Cut(line, ". "); ok && strings.HasPrefix(label, text) {
			r.press(strings.Split(number, "")...)
			return
		}
	}
	r.Fatalf("no choice %q", text)
}

var ballTo = regexp.MustCompile(`all to ([1-9]),`)

// TestABotPlaysByTheLinesAlone: it finds its way from the title into a game, plays the first level through, and knows
// nothing but the lines. It takes a second and a half to hear one and to find the key.
func TestABotPlaysByTheLinesAlone(t *testing.T) {
	r := read(t, true, func(set *app.Setup) { set.Book = new(fieldguide.Book) })
	r.choose("Play")
	r.choose("Medium")

	const limit = time.Hour
	for r.now < limit {
		r.wait(100 * time.Millisecond)
		for _, line := range r.take() {
			if strings.HasPrefix(line, "Level 2,") {
				t.Logf("level 1 took %v", r.now)
				return
			}
			if strings.Contains(line, "game is over") {
				t.Fatalf("%s After %v", line, r.now)
			}
			if m := ballTo.FindStringSubmatch(line); m != nil {
				r.wait(1200 * time.Millisecond)
				r.press(m[1])
			}
			if strings.Contains(line, "Space ") {
				r.wait(1200 * time.Millisecond)
				r.press(" ")
			}
		}
	}
	t.Errorf("the level was not cleared in %v", limit)
}

// TestMenusAreNumberedLines: what is chosen by a number is done, what changes is said, and nothing else.
func TestMenusAreNumberedLines(t *testing.T) {
	r := read(t, false)
	r.hears("TITLE", "1. Play", "2. Level: 1", "9. Quit", hint)
	r.press("7")
	r.hears("OPTIONS", "2. Theme: arcade", "16. Back")
	r.press("2")
	if said := r.take(); !slices.Equal(said, []string{"The colours. okabe suits colour-blind eyes.", "2. Theme: paper"}) {
		t.Errorf("a new value: %q", said)
	}
	r.press("down", "right")
	if said := r.take(); len(said) != 3 || said[0] != "What sparks, flashes and shakes." || said[1] != "3. Effects: auto" || said[2] != "3. Effects: full" {
		t.Errorf("arrows: %q", said)
	}

	r.press("1") // may become 14 or 16
	if said := r.take(); !slices.Equal(said, []string{"1 and Enter, or a second digit."}) {
		t.Errorf("a number that may go on: %q", said)
	}
	r.press("4")
	r.hears("ASSISTS", "1. Aim line: off")
	r.press("1")
	r.hears("1. Aim line: on")
	r.press("9")
	r.hears("There is no choice 9.")
	r.press("6", "1", "6")
	r.hears("TITLE")

	r.press("1")
	r.wait(time.Second)
	if r.lines {
		t.Error("with menus alone, the game is not drawn")
	}
	r.take()
	r.press("p")
	if !r.lines {
		t.Error("the pause is not in lines")
	}
	r.hears("PAUSED", "1. Resume")
}

// TestEveryScreenSpeaks: each has a title and something to say or to choose, without signs that cannot be read aloud.
func TestEveryScreenSpeaks(t *testing.T) {
	for _, way := range []string{"", "3", "4", "4 11", "5", "6", "6 2", "7", "7 14", "7 15", "8", "8 2", "esc", "1", "1 p", "1 p 3", "1 q"} {
		r := read(t, false)
		for step := range strings.FieldsSeq(way) {
			r.take()
			if _, err := strconv.Atoi(step); err == nil {
				r.press(strings.Split(step, "")...)
			} else {
				r.press(step)
			}
		}
		if way == "1" {
			continue // it is drawn
		}
		r.press("tab")
		said := r.take()
		if len(said) < 3 {
			t.Errorf("%q says %q", way, said)
		}
		for _, line := range said {
			if strings.ContainsAny(line, "◂▸★☆←→↑↓·×━─") || strings.Contains(line, "  ") || cell.Width(line) > 79 {
				t.Errorf("%q says %q", way, line)
			}
		}
	}
}

// TestTheGameInWords: places steer, tab says where everything is, and a game counts as assisted.
func TestTheGameInWords(t *testing.T) {
	r := read(t, true)
	r.press("1")
	r.wait(5 * time.Second)
	r.hears("Level 1, Honeycomb. 65 bricks, 5 balls.", "Ball on the paddle, at 5, middle. Space serves it.")

	for _, c := range []struct {
		keys string
		at   int
	}{{"2", 2}, {"left", 1}, {"left", 1}, {"9", 9}, {"right", 9}, {"5", 5}, {"right", 6}} {
		r.press(c.keys)
		r.wait(4 * time.Second)
		if got := r.s.Place(); got != c.at {
			t.Errorf("after %s the paddle is at %d, want %d", c.keys, got, c.at)
		}
	}
	r.press("tab")
	r.hears("Paddle at 6, right of the middle.", "65 bricks left, most at 4 and 6.")

	before := r.s.Tick()
	r.wait(4 * time.Second)
	if got := int(r.s.Tick() - before); got < 230 || got > 250 {
		t.Errorf("%d ticks in 4 s, want a quarter of 960", got)
	}
	if text, _, _ := r.s.Recording(); !strings.Contains(string(text), "assisted") {
		t.Errorf("the recording does not say that it is assisted:\n%.300s", text)
	}
	if narration.Rate != 25 {
		t.Error("the manual says a quarter")
	}
}

// TestLinesAreReadAloud: columns and signs become words.
func TestLinesAreReadAloud(t *testing.T) {
	for text, want := range map[string]string{
		"Theme        ◂ arcade   ▸":     "Theme: arcade",
		"Co-op       two paddles":       "Co-op: two paddles",
		" 1  Ann    12,300   Level 4":   "1: Ann, 12,300, Level 4",
		"★ Cleared    60 bricks":        "star Cleared: 60 bricks",
		"× Balls      1 ball lost":      "star lost Balls: 1 ball lost",
		"3 of 10 · personal best":       "3 of 10, personal best",
		"← → turn, ×2":                  "left right turn, times 2",
		"The new game takes the place.": "The new game takes the place.",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// TestLongLinesBreak between words.
func TestLongLinesBreak(t *testing.T) {
	for text, want := range map[string][]string{
		"one two three four five": {"one two three four", "five"},
		"a":                       {"a"},
		"":                        {""},
		"averyveryverylongwordthatisalone and more": {"averyveryverylongwordthatisalone", "and more"},
	} {
		if got := broken(text, 20); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestTheNextPlaceIsNextToThePaddle: also when other keys have moved it since it was sent to one.
func TestTheNextPlaceIsNextToThePaddle(t *testing.T) {
	r := read(t, true, func(set *app.Setup) { set.Book = new(fieldguide.Book) })
	r.choose("Play")
	r.choose("Medium")
	r.wait(3 * time.Second)
	r.press("2")
	r.wait(4 * time.Second)
	r.press("d", "d", "d", "d", "d", "d", "d", "d")
	r.wait(4 * time.Second)
	from := r.s.Place()
	r.press("right")
	r.wait(4 * time.Second)
	if to := r.s.Place(); from < 4 || to != from+1 {
		t.Errorf("from place %d it goes to %d", from, to)
	}
}

// Lines are turned on and off in the menu, and count at once.
func TestLinesAreChosenInTheMenu(t *testing.T) {
	r := read(t, false, func(set *app.Setup) { set.Choices = settings.Choices{} })
	if r.s.Draw(r.now); len(r.take()) > 0 {
		t.Error("something is said")
	}
	steps := []struct {
		value string
		lines bool
	}{{"menus", true}, {"all", true}, {"off", false}, {"menus", true}}
	r.press("down", "down", "down", "down", "down", "down", "enter", "down", "down", "down", "down", "down", "down", "down", "down", "down", "down", "down")
	for _, step := range steps {
		r.press("right")
		if menus, _ := r.s.Telling(); menus != step.lines || r.lines != step.lines {
			t.Errorf("%s: lines are %v and shown %v", step.value, menus, r.lines)
		}
		if !step.lines {
			r.take()
			continue
		}
		r.hears("12. Text lines: " + step.value)
	}
	r.press("tab")
	r.hears("OPTIONS")
}

// Who comes back hears where they are, whatever has been written meanwhile; and a pause is told each time.
func TestTheScreenIsToldAgainAfterAStop(t *testing.T) {
	r := read(t, false)
	r.press("7")
	r.take()
	r.s.Away(r.now)
	r.s.Repaint()
	r.wait(time.Second)
	r.hears("OPTIONS", "1. Glyphs: auto")

	r.press("tab", "esc", "1")
	for range 2 {
		r.wait(5 * time.Second)
		r.take()
		r.press("p")
		r.hears("PAUSED", "1. Resume")
		r.press("1")
	}
}
