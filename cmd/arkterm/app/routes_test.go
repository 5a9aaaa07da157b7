package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/settings"
	"arkterm/engine"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// worldOf returns the keys of the levels in the world of the second route with index k.
func worldOf(k int) []progress.LevelKey {
	w := routeWorlds()[k]
	return campaignKeys()[w.First : w.First+w.NumLevels]
}

// onRoute returns a session on the map, with n stars in the world of a route, and its first level selected.
func onRoute(t *testing.T, k, n int, size [2]int, change ...func(*Setup)) *testSession {
	p := newSession(t, change...)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earnedIn(worldOf(k), n)})
	p.resize(size[0], size[1])
	p.choose("World map")
	for range p.s.worldMap.tileOf(k+1, levels.Routes()[k].First) {
		p.key("right")
	}
	p.wait(time.Second)
	return p
}

// A second route opens at exactly its number of stars in its world, with saved results from before there were routes.
// The map shows its name, and its condition until then.
func TestRouteOpensByStars(t *testing.T) {
	for k, r := range levels.Routes() {
		for _, size := range [][2]int{{80, 24}, {render.MinW, render.MinH}, {60, 20}, {120, 40}} {
			for _, n := range []int{r.Stars - 2, r.Stars} {
				open := n >= r.Stars
				p := onRoute(t, k, n, size)
				condition := fmt.Sprintf("opens at %d stars in %s", r.Stars, routeWorlds()[k].Name)
				have := fmt.Sprintf("have %d", n)
				picture := p.s.Frame.String()
				if !strings.Contains(picture, "└ "+r.Name) || strings.Contains(picture, condition) == open ||
					strings.Contains(picture, have) == open {
					t.Errorf("%v, %d stars:\n%s", size, n, picture)
				}
				p.keys("enter")
				if started := p.s.ID() == playingScreen; started != open {
					t.Fatalf("%v, %d stars: the screen is %v after Enter", size, n, p.s.ID())
				}
				if g := p.s.round.game; open && (g.Level != r.First ||
					p.s.round.pack.Levels[g.Level].Name != r.Pack().Levels[r.First].Name) {
					t.Errorf("level %d, %s, is played; want the first level of the route", g.Level+1,
						p.s.round.pack.Levels[g.Level].Name)
				}
			}
		}
	}
}

// A game on a second route continues behind it on the main route, with the same lives, and opens this level there. The
// levels on the route stay open.
func TestRouteRejoinsTheCampaign(t *testing.T) {
	r := levels.Routes()[0]
	p := onRoute(t, 0, r.Stars, [2]int{80, 24})
	p.keys("enter space")
	next := r.First + r.NumLevels
	lives := p.s.round.game.Lives
	for level := r.First; level < next; level++ {
		p.waitFor("level", func() bool {
			if g := p.s.round.game; g.Phase == engine.Serve {
				p.key("space")
			} else if g.Phase == engine.Play && g.Level == level {
				g.BricksLeft = 0
			}
			return p.s.round.game.Level == level+1
		})
	}
	g := p.s.round.game
	if name := p.s.round.pack.Levels[next].Name; name != levels.Shipped().Levels[next].Name || g.Lives < lives {
		t.Errorf("the game continues with %s and %d lives", name, g.Lives)
	}

	p.walk("q q, World map")
	c := &p.s.worldMap
	for i, tile := range c.tiles {
		if onRoute := tile.route == 1; onRoute && !p.s.isOpenOnMap(i) ||
			tile == (mapTile{0, next}) && !p.s.isOpenOnMap(i) {
			t.Errorf("level %d on route %d is closed", tile.level+1, tile.route)
		}
		if tile == (mapTile{0, r.First + 1}) && p.s.isOpenOnMap(i) {
			t.Errorf("level %d of the main route is open", tile.level+1)
		}
	}

	// The main route is played again after a choice there.
	c.Selected = c.tileOf(0, 0)
	p.keys("enter")
	p.wantScreen(playingScreen)
	if levels.FindCampaign(p.s.round.pack.Levels) != 0 || p.s.round.game.Level != 0 {
		t.Errorf("level %d of campaign %d is played, want level 1 of campaign 0", p.s.round.game.Level+1,
			levels.FindCampaign(p.s.round.pack.Levels))
	}
}

func TestRouteByMouse(t *testing.T) {
	r := levels.Routes()[1]
	p := onRoute(t, 1, r.Stars, [2]int{120, 40})
	at := p.s.worldMap.Selected
	p.keys("left")
	for row := range 40 {
		for col := range 120 {
			if p.s.View.MapAt(&p.s.Frame, &p.s.worldMap.LevelMap, col, row) == at {
				p.mouse(col, row, 0)
				p.mouse(col, row, tcell.ButtonPrimary)
				p.wantScreen(playingScreen)
				if g := p.s.round.game; g.Level != r.First || levels.FindCampaign(p.s.round.pack.Levels) != 2 {
					t.Errorf("level %d is played", g.Level+1)
				}
				return
			}
		}
	}
	t.Error("the level is not on the map")
}

// Text mode lists a closed route with its condition. An open one is a choice.
func TestRouteInTextMode(t *testing.T) {
	r, world := levels.Routes()[0], routeWorlds()[0].Name
	name := r.Pack().Levels[r.First].Name + ", " + r.Name
	opens := fmt.Sprintf("opens at %d stars in %s", r.Stars, world)
	for _, narrate := range []bool{false, true} {
		p := newTextSession(t, narrate)
		p.choose("World map")
		p.choose(name + ", " + opens)
		p.wantLines(opens + "; you have 0")
		p.wantScreen(mapScreen)
		p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earnedIn(worldOf(0), r.Stars)})
		p.choose(name)
		p.wantScreen(playingScreen)
	}
}

// The level whose stars open a route announces it.
func TestNewRouteIsAnnounced(t *testing.T) {
	r := levels.Routes()[0]
	p := newSession(t)
	p.s.ReceiveResult(p.now, progress.AchievementsRead{All: earnedIn(worldOf(0), r.Stars-2)})
	p.walk("Play")
	p.s.setFirstLevel(r.First - 1)
	p.s.must(p.s.play(p.now))
	p.s.round.game.Events = []engine.Event{{Kind: engine.LevelClear}}
	p.s.round.game.Phase, p.s.round.game.BricksLeft = engine.Clear, 0
	p.s.recordProgress()
	if news := p.s.achievements.news; !slices.Contains(news, "NEW ROUTE: "+r.Name) {
		t.Errorf("the news are %q", news)
	}
}

// Routes appear only on the map of the shipped campaign, in ASCII with ASCII glyphs.
func TestMapsWithRoutes(t *testing.T) {
	p := newSession(t, threeWorlds)
	p.choose("World map")
	if n := len(p.s.worldMap.tiles); n != 6 {
		t.Errorf("the map of other levels has %d tiles", n)
	}
	p = onRoute(t, 0, 0, [2]int{80, 24}, func(set *Setup) {
		set.Render.Glyphs, set.Auto.Glyphs = cell.ASCII, cell.ASCII
		set.Choices.Values[settings.Difficulty][settings.ByFlag] = "easy"
	})
	opens := "+ " + levels.Routes()[0].Name + " opens at 12 stars"
	notASCII := func(r rune) bool { return r > '~' }
	if s := p.s.Frame.String(); !strings.Contains(s, opens) || strings.ContainsFunc(s, notASCII) {
		t.Errorf("the map in ASCII:\n%s", s)
	}
}
