package app

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/render/cell"
)

// A reader is a sitting in text mode and its text device.
type reader struct {
	*sitting
	said  []string // not yet taken
	lines bool     // lines instead of frames
}

func (r *reader) Say(line string) { r.said = append(r.said, line) }
func (r *reader) Lines(on bool)   { r.lines = on }

// read starts a session in text mode.
func read(t *testing.T, narrate bool, change ...func(*Setup)) *reader {
	t.Helper()
	r := &reader{}
	r.sitting = sit(t, append([]func(*Setup){func(set *Setup) {
		set.Auto, set.FPS, set.Speaks = settings.Detected{Glyphs: cell.Quadrant, FPS: 15, Sure: true}, 15, true
		set.Choices = settings.Choices{}
		set.Choices.SetFromMenu(settings.Lines, settings.LinesMenus)
		if narrate {
			set.Choices.SetFromMenu(settings.Lines, settings.LinesAll)
		}
	}}, append(change, (*Setup).Apply)...)...)
	r.s.Text.Device = r
	r.s.Repaint()
	r.show()
	r.wait(100 * time.Millisecond)
	return r
}

// press presses keys in order. A key is a character or a word.
func (r *reader) press(keys ...string) {
	for _, k := range keys {
		r.wait(300 * time.Millisecond)
		r.key(k)
	}
	r.wait(150 * time.Millisecond)
}

// take returns the lines since the last call.
func (r *reader) take() []string {
	said := r.said
	r.said = nil
	return said
}

// hears fails unless all of the lines were printed since the last take.
func (r *reader) hears(want ...string) {
	r.Helper()
	said := r.take()
	for _, w := range want {
		if !slices.Contains(said, w) {
			r.Errorf("%q was not printed; printed %q", w, said)
		}
	}
}

// choose presses, in order, the numbers of the choices that start with the texts.
func (r *reader) choose(texts ...string) {
	r.Helper()
	for _, text := range texts {
		number := r.numberOf(text)
		r.take()
		for _, digit := range number {
			r.press(string(digit))
		}
	}
}

// numberOf returns the number of the choice that starts with text.
func (r *reader) numberOf(text string) string {
	r.Helper()
	r.take()
	r.press("tab")
	for _, line := range r.said {
		if number, label, ok := strings.Cut(line, ". "); ok && strings.HasPrefix(label, text) {
			return number
		}
	}
	r.Fatalf("no choice %q among %q", text, r.said)
	return ""
}

var ballTo = regexp.MustCompile(`all to ([1-9]),`)

