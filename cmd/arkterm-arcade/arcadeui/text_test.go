package arcadeui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/render/text"
)

// A lineDevice is a text device that stores the displayed lines.
type lineDevice struct {
	output  []string // lines since the last call of checkOutput
	linesOn bool     // the device displays lines instead of frames
}

func (p *lineDevice) Say(line string) { p.output = append(p.output, line) }
func (p *lineDevice) Lines(on bool)   { p.linesOn = on }

// enableTextMode turns on text mode.
func (v *visitor) enableTextMode() *lineDevice {
	p := new(lineDevice)
	v.session.ui.Text.Device, v.session.ui.Text.MenusAsLines = p, true
	v.session.ui.Repaint()
	v.wait(time.Second)
	return p
}

// checkOutput fails the test unless the device has displayed all of the given lines since the last call.
func (v *visitor) checkOutput(p *lineDevice, want ...string) {
	v.Helper()
	v.wait(time.Second)
	for _, line := range want {
		if !slices.Contains(p.output, line) {
			v.Errorf("the line %q was not displayed; the displayed lines are %q", line, p.output)
		}
	}
	p.output = nil
}

// choiceNumber returns the digits of the choice that begins with text, separated by spaces. It presses Tab, which
// repeats the whole screen.
func (v *visitor) choiceNumber(p *lineDevice, text string) string {
	v.Helper()
	p.output = nil
	v.session.ui.Key(v.now, keystrokes["tab"])
	v.wait(time.Second)
	for _, line := range p.output {
		if number, label, ok := strings.Cut(line, ". "); ok && strings.HasPrefix(label, text) {
			p.output = nil
			return strings.Join(strings.Split(number, ""), " ")
		}
	}
	v.Fatalf("there is no choice %q among the lines %q", text, p.output)
	return ""
}

// In text mode, the arcade's screens are shown as numbered lines. Games are still drawn.
func TestTextMode(t *testing.T) {
	h := newTestLobby()
	v, f := connectPlayer(t, h)
	f.player.NameChosen = true
	p := v.enableTextMode()
	v.checkOutput(p, "TITLE", "1. Play", "2. Level: 1")
	v.press(v.choiceNumber(p, text.Arcade.Button))
	v.checkOutput(p, "ARCADE", "no other players here", "1. Play: Arkanong, with anyone", "2. Invite with a code",
		"3. Enter an invitation code", "4. Leaderboards")

	v.press(v.choiceNumber(p, "Leaderboards"))
	v.answerRequests(f)
	v.checkOutput(p, "LEADERBOARDS", "No entries yet.", "1. Campaign, easy", "2. All time", "4. Back")
	v.press(v.choiceNumber(p, "Campaign"))
	v.answerRequests(f)
	v.checkOutput(p, "1. Campaign, hard", "4. 1 bob: 4,321, level 3")
	v.press(v.choiceNumber(p, "1 bob"))
	v.checkOutput(p, "A GAME", "1. Watch or take over")
	v.press("esc esc")
	v.checkScreen(lobbyScreen)

	for v.session.choice.Kind != lobby.Race {
		v.press(v.choiceNumber(p, "Play"))
	}
	v.checkOutput(p, "1. Play: Race, with anyone")
	v.press("enter") // presses the selected button
	v.checkScreen(partyScreen)
	v.checkOutput(p, "RACE", "1: sly-fox (you)", "1. Start")
	v.press(v.choiceNumber(p, "Start"))
	v.checkScreen(matchScreen)
	if v.wait(time.Second); p.linesOn {
		t.Error("in text mode, a match is displayed as lines, want frames")
	}
	v.press("esc")
	v.checkScreen(matchMenuScreen)
	v.checkOutput(p, "MATCH", "1. Keep playing")
}
