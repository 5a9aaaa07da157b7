package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the world map and the challenges screen.
//
// The world map shows all levels of the player's pack. The player can start each level that the player has reached. The
// map shows the par values and the player's achievements for these levels. A second route is an alternative to a part
// of the campaign. The map shows it after the world in which it begins.
//
// The challenges screen is a map of the challenges, with the medals that the player has won.

// A worldMap is the state of the world map and of the challenges screen, which share it. showsChallenges distinguishes
// them.
type worldMap struct {
	widget.LevelMap
	pack            levels.Pack // the levels in the order of the map
	tiles           []mapTile   // the tiles of these levels, in the same order
	worlds          []mapWorld
	showsChallenges bool // the map shows the challenges
}

// A mapTile identifies the level that a tile shows.
type mapTile struct {
	route int // number of the second route, from 1; 0 for the main route
	level int // index in the pack along this route
}

// A mapWorld is a world or a second route on the map. Its First and NumLevels count tiles of the map.
type mapWorld struct {
	levels.World
	route int // as in mapTile
}

// setPack sets the levels that the map shows. routes are the second routes of the pack.
func (c *worldMap) setPack(pack levels.Pack, routes []levels.Route) {
	c.pack, c.tiles, c.worlds = levels.Pack{Name: pack.Name}, nil, nil
	add := func(pack levels.Pack, w levels.World, route int) {
		first := len(c.tiles)
		for i := w.First; i < w.First+w.NumLevels; i++ {
			c.tiles, c.pack.Levels = append(c.tiles, mapTile{route, i}), append(c.pack.Levels, pack.Levels[i])
		}
		w.First = first
		c.worlds = append(c.worlds, mapWorld{w, route})
	}
	for _, w := range pack.Worlds() {
		add(pack, w, 0)
		for k, r := range routes {
			if w.Contains(r.First) {
				add(r.Pack(), levels.World{Name: r.Name, First: r.First, NumLevels: r.NumLevels}, k+1)
			}
		}
	}
}

// tileOf returns the index of the tile for a level on a route. If the route is a second route that does not replace
// this level, tileOf returns the tile on the main route.
func (c *worldMap) tileOf(route, level int) int {
	return max(slices.Index(c.tiles, mapTile{route, level}), slices.Index(c.tiles, mapTile{0, level}))
}

// routeBeginningAt returns the number of the second route whose first level is tile i, or 0 if there is none.
func (c *worldMap) routeBeginningAt(i int) int {
	if t := c.tiles[i]; t.route > 0 && levels.Routes()[t.route-1].First == t.level {
		return t.route
	}
	return 0
}

// showMap shows the world map. It selects the level with which Play starts.
func (s *Session) showMap(now time.Duration) {
	route := levels.FindCampaign(s.set.Pack.Levels)
	if route < 0 {
		s.worldMap.setPack(s.set.Pack, nil)
	} else {
		s.worldMap.setPack(levels.Shipped(), levels.Routes())
	}
	s.showMapAt(s.worldMap.tileOf(route, s.level), mapScreen, now)
}

// showChallenges shows the challenges screen.
func (s *Session) showChallenges(now time.Duration) {
	s.worldMap.setPack(levels.Challenges(), nil)
	s.showMapAt(s.challenge, challengesScreen, now)
}

// showMapAt shows the map on a screen, with a tile selected.
func (s *Session) showMapAt(selected int, screen ui.ID, now time.Duration) {
	s.readAchievements()
	s.worldMap.Selected, s.worldMap.LastIsError = selected, false
	s.worldMap.showsChallenges = screen == challengesScreen
	s.layOutMap()
	s.Detour(screen, now)
}

