package app

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file implements the workshop. The workshop has a map of all level sets on this machine, a map of the levels in
// one set, and a dialog for one level. The session requests sets and does not wait for the disk. It prepares the
// picture of a level when the picture becomes visible.

// A LevelSet is a folder of level files, a zip file, or a level set of another game.
type LevelSet struct {
	Name  string
	Group string // heading of the set's group in the workshop; "" for the player's sets
	Path  string // "" for the shipped levels
	Own   bool   // the set is the folder of the player's levels
}

// A gallery is the state of the workshop.
type gallery struct {
	sets     []LevelSet
	setMap   widget.LevelMap        // tile 0 is for a new level
	previews map[string]*spec.Level // first level of each set, by path; nil while the level is being read
	listing  bool                   // the sets are being listed

	set       LevelSet // the opened set
	levels    []levels.SetLevel
	dir       string // folder with the files of the set; "" if they cannot be edited
	levelMap  widget.LevelMap
	levelErrs map[int]error // reasons why levels cannot be played, by index
	setErr    error         // the reason why the set cannot be read
	loading   bool          // the set is being read
	budget    int           // number of levels that the current frame may still prepare

	pack         levels.Pack // the level in the dialog
	packErr      error       // the reason why the level cannot be played
	file         string      // file of the level; "" if the file cannot be edited
	rating       bot.Rating
	gamesRated   int    // number of games played for the rating so far
	totalGames   int    // total number of games for the rating; 0 if no rating was requested
	dialogNumber int    // number of level dialogs so far, which identifies the dialog that requested a rating
	code         string // share code that is shown; "" if none
	status       string // result of the last action
	editsCopy    bool   // after the level has been copied, open the copy in the editor
	inSet        bool   // the editor was opened from a set
}

// showWorkshop shows the level sets.
func (s *Session) showWorkshop(now time.Duration) {
	g := &s.gallery
	g.listing = true
	s.request(ListSets{})
	s.layOutSets()
	s.Enter(workshopScreen, now)
}

// SetsListed receives the result of a ListSets.
func (s *Session) SetsListed(sets []LevelSet) {
	g := &s.gallery
	g.sets, g.listing, g.previews = sets, false, map[string]*spec.Level{}
	s.layOutSets()
	s.Rebuild()
}

// PreviewRead receives the result of a ReadPreview: the first level of a set, or nil if it cannot be read.
func (s *Session) PreviewRead(path string, level *spec.Level) {
	g := &s.gallery
	if level == nil || g.previews == nil {
		return
	}
	g.previews[path] = level
	s.layOutSets()
	s.Rebuild()
}

// layOutSets builds the map of the sets.
func (s *Session) layOutSets() {
	g := &s.gallery
	m := &g.setMap
	m.Title, m.Footer, m.Plain = spaced(strings.ToUpper(text.Workshop.Title)), text.Gallery.Footer, true
	m.Load = s.loadPreview
	m.Worlds = append(m.Worlds[:0], widget.MapWorld{Name: text.Gallery.Own, Levels: []widget.MapLevel{
		{Name: text.Gallery.New, Unlocked: true},
	}})
	for i := range g.sets {
		set := &g.sets[i]
		if last := &m.Worlds[len(m.Worlds)-1]; set.Group != "" && set.Group != last.Name {
			m.Worlds = append(m.Worlds, widget.MapWorld{Name: set.Group})
		}
		name := set.Name
		if set.Own {
			name = text.Gallery.Single
		}
		last := &m.Worlds[len(m.Worlds)-1]
		last.Levels = append(last.Levels, widget.MapLevel{Name: name, Board: g.previews[set.Path], Unlocked: true})
	}
	m.Selected = min(m.Selected, len(g.sets))
	s.describeSet()
}

// loadPreview requests the first level of the set at a tile, once. It returns nil, because the level arrives later.
func (s *Session) loadPreview(tile int) *spec.Level {
	g := &s.gallery
	if tile == 0 {
		return nil
	}
	path := g.sets[tile-1].Path
	if _, requested := g.previews[path]; !requested {
		g.previews[path] = nil
		s.request(ReadPreview{path})
		s.Schedule.Redraw() // the request is carried out before the next frame
	}
	return nil
}

