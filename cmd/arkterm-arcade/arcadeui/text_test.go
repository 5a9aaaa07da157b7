package arcadeui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/render/text"
)

// A paper is a device that displays lines.
type paper struct {
	said  []string // since the last call of hears
	lines bool     // not frames
}

func (p *paper) Say(line string) { p.said = append(p.said, line) }
func (p *paper) Lines(on bool)   { p.lines = on }

// read turns on text mode.
func (v *visitor) read() *paper {
	p := new(paper)
	v.s.ui.Text.Device, v.s.ui.Text.Menus = p, true
	v.s.ui.Repaint()
	v.wait(time.Second)
	return p
}

// hears fails unless the device has displayed all of the lines since the last call.
func (v *visitor) hears(p *paper, want ...string) {
	v.Helper()
	v.wait(time.Second)
	for _, line := range want {
		if !slices.Contains(p.said, line) {
			v.Errorf("%q was not displayed; the lines are %q", line, p.said)
		}
	}
	p.said = nil
}

// number returns the number of the choice that begins with text, as the whole screen is repeated.
func (v *visitor) number(p *paper, text string) string {
	v.Helper()
	p.said = nil
	v.s.ui.Key(v.now, keyOf["tab"])
	v.wait(time.Second)
	for _, line := range p.said {
		if number, label, ok := strings.Cut(line, ". "); ok && strings.HasPrefix(label, text) {
			p.said = nil
			return strings.Join(strings.Split(number, ""), " ")
		}
	}
	v.Fatalf("no choice %q among %q", text, p.said)
	return ""
}

// The arcade's own screens are numbered lines in text mode, and its games are drawn.
func TestTextMode(t *testing.T) {
	h := newTestLobby()
	v, f := comePlayer(t, h)
	f.player.Chosen = true
	p := v.read()
	v.hears(p, "TITLE", "1. Play", "2. Level: 1")
	v.press(v.number(p, text.Arcade.Button))
	v.hears(p, "ARCADE", "no other players here", "1. Play: Arkanong, with anyone", "2. Invite with a code",
		"3. Enter an invitation code", "4. Leaderboards")

	v.press(v.number(p, "Leaderboards"))
	v.answer(f)
	v.hears(p, "LEADERBOARDS", "No entries yet.", "1. Campaign, easy", "2. All time", "4. Back")
	v.press(v.number(p, "Campaign"))
	v.answer(f)
	v.hears(p, "1. Campaign, hard", "4. 1 bob: 4,321, level 3")
	v.press(v.number(p, "1 bob"))
	v.hears(p, "A GAME", "1. Watch or take over")
	v.press("esc esc")
	v.on(lobbyScreen)

	for v.s.choice.Kind != lobby.Race {
		v.press(v.number(p, "Play"))
	}
	v.hears(p, "1. Play: Race, with anyone")
	v.press("enter") // it is selected
	v.on(partyScreen)
	v.hears(p, "RACE", "1: sly-fox (you)", "1. Start")
	v.press(v.number(p, "Start"))
	v.on(matchScreen)
	if v.wait(time.Second); p.lines {
		t.Error("a match is not drawn")
	}
	v.press("esc")
	v.on(matchMenuScreen)
	v.hears(p, "MATCH", "1. Keep playing")
}
