package app

import (
	"fmt"
	"strings"
	"time"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file teaches the player. A new player chooses the difficulty before the first game. During games, the session
// shows lessons and labels new objects. The file also implements the field guide. Teaching does not change the game or
// the recording.

// lessons contains the state of lessons and labels in the player's games.
type lessons struct {
	guide  *FieldGuide
	watch  *guideWatch // nil if there are no lessons
	bricks []int       // bricks with labels; reused

	shown      lesson // the last lesson shown
	text, note string // text of that lesson
}

// newLessons returns the lessons of a session. If a bot plays or there is no field guide, no lessons or labels are
// shown.
func newLessons(set *Setup) lessons {
	if set.FieldGuide == nil || set.Bot {
		return lessons{guide: new(FieldGuide)}
	}
	return lessons{guide: set.FieldGuide, watch: newGuideWatch(set.FieldGuide)}
}

// begin resets the lessons for a new game.
func (l *lessons) begin() {
	l.shown = lesson{}
	if l.watch != nil {
		l.watch.Begin()
	}
}

// updatesGuide reports whether the current game can add entries to the field guide and show lessons. Games that a bot
// plays and tests of levels cannot.
func (s *Session) updatesGuide() bool {
	return s.lessons.watch != nil && s.round.bot == nil && !s.round.demo && !s.round.testing
}

// updateFieldGuide adds the entries that the player has met in the last tick of g to the field guide.
func (s *Session) updateFieldGuide(g *engine.Game) {
	if s.updatesGuide() && s.lessons.watch.Observe(g) {
		s.guideChanged = true
	}
}

// labelNewObjects passes the objects that are new to the player to the view, which draws their names.
func (s *Session) labelNewObjects() {
	if !s.updatesGuide() {
		return
	}
	s.lessons.bricks = s.lessons.watch.AppendLabeledBricks(s.lessons.bricks[:0])
	s.View.SetLabels(render.Labels{Drops: *s.lessons.watch.LabeledDrops(), Bricks: s.lessons.bricks})
}

// lesson returns the lesson for the current state of the game, if any. Only campaign games have lessons.
func (s *Session) lesson() (lesson, bool) {
	if !s.updatesGuide() || !engine.Modes[s.round.config.Mode].HasMap {
		return lesson{}, false
	}
	return s.lessons.watch.Lesson(s.round.game)
}

// drawLesson draws the current lesson with the player's keys.
func (s *Session) drawLesson() {
	current, ok := s.lesson()
	if !ok {
		return
	}
	l := &s.lessons
	if current != l.shown {
		keys := s.guideKeys()
		l.shown = current
		l.text = keys.Expand(current.Text)
		l.note = fmt.Sprintf(text.Lesson.Number, current.Number, current.Total)
		if current.WarpSkips && keys.Warp != "" {
			l.note += fmt.Sprintf(text.Lesson.Skip, keyText(keys.Warp))
		}
		s.ReplaceNonASCII(&l.text, &l.note)
	}
	s.View.DrawPrompt(&s.Frame, s.round.game, l.text, l.note)
}

// skipLessons ends the lessons if a lesson is shown.
func (s *Session) skipLessons() {
	if current, ok := s.lesson(); ok && current.WarpSkips && s.lessons.guide.SkipLessons() {
		s.guideChanged = true
		s.Schedule.Redraw()
	}
}

// guideKeys returns the names of the player's keys, for the placeholders in lessons and entries.
func (s *Session) guideKeys() guideKeys {
	m := s.Keys.Keymap()
	k := guideKeys{
		Fire: keyText(m.Label(input.Fire, 1)), Up: m.Label(input.Up, 1), Down: m.Label(input.Down, 1),
		Warp: m.Label(input.Warp, 1),
	}
	k.Shove = k.Fire
	switch s.Keys.Options().Steer {
	case input.Mouse:
		k.Move = text.Keys.Mouse
	case input.OneButton:
		k.Move, k.Shove = k.Fire, fmt.Sprintf(text.Keys.KeyTwice, k.Fire)
	default:
		with := text.Keys.MouseLast
		if !s.Keys.ReportsReleases() { // without key releases, only the mouse is exact
			with = text.Keys.MouseFirst
		}
		k.Move = fmt.Sprintf(with, keyPairs(m, input.Left, input.Right, 1))
	}
	return k
}

// spaced returns a title with a space between any two characters. A space between words thus becomes three spaces.
func spaced(title string) string {
	return strings.Join(strings.Split(title, ""), " ")
}

// A guideState is the state of the field guide's screen.
type guideState struct {
	page     widget.Page
	selected [numChapters]int // selected row of each chapter
	sample   sample
	shown    int // index of the entry that the sample demonstrates
}

// showGuide opens the field guide.
func (s *Session) showGuide(now time.Duration) {
	s.guideState.sample.view = nil
	s.selectGuideRow(int(s.guideState.page.Chapter), s.guideState.selected[s.guideState.page.Chapter])
	s.Detour(guideScreen, now)
}

// selectGuideRow shows a chapter of the field guide with a row selected, and the entry of that row.
func (s *Session) selectGuideRow(chapter, row int) {
	b, r := s.lessons.guide, &s.guideState
	p := &r.page
	*p = widget.Page{
		Title: spaced(text.Guide.Title), Chapters: chapterNames(), Chapter: chapter, Rows: p.Rows[:0],
		Footer: text.Guide.Footer,
	}

	first := -1
	for i := range guideEntries {
		e := &guideEntries[i]
		if int(e.Chapter) != chapter {
			continue
		}
		if first < 0 {
			first = i
		}
		line := widget.PageRow{Text: e.Name()}
		if !b.Met(i) {
			line = widget.PageRow{Text: strings.Repeat("·", cell.Width(e.Name())), Soft: true}
		}
		p.Rows = append(p.Rows, line)
	}
	p.Rows = append(p.Rows, widget.PageRow{Text: text.Menu.Back})
	p.Selected = min(max(row, 0), len(p.Rows)-1)
	met, total := b.Count(guideChapter(chapter))
	p.Count = fmt.Sprintf(text.Guide.Found, met, total)

	r.selected[chapter] = min(p.Selected, len(p.Rows)-2) // if Back is selected, the entry of the row above stays open
	i := first + r.selected[chapter]
	e := &guideEntries[i]
	p.OutlineOnly = !b.Met(i)
	p.SampleTitle, p.Facts, p.Text = strings.ToUpper(e.Name()), e.Facts(), s.guideKeys().Expand(e.Description())
	if p.OutlineOnly {
		p.SampleTitle, p.Facts, p.Text = "?", "", text.Guide.NotFound
	}
	s.ReplaceNonASCII(&p.Footer, &p.Facts, &p.Text)
	for k := range p.Rows {
		s.ReplaceNonASCII(&p.Rows[k].Text)
	}
	if r.sample.view == nil || r.shown != i {
		r.shown = i
		r.sample.begin(sampleGame(i), s.set.Render)
		if p.OutlineOnly {
			r.sample.playUntil(entryInField(i))
		}
	}
	s.Schedule.Redraw()
}

// moveGuideSelection moves the selection by dx chapters, or by dy rows, wrapping around.
func (s *Session) moveGuideSelection(dx, dy int) {
	if p := &s.guideState.page; dx != 0 {
		s.turnChapter(dx)
	} else {
		s.selectGuideRow(p.Chapter, widget.WrapIndex(p.Selected+dy, len(p.Rows)))
	}
}

// pressGuideRow handles Fire. On the last row, Back, it closes the field guide. On other rows, it selects the next row.
// Therefore, Left, Right and Fire are enough to use the field guide.
func (s *Session) pressGuideRow(now time.Duration) {
	p := &s.guideState.page
	if p.Selected == len(p.Rows)-1 {
		s.Back(now)
		return
	}
	s.moveGuideSelection(0, 1)
}

// guideWords returns the text of the field guide for text mode. It contains the open entry, and a choice for each entry
// of the chapter that the player has met.
func (s *Session) guideWords() (w ui.Words) {
	p := &s.guideState.page
	w.Title = text.Guide.Title
	w.Lines = []string{p.Chapters[p.Chapter] + ", " + p.Count, p.SampleTitle, p.Facts, p.Text}
	met := s.metRows()
	for k, row := range met {
		w.Choices = append(w.Choices, p.Rows[row].Text)
		if row == p.Selected {
			w.Selected = k
		}
	}
	w.Choices = append(w.Choices, text.Guide.NextChapter, text.Menu.Back)
	return w
}

// metRows returns the indices of the page's rows whose entries were met.
func (s *Session) metRows() (all []int) {
	rows := s.guideState.page.Rows
	for i := range rows[:len(rows)-1] {
		if !rows[i].Soft {
			all = append(all, i)
		}
	}
	return all
}

// openEntry executes choice i of guideWords. It opens an entry or the next chapter, or goes back.
func (s *Session) openEntry(i int, now time.Duration) {
	met := s.metRows()
	switch {
	case i < len(met):
		s.selectGuideRow(s.guideState.page.Chapter, met[i])
	case i == len(met):
		s.turnChapter(1)
	default:
		s.Back(now)
	}
}

// turnChapter opens the chapter d positions after the current one, wrapping around.
func (s *Session) turnChapter(d int) {
	c := widget.WrapIndex(s.guideState.page.Chapter+d, numChapters)
	s.selectGuideRow(c, s.guideState.selected[c])
}

// guideMouse handles the mouse in the field guide. A click selects a row or a chapter. A click on Back closes the field
// guide.
func (s *Session) guideMouse(m ui.MouseMove) {
	if !m.Clicked() {
		return
	}
	p := &s.guideState.page
	if c := p.ChapterAt(&s.Frame, m.Col, m.Row); c >= 0 {
		s.selectGuideRow(c, s.guideState.selected[c])
	} else if i := p.At(&s.Frame, m.Col, m.Row); i == len(p.Rows)-1 {
		s.Back(m.Now)
	} else if i >= 0 {
		s.selectGuideRow(p.Chapter, i)
	}
}

// playGuideSample plays n ticks of the sample. If the player has not met the entry, the sample is only an outline and
// does not move.
func (s *Session) playGuideSample(n int) {
	if !s.guideState.page.OutlineOnly {
		s.guideState.sample.play(n)
	}
}

func (s *Session) drawGuide(time.Duration) {
	r := &s.guideState
	s.View.DrawPage(&s.Frame, r.sample.draw(r.page.SampleSize(&s.Frame)), &r.page)
}

// A difficultyQuestion is the state of the screen on which a new player chooses the difficulty. Each difficulty has a
// sample game.
type difficultyQuestion struct {
	choice  widget.Choice
	samples [len(offeredDifficulties)]sample
	frames  [len(offeredDifficulties)]cell.Frame
}

// offeredDifficulties are the difficulties offered to a new player.
var offeredDifficulties = [...]struct {
	difficulty engine.Difficulty
	help       *string
}{
	{engine.Kids, &text.FirstQuestions.Kids},
	{engine.Easy, &text.FirstQuestions.Easy},
	{engine.Medium, &text.FirstQuestions.Medium},
}

// defaultChoice is the index of the default difficulty in offeredDifficulties.
const defaultChoice = 1

// isNewcomer reports whether the player is new, because the difficulty was never set. A newcomer must choose the
// difficulty before the first game, see askDifficulty.
func (s *Session) isNewcomer() bool {
	return s.lessons.watch != nil && s.ghost.Replay == nil &&
		s.set.Choices.SourceOf(settings.Difficulty) == settings.ByDefault
}

// askDifficulty shows the screen on which a new player chooses the difficulty.
func (s *Session) askDifficulty(now time.Duration) {
	s.difficultyQuestion = new(difficultyQuestion)
	c := &s.difficultyQuestion.choice
	*c = widget.Choice{
		Title:    spaced(text.FirstQuestions.Difficulty),
		Selected: defaultChoice,
		Notes:    []string{text.FirstQuestions.MoreLater},
		Footer:   text.FirstQuestions.Footer,
	}
	for _, first := range offeredDifficulties {
		row := &engine.Difficulties[first.difficulty]
		o := widget.ChoiceOption{
			Name: text.Capitalize(text.Translate(row.Name)), Text: *first.help,
			Facts: fmt.Sprintf(text.FirstQuestions.Facts, row.Lives, row.PointsPercent),
		}
		s.ReplaceNonASCII(&o.Facts)
		c.Options = append(c.Options, o)
	}
	for i, first := range offeredDifficulties {
		config := difficultySample(c.SampleSize(&s.Frame))
		config.Difficulty = first.difficulty
		s.difficultyQuestion.samples[i].begin(config, s.set.Render)
	}
	s.ReplaceNonASCII(&c.Footer)
	s.Detour(difficultyScreen, now)
}

// apply changes the options with which the samples are drawn.
func (n *difficultyQuestion) apply(o render.Options) {
	for i := range n.samples {
		n.samples[i].apply(o)
	}
}

// playDifficultySamples plays n ticks of each sample.
func (s *Session) playDifficultySamples(n int) {
	for i := range s.difficultyQuestion.samples {
		s.difficultyQuestion.samples[i].play(n)
	}
}

func (s *Session) drawDifficulty(time.Duration) {
	n := s.difficultyQuestion
	w, h := n.choice.SampleSize(&s.Frame)
	for i := range n.samples {
		n.frames[i] = *n.samples[i].draw(w, h)
	}
	s.View.DrawChoice(&s.Frame, n.frames[:], &n.choice)
}

// difficultyWords returns the text of the question for text mode.
func (s *Session) difficultyWords() (w ui.Words) {
	c := &s.difficultyQuestion.choice
	w.Title, w.Lines, w.Selected = text.FirstQuestions.Difficulty, c.Notes, c.Selected
	for _, o := range c.Options {
		w.Choices = append(w.Choices, o.Name+": "+o.Text+", "+o.Facts)
	}
	return w
}

// difficultyStep moves the selection, wrapping around.
func (s *Session) difficultyStep(dx, dy int) {
	c := &s.difficultyQuestion.choice
	c.Selected = widget.WrapIndex(c.Selected+dx+dy, len(c.Options))
}

// acceptSelected accepts the selected difficulty.
func (s *Session) acceptSelected(now time.Duration) {
	s.acceptDifficulty(s.difficultyQuestion.choice.Selected, now)
}

// difficultyMouse selects the difficulty under the mouse, and accepts it when the left button is pressed.
func (s *Session) difficultyMouse(m ui.MouseMove) {
	c := &s.difficultyQuestion.choice
	i := c.At(&s.Frame, m.Col, m.Row)
	if i < 0 {
		return
	}
	if i != c.Selected {
		c.Selected = i
		s.Schedule.Redraw()
	}
	if m.Clicked() {
		s.acceptDifficulty(i, m.Now)
	}
}

// acceptDifficulty saves the difficulty with index i in offeredDifficulties, and starts the game.
func (s *Session) acceptDifficulty(i int, now time.Duration) {
	s.SetOption(settings.Difficulty, engine.Difficulties[offeredDifficulties[i].difficulty].Name)
	s.must(s.playMode(s.mode, now))
}

// helpMenu fills in the help dialog. The selected button determines whether the dialog shows the page about keys or the
// page about the game. A third button opens the field guide.
func (s *Session) helpMenu(m *ui.Menu) {
	m.AddButton(text.Menu.Back, s.Back)
	m.Add(ui.Button{Label: text.Guide.Game})
	m.AddButton(text.Menu.Guide, s.showGuide)
	m.Title, m.Lines = text.Keys.Title, s.helpKeys()
	m.Footer = text.Guide.MoreFooter
	if m.Current().Label == text.Guide.Game {
		m.Title, m.Lines = text.Guide.GameTitle, s.gameHelpLines()
	} else if s.Text.GamesNarrated {
		m.Lines = append([]string{text.Lines.GameKeys}, m.Lines...)
	}
}

// helpRules are the rules that the help page about the game explains.
var helpRules = [...]guideRule{
	aimingRule, returningRule, catchingRule, shovingRule, combosRule, chainsRule, starsRule, livesRule, bucketsRule,
}

// ruleWidth returns the width of the widest title in helpRules, in columns.
func ruleWidth() (w int) {
	for _, r := range helpRules {
		w = max(w, text.Widest(guideEntries[ruleEntry(r)].Name()))
	}
	return w
}

// helpFrameRows is the number of frame rows that a help page needs in addition to its lines, for the border, the
// buttons and the footer.
const helpFrameRows = 4

// gameHelpLines returns the lines of the help page about the game. They contain the first sentence about each of the
// helpRules. If there are too many lines, gameHelpLines omits the last rules and adds a line that refers to the field
// guide.
func (s *Session) gameHelpLines() (lines []string) {
	width, keys := ruleWidth(), s.guideKeys()
	room := s.View.DialogColumns(&s.Frame) - width - 2
	fitting := 0 // number of lines of complete rules that fit above a last line
	for _, r := range helpRules {
		e := &guideEntries[ruleEntry(r)]
		first, _, _ := strings.Cut(keys.Expand(e.Description()), ". ")
		title := e.Name()
		for _, line := range widget.WrapText(strings.TrimSuffix(first, "."), room) {
			lines = append(lines, fmt.Sprintf("%-*s  %s", width, title, line))
			title = ""
		}
		if len(lines) < s.Frame.H-helpFrameRows {
			fitting = len(lines)
		}
	}
	if len(lines) > s.Frame.H-helpFrameRows {
		lines = append(lines[:fitting], fmt.Sprintf("%-*s  %s", width, "…", text.Guide.More))
	}
	return lines
}