// describeSet updates the lines that describe the selected set.
func (s *Session) describeSet() {
	g := &s.gallery
	lines := []string{text.Gallery.New, text.Gallery.NewHelp}
	if i := g.setMap.Selected - 1; i >= 0 {
		lines = []string{g.sets[i].Name, g.sets[i].Path}
	}
	if g.listing {
		lines[1] = text.Gallery.Reading
	}
	g.setMap.Lines = s.withNotice(lines...)
	s.plainMap(&g.setMap)
}

// plainMap replaces characters outside of ASCII in the texts of a map, if the frame may contain only ASCII.
func (s *Session) plainMap(m *widget.LevelMap) {
	if s.ASCII() {
		m.Lines, m.Footer = widget.PlainLines(m.Lines), widget.Plain(m.Footer)
	}
}

// openSet opens the selected set, or a new level in the editor.
func (s *Session) openSet(now time.Duration) {
	g := &s.gallery
	if g.setMap.Selected == 0 {
		g.inSet = false
		s.request(OpenLevelFile{})
		return
	}
	g.set = g.sets[g.setMap.Selected-1]
	g.levelMap = widget.LevelMap{}
	s.readGallery()
	s.Enter(galleryScreen, now)
}

// returnToGallery shows the screen from which the editor was opened. It reads the levels again, because the editor may
// have changed them.
func (s *Session) returnToGallery(now time.Duration) {
	if !s.gallery.inSet {
		s.showWorkshop(now)
		return
	}
	s.readGallery()
	s.Enter(galleryScreen, now)
}

// readGallery requests the levels of the opened set.
func (s *Session) readGallery() {
	g := &s.gallery
	g.levels, g.setErr, g.loading, g.levelErrs = nil, nil, true, map[int]error{}
	s.request(ReadSet{g.set.Path})
	s.layOutLevels()
}

// SetRead receives the result of a ReadSet: the levels of a set and the folder with its files. dir is "" if the files
// cannot be edited. err is the reason why the set cannot be read, or nil.
func (s *Session) SetRead(path string, all []levels.SetLevel, dir string, err error) {
	g := &s.gallery
	if !g.loading || g.set.Path != path {
		return // another set was opened since
	}
	g.levels, g.dir, g.setErr, g.loading = all, dir, err, false
	s.layOutLevels()
	s.Rebuild()
}

// layOutLevels builds the map of the levels of the opened set.
func (s *Session) layOutLevels() {
	g := &s.gallery
	m := &g.levelMap
	m.Title, m.Footer, m.Plain = spaced(strings.ToUpper(text.Workshop.Title)), text.Gallery.Footer, true
	m.Load = s.loadLevel
	world := widget.MapWorld{Name: g.set.Name, Levels: make([]widget.MapLevel, len(g.levels))}
	if g.set.Own {
		world.Name = text.Gallery.Single
	}
	for i := range g.levels {
		world.Levels[i] = widget.MapLevel{Name: g.levels[i].Name, Unlocked: true}
	}
	if !g.loading {
		world.Note = text.Count.Levels.Of(len(g.levels))
	}
	m.Worlds = []widget.MapWorld{world}
	if !g.loading {
		m.Selected = max(min(m.Selected, len(g.levels)-1), 0)
	}
	s.describeLevel()
}

// Numbers of levels that a frame may prepare.
const (
	galleryBudget = 8 // level files
	importCost    = 8 // a level of another game counts as this number of level files
)

// loadLevel returns level i of the set, for the picture of the level. It returns nil if the level cannot be played, or
// if this frame has already prepared enough levels. In the latter case, a later frame prepares the level.
func (s *Session) loadLevel(i int) *spec.Level {
	g := &s.gallery
	if g.levelErrs[i] != nil {
		return nil
	}
	l := &g.levels[i]
	if g.budget <= 0 {
		s.Schedule.Redraw()
		return nil
	}
	g.budget--
	if l.IsImported() {
		g.budget -= importCost
	}
	level, err := l.Preview()
	if err != nil {
		g.levelErrs[i] = err
	} else {
		g.levelMap.Worlds[0].Levels[i].Name = level.Name
	}
	if i == g.levelMap.Selected {
		g.levelMap.Worlds[0].Levels[i].Board = level
		s.describeLevel()
	}
	return level
}

