package app

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arkterm/cmd/arkterm/settings"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// This file teaches the player: the question before the first game, the lessons during it, the labels of new objects,
// and the field guide. Nothing here changes a game or its recording.

// lessons observe the player's games and select the lesson and the labels to show.
type lessons struct {
	book   *FieldGuide
	watch  *guideWatch // nil if there are no lessons
	bricks []int       // bricks with labels; reused

	given      lesson // the last lesson shown
	text, note string // text of that lesson
}

// newLessons returns the lessons of a session. There are no lessons for a bot, or without a field guide.
func newLessons(set *Setup) lessons {
	if set.Book == nil || set.Bot {
		return lessons{book: new(FieldGuide)}
	}
	return lessons{book: set.Book, watch: newGuideWatch(set.Book)}
}

// begin resets the lessons for a new game.
func (l *lessons) begin() {
	l.given = lesson{}
	if l.watch != nil {
		l.watch.Begin()
	}
}

// learns reports whether the player can learn from the game that is being played.
func (s *Session) learns() bool {
	return s.lessons.watch != nil && s.round.bot == nil && !s.round.demo
}

// learnFrom adds what the last tick has shown to the field guide.
func (s *Session) learnFrom(g *engine.Game) {
	if s.learns() && s.lessons.watch.Observe(g) {
		s.bookChanged = true
	}
}

// labelNewObjects labels new objects in the next frame.
func (s *Session) labelNewObjects() {
	if !s.learns() {
		return
	}
	s.lessons.bricks = s.lessons.watch.Bricks(s.lessons.bricks[:0])
	s.View.SetNames(render.Names{Drops: *s.lessons.watch.Drops(), Bricks: s.lessons.bricks})
}

// lesson returns the lesson for the current state of the game, if any. Only campaign games have lessons.
func (s *Session) lesson() (lesson, bool) {
	if !s.learns() || !engine.Modes[s.round.config.Mode].HasMap {
		return lesson{}, false
	}
	return s.lessons.watch.Lesson(s.round.game)
}

// drawLesson draws the current lesson with the player's keys.
func (s *Session) drawLesson() {
	given, ok := s.lesson()
	if !ok {
		return
	}
	l := &s.lessons
	if given != l.given {
		keys := s.bookKeys()
		l.given = given
		l.text = keys.In(given.Text)
		l.note = fmt.Sprintf(text.Lesson.Number, given.Number, given.Of)
		if keys.Warp != "" {
			l.note += fmt.Sprintf(text.Lesson.Skip, keyText(keys.Warp))
		}
		s.Plain(&l.text, &l.note)
	}
	s.View.Prompt(&s.Frame, s.round.game, l.text, l.note)
}

// skipLessons ends the lessons if a lesson is shown.
func (s *Session) skipLessons() {
	if _, ok := s.lesson(); ok && !s.round.game.CanWarp() && s.lessons.book.SkipLessons() {
		s.bookChanged = true
		s.Schedule.Redraw()
	}
}

// bookKeys returns the names of the player's keys.
func (s *Session) bookKeys() guideKeys {
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
		k.Move, k.Shove = k.Fire, fmt.Sprintf(text.Keys.Twice, k.Fire)
	default:
		with := text.Keys.MouseLast
		if !s.Keys.ReportsReleases() { // the mouse is exact
			with = text.Keys.MouseFirst
		}
		k.Move = fmt.Sprintf(with, pairs(m, input.Left, input.Right, 1))
	}
	return k
}

// spaced returns a title with a space after each letter and three between words.
func spaced(title string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.Join(strings.Split(title, ""), " "), "   ", "   "))
}

// A reading is the state of the field guide's screen.
type reading struct {
	page   widget.Page
	at     [numChapters]int // selected row of each chapter
	sample sample
	shown  int // entry of the sample
}

// showBook opens the field guide.
func (s *Session) showBook(now time.Duration) {
	s.reading.sample.view = nil
	s.read(int(s.reading.page.Chapter), s.reading.at[s.reading.page.Chapter])
	s.Detour(bookScreen, now)
}

// read selects a row of a chapter.
func (s *Session) read(chapter, row int) {
	b, r := s.lessons.book, &s.reading
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
	met, of := b.Count(guideChapter(chapter))
	p.Count = fmt.Sprintf(text.Guide.Met, met, of)

	r.at[chapter] = min(p.Selected, len(p.Rows)-2)
	i := first + r.at[chapter] // the last row before Back
	e := &guideEntries[i]
	p.OutlineOnly = !b.Met(i)
	p.SampleTitle, p.Facts, p.Text = strings.ToUpper(e.Name()), e.Facts(), s.bookKeys().In(e.Description())
	if p.OutlineOnly {
		p.SampleTitle, p.Facts, p.Text = "?", "", text.Guide.NotMet
	}
	s.Plain(&p.Footer, &p.Facts, &p.Text)
	for k := range p.Rows {
		s.Plain(&p.Rows[k].Text)
	}
	if r.sample.view == nil || r.shown != i {
		r.shown = i
		r.sample.begin(sampleGame(i), s.set.Render)
		if p.OutlineOnly {
			r.sample.playUntil(sampleShows(i))
		}
	}
	s.Schedule.Redraw()
}

