package app

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render"
	"arkterm/render/text"
)

// withFieldGuide gives the player the empty field guide of a newcomer.
func withFieldGuide(set *Setup) { set.FieldGuide = new(FieldGuide) }

// onEasy sets the difficulty, so that the session does not ask for it.
func onEasy(set *Setup) { set.Choices.Values[settings.Difficulty][settings.ByMenu] = "easy" }

// shows reports whether the next frame contains a text.
func (p *testSession) shows(text string) bool {
	p.wait(50 * time.Millisecond)
	return strings.Contains(p.s.Frame.String(), text)
}

func TestNewcomerIsAskedForTheDifficultyOnce(t *testing.T) {
	p := newSession(t, withFieldGuide)
	p.keys("enter")
	p.wantScreen(difficultyScreen)
	p.checkCursor()
	for _, want := range []string{"Kids", "Easy", "Medium", "9 lives", "6 lives", "5 lives"} {
		if !p.shows(want) {
			t.Errorf("the question does not show %q:\n%s", want, &p.s.Frame)
		}
	}
	p.keys("esc")
	p.wantScreen(TitleScreen)
	p.keys("enter left space")
	p.wantScreen(playingScreen)
	if d := p.s.round.config.Difficulty; d != engine.Kids {
		t.Errorf("the difficulty is %s", engine.Difficulties[d].Name)
	}
	if text := p.settings(); !strings.Contains(text, `difficulty = "kids"`) {
		t.Errorf("saved settings %s, want difficulty kids", text)
	}
	p.keys("q q enter")
	p.wantScreen(playingScreen)
}

func TestOnlyNewcomersAreAskedForTheDifficulty(t *testing.T) {
	for name, change := range map[string][]func(*Setup){
		"no book":    {},
		"has chosen": {withFieldGuide, onEasy},
	} {
		p := newSession(t, change...)
		if p.keys("enter"); p.s.ID() != playingScreen {
			t.Errorf("%s: Play opens screen %v, want playing", name, p.s.ID())
		}
	}
	p := newSession(t, withFieldGuide, withBot)
	p.wantScreen(playingScreen)
	if _, ok := p.s.lesson(); ok {
		t.Error("a bot's game shows a lesson")
	}
}

func TestNewcomerChoosesByMouse(t *testing.T) {
	p := newSession(t, withFieldGuide)
	p.keys("enter")
	p.mouse(70, 10, 0)
	if p.s.difficultyQuestion.choice.Selected != 2 {
		t.Errorf("option %d is selected under the mouse", p.s.difficultyQuestion.choice.Selected)
	}
	p.mouse(70, 10, tcell.ButtonPrimary)
	p.wantScreen(playingScreen)
	if d := p.s.round.config.Difficulty; d != engine.Medium {
		t.Errorf("the difficulty is %s", engine.Difficulties[d].Name)
	}
	if p.wait(time.Second); p.s.round.game.Phase != engine.Serve {
		t.Error("the click has also served the ball")
	}
}

// The lessons follow the player's actions and name the player's keys. The field guide remembers them.
func TestFirstGameShowsLessons(t *testing.T) {
	p := newSession(t, withFieldGuide, onEasy)
	p.keys("enter")
	p.wait(5 * time.Second)
	if !p.shows("the mouse or ← →: move the paddle") || !p.shows("lesson 1 of") || !p.shows("W: skip") {
		t.Fatalf("the first lesson is not shown:\n%s", &p.s.Frame)
	}
	p.mouse(10, 12, 0)
	p.wait(time.Second)
	if !p.shows("space: serve") || !p.shows("lesson 2 of") {
		t.Errorf("the second lesson is not shown:\n%s", &p.s.Frame)
	}
	p.key("space")
	p.wait(200 * time.Millisecond)
	if p.shows("lesson 2 of") {
		t.Errorf("the second lesson is still shown:\n%s", &p.s.Frame)
	}
	written := requests[WriteFieldGuide](p)
	if len(written) == 0 {
		t.Fatal("the field guide was not saved")
	}
	b := ReadFieldGuide(written[len(written)-1].Text)
	for _, i := range []int{ruleEntry(steeringRule), ruleEntry(aimingRule), brickEntry(spec.Plain)} {
		if !b.Met(i) {
			t.Errorf("%s is not in the field guide", guideEntries[i].Key)
		}
	}
	again := newSession(t, onEasy, func(set *Setup) { set.FieldGuide = b })
	again.keys("enter")
	again.wait(5 * time.Second)
	if again.shows("lesson 1 of") || again.shows("move the paddle") {
		t.Errorf("a lesson is shown again:\n%s", &again.s.Frame)
	}
}

