package main

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
)

// The world map shows all levels of the player's pack: what was reached, what it earned, and what it
// asks for. Levels that were reached can be played from it.

// A worldMap is what the screen shows.
type worldMap struct {
	render.Map
	worlds []levels.World
}

// showMap shows the map, with the level selected that Play begins with.
func (s *session) showMap(now time.Duration) {
	s.askFeats()
	s.chart.Selected = s.level
	s.chartMap()
	s.detour(mapping, now)
}

// chartMap makes the map anew, as feats may have been read meanwhile.
func (s *session) chartMap() {
	c, pack, d := &s.chart, s.set.pack, s.set.choices.Difficulty()
	s.feats.see(pack)
	c.worlds = pack.Worlds()
	c.Title, c.Foot = "W O R L D   M A P", "← ↑ ↓ → choose · enter plays · esc"
	c.Worlds = c.Worlds[:0]
	c.Selected = min(c.Selected, len(pack.Levels)-1)
	for _, w := range c.worlds {
		m := render.MapWorld{Name: w.Name}
		for i := w.First; i < w.First+w.N; i++ {
			f := s.feats.at(i, d)
			m.Levels = append(m.Levels, render.MapLevel{Open: s.feats.open(i), Earned: f.Stars & pack.Levels[i].StarsOf(), All: pack.Levels[i].StarsOf()})
		}
		c.Worlds = append(c.Worlds, m)
	}
	c.Lines = s.mapLines(c.Selected, d)
	if s.set.ascii {
		c.Lines, c.Foot = plainLines(c.Lines), plainText.Replace(c.Foot)
	}
}

// mapLines is what is said of the level at index i.
func (s *session) mapLines(i int, d engine.Difficulty) []string {
	l, f := &s.set.pack.Levels[i], s.feats.at(i, d)
	name := fmt.Sprintf("%d %s", i+1, l.Name)
	if !s.feats.open(i) {
		return s.noted(name, "not reached yet")
	}
	asks := []string{"par " + words.PlayTime(uint64(parOf(l)))}
	if l.ParScore > 0 {
		asks = append(asks, fmt.Sprintf("%d points", l.ParScore*engine.Difficulties[d].Share/100))
	}
	return s.noted(name+" · "+strings.Join(asks, ", "), f.Text()+" · "+engine.Difficulties[d].Name)
}

// noted returns lines, and the notice where there is one.
func (s *session) noted(lines ...string) []string {
	if s.set.notice != "" {
		lines = append(lines, s.set.notice)
	}
	return lines
}

// parOf returns the par time of a level, in ticks.
func parOf(l *engine.Level) int {
	if l.ParTime > 0 {
		return l.ParTime
	}
	g, err := engine.New(engine.Config{Levels: []engine.Level{*l}})
	if err != nil {
		return 0
	}
	return g.Card.Par
}

// mapKey takes a key on the map.
func (s *session) mapKey(k keyPress) {
	switch s.menuAction(k) {
	case input.Left:
		s.mapStep(-1, 0)
	case input.Right:
		s.mapStep(1, 0)
	case input.Up:
		s.mapStep(0, -1)
	case input.Down:
		s.mapStep(0, 1)
	case input.Fire:
		if !k.repeat {
			s.playFromMap(k.now)
		}
	}
}

func (s *session) mapStep(dx, dy int) {
	s.chart.Selected = s.view.MapStep(&s.frame, &s.chart.Map, dx, dy)
	s.schedule.redraw()
}

// playFromMap begins a campaign with the selected level, if it was reached.
func (s *session) playFromMap(now time.Duration) {
	if !s.feats.open(s.chart.Selected) {
		return
	}
	s.level = s.chart.Selected
	s.must(s.playMode(engine.Campaign, now))
}

// mapMouse selects the level under the mouse, and plays it when the left button goes down.
func (s *session) mapMouse(m mouseMove) {
	i := s.view.MapAt(&s.frame, &s.chart.Map, m.col, m.row)
	if i < 0 {
		return
	}
	if i != s.chart.Selected {
		s.chart.Selected = i
		s.schedule.redraw()
	}
	if m.down&input.ButtonLeft != 0 {
		s.playFromMap(m.now)
	}
}

// drawMap draws the map.
func (s *session) drawMap() {
	s.chartMap()
	s.view.Map(&s.frame, &s.chart.Map)
}
