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
	p := newSession(t, threeWorlds)
	shown := func() string {
		p.wait(time.Second)
		return p.s.Frame.String()
	}
	p.choose("World map")
	p.wantScreen(mapScreen)
	if s := shown(); !strings.Contains(s, "Dawn") || !strings.Contains(s, "1 A · par 0:20, 1,000 points") ||
		!strings.Contains(s, "not cleared yet · medium") {
		t.Errorf("the map of a new player is\n%s", s)
	}
	p.keys("right enter") // a locked level
	p.wantScreen(mapScreen)
	if s := shown(); !strings.Contains(s, "locked: clear 1 A first") {
		t.Errorf("after Enter on a locked level, the map is\n%s", s)
	}
	p.keys("left enter")
	p.wantScreen(playingScreen)
	p.keys("space")
	p.waitFor("second level", func() bool { return p.s.round.game.Level == 1 })

	saved := p.savedAchievements()
	if len(saved) != 2 || saved[0].Stars != engine.AllStars || saved[0].Name != "A" || saved[0].Ticks == 0 ||
		saved[0].Points < 1000 || saved[1].Stars != 0 || saved[1].Name != "B" {
		t.Fatalf("saved achievements %+v, want all stars in A and a reached level B", saved)
	}

	p.walk("q q, World map")
	p.wantScreen(mapScreen)
	if s := shown(); !strings.Contains(s, "★★★★") || !strings.Contains(s, "4/8 ★") ||
		!strings.Contains(s, "best: 0:0") {
		t.Errorf("after the first level, the map is\n%s", s)
	}
	p.keys("right enter")
	p.wantScreen(playingScreen)
	if p.s.round.game.Level != 1 {
		t.Errorf("Enter starts level %d, want 2", p.s.round.game.Level+1)
	}

	// Another session loads the progress.
	q := newSession(t, threeWorlds)
	q.choose("World map")
	q.keys("right enter")
	q.wantScreen(mapScreen) // the progress is not loaded yet
	q.s.ReceiveResult(q.now, progress.AchievementsRead{All: saved})
	q.keys("enter")
	q.wantScreen(playingScreen)
}

// Assisted games and games of other modes earn no stars. An assisted game still opens the next level.
func TestAssistsAndOtherModesEarnNoStars(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Session)
		want   engine.Stars // in the first saved achievement
		saved  int          // number of saved achievements
	}{
		{"normal", func(*Session) {}, engine.AllStars, 2},
		{"assisted", func(s *Session) { s.round.recording.Assisted = true }, engine.StarCleared, 2},
		{"practice", func(s *Session) { s.round.game.Mode = engine.Practice }, 0, 0},
		{"bot", func(s *Session) { s.round.savesScore = false }, 0, 0},
	} {
		p := newSession(t, threeWorlds)
		p.keys("enter")
		tt.change(p.s)
		p.keys("space")
		p.waitFor("end", func() bool { return p.s.round.game.Level == 1 || p.s.round.game.Phase.Ended() })
		saved := p.savedAchievements()
		if len(saved) != tt.saved || tt.saved > 0 && saved[0].Stars != tt.want {
			t.Errorf("%s: saved achievements %+v, want %d with stars %v", tt.name, saved, tt.saved, tt.want)
		}
	}
}

func TestMapByMouse(t *testing.T) {
	p := newSession(t, threeWorlds)
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
				t.Fatalf("the mouse selects level index %d, want 2", p.s.worldMap.Selected)
			}
			p.mouse(col, row, tcell.ButtonPrimary)
			p.wantScreen(playingScreen)
			if p.s.round.game.Level != 2 {
				t.Errorf("the click starts level %d, want 3", p.s.round.game.Level+1)
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
			p := newSession(t, func(set *Setup) {
				if ascii {
					set.Render.Glyphs, set.Auto.Glyphs = cell.ASCII, cell.ASCII
				}
			})
			p.resize(size[0], size[1])
			p.choose("World map")
			n := len(p.s.worldMap.tiles)
			for range n + 2 {
				p.key("right")
			}
			if p.s.worldMap.Selected != n-1 {
				t.Errorf("%v: right after the last level selects index %d", size, p.s.worldMap.Selected)
			}
			for range n {
				p.key("up")
			}
			if p.s.worldMap.Selected >= 10 {
				t.Errorf("%v: up selects level index %d, want one of the top row", size, p.s.worldMap.Selected)
			}
			p.wait(time.Second)
			picture := p.s.Frame.String()
			for _, r := range picture {
				if ascii && r > '~' {
					t.Errorf("%v: %q\n%s", size, r, picture)
					break
				}
			}
			if !strings.Contains(picture, p.s.worldMap.pack.Levels[p.s.worldMap.Selected].Name) ||
				!strings.Contains(picture, "enter plays") {
				t.Errorf("%v:\n%s", size, picture)
			}
			p.keys("esc")
			p.wantScreen(TitleScreen)
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
		{"default key", func(*Setup) {}, "W: next level"},
		{"another key", func(set *Setup) {
			set.Choices.Keys[settings.ByConfig] = &[input.NumActions]settings.Binding{input.Warp: {
				IsSet: true,
				Names: "x",
			}}
		}, "X: next level"},
		{"two people", func(set *Setup) {
			set.Choices.Values[settings.Mode][settings.ByFlag],
				set.Choices.Values[settings.Opponent][settings.ByFlag] = "coop", settings.Human
		}, "N: next level"},
	} {
		p := newSession(t, threeWorlds, tt.change)
		p.keys("enter")
		if p.s.ID() != playingScreen {
			p.keys("enter")
		}
		p.wantScreen(playingScreen)
		p.s.round.game.BricksLeft, p.s.round.game.Phase = 0, engine.Play // as if the level were cleared
		if s := p.s.Draw(p.now).String(); !strings.Contains(s, tt.want) {
			t.Errorf("%s: the HUD does not show %q:\n%s", tt.name, tt.want, s)
		}
	}
}

// savedAchievements returns the achievements that were saved since the last call.
func (p *testSession) savedAchievements() (all []progress.Achievement) {
	for _, a := range requests[ScoreRequest](p) {
		if q, ok := a.Request.(progress.SaveAchievement); ok {
			all = append(all, q.Achievement)
		}
	}
	return all
}