// describeLevel updates the lines that describe the selected level.
func (s *Session) describeLevel() {
	g := &s.gallery
	m := &g.levelMap
	m.LastIsError = false
	name := ""
	var err error
	if i := m.Selected; i < len(g.levels) {
		name, err = m.Worlds[0].Levels[i].Name, g.levelErrs[i]
	}
	err = cmp.Or(g.setErr, err)
	switch {
	case g.loading:
		m.Lines = []string{name, text.Gallery.Reading}
	case err != nil:
		first, _, _ := strings.Cut(err.Error(), "\n")
		m.Lines, m.LastIsError = append([]string{name}, widget.WrapText(first, s.Frame.W)...), true
	case len(g.levels) == 0:
		m.Lines = []string{name, text.Gallery.Empty}
	default:
		m.Lines = []string{name, ""}
		if l := m.Worlds[0].Levels[m.Selected].Board; l != nil {
			m.Lines[1] = s.levelFacts(l)
		}
	}
	s.plainMap(m)
}

// levelFacts returns the author and the number of bricks of a level.
func (s *Session) levelFacts(l *spec.Level) string {
	bricks := text.Count.Bricks.Of(len(l.Bricks))
	if l.Author == "" {
		return bricks
	}
	return fmt.Sprintf(text.PastedCode.Author, l.Author) + " · " + bricks
}

// openGalleryLevel opens the dialog for the selected level.
func (s *Session) openGalleryLevel(now time.Duration) {
	g := &s.gallery
	i := g.levelMap.Selected
	if i >= len(g.levels) {
		return
	}
	l := &g.levels[i]
	g.gamesRated, g.totalGames, g.code, g.status, g.file = 0, 0, "", "", ""
	g.dialogNumber++
	if g.dir != "" {
		g.file = g.dir + "/" + l.File
	}
	g.pack = levels.Pack{Name: l.Name, Sources: []levels.Source{{Name: l.File}}}
	if g.pack.Sources[0].Text, g.packErr = l.Text(); g.packErr == nil {
		var pack levels.Pack
		if pack, g.packErr = levels.Read(l.File, []byte(g.pack.Sources[0].Text)); g.packErr == nil {
			g.pack = pack
			g.pack.Name = pack.Levels[0].Name
		}
	}
	s.Enter(galleryLevelScreen, now)
}

// galleryLevelMenu fills in the dialog for a level.
func (s *Session) galleryLevelMenu(m *ui.Menu) {
	g := &s.gallery
	room := s.View.DialogColumns(&s.Frame)
	m.Title, m.Stacked, m.Centered = g.pack.Name, true, true
	playable := len(g.pack.Levels) > 0
	if playable {
		m.AddButton(text.Menu.Play, s.playFromGallery)
	}
	if g.file != "" {
		m.AddButton(text.Gallery.Edit, s.editFromGallery)
	} else if playable {
		m.AddButton(text.Gallery.EditCopy, s.editFromGallery)
	}
	if playable {
		if g.totalGames == 0 {
			m.AddButton(text.Gallery.Rate, s.rateFromGallery)
		}
		m.AddButton(text.Gallery.Copy, s.copyFromGallery)
		m.AddButton(text.Share.Share, s.shareFromGallery)
		m.Lines = []string{s.levelFacts(&g.pack.Levels[0])}
	} else if g.packErr != nil {
		m.Lines = breakLine(g.packErr.Error(), room)
	}
	m.AddButton(text.Menu.Back, s.Back)

	switch {
	case g.totalGames > 0 && g.gamesRated < g.totalGames:
		m.Lines = append(m.Lines, fmt.Sprintf(text.Gallery.Rating, g.gamesRated, g.totalGames))
	case g.totalGames > 0:
		m.Lines = append(m.Lines, fmt.Sprintf(text.Gallery.Rated, g.rating.Difficulty, g.rating.Cleared,
			g.rating.Games*len(g.rating.Bots)))
	}
	if g.code != "" {
		m.Lines = append(append(m.Lines, ""), widget.WrapText(text.Share.Copied, room)...)
		m.Lines = append(m.Lines, breakLine(g.code, room)...)
	}
	if g.status != "" {
		m.Lines = append(append(m.Lines, ""), widget.WrapText(g.status, room)...)
	}
}

