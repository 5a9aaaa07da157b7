package arcadeui

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// newTestLobby returns a lobby whose random numbers are 1, 2, 3 …
func newTestLobby() *lobby.Lobby {
	n := uint64(0)
	return lobby.New(lobby.Options{
		Pack: levels.Shipped(), ProgramName: "test",
		Random: func() uint64 { n++; return n },
	})
}

// A visitor is a user of a session. It has its own clock.
type visitor struct {
	*testing.T
	session *Session
	now     time.Duration

	results []lobby.MatchResult // the results of finished matches
	drawn   int                 // number of drawn frames
}

// connect connects a visitor with a window of 80×24. The title screen is displayed.
func connect(t *testing.T, h *lobby.Lobby, name string) *visitor {
	t.Helper()
	appSetup := app.Setup{
		Auto: settings.Detected{Glyphs: cell.Quadrant, FPS: 60}, FPS: 60,
		Pack: levels.Shipped(), Seed: func() uint64 { return 42 },
	}
	appSetup.Apply()
	session, err := app.New(appSetup, 0)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{T: t, now: time.Second}
	v.session = New(session, Setup{
		Member: h.Enter(name, name, 0), Hub: new(lobby.SpectatorHub), SSHCommand: "ssh -t HOST",
		NumLevels: len(levels.Shipped().Levels),
		Finished:  func(_ *lobby.Match, r lobby.MatchResult) { v.results = append(v.results, r) },
	}, v.now)
	v.session.ui.Resize(80, 24, v.now)
	v.show()
	return v
}

// show advances and draws the session, as the run loop does after each event.
func (v *visitor) show() {
	select {
	case <-v.session.setup.Member.Changed():
		v.session.Changed(v.now)
	default:
	}
	v.session.Advance(v.now)
	if v.session.ui.NextFrame(v.now) <= v.now {
		v.session.Draw(v.now)
		v.drawn++
	}
}

// wait advances the clock by d, and draws all frames that are due.
func (v *visitor) wait(d time.Duration) {
	for end := v.now + d; v.now < end; {
		v.now = min(end, max(v.now+time.Millisecond, v.session.ui.NextFrame(v.now)))
		v.show()
	}
}

// keystrokes contains the keys that press finds by name.
var keystrokes = map[string]input.Keystroke{
	"left": {Key: tcell.KeyLeft}, "right": {Key: tcell.KeyRight}, "up": {Key: tcell.KeyUp},
	"down":  {Key: tcell.KeyDown},
	"enter": {Key: tcell.KeyEnter}, "esc": {Key: tcell.KeyEsc}, "tab": {Key: tcell.KeyTab},
	"backspace": {Key: tcell.KeyBackspace}, "space": input.Char(' '),
}

// press presses keys, whose names are separated by spaces, at intervals of half a second.
func (v *visitor) press(words string) {
	for word := range strings.FieldsSeq(words) {
		v.wait(500 * time.Millisecond)
		ev, ok := keystrokes[word]
		if !ok {
			ev = input.Char([]rune(word)[0])
		}
		v.session.Advance(v.now)
		v.session.ui.Key(v.now, ev)
		v.show()
	}
}

// choose presses buttons in order, by their names or the beginnings of their labels.
func (v *visitor) choose(buttons ...string) {
	v.Helper()
	for _, button := range buttons {
		v.moveTo(button)
		v.press("enter")
	}
}

// moveTo selects a button by its name or the beginning of its label.
func (v *visitor) moveTo(button string) {
	v.Helper()
	for range v.session.ui.Menu.Buttons {
		if b := v.session.ui.Menu.Current(); b.Name == button || strings.HasPrefix(b.Label, button) {
			return
		}
		v.press("down")
	}
	v.Fatalf("the menu has no button %q, only %q", button, v.session.ui.Menu.Buttons)
}

// wheelShows reports whether the button of the wheel of characters has a label.
func (v *visitor) wheelShows(label string) bool {
	return v.session.ui.Menu.Buttons[v.session.ui.Menu.InitialButton] == label
}

// enterLobby enters the lobby with the button on the title screen.
func (v *visitor) enterLobby() {
	v.Helper()
	v.choose(text.Arcade.Button)
	v.checkScreen(lobbyScreen)
}

// checkGameScreen fails the test if a screen of the arcade is displayed.
func (v *visitor) checkGameScreen() {
	v.Helper()
	if v.session.onArcadeScreen() {
		v.Fatalf("the screen is %s, want one of the game", v.session.ui.ID())
	}
}

