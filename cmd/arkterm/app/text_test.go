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

// A textSession is a test session in text mode. It is also the session's text device.
type textSession struct {
	*testSession
	printed []string // lines since the last takeLines
	lines   bool     // the session shows lines instead of frames
}

// Say and Lines implement ui.Device.
func (r *textSession) Say(line string) { r.printed = append(r.printed, line) }
func (r *textSession) Lines(on bool)   { r.lines = on }

// newTextSession starts a session in text mode, optionally with narrated games.
func newTextSession(t *testing.T, narrate bool, change ...func(*Setup)) *textSession {
	t.Helper()
	r := &textSession{}
	r.testSession = newSession(t, append([]func(*Setup){func(set *Setup) {
		set.Auto, set.FPS, set.TextDevice =
			settings.Detected{Glyphs: cell.Quadrant, FPS: 15, GlyphsKnown: true}, 15, true
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
func (r *textSession) press(keys ...string) {
	for _, k := range keys {
		r.wait(300 * time.Millisecond)
		r.key(k)
	}
	r.wait(150 * time.Millisecond)
}

// takeLines returns the lines since the last call.
func (r *textSession) takeLines() []string {
	said := r.printed
	r.printed = nil
	return said
}

// wantLines fails unless all of the lines were printed since the last call of takeLines.
func (r *textSession) wantLines(want ...string) {
	r.Helper()
	said := r.takeLines()
	for _, w := range want {
		if !slices.Contains(said, w) {
			r.Errorf("the session printed %q, want %q", said, w)
		}
	}
}

// choose types the numbers of choices, in order. Each choice is given by the start of its text.
func (r *textSession) choose(texts ...string) {
	r.Helper()
	for _, text := range texts {
		number := r.numberOf(text)
		r.takeLines()
		for _, digit := range number {
			r.press(string(digit))
		}
	}
}

// numberOf returns the number of the choice that starts with a text, and leaves the printed lines of the screen in
// printed.
func (r *textSession) numberOf(text string) string {
	r.Helper()
	r.takeLines()
	r.press("tab")
	for _, line := range r.printed {
		if number, label, ok := strings.Cut(line, ". "); ok && strings.HasPrefix(label, text) {
			return number
		}
	}
	r.Fatalf("no choice %q among %q", text, r.printed)
	return ""
}

// ballTo matches an announced landing. Its group is the place.
var ballTo = regexp.MustCompile(`all to ([1-9]),`)

// The test acts as a player who reads only the lines. It starts a game from the title and clears the first level. It
// presses each key 1.5 s after the line.
func TestGameIsPlayableByLinesAlone(t *testing.T) {
	r := newTextSession(t, true, func(set *Setup) { set.FieldGuide = new(FieldGuide) })
	r.choose("Play")
	r.choose("Medium")

	const limit = time.Hour
	for r.now < limit {
		r.wait(100 * time.Millisecond)
		for _, line := range r.takeLines() {
			if strings.HasPrefix(line, "Level 2,") {
				t.Logf("level 1 took %v", r.now)
				return
			}
			if strings.Contains(line, "game is over") {
				t.Fatalf("the game ends after %v: %s", r.now, line)
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
	r := newTextSession(t, false)
	r.wantLines("TITLE", "1. Play", "2. Level: 1", "Type a number to choose. Escape goes back, Tab repeats everything.")
	r.choose("Options")
	theme := r.numberOf("Theme: arcade")
	r.wantLines("OPTIONS", theme+". Theme: arcade")
	r.choose("Theme")
	if said := r.takeLines(); !slices.Equal(said, []string{"The colors. okabe suits color-blind players.", theme +
		". Theme: paper"}) {
		t.Errorf("a new value prints %q", said)
	}
	rate := r.numberOf("Frame rate")
	r.choose("Look")
	r.takeLines()
	r.press("down", "right")
	if said := r.takeLines(); !slices.Equal(said, []string{
		"Frames per second. Lower it on a slow connection.", rate + ". Frame rate: auto",
		rate + ". Frame rate: 15",
	}) {
		t.Errorf("the arrow keys print %q", said)
	}

	assists := r.numberOf("Assists") // has two digits
	r.takeLines()
	r.press(assists[:1])
	if said := r.takeLines(); !slices.Equal(said, []string{assists[:1] + ": press Enter, or a second digit."}) {
		t.Errorf("a number that may be incomplete prints %q", said)
	}
	r.press(assists[1:])
	r.wantLines("ASSISTS", "1. Aim line: off")
	r.choose("Aim line")
	r.wantLines("1. Aim line: on")
	r.press("9")
	r.wantLines("Choice 9 does not exist.")
	r.choose("Back", "Back")
	r.wantLines("TITLE")

	r.choose("Play")
	r.wait(time.Second)
	if r.lines {
		t.Error("a game is shown as lines although only menus should be")
	}
	r.takeLines()
	r.press("p")
	if !r.lines {
		t.Error("a paused game is not shown as lines")
	}
	r.wantLines("PAUSED", "1. Resume")
}

// Each screen prints a title, and a text or choices, without characters that cannot be read aloud.
func TestEveryScreenPrintsLines(t *testing.T) {
	for _, path := range []string{
		"", "World map", "Modes", "Modes, Arkanong", "High scores", "Field guide", "Field guide, Next chapter",
		"Options", "Options, Sound", "Options, Accessibility", "Options, Assists", "Options, Keys",
		"How to play", "How to play, The game", "esc", "Play", "Play, p", "Play, p, Restart", "Play, q",
	} {
		r := newTextSession(t, false)
		for step := range strings.SplitSeq(path, ", ") {
			if step != "" && unicode.IsUpper(rune(step[0])) {
				r.choose(step)
			} else if step != "" {
				r.press(step)
			}
		}
		if path == "Play" {
			continue // this screen is drawn
		}
		r.takeLines()
		r.press("tab")
		said := r.takeLines()
		if len(said) < 3 {
			t.Errorf("path %q: the screen prints %q, want at least 3 lines", path, said)
		}
		for _, line := range said {
			if strings.ContainsAny(line, "◂▸★☆←→↑↓·×━─") || strings.Contains(line, "  ") || cell.Width(line) > 79 {
				t.Errorf("path %q: the screen prints %q, which cannot be read aloud or is too long", path, line)
			}
		}
	}
}

// Digits send the paddle to places, Tab describes the field, and the game counts as assisted.
func TestNarratedGame(t *testing.T) {
	r := newTextSession(t, true)
	r.choose("Play")
	r.wait(5 * time.Second)
	r.wantLines("Level 1, Honeycomb. 65 bricks, 5 lives.", "Ball on the paddle, at 5, middle. Space serves it.")

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
	r.wantLines("Paddle at 6, right of the middle.", "65 bricks left, most at 4 and 6.")

	before := r.s.Tick()
	r.wait(4 * time.Second)
	if got := int(r.s.Tick() - before); got < 230 || got > 250 {
		t.Errorf("%d ticks in 4 s, want a quarter of 960", got)
	}
	if text, _, _ := r.s.Recording(); !strings.Contains(string(text), "assisted") {
		t.Errorf("the recording is not marked as assisted:\n%.300s", text)
	}
	if ui.NarrationRate != 25 {
		t.Errorf("NarrationRate = %d, want 25 as in the manual", ui.NarrationRate)
	}
}

// Left and right count places from the paddle's position, also after other keys have moved the paddle.
func TestNextPlaceStartsAtThePaddle(t *testing.T) {
	r := newTextSession(t, true, func(set *Setup) { set.FieldGuide = new(FieldGuide) })
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
		t.Errorf("right moves the paddle from place %d to %d, want one place", from, to)
	}
}

// The option for lines takes effect immediately.
func TestLinesAreTurnedOnInTheMenu(t *testing.T) {
	r := newTextSession(t, false, func(set *Setup) { set.Choices = settings.Choices{} })
	if r.s.Draw(r.now); len(r.takeLines()) > 0 {
		t.Error("a line is printed although the option is off")
	}
	steps := []struct {
		value string
		lines bool
	}{{"menus", true}, {"all", true}, {"off", false}, {"menus", true}}
	r.testSession.choose("Options", "Accessibility")
	r.moveTo("Text lines")
	for _, step := range steps {
		r.press("right")
		if r.s.Text.MenusAsLines != step.lines || r.lines != step.lines {
			t.Errorf("option %s: MenusAsLines is %v, lines are shown: %v", step.value, r.s.Text.MenusAsLines, r.lines)
		}
		if said := strings.Join(r.takeLines(), "\n"); step.lines &&
			!strings.Contains(said, ". Text lines: "+step.value) {
			t.Errorf("option %s: the session prints %q", step.value, said)
		}
	}
	r.press("tab")
	r.wantLines("ACCESSIBILITY")
}

// After a suspension, the screen is printed again. Each pause of a game is printed.
func TestScreenIsPrintedAgainAfterASuspension(t *testing.T) {
	r := newTextSession(t, false)
	r.choose("Options")
	r.takeLines()
	r.s.Away(r.now)
	r.s.Repaint()
	r.wait(time.Second)
	r.wantLines("OPTIONS", "1. Glyphs: auto")

	r.press("tab", "esc")
	r.choose("Play")
	for range 2 {
		r.wait(5 * time.Second)
		r.takeLines()
		r.press("p")
		r.wantLines("PAUSED", "1. Resume")
		r.choose("Resume")
	}
}