// A bot that reads only the lines starts a game from the title and clears the first level. It needs 1.5 s to hear a
// line and to find the key.
func TestBotPlaysByLinesAlone(t *testing.T) {
	r := read(t, true, func(set *Setup) { set.Book = new(FieldGuide) })
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

// A choice is made by its number. Only changes are printed, each once.
func TestMenusAreNumberedLines(t *testing.T) {
	r := read(t, false)
	r.hears("TITLE", "1. Play", "2. Level: 1", "Type a number to choose. Escape goes back, Tab repeats everything.")
	r.choose("Options")
	theme := r.numberOf("Theme: arcade")
	r.hears("OPTIONS", theme+". Theme: arcade")
	r.choose("Theme")
	if said := r.take(); !slices.Equal(said, []string{"The colors. okabe suits color-blind players.", theme +
		". Theme: paper"}) {
		t.Errorf("a new value: %q", said)
	}
	rate := r.numberOf("Frame rate")
	r.choose("Look")
	r.take()
	r.press("down", "right")
	if said := r.take(); !slices.Equal(said, []string{
		"Frames per second. Lower it on a slow connection.", rate + ". Frame rate: auto",
		rate + ". Frame rate: 15",
	}) {
		t.Errorf("arrows: %q", said)
	}

	assists := r.numberOf("Assists") // has two digits
	r.take()
	r.press(assists[:1])
	if said := r.take(); !slices.Equal(said, []string{assists[:1] + ": press Enter, or a second digit."}) {
		t.Errorf("a number that may be incomplete: %q", said)
	}
	r.press(assists[1:])
	r.hears("ASSISTS", "1. Aim line: off")
	r.choose("Aim line")
	r.hears("1. Aim line: on")
	r.press("9")
	r.hears("Choice 9 does not exist.")
	r.choose("Back", "Back")
	r.hears("TITLE")

	r.choose("Play")
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

// Each screen prints a title, and a text or choices, without characters that cannot be read aloud.
func TestEveryScreenPrintsLines(t *testing.T) {
	for _, way := range []string{
		"", "World map", "Modes", "Modes, Arkanong", "High scores", "Field guide", "Field guide, Next chapter",
		"Options", "Options, Sound", "Options, Accessibility", "Options, Assists", "Options, Keys",
		"How to play", "How to play, The game", "esc", "Play", "Play, p", "Play, p, Restart", "Play, q",
	} {
		r := read(t, false)
		for step := range strings.SplitSeq(way, ", ") {
			if step != "" && unicode.IsUpper(rune(step[0])) {
				r.choose(step)
			} else if step != "" {
				r.press(step)
			}
		}
		if way == "Play" {
			continue // this screen is drawn
		}
		r.take()
		r.press("tab")
		said := r.take()
		if len(said) < 3 {
			t.Errorf("%q prints %q", way, said)
		}
		for _, line := range said {
			if strings.ContainsAny(line, "◂▸★☆←→↑↓·×━─") || strings.Contains(line, "  ") || cell.Width(line) > 79 {
				t.Errorf("%q prints %q", way, line)
			}
		}
	}
}

// Digits send the paddle to places, Tab describes the field, and the game counts as assisted.
func TestNarratedGame(t *testing.T) {
	r := read(t, true)
	r.choose("Play")
	r.wait(5 * time.Second)
	r.hears("Level 1, Honeycomb. 65 bricks, 5 lives.", "Ball on the paddle, at 5, middle. Space serves it.")

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
		t.Errorf("the recording is not marked as assisted:\n%.300s", text)
	}
	if ui.NarrationRate != 25 {
		t.Error("the speed differs from the manual, which has a quarter")
	}
}

// The next place is counted from the paddle's position, also after other keys have moved it.
func TestNextPlaceStartsAtThePaddle(t *testing.T) {
	r := read(t, true, func(set *Setup) { set.Book = new(FieldGuide) })
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
		t.Errorf("from place %d the paddle moves to %d", from, to)
	}
}

// The option for lines takes effect immediately.
func TestLinesAreTurnedOnInTheMenu(t *testing.T) {
	r := read(t, false, func(set *Setup) { set.Choices = settings.Choices{} })
	if r.s.Draw(r.now); len(r.take()) > 0 {
		t.Error("a line is printed")
	}
	steps := []struct {
		value string
		lines bool
	}{{"menus", true}, {"all", true}, {"off", false}, {"menus", true}}
	r.sitting.choose("Options", "Accessibility")
	r.moveTo("Text lines")
	for _, step := range steps {
		r.press("right")
		if r.s.Text.Menus != step.lines || r.lines != step.lines {
			t.Errorf("%s: lines are %v and shown %v", step.value, r.s.Text.Menus, r.lines)
		}
		if said := strings.Join(r.take(), "\n"); step.lines && !strings.Contains(said, ". Text lines: "+step.value) {
			t.Errorf("%s: printed %q", step.value, said)
		}
	}
	r.press("tab")
	r.hears("ACCESSIBILITY")
}

// After a suspension, the screen is printed again, and each pause is announced.
func TestScreenIsPrintedAgainAfterASuspension(t *testing.T) {
	r := read(t, false)
	r.choose("Options")
	r.take()
	r.s.Away(r.now)
	r.s.Repaint()
	r.wait(time.Second)
	r.hears("OPTIONS", "1. Glyphs: auto")

	r.press("tab", "esc")
	r.choose("Play")
	for range 2 {
		r.wait(5 * time.Second)
		r.take()
		r.press("p")
		r.hears("PAUSED", "1. Resume")
		r.choose("Resume")
	}
}
