package arcadeui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/input"
	"arkterm/render/cell"
)

// click clicks on the screen at a text, offset columns to the right of its start.
func (v *visitor) click(text string, offset int) {
	v.Helper()
	for y, line := range strings.Split(v.text(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			at := input.MouseReport{Col: cell.Width(before) + offset, Row: y}
			for _, b := range []tcell.ButtonMask{0, tcell.ButtonPrimary, 0} {
				at.Buttons = b
				v.now += time.Millisecond
				v.session.ui.Mouse(v.now, at)
				v.show()
			}
			return
		}
	}
	v.Fatalf("the screen does not contain the text %q to click on:%s", text, v.text())
}

// cellOf returns the position of the first cell of a button.
func (v *visitor) cellOf(button int) (at input.MouseReport) {
	f := &v.session.ui.Frame
	for i := range f.W * f.H {
		at = input.MouseReport{Col: i % f.W, Row: i / f.W}
		if v.session.ui.View.ButtonAt(f, v.session.ui.Menu.Dialog, at.Col, at.Row) == button {
			break
		}
	}
	return at
}

// turnWheel clicks on an arrow next to the wheel of characters until the wheel's button has the given label.
func (v *visitor) turnWheel(arrow, label string) {
	v.Helper()
	for range 60 {
		if v.wheelShows(label) {
			return
		}
		at := v.cellOf(slices.Index(v.session.ui.Menu.Buttons, arrow))
		for _, b := range []tcell.ButtonMask{0, tcell.ButtonPrimary, 0} {
			v.now += time.Millisecond
			at.Buttons = b
			v.session.ui.Mouse(v.now, at)
		}
	}
	v.Fatalf("after 60 clicks, the wheel of characters does not show %q", label)
}

// All screens can be used with only the mouse.
func TestMouseOnly(t *testing.T) {
	h := newTestLobby()
	ann, f := connectPlayer(t, h)
	ann.enterArcade()
	ann.checkScreen(playerNameScreen)
	ann.turnWheel("→", "Add b")
	ann.click("Add b", 0)
	ann.turnWheel("←", "Add a")
	ann.click("Add a", 0)
	ann.turnWheel("←", "Done")
	ann.click("Done", 0)
	ann.answerRequests(f)
	if ann.checkScreen(lobbyScreen); f.player.Name.String() != "ba" {
		t.Errorf("the player has the name %s, want ba", f.player.Name)
	}

	ann.click("◂ Arkanong  ▸", 0) // the last kind comes before the first
	ann.click("◂ Time race ▸", 12)
	ann.click("◂ Arkanong  ▸", 13)
	if kind := lobby.MatchKinds[ann.session.choice.Kind].Title; kind != "Co-op" {
		t.Errorf("the kind of match is %s, want Co-op", kind)
	}
	ann.click("with anyone", 2)
	ann.checkScreen(partyScreen)
	code := partyCode(ann)

	bob := connect(t, h, "bob")
	bob.now = ann.now
	bob.enterLobby()
	bob.click("Enter an invitation code", 0)
	bob.click("Skip", 0)
	bob.checkScreen(lobbyScreen)
	bob.click("Enter an invitation code", 0)
	bob.turnWheel("→", "Add "+code[:1])
	bob.click("Add", 0)
	bob.click("Add", 0)
	bob.turnWheel("←", "Delete")
	bob.click("Delete", 0)
	if bob.session.code.Text != code[:1] {
		t.Errorf("the text field contains %q, want %s", bob.session.code.Text, code[:1])
	}
	bob.press(strings.ToLower(strings.Join(strings.Split(code[1:], ""), " ")))
	bob.checkScreen(matchScreen)
	bob.session.ui.Mouse(bob.now, input.MouseReport{Buttons: tcell.ButtonSecondary})
	bob.session.ui.Mouse(bob.now, input.MouseReport{})
	bob.click("Leave the match", 0)
	bob.checkScreen(lobbyScreen)
}

// A space after typed letters does not submit the name, because it is probably a typing error.
func TestSpacesInNames(t *testing.T) {
	v, f := connectPlayer(t, newTestLobby())
	v.enterArcade()
	v.press("b o space")
	if v.checkScreen(playerNameScreen); len(f.queued) > 0 ||
		!strings.Contains(v.text(), "A name can contain letters") {
		t.Errorf("after a space, %d requests are queued, or the error is not explained:%s", len(f.queued), v.text())
	}
	v.press("a enter")
	v.answerRequests(f)
	if v.checkScreen(lobbyScreen); f.player.Name.String() != "boa" {
		t.Errorf("the player has the name %s, want boa", f.player.Name)
	}
}

// Even the smallest window shows the whole command that other players use to join, and that the player uses to return
// to a match.
func TestNarrowDialogs(t *testing.T) {
	_, ann, bob := startMatch(t, lobby.Arkanong)
	ann.session.setup.SSHCommand = "ssh -t -p 2222 play.example.org"
	line := ann.session.joinCommand(partyCode(ann))
	advanceTogether(lobby.Countdown, ann, bob)
	ann.session.ui.Resize(41, 17, ann.now)
	ann.press("esc")
	ann.checkScreen(matchMenuScreen)
	if text := dialogWords(ann.text()); !strings.Contains(text, line) {
		t.Errorf("the menu does not contain the whole command %q:%s", line, ann.text())
	}
	ann.choose("Leave the match")
	ann.session.ui.Enter(lobbyScreen, ann.now)
	ann.choose("invite")
	if text := dialogWords(ann.text()); !strings.Contains(text, ann.session.joinCommand(partyCode(ann))) {
		t.Errorf("the party screen does not contain the whole command:%s", ann.text())
	}
}

// dialogWords returns the words in the dialog on a screen, separated by spaces.
func dialogWords(text string) string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if parts := strings.Split(line, "│"); len(parts) > 2 {
			all = append(all, strings.Fields(parts[len(parts)/2])...)
		}
	}
	return strings.Join(all, " ")
}

// In a race of more than two players, a narrow screen shows the player's own standing first.
func TestRaceOfManyShowsOwnStanding(t *testing.T) {
	h, ann, bob := startMatch(t, lobby.Race)
	all := []*visitor{ann, bob}
	for _, name := range []string{"cat", "dan", "eve"} {
		v := connect(t, h, name)
		v.now = ann.now
		v.session.Join(partyCode(ann), v.now)
		all = append(all, v)
	}
	zoe := connect(t, h, "zoe")
	zoe.enterLobby()
	if text := zoe.text(); !strings.Contains(text, "Play Race with ann and 4 more") {
		t.Errorf("the lobby does not shorten the button of the party:%s", text)
	}
	ann.choose("begin")
	for _, v := range all {
		v.now = ann.now
	}
	advanceTogether(lobby.Countdown+time.Second, all...)
	eve := all[len(all)-1]
	eve.session.ui.Resize(41, 17, eve.now)
	lines := strings.Split(strings.TrimSpace(eve.text()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, " 5 you 65 bricks   1 ann 65 bricks") {
		t.Errorf("eve's last line is %q, want eve's own standing first", last)
	}
	if lines := strings.Split(ann.text(), "\n"); !strings.HasPrefix(lines[23], " 1 you 65 bricks   2 bob 65 bricks") {
		t.Errorf("ann's last line is %q, want the standings in order", lines[23])
	}
}
