package app

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/render/text"
)

func TestEnterPlaysAndQQuitsOnTheTitle(t *testing.T) {
	p := newSession(t)
	p.wantScreen(TitleScreen)
	p.keys("enter")
	p.wantScreen(playingScreen)
	p.keys("q")
	p.wantScreen(leaveScreen)
	p.keys("q")
	p.wantScreen(TitleScreen)
	p.keys("q")
	p.wantQuit()
}

// press presses the button whose label starts with the given text, using only left, right and fire.
func (p *testSession) press(label string) {
	p.Helper()
	direction := "left" // that moves the selection
	if p.s.Menu.Current().Turn != nil {
		direction = "right"
	}
	for range p.s.Menu.Buttons {
		switch b := p.s.Menu.Current(); {
		case p.selected(label):
			p.keys("space")
			return
		case b.Turn == nil:
			p.keys(direction)
		case b.Press == nil && direction == "right":
			p.keys("space") // selects the next button
		default:
			p.Fatalf("screen %v: no key moves the selection past %q", p.s.ID(), b.Label)
		}
	}
	p.Fatalf("screen %v: no button %q among %q", p.s.ID(), label, p.s.Menu.Buttons)
}

// Left, right and fire suffice to press every button. A path is as in testSession.walk.
func TestThreeKeysPressEveryButton(t *testing.T) {
	for _, c := range []struct {
		path string
		want ui.ID
	}{
		{"Play", playingScreen},
		{"World map", mapScreen},
		{"Modes", modesScreen},
		{"Modes, Back", TitleScreen},
		{"Modes, Endless", playingScreen},
		{"Modes, Challenges", challengesScreen},
		{"Modes, Arkanong, Back", modesScreen},
		{"High scores", scoresScreen},
		{"High scores, right, Back", TitleScreen},
		{"Field guide", guideScreen},
		{"Options", optionsScreen},
		{"Options, Keys", keysScreen},
		{"Options, Assists, Back", optionsScreen},
		{"Options, Back", TitleScreen},
		{"How to play", helpScreen},
		{"How to play, Field guide", guideScreen},
		{"How to play, Back", TitleScreen},
		{"right right right space", playingScreen}, // choose the third level
		{"Play, p, Resume", countdownScreen},
		{"Play, p, Options", optionsScreen},
		{"Play, p, Options, Back", pausedScreen},
		{"Play, p, Restart", restartScreen},
		{"Play, p, Restart, Keep playing", pausedScreen},
		{"Play, p, Restart, Restart", playingScreen},
		{"Play, p, Quit to menu", leaveScreen},
		{"Play, p, Quit to menu, Keep playing", pausedScreen},
		{"Play, p, Quit to menu, Quit to menu", TitleScreen},
	} {
		p := newSession(t)
		for step := range strings.SplitSeq(c.path, ", ") {
			if unicode.IsUpper(rune(step[0])) {
				p.press(step)
			} else {
				p.keys(step)
			}
		}
		if p.s.ID() != c.want || p.hasQuit() {
			t.Errorf("%s: screen %v (quit %v), want %v", c.path, p.s.ID(), p.hasQuit(), c.want)
		}
	}
	p := newSession(t)
	p.press("Quit")
	p.wantQuit()
}

func TestShortcuts(t *testing.T) {
	for _, c := range []struct {
		keys string
		want ui.ID
	}{
		{"enter p", pausedScreen},
		{"enter esc", pausedScreen},
		{"enter p p", countdownScreen},
		{"enter p esc", countdownScreen},
		{"enter p p p", pausedScreen},
		{"enter ?", helpScreen},
		{"enter ? ?", countdownScreen},
		{"enter p ? esc", pausedScreen},
		{"? esc", TitleScreen},
		{"enter r", restartScreen},
		{"enter r esc", countdownScreen},
		{"enter r n", countdownScreen},
		{"enter r r", playingScreen},
		{"enter r y", playingScreen},
		{"enter p r esc", pausedScreen},
		{"enter q", leaveScreen},
		{"enter q esc", countdownScreen},
		{"enter q y", TitleScreen},
		{"enter q q", TitleScreen},
		{"enter p q n", pausedScreen},
	} {
		p := newSession(t)
		p.keys(c.keys)
		if p.s.ID() != c.want || p.hasQuit() {
			t.Errorf("%s: screen %v (quit %v), want %v", c.keys, p.s.ID(), p.hasQuit(), c.want)
		}
	}
}

func TestHeldKeyDoesNotConfirm(t *testing.T) {
	p := newSession(t)
	p.keys("enter q")
	for range 60 {
		p.wait(33 * time.Millisecond)
		p.key("q")
	}
	p.wantScreen(leaveScreen)
}

