package app

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// pseudoWords are words that the pseudo-language shows as they are: names of keys, of the program, of themes and of
// levels.
var pseudoWords = []string{
	"enter", "esc", "space", "backspace", "bksp", "home", "end", "tab", "shift", "Ctrl", "Esc", "mouse",
	"ARKTERM", "arkterm", "Honeycomb", "Pinwheel", "Opal", "Cliff", "okabe", "arcade", "paper", "phosphor", "contrast",
	"mono", "vs",
}

var (
	asciiWord  = regexp.MustCompile(`[A-Za-z]{2,}`)
	spacedWord = regexp.MustCompile(`(?:[A-Z] ){3,}`)
)

// end ends a new game in a phase.
func end(p *sitting, phase engine.Phase) {
	p.walk("Play")
	p.s.round.game.Phase = phase
	p.s.endRound(p.now)
}

// oneLevel is a pack with a level whose name has no letters.
func oneLevel(set *Setup) {
	brick := func(x float64) spec.BrickSpec {
		return spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: x, Y: 12}, 3, 0)}
	}
	set.Pack = levels.Pack{Name: "1", Levels: []spec.Level{
		{Name: "1", World: "1", ParScore: 1000, Bricks: []spec.BrickSpec{brick(20), brick(32), brick(44)}},
		{Name: "2", World: "1", Bricks: []spec.BrickSpec{brick(20), brick(32), brick(44)}},
	}}
}

// In a pseudo-language, every screen at 80×24 shows accented text only, and shows all of it. See [text.Pseudo].
func TestEveryScreenIsTranslated(t *testing.T) {
	pseudo := text.Pseudo(text.English, TableTexts())
	for _, c := range []struct {
		name string
		on   ui.ID
		do   func(p *sitting)
	}{
		{"title", TitleScreen, func(*sitting) {}},
		{"playing", playingScreen, func(p *sitting) { p.walk("Play"); p.wait(3 * time.Second) }},
		{"played", playingScreen, func(p *sitting) { p.walk("Play, space"); p.wait(3 * time.Second) }},
		{"paused", pausedScreen, func(p *sitting) { p.walk("Play, p") }},
		{"options", optionsScreen, func(p *sitting) { p.walk("Options") }},
		{"sound", soundScreen, func(p *sitting) { p.walk("Options, Sound") }},
		{"accessibility", accessScreen, func(p *sitting) { p.walk("Options, Accessibility") }},
		{"assists", assistsScreen, func(p *sitting) { p.walk("Options, Assists") }},
		{"keys", keysScreen, func(p *sitting) { p.walk("Options, Keys") }},
		{"bind", keysScreen, func(p *sitting) { p.walk("Options, Keys, enter") }},
		{"help", helpScreen, func(p *sitting) { p.walk("How to play") }},
		{"game help", helpScreen, func(p *sitting) { p.walk("How to play, right") }},
		{"restart", restartScreen, func(p *sitting) { p.walk("Play, r") }},
		{"leave", leaveScreen, func(p *sitting) { p.walk("Play, q") }},
		{"quit", quitScreen, func(p *sitting) { p.walk("esc") }},
		{"ended", endedScreen, func(p *sitting) { end(p, engine.Over) }},
		{"steering", steeringScreen, func(p *sitting) { p.s.Detour(steeringScreen, p.now) }},
		{"won", endedScreen, func(p *sitting) { end(p, engine.Won) }},
		{"ending", endingScreen, func(p *sitting) {
			end(p, engine.Won)
			p.s.Enter(endingScreen, p.now)
			p.s.ReceiveResult(p.now, progress.TablesRead{})
		}},
		{"name", nameScreen, func(p *sitting) {
			p.walk("Play")
			p.s.scores.entry = p.s.nameEntry("")
			p.s.Enter(nameScreen, p.now)
		}},
		{"scores", scoresScreen, func(p *sitting) { p.walk("High scores") }},
		{"modes", modesScreen, func(p *sitting) { p.walk("Modes") }},
		{"opponent", opponentScreen, func(p *sitting) { p.walk("Modes, Arkanong") }},
		{"match", playingScreen, func(p *sitting) { p.walk("Modes, Arkanong, Play"); p.wait(time.Second) }},
		{"map", mapScreen, func(p *sitting) { p.walk("World map") }},
		{"field guide", bookScreen, func(p *sitting) { p.walk("Field guide") }},
		{"daily", dailyScreen, func(p *sitting) { p.walk("Modes, Daily") }},
		{"replay", replayScreen, func(p *sitting) {
			p.walk("Play")
			p.wait(3 * time.Second)
			p.s.round.game.Phase = engine.Over
			p.s.endRound(p.now)
			p.s.review(p.now)
		}},
		{"newcomer", newcomerScreen, func(p *sitting) { p.s.askDifficulty(p.now) }},
		{"glyphs", glyphsScreen, func(p *sitting) { p.s.Enter(glyphsScreen, p.now) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := sit(t, oneLevel, func(set *Setup) {
				set.Auto.Glyphs, set.Render.Glyphs = cell.Sextant, cell.Sextant
				set.Today = func() engine.Day { return 20261126 }
				set.Book = new(FieldGuide)
				set.Choices.Set[settings.Difficulty][settings.ByFlag] = "medium"
			})
			c.do(p)
			p.on(c.on)

			defer text.Use(text.English)
			text.Use(pseudo)
			p.translate()
			checkTranslated(t, p.s.Frame.String(), p.s.Words(), c.on != helpScreen)
			if c.on != optionsScreen && c.on != modesScreen && c.on != keysScreen {
				return
			}
			for i := range p.s.Menu.Buttons { // their descriptions
				p.s.Select(i-p.s.Menu.Selected, false)
				p.s.Schedule.Redraw()
				p.s.Draw(p.now)
				checkTranslated(t, p.s.Frame.String(), p.s.Words(), true)
			}
		})
	}
}