// checkScreen fails the test unless a screen is displayed.
func (v *visitor) checkScreen(want ui.ID) {
	v.Helper()
	if v.session.ui.ID() != want {
		v.Fatalf("the screen is %s, want %s", v.session.ui.ID(), want)
	}
}

// text returns the text of the frame.
func (v *visitor) text() string {
	v.show()
	f := v.session.Draw(v.now)
	if f.Shared != nil {
		f.Shared.Copy(f)
	}
	return f.String()
}

func TestLobbyListsVisitors(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	if text := ann.text(); !strings.Contains(text, "no other players here") || !strings.Contains(text, "ann") {
		t.Errorf("the lobby of a single visitor does not show that there are no other players:%s", text)
	}
	bob := connect(t, h, "bob")
	bob.session.setup.Member.SetActivity("level 3")
	if text := ann.text(); !strings.Contains(text, "2 players here") || !strings.Contains(text, "bob") ||
		!strings.Contains(text, "level 3") {
		t.Errorf("the lobby does not list bob:%s", text)
	}
	bob.session.setup.Member.Leave(0)
	if text := ann.text(); strings.Contains(text, "bob") {
		t.Errorf("the lobby still lists bob, who has left:%s", text)
	}

	for i := range 50 {
		h.Enter(fmt.Sprint("idle", i), "", 0)
	}
	zoe := h.Enter("zoe", "", 0)
	zoe.SetActivity("level 4")
	ann.show()
	if n := len(ann.session.ui.Menu.Buttons); n > maxListedVisitors+8 ||
		!strings.Contains(ann.session.ui.Menu.Buttons[3], "zoe") ||
		!slices.Contains(ann.session.ui.Menu.Buttons, "… and 28 more") {
		t.Errorf("the buttons of a lobby with 52 visitors are %q, want zoe first and 28 visitors hidden",
			ann.session.ui.Menu.Buttons)
	}
	ann.session.ui.Menu.Selected = 3
	ann.press("enter")
	if text := ann.text(); !strings.Contains(text, "zoe has no game to watch") {
		t.Errorf("the screen does not explain that zoe has no game to watch:%s", text)
	}
	ann.press("esc")
	ann.checkGameScreen()
	if text := ann.text(); !strings.Contains(text, "World map") {
		t.Errorf("Esc does not return to the title screen:%s", text)
	}
}

// Changes of other visitors do not wake a player in a solo game.
func TestSoloPlayersAreNotWoken(t *testing.T) {
	h := newTestLobby()
	ann, bob := connect(t, h, "ann"), h.Enter("bob", "bob", 0)
	isNotified := func() bool {
		for range 2 { // the first token may come from an earlier change
			bob.SetActivity(bob.Name() + " does something")
			bob.SetActivity("")
			select {
			case <-ann.session.setup.Member.Changed():
			default:
				return false
			}
		}
		return true
	}
	if ann.checkGameScreen(); isNotified() {
		t.Error("on the title screen, ann is notified of changes in the lobby, want no notification")
	}
	ann.enterLobby()
	if !isNotified() {
		t.Error("ann is not notified in the lobby")
	}
	ann.press("esc")
	if ann.checkGameScreen(); isNotified() {
		t.Error("after returning to the title screen, ann is notified of changes in the lobby, want no notification")
	}
}

// The lobby draws no frames while nothing changes.
func TestIdleLobbyDrawsNoFrames(t *testing.T) {
	h := newTestLobby()
	ann := connect(t, h, "ann")
	ann.enterLobby()
	ann.wait(time.Second)
	if next := ann.session.ui.NextFrame(ann.now); next != ui.Never {
		t.Errorf("NextFrame(%v) = %v, want ui.Never", ann.now, next)
	}
}

// The screens of the arcade and of the game have different IDs.
func TestScreenIDsDiffer(t *testing.T) {
	source, err := os.ReadFile("screens.go")
	if err != nil {
		t.Fatal(err)
	}
	ids := regexp.MustCompile(`ui\.ID += "(.*)"`).FindAllStringSubmatch(string(source), -1)
	if len(ids) < 10 {
		t.Fatalf("screens.go contains %d screens, want at least 10", len(ids))
	}
	game, err := os.ReadFile("../../arkterm/app/screens.go")
	if err != nil {
		t.Fatal(err)
	}
	v := connect(t, newTestLobby(), "ann")
	for _, id := range ids {
		if _, ok := v.session.screen(ui.ID(id[1])); !ok {
			t.Errorf("screen(%q): ok = false, want true", id[1])
		}
		if strings.Contains(string(game), `ui.ID = "`+id[1]+`"`) || strings.Contains(string(game), ` = "`+id[1]+`"`) {
			t.Errorf("the package app also has a screen with the ID %q", id[1])
		}
	}
}