// The dialog before leaving reports a saved game only if a ball has been served.
func TestLeaveQuestion(t *testing.T) {
	p := newSession(t)
	p.keys("enter q")
	if !p.shows(text.Ask.NotServed) {
		t.Error("before the first serve, the question does not say so")
	}
	p.keys("esc")
	p.wait(5 * time.Second) // the game resumes after a countdown
	p.keys("space")
	p.wait(time.Second)
	if p.keys("q"); !p.shows(text.Ask.GameSaved) {
		t.Error("after a serve, the question does not say that the game is saved")
	}
}

func TestMouseAlonePlays(t *testing.T) {
	p := newSession(t)
	p.click("Play")
	p.wantScreen(playingScreen)
	if p.wait(time.Second); p.s.round.game.Phase != engine.Serve {
		t.Error("the click on Play has also served the ball")
	}
	p.mouse(30, 20, tcell.ButtonPrimary)
	p.wait(time.Second / 10)
	p.mouse(30, 20, 0)
	if p.s.round.game.Phase != engine.Play {
		t.Errorf("phase %v after a click, want play", p.s.round.game.Phase)
	}
	p.mouse(30, 20, tcell.ButtonSecondary)
	p.wantScreen(pausedScreen)
	p.mouse(30, 20, 0)
	p.click("Resume")
	p.wantScreen(countdownScreen)
	p.wait(2 * time.Second)
	p.wantScreen(playingScreen)
	p.mouse(30, 20, tcell.ButtonSecondary)
	p.mouse(30, 20, 0)
	p.click("Restart")
	p.wantScreen(restartScreen)
	p.click("Keep playing")
	p.wantScreen(pausedScreen)
	p.click("Quit")
	p.click("Quit")
	p.wantScreen(TitleScreen)
	p.click("How to play")
	p.click("Back")
	p.wantScreen(TitleScreen)
	p.click("Quit")
	p.wantQuit()
}

func TestMouseSteers(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	for _, col := range []int{10, 50, 30} {
		p.mouse(col, 12, 0)
		p.wait(time.Second)
		want := p.s.View.FieldX(&p.s.Frame, col)
		if got := p.s.round.game.Capsule(0).X; got < want-0.1 || got > want+0.1 {
			t.Errorf("mouse in column %d: the paddle is at %.2f, want %.2f", col, got, want)
		}
	}
}

// A mouse movement brings the next frame forward, but at most doubles the frame rate.
func TestMouseIsDrawnSoon(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.wait(time.Second)
	fps := p.s.Schedule.FPS
	tick, half := time.Second/engine.TicksPerSecond, time.Second/time.Duration(2*fps)

	var waits []time.Duration
	for i := range 200 {
		p.wait(time.Duration(50+i*7%23) * time.Millisecond / 7 * 3)
		p.mouse(10+i%40, 12, 0)
		waits = append(waits, max(0, p.s.NextFrame(p.now)-p.now))
	}
	slices.Sort(waits)
	if p50, longest := waits[len(waits)/2], waits[len(waits)-1]; p50 > 5*time.Millisecond || longest > half+tick {
		t.Errorf("after a movement, the next frame is due in %v (median), %v (maximum)", p50, longest)
	}

	drawn, before := 0, p.frames
	for range 1000 { // a thousand movements in one second
		p.wait(time.Millisecond)
		p.mouse(10+drawn%40, 12, 0)
		drawn = p.frames - before
	}
	if drawn > 2*fps+1 {
		t.Errorf("%d frames in a second of movements, want at most %d", drawn, 2*fps)
	}
}

func TestHoverSelects(t *testing.T) {
	p := newSession(t)
	p.wait(time.Second)
	col, row := p.buttonCell(2)
	p.mouse(col, row, 0)
	if got := p.s.Menu.Selected; got != 2 {
		t.Errorf("button %d is selected, want the one under the mouse", got)
	}
}

func TestTitleChoosesTheLevel(t *testing.T) {
	p := newSession(t)
	p.keys("right right right")
	if p.s.level != 2 || p.s.round.game.Level != 2 {
		t.Errorf("level index %d is chosen, the bot plays %d; want 2", p.s.level, p.s.round.game.Level)
	}
	p.keys("left left left")
	if want := len(p.s.set.Pack.Levels) - 1; p.s.level != want {
		t.Errorf("level %d, want the last one, %d", p.s.level, want)
	}
	p.keys("enter")
	p.wantScreen(playingScreen)
	if got := p.s.round.game.Level; got != p.s.level {
		t.Errorf("the game is at level %d, want %d", got, p.s.level)
	}
}

func TestTitleChoosesTheLevelByMouse(t *testing.T) {
	p := newSession(t)
	p.click("Level")
	p.click("Level")
	if p.s.level != 2 {
		t.Errorf("level %d after two clicks on the right half, want 2", p.s.level)
	}
	p.click("Play")
	if p.s.round.game.Level != 2 {
		t.Errorf("the game is at level %d, want 2", p.s.round.game.Level)
	}
}

