package app

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// threeWorlds sets a pack of six levels in three worlds. One hit wins each level.
func threeWorlds(set *Setup) {
	set.Pack = levels.Pack{Name: "three"}
	for i, name := range []string{"A", "B", "C", "D", "E", "F"} {
		set.Pack.Levels = append(set.Pack.Levels, spec.Level{
			Name: name, World: []string{"Dawn", "Tide", "Ember"}[i/2], ParTime: (20 + i) * engine.TicksPerSecond,
			ParScore: 1000,
			Bricks:   []spec.BrickSpec{{Kind: spec.Plain, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 8, 0)}},
		})
	}
}

// A cleared level gets its stars, and the next level opens, immediately and in the saved progress.
func TestMapProgressIsSaved(t *testing.T) {
	p := sit(t, threeWorlds)
	shown := func() string {
		p.wait(time.Second)
		return p.s.Frame.String()
	}
	p.choose("World map")
	p.on(mapScreen)
	if s := shown(); !strings.Contains(s, "Dawn") || !strings.Contains(s, "1 A · par 0:20, 1,000 points") ||
		!strings.Contains(s, "not cleared yet · medium") {
		t.Errorf("a new map:\n%s", s)
	}
	p.keys("right enter") // a locked level
	p.on(mapScreen)
	if s := shown(); !strings.Contains(s, "locked: clear 1 A first") {
		t.Errorf("after Enter on a locked level:\n%s", s)
	}
	p.keys("left enter")
	p.on(playingScreen)
	p.keys("space")
	p.waitFor("second level", func() bool { return p.s.round.game.Level == 1 })

	kept := p.feats()
	if len(kept) != 2 || kept[0].Stars != engine.AllStars || kept[0].Name != "A" || kept[0].Ticks == 0 ||
		kept[0].Points < 1000 || kept[1].Stars != 0 || kept[1].Name != "B" {
		t.Fatalf("saved %+v", kept)
	}

	p.walk("q q, World map")
	p.on(mapScreen)
	if s := shown(); !strings.Contains(s, "★★★★") || !strings.Contains(s, "4/8 ★") ||
		!strings.Contains(s, "best: 0:0") {
		t.Errorf("after the first level:\n%s", s)
	}
	p.keys("right enter")
	p.on(playingScreen)
	if p.s.round.game.Level != 1 {
		t.Errorf("level %d is played", p.s.round.game.Level+1)
	}

	// Another sitting loads the progress.
	q := sit(t, threeWorlds)
	q.choose("World map")
	q.keys("right enter")
	q.on(mapScreen) // the progress is not loaded yet
	q.s.ReceiveResult(q.now, progress.AchievementsRead{All: kept})
	q.keys("enter")
	q.on(playingScreen)
}

// Assisted games and games of other modes earn no stars. An assisted game still opens the next level.
func TestAssistsAndOtherModesEarnNoStars(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Session)
		want   engine.Stars
		kept   int
	}{
		{"alone", func(*Session) {}, engine.AllStars, 2},
		{"assisted", func(s *Session) { s.round.recording.Assisted = true }, engine.StarCleared, 2},
		{"practice", func(s *Session) { s.round.game.Mode = engine.Practice }, 0, 0},
		{"the bot's", func(s *Session) { s.round.scored = false }, 0, 0},
	} {
		p := sit(t, threeWorlds)
		p.keys("enter")
		tt.change(p.s)
		p.keys("space")
		p.waitFor("end", func() bool { return p.s.round.game.Level == 1 || p.s.round.game.Phase.Ended() })
		kept := p.feats()
		if len(kept) != tt.kept || tt.kept > 0 && kept[0].Stars != tt.want {
			t.Errorf("%s: %+v", tt.name, kept)
		}
	}
}

func TestMapByMouse(t *testing.T) {
	p := sit(t, threeWorlds)
	p.choose("World map")
	p.s.achievements.add(progress.Achievement{LevelKey: p.s.achievements.keys[2]})
	p.s.achievements.add(progress.Achievement{LevelKey: progress.LevelKey{
		Board: p.s.achievements.keys[2].Board,
		Name:  "C", Difficulty: engine.Kids,
	}})
	p.keys("t") // redraws
	for row := range 24 {
		for col := range 80 {
			if p.s.View.MapAt(&p.s.Frame, &p.s.worldMap.LevelMap, col, row) != 2 {
				continue
			}
			p.mouse(col, row, 0)
			if p.s.worldMap.Selected != 2 {
				t.Fatalf("%d is selected", p.s.worldMap.Selected)
			}
			p.mouse(col, row, tcell.ButtonPrimary)
			p.on(playingScreen)
			if p.s.round.game.Level != 2 {
				t.Errorf("level %d is played", p.s.round.game.Level+1)
			}
			return
		}
	}
	t.Error("the level is not on the map")
}

// The map fits every frame, with all glyphs, and the arrow keys reach every open level.
func TestMapFits(t *testing.T) {
	for _, size := range [][2]int{{render.MinW, render.MinH}, {60, 20}, {80, 24}, {200, 60}} {
		for _, ascii := range []bool{false, true} {
			p := sit(t, func(set *Setup) {
				if ascii {
					set.Render.Glyphs, set.Auto.Glyphs = cell.ASCII, cell.ASCII
				}
			})
			p.resize(size[0], size[1])
			p.choose("World map")
			n := len(p.s.set.Pack.Levels)
			for range n + 2 {
				p.key("right")
			}
			if p.s.worldMap.Selected != n-1 {
				t.Errorf("%v: %d is selected after the last", size, p.s.worldMap.Selected)
			}
			for range n {
				p.key("up")
			}
			if p.s.worldMap.Selected >= 10 {
				t.Errorf("%v: %d is selected at the top", size, p.s.worldMap.Selected)
			}
			p.wait(time.Second)
			picture := p.s.Frame.String()
			for _, r := range picture {
				if ascii && r > '~' {
					t.Errorf("%v: %q\n%s", size, r, picture)
					break
				}
			}
			if !strings.Contains(picture, p.s.set.Pack.Levels[p.s.worldMap.Selected].Name) ||
				!strings.Contains(picture, "enter plays") {
				t.Errorf("%v:\n%s", size, picture)
			}
			p.keys("esc")
			p.on(TitleScreen)
		}
	}
}

// The hint names the player's own key, also with the keys of two players.
func TestHintNamesTheKey(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Setup)
		want   string
	}{
		{"as it comes", func(*Setup) {}, "W: next level"},
		{"another key", func(set *Setup) {
			set.Choices.Keys[settings.ByConfig] = &[input.NumActions]settings.Binding{input.Warp: {
				Given: true,
				Names: "x",
			}}
		}, "X: next level"},
		{"two people", func(set *Setup) {
			set.Choices.Set[settings.Mode][settings.ByFlag],
				set.Choices.Set[settings.Opponent][settings.ByFlag] = "coop", settings.Human
		}, "N: next level"},
	} {
		p := sit(t, threeWorlds, tt.change)
		p.keys("enter")
		if p.s.ID() != playingScreen {
			p.keys("enter")
		}
		p.on(playingScreen)
		p.s.round.game.BricksLeft, p.s.round.game.Phase = 0, engine.Play // as if the level were cleared
		if s := p.s.Draw(p.now).String(); !strings.Contains(s, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.want, s)
		}
	}
}

// feats returns the achievements that were saved since the last call.
func (p *sitting) feats() (all []progress.Achievement) {
	for _, a := range requests[ScoreRequest](p) {
		if q, ok := a.Request.(progress.SaveAchievement); ok {
			all = append(all, q.Achievement)
		}
	}
	return all
}