// playFromGallery plays the level in the dialog.
func (s *Session) playFromGallery(now time.Duration) {
	s.playOther(otherGame{pack: s.gallery.pack}, s.EnterFunc(galleryLevelScreen), now)
}

// editFromGallery opens the file of the level in the editor. If the file cannot be edited, it first copies the level to
// the player's folder and opens the copy.
func (s *Session) editFromGallery(now time.Duration) {
	s.gallery.inSet = true
	if file := s.gallery.file; file != "" {
		s.request(OpenLevelFile{file})
		return
	}
	s.copyFromGallery(now)
	s.gallery.editsCopy = true
}

// copyFromGallery copies the level to the player's folder.
func (s *Session) copyFromGallery(time.Duration) {
	s.gallery.editsCopy = false
	s.request(SaveLevels{s.gallery.pack, true})
}

// rateFromGallery lets bots play the level in the background.
func (s *Session) rateFromGallery(time.Duration) {
	g := &s.gallery
	g.totalGames, g.gamesRated = 1, 0
	s.request(RateLevel{editor.RateRequest{Level: g.pack.Levels[0], Number: -g.dialogNumber}})
}

// galleryRated receives a result of the rating that rateFromGallery has requested.
func (s *Session) galleryRated(r editor.RateResult) {
	g := &s.gallery
	if r.Request != -g.dialogNumber {
		return // the result is for another level
	}
	if g.gamesRated, g.totalGames = r.Done, max(r.Games, 1); r.Rating != nil {
		g.rating = *r.Rating
	}
	if r.Err != nil {
		g.totalGames, g.status = 0, r.Err.Error()
	}
	s.Rebuild()
}

// shareFromGallery shows the share code of the selected level, and copies it to the clipboard.
func (s *Session) shareFromGallery(time.Duration) {
	g := &s.gallery
	share := replay.Share{}
	share.AddLevels(g.pack)
	code, err := share.Code()
	if err != nil {
		g.status = err.Error()
		return
	}
	g.code = code
	s.request(CopyText{code})
}

// drawGallery draws the map of the levels behind the dialog for a level.
func (s *Session) drawGallery(time.Duration) {
	s.gallery.budget = galleryBudget
	s.View.DrawMap(&s.Frame, &s.gallery.levelMap)
}

// newGalleryScreen returns the screen for the map m of the workshop. describe updates the lines about the selected
// tile, and open opens this tile. back is the screen to return to.
func (s *Session) newGalleryScreen(m *widget.LevelMap, describe func(), open func(now time.Duration), back ui.ID,
) ui.Screen {
	choose := func(i int, now time.Duration) {
		m.Selected = i
		describe()
		open(now)
	}
	return ui.Screen{
		Keys: s.dialogKeys(), Fire: open, Back: back,
		Step: func(dx, dy int) {
			m.Selected = max(s.View.MapStep(&s.Frame, m, dx, dy), 0)
			describe()
		},
		Mouse: func(at ui.MouseMove) {
			i := s.View.MapAt(&s.Frame, m, at.Col, at.Row)
			if i < 0 {
				return
			}
			if i != m.Selected {
				m.Selected = i
				describe()
				s.Schedule.Redraw()
			}
			if at.Clicked() {
				open(at.Now)
			}
		},
		Words: func() (w ui.Words) {
			w.Title, w.Lines, w.Selected = strings.ToUpper(text.Workshop.Title), m.Lines, m.Selected
			for i := range m.Worlds {
				for _, l := range m.Worlds[i].Levels {
					w.Choices = append(w.Choices, l.Name)
				}
			}
			w.Choices = append(w.Choices, text.Menu.Back)
			return w
		},
		Choose: func(i int, now time.Duration) {
			n := 0
			for w := range m.Worlds {
				n += len(m.Worlds[w].Levels)
			}
			if i >= n {
				s.Back(now)
				return
			}
			choose(i, now)
		},
		DrawDialog: func(time.Duration) {
			s.gallery.budget = galleryBudget
			s.View.DrawMap(&s.Frame, m)
		},
	}
}