func TestAttractModeStopsAfterAMinute(t *testing.T) {
	p := newSession(t)
	tick := p.s.round.game.Tick
	p.wait(59 * time.Second)
	if p.s.round.game.Tick == tick {
		t.Error("the bot does not play behind the title")
	}
	p.wait(2 * time.Second)
	p.wantIdle()
	tick = p.s.round.game.Tick
	p.key("right")
	p.wait(time.Second)
	if got := p.s.round.game.Tick - tick; got < 230 || got > 250 {
		t.Errorf("%d ticks in the second after a key, want 240", got)
	}
	p.wantScreen(TitleScreen)
}

func TestIdleScreensDrawNoFrames(t *testing.T) {
	for _, keys := range []string{"enter p", "?", "enter ?", "enter r", "enter q"} {
		p := newSession(t)
		p.keys(keys)
		p.wantIdle()
	}
	p := newSession(t)
	p.keys("enter")
	p.resize(30, 10)
	p.wantIdle()
}

func TestCountdownStopsTheGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter space p enter")
	tick := p.s.round.game.Tick
	seen := ""
	for range 100 {
		if p.s.ID() != countdownScreen {
			break
		}
		if d := countdownDigits[p.s.countdownDigit]; !strings.HasSuffix(seen, d) {
			seen += d
		}
		if p.s.round.game.Tick != tick {
			t.Fatal("the game runs during the countdown")
		}
		p.wait(20 * time.Millisecond)
	}
	if seen != "321" {
		t.Errorf("the countdown shows %q, want 321", seen)
	}
	p.wantScreen(playingScreen)
	p.wait(time.Second)
	if got := p.s.round.game.Tick - tick; got < 230 || got > 250 {
		t.Errorf("%d ticks in the second after the countdown, want 240", got)
	}
}

func TestFocusLossPauses(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	p.loseFocus()
	p.wantScreen(pausedScreen)

	p = newSession(t)
	p.keys("enter p enter")
	p.loseFocus()
	p.wantScreen(pausedScreen)

	p = newSession(t, withBot)
	p.loseFocus()
	p.wantScreen(playingScreen)
}

func TestSuspensionPauses(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	tick := p.s.round.game.Tick
	p.now += time.Hour // the process was suspended
	p.show()
	p.wantScreen(pausedScreen)
	if p.s.round.game.Tick != tick {
		t.Errorf("the game has played %d ticks during the absence, want 0", p.s.round.game.Tick-tick)
	}
}

func TestTooSmallWindowPausesAndIgnoresKeys(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	hash := p.s.round.game.Hash()
	p.resize(39, 24)
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "39×24") {
		t.Errorf("the dialog does not show the size:\n%s", &p.s.Frame)
	}
	p.keys("q q q enter space r r esc p")
	if p.s.round.game.Hash() != hash {
		t.Error("keys have changed the game")
	}
	p.resize(80, 24)
	p.wantScreen(pausedScreen)
	p.keys("enter")
	p.wait(2 * time.Second)
	p.wantScreen(playingScreen)
}

func TestResizeDoesNotStopTheGame(t *testing.T) {
	p := newSession(t)
	p.keys("enter space")
	tick := p.s.round.game.Tick
	for _, c := range [][2]int{{120, 40}, {41, 17}, {80, 24}, {300, 100}, {40, 16}} {
		p.resize(c[0], c[1])
		p.wait(100 * time.Millisecond)
	}
	p.wantScreen(playingScreen)
	if got := p.s.round.game.Tick - tick; got < 116 || got > 121 { // up to four ticks may be due
		t.Errorf("%d ticks in half a second of resizing, want 120", got)
	}
}

func TestManyResizesDrawFewFrames(t *testing.T) {
	p := newSession(t)
	p.keys("enter p")
	p.wait(time.Second)
	before := p.frames
	for i := range 1000 {
		p.now += time.Millisecond
		p.resize(80+i%20, 24)
	}
	if n := p.frames - before; n > 61 {
		t.Errorf("%d frames in a second, want at most 61", n)
	}
}

// Esc closes dialogs, so one Esc too many must not quit the program. On the title it opens a confirmation. Q quits.
func TestEscOnTheTitleAsks(t *testing.T) {
	for keys, want := range map[string]ui.ID{
		"esc": quitScreen, "esc esc": TitleScreen, "esc enter": TitleScreen,
		"esc n": TitleScreen,
	} {
		p := newSession(t)
		p.keys(keys)
		p.wantScreen(want)
	}
	for _, keys := range []string{"esc y", "esc q", "esc right enter", "q"} {
		p := newSession(t)
		p.keys(keys)
		p.wantQuit()
	}
}

// A pause that starts automatically ignores a key that was meant for the game.
func TestAutomaticPauseIgnoresEarlyKeys(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	p.loseFocus()
	for range 20 {
		p.wait(100 * time.Millisecond)
		p.key("space")
		p.wantScreen(pausedScreen)
	}
	p.wait(time.Second / 2)
	p.key("space")
	p.wantScreen(countdownScreen)
}