// layOutMap rebuilds the map from the current achievements.
func (s *Session) layOutMap() {
	c, d := &s.worldMap, s.set.Choices.Difficulty()
	pack := c.pack
	s.achievements.setPack(pack)
	c.Title, c.Footer = spaced(text.Map.Title), text.Map.Footer
	if rank := s.rank(); rank != "" {
		c.Title += "   " + rank
	}
	starsOf, linesAbout := engine.LevelStars, s.mapLines
	if c.showsChallenges {
		c.Title = spaced(text.Map.Challenges)
		starsOf, linesAbout = medalsOf, s.challengeLines
	}
	c.Worlds = c.Worlds[:0]
	c.Selected = min(c.Selected, len(pack.Levels)-1)
	for _, w := range c.worlds {
		m := widget.MapWorld{Name: w.Name, Note: s.worldNote(&w), First: c.tiles[w.First].level}
		if w.route > 0 {
			m.Name = text.Map.Branch + w.Name
			s.ReplaceNonASCII(&m.Name)
		}
		for i := w.First; i < w.First+w.NumLevels; i++ {
			f := s.achievements.achievementAt(i, d)
			l := &pack.Levels[i]
			m.Levels = append(m.Levels, widget.MapLevel{
				Name: l.Name, Board: l, Unlocked: s.isOpenOnMap(i), Earned: f.Stars & starsOf(l), All: starsOf(l),
			})
		}
		c.Worlds = append(c.Worlds, m)
	}
	c.Lines = linesAbout(c.Selected, d)
	if s.ASCII() {
		c.Lines, c.Footer = widget.PlainLines(c.Lines), widget.Plain(c.Footer)
	}
}

// worldNote returns the note next to the name of a world. For closed challenges or routes, the note is the condition
// that opens them. For an open second route, it lists the levels that the route replaces.
func (s *Session) worldNote(w *mapWorld) string {
	if s.worldMap.showsChallenges {
		return s.challengeCondition(w.Name)
	} else if w.route == 0 {
		return ""
	}
	r := levels.Routes()[w.route-1]
	if !s.isOpenOnMap(w.First) {
		return fmt.Sprintf(text.Map.OpensAt, r.Stars)
	}
	return fmt.Sprintf(text.Map.ReplacedLevels, r.First+1, r.First+r.NumLevels)
}

// mapLines returns the lines that describe the level of tile i at difficulty d.
func (s *Session) mapLines(i int, d engine.Difficulty) []string {
	c := &s.worldMap
	l, f, tile := &c.pack.Levels[i], s.achievements.achievementAt(i, d), c.tiles[i]
	name := fmt.Sprintf("%d %s", tile.level+1, l.Name)
	if !s.isOpenOnMap(i) {
		return append(s.withNotice(name), widget.WrapText(s.mapCondition(i), s.Frame.W)...)
	}
	targets := []string{fmt.Sprintf(text.Map.Par, text.PlayTime(uint64(parOf(l))))}
	if l.ParScore > 0 {
		targets = append(targets, fmt.Sprintf(text.Map.ParPoints,
			text.Number(l.ParScore*engine.Difficulties[d].PointsPercent/100)))
	}
	return s.withNotice(name+" · "+strings.Join(targets, ", "),
		f.Text()+" · "+text.Translate(engine.Difficulties[d].Name))
}

// mapCondition returns the condition under which the locked level of tile i opens.
func (s *Session) mapCondition(i int) string {
	c := &s.worldMap
	tile := c.tiles[i]
	if k := c.routeBeginningAt(i); k > 0 {
		return fmt.Sprintf(text.Map.StarsMissing, routeCondition(k-1), s.achievements.routeStars(k-1))
	}
	before := c.pack.Levels[c.tileOf(tile.route, tile.level-1)]
	return fmt.Sprintf(text.Map.Locked, tile.level, before.Name)
}

// routeCondition returns the condition under which the second route with index k opens.
func routeCondition(k int) string {
	return fmt.Sprintf(text.Map.InWorld, fmt.Sprintf(text.Map.OpensAt, levels.Routes()[k].Stars), routeWorlds()[k].Name)
}

// withNotice returns lines followed by the notice, if any.
func (s *Session) withNotice(lines ...string) []string {
	if all := s.notice(); len(all) > 0 {
		lines = append(lines, strings.Join(all, " "))
	}
	return lines
}

