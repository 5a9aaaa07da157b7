package app

import (
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/input"
)

// Keys and the mouse wheel shove the ball with every option for steering, and the recording plays back.
func TestShovesByKeysAndMouse(t *testing.T) {
	for _, steer := range input.SteerNames() {
		for name, c := range map[string]struct {
			do   func(p *testSession)
			want engine.ShoveKind
		}{
			"fire": {func(p *testSession) {
				p.key("space")
				if steer == "one-button" { // the button is tapped twice
					p.wait(100 * time.Millisecond)
					p.key("space")
				}
			}, engine.ShoveSteeper},
			"wheel up":   {func(p *testSession) { p.mouse(30, 20, tcell.WheelUp) }, engine.ShoveUp},
			"wheel down": {func(p *testSession) { p.mouse(30, 20, tcell.WheelDown) }, engine.ShoveDown},
			"up":         {func(p *testSession) { p.key("up") }, engine.ShoveUp},
			"down":       {func(p *testSession) { p.key("down") }, engine.ShoveDown},
		} {
			if steer == "one-button" && (name == "up" || name == "down") {
				continue // these keys are the one button
			}
			p := newSession(t, func(set *Setup) { set.Choices.Values[settings.Steer][settings.ByFlag] = steer })
			p.keys("enter")
			p.wait(time.Second)
			p.keys("space")
			p.wait(time.Second / 2)
			g := p.s.round.game
			if g.Phase != engine.Play {
				t.Fatalf("%s: the phase is %s", steer, g.Phase)
			}
			c.do(p)
			p.wait(50 * time.Millisecond)
			if s := g.Shoves[0]; s.Kind != c.want || s.Meter >= engine.ShoveCost {
				t.Errorf("%s, %s: shove state %+v, want kind %d", steer, name, s, c.want)
			}
			again, err := p.s.round.recording.Play(p.s.round.pack.Levels, nil)
			if err != nil || again.Hash() != g.Hash() {
				t.Errorf("%s, %s: the recording plays back as a different game: %v", steer, name, err)
			}
		}
	}
}