// bookStep selects another chapter or row.
func (s *Session) bookStep(dx, dy int) {
	if p := &s.reading.page; dx != 0 {
		s.turnChapter(dx)
	} else {
		s.read(p.Chapter, widget.Wrap(p.Selected+dy, len(p.Rows)))
	}
}

// pressRow presses the selected row. The last row returns, and the others select the next row, so that left, right and
// fire suffice.
func (s *Session) pressRow(now time.Duration) {
	p := &s.reading.page
	if p.Selected == len(p.Rows)-1 {
		s.Back(now)
		return
	}
	s.bookStep(0, 1)
}

// bookWords returns the page as text: the open entry, and a choice for each entry that was met.
func (s *Session) bookWords() (w ui.Words) {
	p := &s.reading.page
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

// metRows returns the rows of the page that were met.
func (s *Session) metRows() (all []int) {
	rows := s.reading.page.Rows
	for i := range rows[:len(rows)-1] {
		if !rows[i].Soft {
			all = append(all, i)
		}
	}
	return all
}

// readEntry opens the entry with index i in the text of the screen.
func (s *Session) readEntry(i int, now time.Duration) {
	met := s.metRows()
	switch {
	case i < len(met):
		s.read(s.reading.page.Chapter, met[i])
	case i == len(met):
		s.turnChapter(1)
	default:
		s.Back(now)
	}
}

// turnChapter moves d chapters ahead.
func (s *Session) turnChapter(d int) {
	c := widget.Wrap(s.reading.page.Chapter+d, numChapters)
	s.read(c, s.reading.at[c])
}

// bookMouse selects the row or chapter that is clicked.
func (s *Session) bookMouse(m ui.MouseMove) {
	if !m.Clicked() {
		return
	}
	p := &s.reading.page
	if c := p.ChapterAt(&s.Frame, m.Col, m.Row); c >= 0 {
		s.read(c, s.reading.at[c])
	} else if i := p.At(&s.Frame, m.Col, m.Row); i == len(p.Rows)-1 {
		s.Back(m.Now)
	} else if i >= 0 {
		s.read(p.Chapter, i)
	}
}

// playReading plays n ticks of the sample, unless it is an outline.
func (s *Session) playReading(n int) {
	if !s.reading.page.OutlineOnly {
		s.reading.sample.play(n)
	}
}

func (s *Session) drawBook(time.Duration) {
	r := &s.reading
	s.View.Page(&s.Frame, r.sample.draw(r.page.SampleSize(&s.Frame)), &r.page)
}

// capital returns a word with its first letter in upper case.
func capital(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}

// A newcomer is the state of the question for the difficulty, with a sample game of each.
type newcomer struct {
	choice  widget.Choice
	samples [len(firstChoices)]sample
	frames  [len(firstChoices)]cell.Frame
}

// firstChoices are the difficulties that are offered to a newcomer.
var firstChoices = [...]struct {
	difficulty engine.Difficulty
	help       *string
}{
	{engine.Kids, &text.First.Kids},
	{engine.Easy, &text.First.Easy},
	{engine.Medium, &text.First.Medium},
}

// usualChoice is the index of the default difficulty.
const usualChoice = 1

// isNewcomer reports whether the difficulty has never been set, so that the question is due.
func (s *Session) isNewcomer() bool {
	return s.lessons.watch != nil && s.ghost.Replay == nil &&
		s.set.Choices.From(settings.Difficulty) == settings.ByDefault
}

// askDifficulty opens the question for the difficulty before the first game.
func (s *Session) askDifficulty(now time.Duration) {
	s.newcomer = new(newcomer)
	c := &s.newcomer.choice
	*c = widget.Choice{
		Title:    spaced(text.First.Difficulty),
		Selected: usualChoice,
		Notes:    []string{text.First.MoreLater},
		Footer:   text.First.Footer,
	}
	for _, first := range firstChoices {
		row := &engine.Difficulties[first.difficulty]
		o := widget.ChoiceOption{
			Name: capital(text.Translate(row.Name)), Text: *first.help,
			Facts: fmt.Sprintf(text.First.Facts, row.Lives, row.PointsPercent),
		}
		s.Plain(&o.Facts)
		c.Options = append(c.Options, o)
	}
	for i, first := range firstChoices {
		config := sampleField(c.SampleSize(&s.Frame))
		config.Difficulty = first.difficulty
		s.newcomer.samples[i].begin(config, s.set.Render)
	}
	s.Plain(&c.Footer)
	s.Detour(newcomerScreen, now)
}

// apply draws the samples with other options.
func (n *newcomer) apply(o render.Options) {
	for i := range n.samples {
		n.samples[i].apply(o)
	}
}

// playNewcomer plays n ticks of each sample.
func (s *Session) playNewcomer(n int) {
	for i := range s.newcomer.samples {
		s.newcomer.samples[i].play(n)
	}
}

func (s *Session) drawNewcomer(time.Duration) {
	n := s.newcomer
	w, h := n.choice.SampleSize(&s.Frame)
	for i := range n.samples {
		n.frames[i] = *n.samples[i].draw(w, h)
	}
	s.View.Choice(&s.Frame, n.frames[:], &n.choice)
}

// newcomerWords returns the question as text.
func (s *Session) newcomerWords() (w ui.Words) {
	c := &s.newcomer.choice
	w.Title, w.Lines, w.Selected = text.First.Difficulty, c.Notes, c.Selected
	for _, o := range c.Options {
		w.Choices = append(w.Choices, o.Name+": "+o.Text+", "+o.Facts)
	}
	return w
}

// newcomerStep selects another difficulty. takeSelected accepts the selection.
func (s *Session) newcomerStep(dx, dy int) {
	c := &s.newcomer.choice
	c.Selected = widget.Wrap(c.Selected+dx+dy, len(c.Options))
}

func (s *Session) takeSelected(now time.Duration) { s.takeDifficulty(s.newcomer.choice.Selected, now) }

// newcomerMouse selects the difficulty under the mouse, and accepts it when the left button is pressed.
func (s *Session) newcomerMouse(m ui.MouseMove) {
	c := &s.newcomer.choice
	i := c.At(&s.Frame, m.Col, m.Row)
	if i < 0 {
		return
	}
	if i != c.Selected {
		c.Selected = i
		s.Schedule.Redraw()
	}
	if m.Clicked() {
		s.takeDifficulty(i, m.Now)
	}
}

// takeDifficulty saves the difficulty and starts the game.
func (s *Session) takeDifficulty(i int, now time.Duration) {
	s.SetOption(settings.Difficulty, engine.Difficulties[firstChoices[i].difficulty].Name)
	s.must(s.playMode(s.mode, now))
}

// helpMenu fills the dialog of the help. Each button shows a page of text, or opens the field guide.
func (s *Session) helpMenu(m *ui.Menu) {
	m.AddButton(text.Menu.Back, s.Back)
	m.Add(ui.Button{Label: text.Guide.Game})
	m.AddButton(text.Menu.Guide, s.showBook)
	m.Title, m.Lines = text.Keys.Title, s.helpKeys()
	m.Footer = text.Guide.MoreFooter
	if m.Current().Label == text.Guide.Game {
		m.Title, m.Lines = text.Guide.GameTitle, s.helpGame()
	} else if s.Text.Games {
		m.Lines = append([]string{text.Lines.GameKeys}, m.Lines...)
	}
}

// taught are the rules on the help page about the game.
var taught = [...]guideRule{
	aimingRule, returningRule, catchingRule, shovingRule, combosRule, chainsRule, starsRule, lostBallsRule, bucketsRule,
}

// ruleWidth returns the maximum width of a rule's title on the help page with the rules.
func ruleWidth() (w int) {
	for _, r := range taught {
		w = max(w, text.Widest(guideEntries[ruleEntry(r)].Name()))
	}
	return w
}

// helpAround is the number of rows of a help page in addition to its lines: frame, buttons and footer.
const helpAround = 4

// helpGame returns the lines about the game, which are the first sentences of basic rules in the field guide that fit.
func (s *Session) helpGame() (lines []string) {
	width, keys := ruleWidth(), s.bookKeys()
	room := s.View.DialogColumns(&s.Frame) - width - 2
	whole := 0 // number of lines of rules that fit above a last line
	for _, r := range taught {
		e := &guideEntries[ruleEntry(r)]
		first, _, _ := strings.Cut(keys.In(e.Description()), ". ")
		title := e.Name()
		for _, line := range widget.WrapText(strings.TrimSuffix(first, "."), room) {
			lines = append(lines, fmt.Sprintf("%-*s  %s", width, title, line))
			title = ""
		}
		if len(lines) < s.Frame.H-helpAround {
			whole = len(lines)
		}
	}
	if len(lines) > s.Frame.H-helpAround {
		lines = append(lines[:whole], fmt.Sprintf("%-*s  %s", width, "…", text.Guide.More))
	}
	return lines
}
