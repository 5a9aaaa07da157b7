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
)

func TestEnterPlaysAndQQuitsOnTheTitle(t *testing.T) {
	p := sit(t)
	p.on(TitleScreen)
	p.keys("enter")
	p.on(playingScreen)
	p.keys("q")
	p.on(leaveScreen)
	p.keys("q")
	p.on(TitleScreen)
	p.keys("q")
	p.over()
}

// press presses the button whose label starts with the given text, using only left, right and fire.
func (p *sitting) press(label string) {
	p.Helper()
	direction := "left"
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
			p.keys("space") // moves to the next button
		default:
			p.Fatalf("screen %v: %q cannot be passed", p.s.ID(), b.Label)
		}
	}
	p.Fatalf("screen %v: no button %q among %q", p.s.ID(), label, p.s.Menu.Buttons)
}

// Every button of a paused game can be pressed with left, right and fire alone. Steps in lower case are keys.
func TestMenusNeedThreeKeys(t *testing.T) {
	for _, c := range []struct {
		way  string
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
		{"Field guide", bookScreen},
		{"Options", optionsScreen},
		{"Options, Keys", keysScreen},
		{"Options, Assists, Back", optionsScreen},
		{"Options, Back", TitleScreen},
		{"How to play", helpScreen},
		{"How to play, Field guide", bookScreen},
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
		p := sit(t)
		for step := range strings.SplitSeq(c.way, ", ") {
			if unicode.IsUpper(rune(step[0])) {
				p.press(step)
			} else {
				p.keys(step)
			}
		}
		if p.s.ID() != c.want || p.left() {
			t.Errorf("%s: screen %v (done %v), want %v", c.way, p.s.ID(), p.left(), c.want)
		}
	}
	p := sit(t)
	p.press("Quit")
	p.over()
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
		p := sit(t)
		p.keys(c.keys)
		if p.s.ID() != c.want || p.left() {
			t.Errorf("%s: screen %v (done %v), want %v", c.keys, p.s.ID(), p.left(), c.want)
		}
	}
}

func TestHeldKeyDoesNotConfirm(t *testing.T) {
	p := sit(t)
	p.keys("enter q")
	for range 60 {
		p.wait(33 * time.Millisecond)
		p.key("q")
	}
	p.on(leaveScreen)
}

func TestMouseAlone(t *testing.T) {
	p := sit(t)
	p.click("Play")
	p.on(playingScreen)
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
	p.on(pausedScreen)
	p.mouse(30, 20, 0)
	p.click("Resume")
	p.on(countdownScreen)
	p.wait(2 * time.Second)
	p.on(playingScreen)
	p.mouse(30, 20, tcell.ButtonSecondary)
	p.mouse(30, 20, 0)
	p.click("Restart")
	p.on(restartScreen)
	p.click("Keep playing")
	p.on(pausedScreen)
	p.click("Quit")
	p.click("Quit")
	p.on(TitleScreen)
	p.click("How to play")
	p.click("Back")
	p.on(TitleScreen)
	p.click("Quit")
	p.over()
}

