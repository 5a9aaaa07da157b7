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

// click presses and releases the left button at a column of a text on the screen.
func (v *visitor) click(text string, right int) {
	v.Helper()
	for y, line := range strings.Split(v.text(), "\n") {
		if before, _, found := strings.Cut(line, text); found {
			at := input.MouseReport{Col: cell.Width(before) + right, Row: y}
			for _, b := range []tcell.ButtonMask{0, tcell.ButtonPrimary, 0} {
				at.Buttons = b
				v.now += time.Millisecond
				v.s.ui.Mouse(v.now, at)
				v.show()
			}
			return
		}
	}
	v.Fatalf("no %q:%s", text, v.text())
}

// cellOf returns a cell of a button.
func (v *visitor) cellOf(button int) (at input.MouseReport) {
	f := &v.s.ui.Frame
	for i := range f.W * f.H {
		at = input.MouseReport{Col: i % f.W, Row: i / f.W}
		if v.s.ui.View.ButtonAt(f, v.s.ui.Menu.Dialog, at.Col, at.Row) == button {
			break
		}
	}
	return at
}

// turn clicks on an arrow next to the wheel of characters until its button has a label.
func (v *visitor) turn(arrow, label string) {
	v.Helper()
	for range 60 {
		if v.wheelShows(label) {
			return
		}
		at := v.cellOf(slices.Index(v.s.ui.Menu.Buttons, arrow))
		for _, b := range []tcell.ButtonMask{0, tcell.ButtonPrimary, 0} {
			v.now += time.Millisecond
			at.Buttons = b
			v.s.ui.Mouse(v.now, at)
		}
	}
	v.Fatalf("the wheel does not show %q", label)
}

// The mouse alone is sufficient. It changes values, presses buttons next to the arrows of their values, and closes
// all screens.
func TestTheMouseIsEnough(t *testing.T) {
	h := newTestLobby()
	ann, f := comePlayer(t, h)
	ann.enterArcade()
	ann.on(playerNameScreen)
	ann.turn("→", "Add b")
	ann.click("Add b", 0)
	ann.turn("←", "Add a")
	ann.click("Add a", 0)
	ann.turn("←", "Done")
	ann.click("Done", 0)
	ann.answer(f)
	if ann.on(lobbyScreen); f.player.Name.String() != "ba" {
		t.Errorf("the name is %s", f.player.Name)
	}

	ann.click("◂ Arkanong  ▸", 0) // the last kind comes before the first
	ann.click("◂ Time race ▸", 12)
	ann.click("◂ Arkanong  ▸", 13)
	if kind := lobby.MatchKinds[ann.s.choice.Kind].Title; kind != "Co-op" {
		t.Errorf("the kind is now %s", kind)
	}
	ann.click("with anyone", 2)
	ann.on(partyScreen)
	code := codeOf(ann)

	bob := connect(t, h, "bob")
	bob.now = ann.now
	bob.enterLobby()
	bob.click("Enter an invitation code", 0)
	bob.click("Skip", 0)
	bob.on(lobbyScreen)
	bob.click("Enter an invitation code", 0)
	bob.turn("→", "Add "+code[:1])
	bob.click("Add", 0)
	bob.click("Add", 0)
	bob.turn("←", "Delete")
	bob.click("Delete", 0)
	if bob.s.code.Text != code[:1] {
		t.Errorf("the code is %q, want %s", bob.s.code.Text, code)
	}
	bob.press(strings.ToLower(strings.Join(strings.Split(code[1:], ""), " ")))
	bob.on(matchScreen)
	bob.s.ui.Mouse(bob.now, input.MouseReport{Buttons: tcell.ButtonSecondary})
	bob.s.ui.Mouse(bob.now, input.MouseReport{})
	bob.click("Leave the match", 0)
	bob.on(lobbyScreen)
}

// A space after typed letters is a typing error. It does not submit the name.
func TestSpacesInNames(t *testing.T) {
	v, f := comePlayer(t, newTestLobby())
	v.enterArcade()
	v.press("b o space")
	if v.on(playerNameScreen); len(f.answers) > 0 || !strings.Contains(v.text(), "A name can contain letters") {
		t.Errorf("%d requests:%s", len(f.answers), v.text())
	}
	v.press("a enter")
	v.answer(f)
	if v.on(lobbyScreen); f.player.Name.String() != "boa" {
		t.Errorf("the name is %s", f.player.Name)
	}
}

// The smallest window shows the whole command that invites others and returns to the match.
func TestNarrowDialogsAreWhole(t *testing.T) {
	_, ann, bob := meet(t, lobby.Arkanong)
	ann.s.set.Client = "ssh -t -p 2222 play.example.org"
	line := ann.s.invitation(codeOf(ann))
	together(lobby.Countdown, ann, bob)
	ann.s.ui.Resize(41, 17, ann.now)
	ann.press("esc")
	ann.on(matchMenuScreen)
	if text := wordsOf(ann.text()); !strings.Contains(text, line) {
		t.Errorf("the command to return:%s", ann.text())
	}
	ann.choose("Leave the match")
	ann.s.ui.Enter(lobbyScreen, ann.now)
	ann.choose("invite")
	if text := wordsOf(ann.text()); !strings.Contains(text, ann.s.invitation(codeOf(ann))) {
		t.Errorf("an invitation:%s", ann.text())
	}
}

// wordsOf returns the words in the dialog on a screen.
func wordsOf(text string) string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if parts := strings.Split(line, "│"); len(parts) > 2 {
			all = append(all, strings.Fields(parts[len(parts)/2])...)
		}
	}
	return strings.Join(all, " ")
}

// On a narrow screen a player who is behind in a race of many still sees the own standing.
func TestARaceOfManyShowsTheOwnPlace(t *testing.T) {
	h, ann, bob := meet(t, lobby.Race)
	all := []*visitor{ann, bob}
	for _, name := range []string{"cat", "dan", "eve"} {
		v := connect(t, h, name)
		v.now = ann.now
		v.s.Join(codeOf(ann), v.now)
		all = append(all, v)
	}
	zoe := connect(t, h, "zoe")
	zoe.enterLobby()
	if text := zoe.text(); !strings.Contains(text, "Play Race with ann and 4 more") {
		t.Errorf("the lobby:%s", text)
	}
	ann.choose("begin")
	for _, v := range all {
		v.now = ann.now
	}
	together(lobby.Countdown+time.Second, all...)
	eve := all[len(all)-1]
	eve.s.ui.Resize(41, 17, eve.now)
	lines := strings.Split(strings.TrimSpace(eve.text()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, " 5 you 65 bricks   1 ann 65 bricks") {
		t.Errorf("eve's last line is %q", last)
	}
	if lines := strings.Split(ann.text(), "\n"); !strings.HasPrefix(lines[23], " 1 you 65 bricks   2 bob 65 bricks") {
		t.Errorf("ann's last line is %q", lines[23])
	}
}
