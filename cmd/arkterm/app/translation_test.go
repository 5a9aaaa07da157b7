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

// pseudoWords are words that the pseudo-language does not change: names of keys, the program, themes and levels.
var pseudoWords = []string{
	"enter", "esc", "space", "backspace", "bksp", "home", "end", "tab", "shift", "Ctrl", "Esc", "mouse",
	"ARKTERM", "arkterm", "Honeycomb", "Pinwheel", "Lunar", "Snowflake", "okabe", "arcade", "paper", "phosphor",
	"contrast",
	"mono", "vs",
}

var (
	asciiWord  = regexp.MustCompile(`[A-Za-z]{2,}`)
	spacedWord = regexp.MustCompile(`(?:[A-Z] ){3,}`)
)

// endGame starts a game and ends it in a phase.
func endGame(p *testSession, phase engine.Phase) {
	p.walk("Play")
	p.s.round.game.Phase = phase
	p.s.endRound(p.now)
}

// oneLevel sets a pack whose names have no letters.
func oneLevel(set *Setup) {
	brick := func(x float64) spec.BrickSpec {
		return spec.BrickSpec{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: x, Y: 12}, 3, 0)}
	}
	set.Pack = levels.Pack{Name: "1", Levels: []spec.Level{
		{Name: "1", World: "1", ParScore: 1000, Bricks: []spec.BrickSpec{brick(20), brick(32), brick(44)}},
		{Name: "2", World: "1", Bricks: []spec.BrickSpec{brick(20), brick(32), brick(44)}},
	}}
}

// In a pseudo-language, every screen at 80×24 shows only accented text, and shows all of it. See [text.Pseudo].
func TestEveryScreenIsTranslated(t *testing.T) {
	pseudo := text.Pseudo(text.Current(), TableTexts())
	for _, c := range []struct {
		name   string
		screen ui.ID
		do     func(p *testSession)
	}{
		{"title", TitleScreen, func(*testSession) {}},
		{"playing", playingScreen, func(p *testSession) { p.walk("Play"); p.wait(3 * time.Second) }},
		{"played", playingScreen, func(p *testSession) { p.walk("Play, space"); p.wait(3 * time.Second) }},
		{"paused", pausedScreen, func(p *testSession) { p.walk("Play, p") }},
		{"options", optionsScreen, func(p *testSession) { p.walk("Options") }},
		{"sound", soundScreen, func(p *testSession) { p.walk("Options, Sound") }},
		{"accessibility", accessScreen, func(p *testSession) { p.walk("Options, Accessibility") }},
		{"assists", assistsScreen, func(p *testSession) { p.walk("Options, Assists") }},
		{"keys", keysScreen, func(p *testSession) { p.walk("Options, Keys") }},
		{"bind", keysScreen, func(p *testSession) { p.walk("Options, Keys, enter") }},
		{"help", helpScreen, func(p *testSession) { p.walk("How to play") }},
		{"game help", helpScreen, func(p *testSession) { p.walk("How to play, right") }},
		{"restart", restartScreen, func(p *testSession) { p.walk("Play, r") }},
		{"leave", leaveScreen, func(p *testSession) { p.walk("Play, q") }},
		{"quit", quitScreen, func(p *testSession) { p.walk("esc") }},
		{"ended", endedScreen, func(p *testSession) { endGame(p, engine.Over) }},
		{"steering", steeringScreen, func(p *testSession) { p.s.Detour(steeringScreen, p.now) }},
		{"won", endedScreen, func(p *testSession) { endGame(p, engine.Won) }},
		{"ending", endingScreen, func(p *testSession) {
			endGame(p, engine.Won)
			p.s.Enter(endingScreen, p.now)
			p.s.ReceiveResult(p.now, progress.TablesRead{})
		}},
		{"name", nameScreen, func(p *testSession) {
			p.walk("Play")
			p.s.scores.entry = p.s.nameEntry("")
			p.s.Enter(nameScreen, p.now)
		}},
		{"scores", scoresScreen, func(p *testSession) { p.walk("High scores") }},
		{"modes", modesScreen, func(p *testSession) { p.walk("Modes") }},
		{"opponent", opponentScreen, func(p *testSession) { p.walk("Modes, Arkanong") }},
		{"match", playingScreen, func(p *testSession) { p.walk("Modes, Arkanong, Play"); p.wait(time.Second) }},
		{"map", mapScreen, func(p *testSession) { p.walk("World map") }},
		{"field guide", guideScreen, func(p *testSession) { p.walk("Field guide") }},
		{"daily", dailyScreen, func(p *testSession) { p.walk("Modes, Daily") }},
		{"replay", replayScreen, func(p *testSession) {
			p.walk("Play")
			p.wait(3 * time.Second)
			p.s.round.game.Phase = engine.Over
			p.s.endRound(p.now)
			p.s.showEndedReplay(p.now)
		}},
		{"newcomer", difficultyScreen, func(p *testSession) { p.s.askDifficulty(p.now) }},
		{"glyphs", glyphsScreen, func(p *testSession) { p.s.Enter(glyphsScreen, p.now) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newSession(t, oneLevel, func(set *Setup) {
				set.Auto.Glyphs, set.Render.Glyphs = cell.Sextant, cell.Sextant
				set.Today = func() engine.Day { return 20261126 }
				set.FieldGuide = new(FieldGuide)
				set.Choices.Values[settings.Difficulty][settings.ByFlag] = "medium"
			})
			c.do(p)
			p.wantScreen(c.screen)

			defer text.Use(text.Current())
			text.Use(pseudo)
			p.translate()
			checkTranslated(t, p.s.Frame.String(), p.s.Words(), c.screen != helpScreen)
			if c.screen != optionsScreen && c.screen != modesScreen && c.screen != keysScreen {
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

// translate draws the screen again in the language set by text.Use.
func (p *testSession) translate() {
	p.s.applySettings()
	p.s.newView()
	p.s.View.Observe(p.s.round.game.Events)
	switch p.s.ID() {
	case guideScreen:
		p.s.selectGuideRow(int(p.s.guideState.page.Chapter), 0)
	case difficultyScreen:
		p.s.askDifficulty(p.now)
	case restartScreen, leaveScreen, quitScreen:
		p.s.Enter(p.s.ID(), p.now)
	case replayScreen:
		p.s.viewer.transport.Help = ViewerHints(false)
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

// checkTranslated fails unless the picture and the text of a screen are translated. complete means that the screen
// shows each text to its end. The help page about the game shows only first sentences.
func checkTranslated(t *testing.T, picture string, words ui.Words, complete bool) {
	t.Helper()
	untranslated := asciiWord.FindAllString(picture, -1)
	untranslated = append(untranslated, asciiWord.FindAllString(strings.Join(append(append([]string{words.Title},
		words.Lines...), words.Choices...), "\n"), -1)...)
	untranslated = slices.DeleteFunc(untranslated, func(w string) bool { return slices.Contains(pseudoWords, w) })
	if len(untranslated) > 0 || spacedWord.MatchString(picture) || strings.Contains(picture, "%!") {
		t.Errorf("untranslated words %q in\n%s", untranslated, picture)
	}
	shown := dialogOf(picture)
	if starts, ends := strings.Count(shown, "¿"), strings.Count(shown, "¡"); complete && starts != ends || starts == 0 {
		t.Errorf("%d texts start, %d end:\n%s", starts, ends, picture)
	}
}