func TestKeySkipsLessons(t *testing.T) {
	p := newSession(t, withFieldGuide, onEasy)
	p.keys("enter")
	p.wait(5 * time.Second)
	p.key("w")
	p.wait(100 * time.Millisecond)
	if p.shows("lesson") {
		t.Errorf("a lesson is still shown:\n%s", &p.s.Frame)
	}
	w := requests[WriteFieldGuide](p)
	if len(w) == 0 || !ReadFieldGuide(w[len(w)-1].Text).Met(ruleEntry(catchingRule)) {
		t.Error("the field guide does not record the skipped lessons")
	}
}

// Lessons and labels change neither the game nor its recording.
func TestLessonsDoNotChangeTheGame(t *testing.T) {
	play := func(change ...func(*Setup)) (string, uint64) {
		p := newSession(t, append(change, onEasy)...)
		p.keys("enter left right space w left right")
		p.wait(10 * time.Second)
		text, _, _ := p.s.Recording()
		return string(text), p.s.round.game.Hash()
	}
	recording, hash := play(withFieldGuide)
	wantRecording, want := play()
	if recording != wantRecording || hash != want {
		t.Errorf("hash %016x, want %016x; recordings equal: %v", hash, want, recording == wantRecording)
	}
}

func TestLessonDoesNotAllocate(t *testing.T) {
	p := newSession(t, withFieldGuide, onEasy)
	p.keys("enter")
	p.wait(5 * time.Second)
	if !p.shows("lesson 1 of") {
		t.Fatal("no lesson")
	}
	if n := testing.AllocsPerRun(100, func() { p.wait(time.Second / 60) }); n > 0.5 {
		t.Errorf("%.1f allocations per frame", n)
	}
}

func TestFirstGameLabelsNewBricks(t *testing.T) {
	p := newSession(t, withFieldGuide, onEasy)
	p.keys("enter")
	p.wait(3 * time.Second)
	if !p.shows("wall") || !p.shows("2 hits") {
		t.Errorf("new bricks have no labels:\n%s", &p.s.Frame)
	}
	p.keys("q q enter")
	p.wait(3 * time.Second)
	if !p.shows("wall") {
		t.Error("after a game without a serve, new bricks have no labels")
	}
	p.keys("space q q enter")
	p.wait(3 * time.Second)
	if p.shows("wall") {
		t.Errorf("known bricks have labels:\n%s", &p.s.Frame)
	}
}

// The field guide shows the entries that were met and outlines of the others. It works with keys, with the mouse, and
// at every size.
func TestFieldGuideScreen(t *testing.T) {
	p := newSession(t, onEasy, func(set *Setup) {
		set.FieldGuide = new(FieldGuide)
		set.FieldGuide.Meet(brickEntry(spec.Bomb))
		set.FieldGuide.Meet(dropEntry(spec.DropLife))
	})
	p.click("Field guide")
	p.wantScreen(guideScreen)
	p.checkCursor()
	found := fmt.Sprintf("1 of %d found", spec.NumPlacedKinds)
	if !p.shows("bomb") || p.shows("magnet") || !p.shows(found) || !p.shows("Not found yet") {
		t.Errorf("the first chapter is\n%s", &p.s.Frame)
	}
	for range spec.Bomb {
		p.key("down")
	}
	p.wait(time.Second)
	if !p.shows("BOMB") || !p.shows("breaks its neighbors") {
		t.Errorf("the entry of the bomb is\n%s", &p.s.Frame)
	}
	p.keys("right")
	if !p.shows("life") || p.shows("weapon") {
		t.Errorf("the second chapter is\n%s", &p.s.Frame)
	}
	p.mouse(3, 1, tcell.ButtonPrimary)
	if p.wait(time.Second); !p.shows("BOMB") {
		t.Errorf("a click on the first chapter shows\n%s", &p.s.Frame)
	}
	p.mouse(3, 1, 0)
	for col := range p.s.Frame.W {
		if p.s.guideState.page.ChapterAt(&p.s.Frame, col, 1) == 1 {
			p.mouse(col, 1, 0)
		}
	}
	if c := p.s.guideState.page.Chapter; c != 0 {
		t.Errorf("the mouse over the second chapter opens chapter %d, want a click to be needed", c)
	}
	before := p.s.guideState.page.Selected
	if p.keys("space"); p.s.guideState.page.Selected != before+1 {
		t.Error("fire does not select the next row")
	}
	p.keys("up")
	for _, size := range [][2]int{{40, 16}, {41, 17}, {60, 20}, {100, 30}, {200, 60}} {
		p.resize(size[0], size[1])
		if p.wait(time.Second); !p.shows("BOMB") || !p.shows("enter") {
			t.Errorf("at size %v:\n%s", size, &p.s.Frame)
		}
	}
	p.wait(attractTime)
	p.wantIdle()
	p.keys("esc")
	p.wantScreen(TitleScreen)

	// Fire alone and the mouse alone can close the field guide.
	p.click("Field guide")
	for range 40 {
		if p.s.ID() == guideScreen {
			p.keys("space")
		}
	}
	p.wantScreen(TitleScreen)
	p.click("Field guide")
	p.wait(time.Second)
	for y := range p.s.Frame.H {
		if p.s.ID() == guideScreen && p.s.guideState.page.At(&p.s.Frame, 3, y) == len(p.s.guideState.page.Rows)-1 {
			p.mouse(3, y, tcell.ButtonPrimary)
			p.mouse(3, y, 0)
		}
	}
	p.wantScreen(TitleScreen)
}

