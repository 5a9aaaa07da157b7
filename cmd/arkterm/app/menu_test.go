package app

import (
	"maps"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// dialogPaths maps screens with a dialog to the paths that open them, see testSession.walk.
var dialogPaths = map[ui.ID]string{
	TitleScreen:    "",
	pausedScreen:   "Play, p",
	optionsScreen:  "Play, p, Options",
	modesScreen:    "Modes",
	opponentScreen: "Modes, Arkanong",
	soundScreen:    "Play, p, Options, Sound",
	accessScreen:   "Play, p, Options, Accessibility",
	assistsScreen:  "Play, p, Options, Assists",
	helpScreen:     "?",
	scoresScreen:   "High scores",
	restartScreen:  "Play, r",
	leaveScreen:    "Play, q",
}

// allScreens lists all screens.
var allScreens = []ui.ID{
	TitleScreen, playingScreen, countdownScreen, pausedScreen, rewindScreen, resumingScreen, replayScreen,
	optionsScreen, soundScreen, accessScreen, assistsScreen, keysScreen, helpScreen,
	restartScreen, leaveScreen, quitScreen, endedScreen, endingScreen, nameScreen, shareScreen, pastedScreen,
	surpriseScreen,
	scoresScreen,
	modesScreen, opponentScreen, dailyScreen, mapScreen, challengesScreen, guideScreen,
	difficultyScreen, glyphsScreen, steeringScreen, workshopScreen, galleryScreen, galleryLevelScreen,
}

// TestEveryButtonAndShortcutDoesSomething also checks that allScreens is complete.
func TestEveryButtonAndShortcutDoesSomething(t *testing.T) {
	s := newSession(t).s
	s.scores.entry = s.nameEntry("")
	for _, at := range allScreens {
		row, ok := s.screen(at)
		if !ok {
			t.Errorf("screen(%v) does not exist", at)
		}
		var m ui.Menu
		if row.Menu != nil {
			row.Menu(&m)
		}
		for i, label := range m.Buttons {
			m.Selected = i
			if b := m.Current(); label == "" || b.Press == nil && b.Turn == nil && b.Label != "The game" {
				t.Errorf("%v: button %q does nothing", at, label)
			}
		}
		for key, do := range row.Keys {
			if do == nil {
				t.Errorf("%v: shortcut %v does nothing", at, key)
			}
		}
	}
	source, err := os.ReadFile("screens.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(source), " ui.ID = "); n != len(allScreens) {
		t.Errorf("allScreens has %d screens of %d", len(allScreens), n)
	}
}

func TestEveryDialogShowsItsButtonsAtEverySize(t *testing.T) {
	for _, c := range [][2]int{{render.MinW, render.MinH}, {41, 17}, {80, 24}, {120, 40}, {200, 60}} {
		for id, path := range dialogPaths {
			p := newSession(t)
			p.resize(c[0], c[1])
			p.walk(path)
			p.wantScreen(id)
			p.wait(time.Second)
			picture := p.s.Frame.String()
			for i, label := range p.s.Menu.Buttons {
				if !strings.Contains(picture, label) { // scrolled off
					for p.s.Menu.Selected != i {
						p.keys("down")
					}
					p.wait(time.Second)
					picture = p.s.Frame.String()
				}
				if !strings.Contains(picture, label) {
					t.Errorf("%dx%d, screen %v: no button %q in\n%s", c[0], c[1], id, label, picture)
				}
				p.buttonCell(i)
			}
		}
	}
}

func TestASCIIDialogsAreASCII(t *testing.T) {
	for id, path := range dialogPaths {
		p := newSession(t, func(set *Setup) {
			set.Render.Glyphs = cell.ASCII
		})
		p.walk(path)
		p.wantScreen(id)
		p.wait(time.Second)
		for _, r := range p.s.Frame.String() {
			if r > '~' {
				t.Errorf("screen %v shows %q:\n%s", id, r, &p.s.Frame)
				break
			}
		}
	}
}

// checkCursor fails unless the cursor is at the marker of the selected button.
func (p *testSession) checkCursor() {
	p.Helper()
	p.wait(time.Second)
	c, f := p.s.Frame.Cursor, &p.s.Frame
	marker := widget.Glyphs[p.s.View.Options().Glyphs].Marker
	if !c.Placed || f.At(c.X, c.Y).Glyph != marker && f.At(c.X+1, c.Y).Glyph != marker {
		p.Errorf("screen %v: the cursor is at %+v in\n%s", p.s.ID(), c, f)
	}
}

// Screen magnifiers and screen readers follow the terminal's cursor.
func TestCursorIsAtTheSelection(t *testing.T) {
	ways := maps.Clone(dialogPaths)
	ways[mapScreen] = "World map"
	for id, path := range ways {
		p := newSession(t)
		p.walk(path)
		p.wantScreen(id)
		p.checkCursor()
		p.keys("down")
		p.checkCursor()
	}
	p := newSession(t)
	p.keys("enter")
	p.wait(time.Second)
	if p.s.Frame.Cursor.Placed {
		t.Error("the cursor is visible in a game")
	}
}

func TestSelectionWraps(t *testing.T) {
	p := newSession(t)
	n := len(p.s.Menu.Buttons)
	for i := range 2 * n {
		if got := p.s.Menu.Selected; got != i%n {
			t.Errorf("after %d steps button %d is selected, want %d", i, got, i%n)
		}
		p.keys("down")
	}
	p.keys("up")
	if got := p.s.Menu.Selected; got != n-1 {
		t.Errorf("up on the first button selects button %d, want %d", got, n-1)
	}
}

// Left and right change the value of a button. On a button without a value, they move the selection.
func TestLeftAndRightChangeValues(t *testing.T) {
	p := newSession(t)
	p.keys("right right right left")
	if !p.selected("Level") || p.s.level != 1 {
		t.Errorf("button %q, level %d; want Level, 2", p.s.Menu.Current().Label, p.s.level+1)
	}
	p.keys("up right")
	if !p.selected("Level") || p.s.level != 1 {
		t.Errorf("after up and right: button %q, level %d; want Level, 2", p.s.Menu.Current().Label, p.s.level+1)
	}
	p.keys("esc")
	p.wantScreen(quitScreen)
}

func TestHeldArrowScrollsThroughTheLevels(t *testing.T) {
	p := newSession(t)
	p.moveTo("Level")
	for range 7 {
		p.wait(33 * time.Millisecond)
		p.key("right")
	}
	if p.s.level != 7 {
		t.Errorf("level index %d after seven repeats, want 7", p.s.level)
	}
}

func TestClickOnTheLeftArrowSelectsThePreviousLevel(t *testing.T) {
	p := newSession(t)
	p.wait(time.Second)
	col, row := p.buttonCell(1)
	for p.s.View.ButtonAt(&p.s.Frame, p.s.Menu.Dialog, col-1, row) == 1 && p.s.Frame.At(col, row).Glyph != '◂' {
		col--
	}
	p.mouse(col, row, tcell.ButtonPrimary)
	if want := len(p.s.set.Pack.Levels) - 1; p.s.level != want {
		t.Errorf("level index %d, want the last one, %d", p.s.level, want)
	}
}

func TestClicksNextToButtonsDoNothing(t *testing.T) {
	for id, path := range dialogPaths {
		p := newSession(t)
		p.walk(path)
		p.wait(time.Second)
		for row := range 24 {
			for col := range 80 {
				if p.s.View.ButtonAt(&p.s.Frame, p.s.Menu.Dialog, col, row) >= 0 {
					continue
				}
				p.mouse(col, row, tcell.ButtonPrimary)
				p.mouse(col, row, 0)
			}
		}
		p.wantScreen(id)
	}
}

func TestWheelAndMiddleButtonDoNotServe(t *testing.T) {
	p := newSession(t)
	p.keys("enter")
	for _, b := range []tcell.ButtonMask{tcell.WheelUp, tcell.WheelDown, tcell.ButtonMiddle} {
		p.mouse(30, 20, b)
		p.wait(time.Second / 10)
	}
	p.wantScreen(playingScreen)
	if p.s.round.game.Phase != engine.Serve {
		t.Errorf("the phase is %v, want serve", p.s.round.game.Phase)
	}
}

func TestLongNoticeDoesNotHideTheTitle(t *testing.T) {
	p := newSession(t, func(set *Setup) {
		set.Notice =
			"the saved game cannot be continued: /home/ann/.local/state/arkterm/game.ark: played by version 6 of " +
				"the rules, these are version 7; it is now /home/ann/.local/state/arkterm/game.ark.bad-20261122-125819"
	})
	p.wait(time.Second)
	picture := p.s.Frame.String()
	for _, want := range []string{
		"the saved game cannot be continued: game.ark:", "version 6 of the rules",
		"game.ark.bad-20261122-125819",
	} {
		if !strings.Contains(picture, want) {
			t.Errorf("the title does not show %q:\n%s", want, picture)
		}
	}
	if strings.Contains(picture, "/home/ann") || len(p.s.Menu.Lines) > 1+noticeRows {
		t.Errorf("the notice hides the title:\n%s", picture)
	}
	if !strings.Contains(p.s.LastNotice(), "/home/ann/.local/state/arkterm/game.ark.bad") {
		t.Errorf("the last notice is %q", p.s.LastNotice())
	}
	p.s.ShowNotice(strings.Repeat("This notice is too long. ", 20))
	if lines := p.s.Menu.Lines; len(lines) != 1+noticeRows || !strings.HasSuffix(lines[noticeRows], " …") {
		t.Errorf("a long notice is shown as %q, want %d lines that end with …", lines, noticeRows)
	}
}

// Each row at the end of a game has a digit that presses it.
func TestRowsHaveDigits(t *testing.T) {
	for i, label := range []string{
		"Retry", "on easy", "with aim line", "High scores", "Watch the replay", "Share", "Main menu",
		"Quit",
	} {
		p := newSession(t)
		p.keys("enter")
		c := &scoringSession{testSession: p}
		c.lose()
		p.wait(time.Second)
		if got := p.s.Menu.Buttons[i]; !strings.HasPrefix(got, strconv.Itoa(i+1)+"  ") ||
			!strings.HasSuffix(got, label) {
			t.Fatalf("row %d is %q, want %q", i+1, got, label)
		}
		p.key(strconv.Itoa(i + 1))
		if p.s.ID() == endedScreen && !p.hasQuit() {
			t.Errorf("%d does not press %q", i+1, label)
		}
		if p.s.ID() == playingScreen {
			want := [...]engine.Terms{
				{Difficulty: engine.Medium, Speed: 100},
				{Difficulty: engine.Easy, Speed: 100},
				{Difficulty: engine.Medium, Assists: engine.AssistAim, Speed: 100},
			}[i]
			if got := p.s.round.game.Terms(); got != want {
				t.Errorf("%q starts a game with %v, want %v", label, got, want)
			}
		}
	}
}

// After a return from a screen, the button that opened the screen is selected.
func TestReturnSelectsTheButtonThatWasPressed(t *testing.T) {
	p := newSession(t)
	for _, name := range []string{"World map", "Modes", "High scores", "Options", "How to play"} {
		p.choose(name)
		p.keys("esc")
		p.wantScreen(TitleScreen)
		if got := p.s.Menu.Current().Label; got != name {
			t.Errorf("after a return from %s, %q is selected", name, got)
		}
	}
	p.keys("esc esc")
	if got := p.s.Menu.Current().Label; got != "How to play" {
		t.Errorf("after the confirmation, %q is selected, want How to play", got)
	}

	p.choose("Play")
	p.keys("p")
	p.choose("Options")
	p.choose("Assists")
	p.keys("esc")
	if got := p.s.Menu.Current().Label; got != "Assists" {
		t.Errorf("in the options, %q is selected, want Assists", got)
	}
	p.keys("esc")
	p.wantScreen(pausedScreen)
	if got := p.s.Menu.Current().Label; got != "Resume" {
		t.Errorf("in the pause, %q is selected, want Resume", got)
	}
}

// In the dialog at the end of a game, the selection does not wrap, so a steering key that is held too long cannot
// choose Quit.
func TestSelectionDoesNotWrapAtTheEndOfAGame(t *testing.T) {
	p := newSession(t, oneBrick)
	p.keys("enter space")
	p.waitFor("end", func() bool { return p.s.ID() == endedScreen })
	p.wait(2 * time.Second)
	p.keys("left left")
	if at := p.s.Menu.Selected; at != 0 {
		t.Errorf("left on the first button selects button %d, want 0", at)
	}
	for range len(p.s.Menu.Buttons) + 2 {
		p.keys("down")
	}
	if !p.selected("Quit") {
		t.Errorf("down on the last button selects %q, want Quit", p.s.Menu.Current().Label)
	}
}

// A held key stops at the last button. A press wraps around.
func TestHeldKeyDoesNotWrap(t *testing.T) {
	p := newSession(t)
	for range 40 {
		p.wait(33 * time.Millisecond)
		p.key("down")
	}
	if !p.selected("Quit") {
		t.Errorf("after a held key, %q is selected, want Quit", p.s.Menu.Current().Label)
	}
	p.keys("down")
	if at := p.s.Menu.Selected; at != 0 {
		t.Errorf("a press on the last button selects button %d, want 0", at)
	}
}