// parOf returns the par time of a level in ticks, or 0 if the level is invalid.
func parOf(l *spec.Level) int {
	if l.ParTime > 0 {
		return l.ParTime
	}
	g, err := engine.New(engine.Config{Levels: []spec.Level{*l}})
	if err != nil {
		return 0
	}
	return g.Tally.Par
}

// mapStep moves the selection on the map.
func (s *Session) mapStep(dx, dy int) {
	s.worldMap.LastIsError = false
	s.worldMap.Selected = s.View.MapStep(&s.Frame, &s.worldMap.LevelMap, dx, dy)
}

// playFromMap plays the selected level or challenge. If the level or challenge is locked, the map shows the condition
// that opens it as an error.
func (s *Session) playFromMap(now time.Duration) {
	if !s.isOpenOnMap(s.worldMap.Selected) {
		s.worldMap.LastIsError = true
		s.Schedule.Redraw()
		return
	}
	if s.worldMap.showsChallenges {
		s.challenge = s.worldMap.Selected
		s.must(s.playMode(engine.Challenges, now))
		return
	}
	tile := s.worldMap.tiles[s.worldMap.Selected]
	if now := levels.FindCampaign(s.set.Pack.Levels); now >= 0 && now != tile.route {
		s.set.Pack = levels.Campaigns()[tile.route]
		s.ghost.Replay = nil // the ghost was played on other levels
	}
	s.level = tile.level
	s.must(s.playMode(engine.Campaign, now))
}

// mapMouse selects the level under the mouse, and plays it when the left button goes down.
func (s *Session) mapMouse(m ui.MouseMove) {
	i := s.View.MapAt(&s.Frame, &s.worldMap.LevelMap, m.Col, m.Row)
	if i < 0 {
		return
	}
	if i != s.worldMap.Selected {
		s.worldMap.Selected, s.worldMap.LastIsError = i, false
		s.Schedule.Redraw()
	}
	if m.Clicked() {
		s.playFromMap(m.Now)
	}
}

// drawMap draws the map.
func (s *Session) drawMap(time.Duration) {
	s.layOutMap()
	s.View.DrawMap(&s.Frame, &s.worldMap.LevelMap)
}

// mapWords returns the map for text mode. It has a choice for each level that can be played, and for each closed
// challenge or route, with the condition that opens it.
func (s *Session) mapWords() (w ui.Words) {
	s.layOutMap()
	c := &s.worldMap
	w.Title, w.Lines = text.Map.Title, c.Lines
	if c.showsChallenges {
		w.Title = text.Map.Challenges
	}
	listed, d := s.listedOnMap(), s.set.Choices.Difficulty()
	for k, i := range listed {
		choice, route := c.pack.Levels[i].Name, c.tiles[i].route
		if route > 0 {
			choice += ", " + levels.Routes()[route-1].Name
		}
		if open := s.isOpenOnMap(i); !open && c.showsChallenges {
			choice += ", " + s.challengeCondition(c.pack.Levels[i].World)
		} else if !open {
			choice += ", " + routeCondition(route-1)
		}
		if f := s.achievements.achievementAt(i, d); f.Stars != 0 {
			choice += ", " + f.Text()
		}
		w.Choices = append(w.Choices, choice)
		if i == c.Selected {
			w.Selected = k
		}
	}
	if n := len(c.pack.Levels) - len(listed); n > 0 {
		w.Lines = append(w.Lines[:len(w.Lines):len(w.Lines)], text.Map.More.Of(n))
	}
	w.Choices = append(w.Choices, text.Menu.Back)
	return w
}

// isOpenOnMap reports whether the level of tile i can be started from the map.
func (s *Session) isOpenOnMap(i int) bool {
	c := &s.worldMap
	if c.showsChallenges {
		return s.challengeOpen(&c.pack.Levels[i], s.achievements.keys[i])
	}
	if k := c.routeBeginningAt(i); k > 0 && s.achievements.routeStars(k-1) >= levels.Routes()[k-1].Stars {
		return true
	}
	return s.achievements.isOpen(i)
}