// In text mode, the field guide is a numbered list of the found entries of a chapter, the next chapter and Back.
func TestFieldGuideWords(t *testing.T) {
	p := newSession(t, onEasy, func(set *Setup) {
		set.FieldGuide = new(FieldGuide)
		set.FieldGuide.Meet(brickEntry(spec.Bomb))
	})
	p.click("Field guide")
	row, _ := p.s.screen(guideScreen)
	n := len(row.Words().Choices)
	if n != 3 {
		t.Errorf("the choices are %q, want the bomb, the next chapter and Back", row.Words().Choices)
	}
	row.Choose(1, p.now)
	if c := p.s.guideState.page.Chapter; c != int(dropChapter) {
		t.Errorf("the second choice opens chapter %d, want %d", c, dropChapter)
	}
	row.Choose(len(row.Words().Choices)-1, p.now)
	p.wantScreen(TitleScreen)
}

func TestDifficultyQuestionFitsEveryFrame(t *testing.T) {
	p := newSession(t, withFieldGuide)
	p.keys("enter")
	for _, size := range [][2]int{{40, 16}, {41, 17}, {60, 20}, {100, 30}, {200, 60}} {
		p.resize(size[0], size[1])
		if p.wait(time.Second); !p.shows("Kids") || !p.shows("Medium") || !p.shows("enter") {
			t.Errorf("at size %v:\n%s", size, &p.s.Frame)
		}
	}
	p.wait(attractTime)
	p.wantIdle()
}

// The help has a page about the game and opens the field guide, also during a game.
func TestHelpHasAPageAboutTheGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter ?")
	if !p.shows("move") {
		t.Errorf("the help does not show the keys:\n%s", &p.s.Frame)
	}
	p.keys("right")
	if !p.shows("T H E   G A M E") || !p.shows("combo") || !p.shows("star") {
		t.Errorf("the second page is not about the game:\n%s", &p.s.Frame)
	}
	p.keys("right space")
	p.wantScreen(guideScreen)
	p.keys("esc")
	p.wantScreen(countdownScreen)
}

// A newcomer's first game may be the daily game. The question appears before the card of the day, and Esc returns from
// it to the screen on which the day was chosen.
func TestNewcomerIsAskedBeforeTheDailyCard(t *testing.T) {
	p := newSession(t, withFieldGuide, onDay(tuesday, monday))
	p.choose("Modes", "Daily")
	p.wantScreen(difficultyScreen)
	p.keys("esc")
	p.wantScreen(modesScreen)
	p.keys("enter enter")
	p.wantScreen(dailyScreen)
	p.keys("esc")
	p.wantScreen(modesScreen)
	p.keys("enter")
	p.wantScreen(dailyScreen)
	p.keys("enter")
	p.wantScreen(playingScreen)
	if c := p.s.round.config; c.Day != tuesday || c.Difficulty != engine.Easy {
		t.Errorf("the game is of day %v at difficulty %s", c.Day, engine.Difficulties[c.Difficulty].Name)
	}
}

// The help page about the game fits into the window. If it has to omit rules, its last line refers to the field guide.
func TestGameHelpFitsIntoTheWindow(t *testing.T) {
	p := newSession(t)
	for h := render.MinH; h < 100; h++ {
		p.resize(80, h)
		lines := p.s.gameHelpLines()
		refers, rules := strings.HasSuffix(lines[len(lines)-1], text.Guide.More), 0
		for _, line := range lines {
			if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "…") {
				rules++
			}
		}
		if len(lines) > h-helpFrameRows || refers != (rules < len(helpRules)) {
			t.Errorf("in %d rows, the help has %d lines about %d of %d rules and refers to the field guide: %v", h,
				len(lines), rules, len(helpRules), refers)
		}
	}
}