// translate draws the screen again in the language that text.Use has set.
func (p *sitting) translate() {
	p.s.applySettings()
	p.s.newView()
	p.s.View.Observe(p.s.round.game.Events)
	switch p.s.ID() {
	case bookScreen:
		p.s.read(int(p.s.reading.page.Chapter), 0)
	case newcomerScreen:
		p.s.askDifficulty(p.now)
	case restartScreen, leaveScreen, quitScreen:
		p.s.Enter(p.s.ID(), p.now)
	case replayScreen:
		p.s.viewer.line.Help = ViewerHints(false)
	}
	p.s.Rebuild()
	p.s.Schedule.Redraw()
	p.now += time.Second
	p.s.Draw(p.now)
}

// dialogOf returns the part of a picture that a dialog covers, or all of the picture if there is none. The dialog
// covers parts of the texts behind it.
func dialogOf(picture string) string {
	if !strings.Contains(picture, "╭") {
		return picture
	}
	var lines []string
	for line := range strings.Lines(picture) {
		from, to := strings.IndexAny(line, "╭│╰"), strings.LastIndexAny(line, "╮│╯")
		if from >= 0 && to > from {
			lines = append(lines, line[from:to])
		}
	}
	return strings.Join(lines, "\n")
}

// checkTranslated checks a picture of a screen and its text. Whole means that the screen shows all of each text; the
// page of help about the game shows only first sentences.
func checkTranslated(t *testing.T, picture string, words ui.Words, whole bool) {
	t.Helper()
	bypassing := asciiWord.FindAllString(picture, -1)
	bypassing = append(bypassing, asciiWord.FindAllString(strings.Join(append(append([]string{words.Title},
		words.Lines...), words.Choices...), "\n"), -1)...)
	bypassing = slices.DeleteFunc(bypassing, func(w string) bool { return slices.Contains(pseudoWords, w) })
	if len(bypassing) > 0 || spacedWord.MatchString(picture) || strings.Contains(picture, "%!") {
		t.Errorf("not in package text: %q in\n%s", bypassing, picture)
	}
	shown := dialogOf(picture)
	if begun, ended := strings.Count(shown, "¿"), strings.Count(shown, "¡"); whole && begun != ended || begun == 0 {
		t.Errorf("%d texts begin, %d end:\n%s", begun, ended, picture)
	}
}