// challengeOpen reports whether a challenge may be started from a menu. The player needs the stars for its set, or a
// medal from an earlier game of the challenge.
func (s *Session) challengeOpen(l *spec.Level, key progress.LevelKey) bool {
	return s.achievements.stars >= progress.ChallengeStars(l.World) || s.achievements.isReached(key)
}

// challengeCondition returns the condition under which a set of challenges opens, or "" if it is open.
func (s *Session) challengeCondition(world string) string {
	if n := progress.ChallengeStars(world); n > s.achievements.stars {
		return fmt.Sprintf(text.Map.OpensAt, n)
	}
	return ""
}

// listedOnMap returns the indices of the tiles that are choices in text mode.
func (s *Session) listedOnMap() (all []int) {
	for i := range s.worldMap.pack.Levels {
		if s.worldMap.showsChallenges || s.isOpenOnMap(i) || s.worldMap.routeBeginningAt(i) > 0 {
			all = append(all, i)
		}
	}
	return all
}

// chooseOnMap executes choice i of mapWords. It plays a level, or goes back.
func (s *Session) chooseOnMap(i int, now time.Duration) {
	listed := s.listedOnMap()
	if i >= len(listed) {
		s.Back(now)
		return
	}
	s.worldMap.Selected, s.worldMap.LastIsError = listed[i], false
	s.playFromMap(now)
}

// medalsOf returns the stars for the best medal of a challenge. One star represents bronze, two stars represent silver,
// and three stars represent gold.
func medalsOf(*spec.Level) engine.Stars { return starsOfMedal(spec.Gold) }

// starsOfMedal returns the stars that represent a medal in an achievement.
func starsOfMedal(m spec.Medal) engine.Stars { return 1<<m - 1 }

// challengeLines returns the lines that describe challenge i, with its rules, the values needed for medals, and the
// player's best value. The last line of a closed challenge is the condition that opens it.
func (s *Session) challengeLines(i int, d engine.Difficulty) []string {
	l, f := &s.worldMap.pack.Levels[i], s.achievements.achievementAt(i, d)
	lines := append([]string{fmt.Sprintf("%d %s · %s", i+1, l.Name,
		text.Translate(engine.Difficulties[d].Name))}, progress.ChallengeLines(&l.Challenge, d, f, s.Frame.W)...)
	lines = s.withNotice(lines...)
	if !s.isOpenOnMap(i) {
		lines = append(lines, fmt.Sprintf(text.Map.StarsMissing, s.challengeCondition(l.World), s.achievements.stars))
	}
	return lines
}

// medal returns the medal won in the challenge. In an assisted game, or with more drops than usual, it is at most
// bronze.
func (r *round) medal() spec.Medal {
	if r.recording.Assisted || r.config.Drops > progress.DefaultDrops {
		return min(r.game.Medal(), spec.Bronze)
	}
	return r.game.Medal()
}

// saveMedal saves the medal of the challenge that the player has just ended, and the measured value.
func (s *Session) saveMedal() {
	g := s.round.game
	medal, row := s.round.medal(), &spec.Measures[g.Challenge().Measure]
	if medal == spec.NoMedal {
		return
	}
	f := progress.Achievement{Stars: starsOfMedal(medal)}
	if row.LowerIsBetter {
		f.Ticks = max(g.MeasuredValue(), 1)
	} else {
		f.Points = g.MeasuredValue()
	}
	s.saveAchievement(f)
}

// achievements contains the player's achievements that the session knows. A new achievement counts immediately, even if
// the store cannot save it.
type achievements struct {
	byLevel   map[progress.LevelKey]progress.Achievement
	keys      []progress.LevelKey // keys of the levels of the last setPack, without a difficulty
	pack      *spec.Level         // first level of that pack; identifies it
	requested bool                // saved achievements have been requested
	read      bool                // saved achievements have been received
	stars     int                 // number of stars in the shipped campaign and its second routes
	news      []string            // lines about things that the current level has unlocked

	openRoutes []bool // by second route: whether the player has earned the stars that open it
}