func TestMouseSteers(t *testing.T) {
	p := sit(t)
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

// A mouse movement is shown soon because the next frame is brought forward, but the frame rate at most doubles.
func TestMouseIsDrawnSoon(t *testing.T) {
	p := sit(t)
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
	if p50, most := waits[len(waits)/2], waits[len(waits)-1]; p50 > 5*time.Millisecond || most > half+tick {
		t.Errorf("a frame follows after %v, at most %v", p50, most)
	}

	drawn, before := 0, p.frames
	for range 1000 { // a thousand movements in one second
		p.wait(time.Millisecond)
		p.mouse(10+drawn%40, 12, 0)
		drawn = p.frames - before
	}
	if drawn > 2*fps+1 {
		t.Errorf("%d frames in a second of movements, want %d at most", drawn, 2*fps)
	}
}

func TestHoverSelects(t *testing.T) {
	p := sit(t)
	p.wait(time.Second)
	col, row := p.find(2)
	p.mouse(col, row, 0)
	if got := p.s.Menu.Selected; got != 2 {
		t.Errorf("button %d is selected, want the one under the mouse", got)
	}
}

func TestTitleChoosesTheLevel(t *testing.T) {
	p := sit(t)
	p.keys("right right right")
	if p.s.level != 2 || p.s.round.game.Level != 2 {
		t.Errorf("level %d chosen, the bot plays %d; want 2", p.s.level, p.s.round.game.Level)
	}
	p.keys("left left left")
	if want := len(p.s.set.Pack.Levels) - 1; p.s.level != want {
		t.Errorf("level %d, want the last one, %d", p.s.level, want)
	}
	p.keys("enter")
	p.on(playingScreen)
	if got := p.s.round.game.Level; got != p.s.level {
		t.Errorf("the game is at level %d, want %d", got, p.s.level)
	}
}

func TestTitleChoosesTheLevelByMouse(t *testing.T) {
	p := sit(t)
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
	p := sit(t)
	tick := p.s.round.game.Tick
	p.wait(59 * time.Second)
	if p.s.round.game.Tick == tick {
		t.Error("the bot does not play behind the title")
	}
	p.wait(2 * time.Second)
	p.still()
	tick = p.s.round.game.Tick
	p.key("right")
	p.wait(time.Second)
	if got := p.s.round.game.Tick - tick; got < 230 || got > 250 {
		t.Errorf("%d ticks in the second after a key, want 240", got)
	}
	p.on(TitleScreen)
}

func TestIdleScreensWriteNothing(t *testing.T) {
	for _, way := range []string{"enter p", "?", "enter ?", "enter r", "enter q"} {
		p := sit(t)
		p.keys(way)
		p.still()
	}
	p := sit(t)
	p.keys("enter")
	p.resize(30, 10)
	p.still()
}

func TestCountdownStopsTheGame(t *testing.T) {
	p := sit(t)
	p.keys("enter space p enter")
	tick := p.s.round.game.Tick
	seen := ""
	for range 100 {
		if p.s.ID() != countdownScreen {
			break
		}
		if d := digits[p.s.digit]; !strings.HasSuffix(seen, d) {
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
	p.on(playingScreen)
	p.wait(time.Second)
	if got := p.s.round.game.Tick - tick; got < 230 || got > 250 {
		t.Errorf("%d ticks in the second after it, want 240", got)
	}
}

func TestFocusLossPauses(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	p.away()
	p.on(pausedScreen)

	p = sit(t)
	p.keys("enter p enter")
	p.away()
	p.on(pausedScreen)

	p = sit(t, withBot)
	p.away()
	p.on(playingScreen)
}

func TestAbsencePauses(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	tick := p.s.round.game.Tick
	p.now += time.Hour // the process was suspended
	p.show()
	p.on(pausedScreen)
	if p.s.round.game.Tick != tick {
		t.Errorf("the game has caught up by %d ticks", p.s.round.game.Tick-tick)
	}
}

func TestTooSmallWindowPausesAndIgnoresKeys(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	hash := p.s.round.game.Hash()
	p.resize(39, 24)
	p.wait(time.Second)
	if !strings.Contains(p.s.Frame.String(), "39×24") {
		t.Errorf("the dialog does not show the size:\n%s", &p.s.Frame)
	}
	p.keys("q q q enter space r r esc p")
	if p.s.round.game.Hash() != hash {
		t.Error("the game has changed")
	}
	p.resize(80, 24)
	p.on(pausedScreen)
	p.keys("enter")
	p.wait(2 * time.Second)
	p.on(playingScreen)
}

func TestResizeDoesNotStopTheGame(t *testing.T) {
	p := sit(t)
	p.keys("enter space")
	tick := p.s.round.game.Tick
	for _, c := range [][2]int{{120, 40}, {41, 17}, {80, 24}, {300, 100}, {40, 16}} {
		p.resize(c[0], c[1])
		p.wait(100 * time.Millisecond)
	}
	p.on(playingScreen)
	if got := p.s.round.game.Tick - tick; got < 116 || got > 121 { // a frame may have been four ticks ago
		t.Errorf("%d ticks in half a second of resizing, want 120", got)
	}
}

func TestManyResizesDrawFewFrames(t *testing.T) {
	p := sit(t)
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

// Esc closes dialogs, so one Esc too many on the title must not quit immediately. Q quits.
func TestEscOnTheTitleAsks(t *testing.T) {
	for keys, want := range map[string]ui.ID{
		"esc": quitScreen, "esc esc": TitleScreen, "esc enter": TitleScreen,
		"esc n": TitleScreen,
	} {
		p := sit(t)
		p.keys(keys)
		p.on(want)
	}
	for _, keys := range []string{"esc y", "esc q", "esc right enter", "q"} {
		p := sit(t)
		p.keys(keys)
		p.over()
	}
}

// A pause that starts automatically ignores a key that was meant for the game.
func TestAutomaticPauseIgnoresEarlyKeys(t *testing.T) {
	p := sit(t)
	p.keys("enter")
	p.away()
	for range 20 {
		p.wait(100 * time.Millisecond)
		p.key("space")
		p.on(pausedScreen)
	}
	p.wait(time.Second / 2)
	p.key("space")
	p.on(countdownScreen)
}