// add merges an achievement with the known one for the same level and difficulty.
func (b *achievements) add(f progress.Achievement) {
	if b.byLevel == nil {
		b.byLevel = map[progress.LevelKey]progress.Achievement{}
	}
	if old, ok := b.byLevel[f.LevelKey]; ok {
		f = old.Merge(f)
	}
	b.byLevel[f.LevelKey] = f
}

// setPack sets the pack to whose levels the indices of achievementAt and isOpen refer.
func (b *achievements) setPack(pack levels.Pack) {
	if b.pack == &pack.Levels[0] {
		return
	}
	b.pack, b.keys = &pack.Levels[0], make([]progress.LevelKey, len(pack.Levels))
	for i := range pack.Levels {
		b.keys[i] = progress.LevelKeyOf(pack.Levels[i : i+1])
	}
}

// achievementAt returns the achievement in level i of the pack at a difficulty. If the player has not reached the
// level, the achievement is zero.
func (b *achievements) achievementAt(i int, d engine.Difficulty) progress.Achievement {
	key := b.keys[i]
	key.Difficulty = d
	return b.byLevel[key]
}

// isOpen reports whether level i of the pack can be started from the map, because the player has reached it at any
// difficulty. The first level is always open.
func (b *achievements) isOpen(i int) bool { return i == 0 || b.isReached(b.keys[i]) }

// isReached reports whether the player has reached the level at any difficulty.
func (b *achievements) isReached(key progress.LevelKey) bool {
	for key.Difficulty = engine.Kids; int(key.Difficulty) < len(engine.Difficulties); key.Difficulty++ {
		if _, ok := b.byLevel[key]; ok {
			return true
		}
	}
	return false
}

// recordProgress saves the player's progress in the last tick: a new level, a cleared level, or the end of a challenge.
// It applies only to modes with a map and to challenges. In an assisted game, a cleared level earns only the star for
// clearing the level.
func (s *Session) recordProgress() {
	if row := &engine.Modes[s.round.game.Mode]; row.HasChallenges && s.round.bot == nil && s.round.game.Phase.Ended() {
		if s.round.recording.Parent == (record.Parent{}) { // otherwise the game continues another recording
			s.saveMedal()
		}
		return
	} else if !s.round.savesScore || !row.HasMap {
		return
	}
	for i := range s.round.game.Events {
		switch s.round.game.Events[i].Kind {
		case engine.LevelStarted:
			s.achievements.news = nil
			s.saveAchievement(progress.Achievement{})
			s.lookUpBest()
		case engine.LevelClear:
			f := progress.Achievement{
				Stars: s.round.game.Stars(), Ticks: s.round.game.Tally.Ticks,
				Points: s.round.game.Tally.Total(),
			}
			if s.round.recording.Assisted {
				f = progress.Achievement{Stars: f.Stars & engine.StarCleared}
			}
			s.saveAchievement(f)
		}
	}
}

// saveAchievement requests that an achievement in the current level be saved, unless a known one is at least as good.
func (s *Session) saveAchievement(f progress.Achievement) {
	f.LevelKey = progress.LevelKeyOf(s.round.pack.Levels[s.round.game.Level : s.round.game.Level+1])
	f.Difficulty = s.round.game.Easiest()
	before, known := s.achievements.byLevel[f.LevelKey]
	s.achievements.add(f)
	if known && before == s.achievements.byLevel[f.LevelKey] {
		return
	}
	s.requestScores(progress.SaveAchievement{Achievement: f})
	s.countStars()
}

// readAchievements requests the saved achievements when it is called for the first time.
func (s *Session) readAchievements() {
	if !s.achievements.requested {
		s.achievements.requested = true
		s.requestScores(progress.ReadAchievements{})
	}
}
