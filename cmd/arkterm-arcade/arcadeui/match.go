package arcadeui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The screens of a match: the match, its menu, and its result.

// A game is a match from the view of one player. It shows copies of the match's fields, which are played from their
// streams.
type game struct {
	match *lobby.Match
	seat  int
	field int

	own   copied
	rival copied // in a race, the game of the best of the others, shown as a ghost
	whose int    // the rival's seat; −1: none

	beside []pane // on wide screens, the games of others instead of the ghost
	seats  []int  // reused

	watched pane // another player's game, watched after the player's own; no view: none was watched

	view        *render.View
	frame       cell.Frame // its part of the screen
	standings   []lobby.Standing
	before      []lobby.Standing // at the last Advance
	race        standingText     // the standings of a race
	series      progress.Series  // matches of the party, by seat
	on          bool             // the match continues
	endReported bool             // the end was reported to the lobby
	endAt       time.Duration
}

// release frees the memory of the views that grows with the size of the frame, also of panes that are not shown now.
func (g *game) release() {
	g.view.Release()
	for _, p := range append(g.beside[:cap(g.beside):cap(g.beside)], g.watched) {
		if p.view != nil {
			p.view.Release()
		}
	}
}

// A copied is a copy of a game, played from its stream.
type copied struct {
	reader *spectate.Reader
	play   *record.Playback
}

// follow begins a copy of a stream's game.
func follow(f *spectate.Stream) (c copied, err error) {
	c.reader, _ = f.Read(f.Tick()) // a match publishes its fields when it begins
	c.play, err = c.reader.Recording.Begin(f.Pack().Levels)
	return c, err
}

const (
	// maximum per call, some milliseconds: a late player catches up in some frames
	mostTicks = 1000
	seenTicks = engine.TicksPerSecond / 2 // ticks whose effects are shown
)

// advance plays the new ticks, and passes their events to see.
func (c *copied) advance(see func([]engine.Event)) {
	c.reader.Update()
	last := c.reader.Recording.Tick()
	for range mostTicks {
		if more, _ := c.play.Next(); !more { // a copy cannot differ, because the program is the same
			return
		}
		if see != nil && c.play.Game.Tick+seenTicks > last {
			see(c.play.Game.Events)
		}
	}
}

// current reports whether the copy is at the tick of the match.
func (c *copied) current() bool { return c.play.Ended() }

// sitDown takes the person's seat in the match of their party.
func (s *Session) sitDown(p *lobby.Party, now time.Duration) {
	m := p.Match
	if s.game != nil && s.game.match == m {
		return
	}
	g := &game{match: m, seat: p.OwnSeat, whose: -1, on: true, series: p.Series}
	g.field, _ = m.Field(p.OwnSeat)
	var err error
	if g.own, err = follow(m.Stream(g.field)); err != nil {
		s.leaveParty(now)
		s.ui.Enter(lobbyScreen, now)
		s.ui.Say(sentence(err))
		return
	}
	o, delay, period := s.app.InputSettings()
	m.TakeSeat(p.OwnSeat, o, delay, period, s.ui.Keys.ReportsReleases())
	g.view = render.NewView(s.gameOptions(g, s.ui.View.Options()))
	g.view.Observe(g.own.play.Game.Events)
	s.game = g
	s.plays(s.playsMatch(), m.Stream(g.field))
	s.ui.Enter(matchScreen, now)
}

// playsMatch returns the text that the lobby shows for a player of the match.
func (s *Session) playsMatch() string {
	g := s.game
	var others []string
	for i, name := range g.match.Names {
		if i != g.seat {
			others = append(others, name)
		}
	}
	title := text.Translate(lobby.MatchKinds[g.match.Kind].Title)
	if len(others) == 0 {
		return title
	}
	return fmt.Sprintf(text.Race.With, title, strings.Join(others, ", "))
}

// gameOptions returns the options for drawing a match: the names of the players, and the keys that serve.
func (s *Session) gameOptions(g *game, o render.Options) render.Options {
	o.Names = levels.LevelNames(g.match.Stream(g.field).Pack())
	_, paddle := g.match.Field(g.seat)
	if lobby.MatchKinds[g.match.Kind].SeparateFields {
		return o
	}
	own, other := o.Keys.Fire, g.match.Names[1-paddle]
	for i, name := range g.match.Names {
		o.Players[i] = strings.ToUpper(name)
	}
	o.Players[paddle], o.OwnPaddle = text.Mode.You, paddle
	if lobby.MatchKinds[g.match.Kind].Mode.Versus() {
		if o.Series, o.Wins = progress.SeriesWins, g.series.Wins; !g.endReported {
			o.Wins = g.series.AtStart()
		}
	}
	o.Flipped = paddle == 1 && lobby.MatchKinds[g.match.Kind].Mode.Versus() // the player's own paddle is below
	if o.Keys.Fire2 = other; paddle == 1 {
		o.Keys.Fire, o.Keys.Fire2 = other, own
	}
	return o
}

// applyMatch changes the options of the pictures.
func (s *Session) applyMatch(o render.Options) {
	s.game.view.SetOptions(s.gameOptions(s.game, o))
	for i := range s.game.beside {
		p := &s.game.beside[i]
		p.view.SetOptions(s.paneOptions(p.seat, o))
	}
	if p := &s.game.watched; p.view != nil {
		p.view.SetOptions(s.paneOptions(p.seat, o))
	}
}

// endPause is the time between the last tick of a match and its result.
const endPause = 1500 * time.Millisecond

// playMatch plays the ticks that are due.
func (s *Session) playMatch(now time.Duration) {
	g := s.game
	g.on = g.match.Advance(now)
	for r, ok := g.match.TakeResult(); ok; r, ok = g.match.TakeResult() {
		s.set.Finished(g.match, r)
	}
	g.before, g.standings = g.standings, g.match.Standings(g.before[:0])
	if s.ui.ID() == resultScreen && !slices.EqualFunc(g.before, g.standings, sameResult) {
		s.ui.Rebuild() // it shows the standings of the others
	}
	if g.endAt == 0 {
		g.own.advance(g.view.Observe)
		s.followRival()
		s.followBeside()
	}
	watching := s.ui.ID() == othersScreen
	if watching {
		g.watched.advance(g.watched.view.Observe)
	}
	if own := s.standing(); own.Over && g.endAt == 0 && g.own.current() {
		g.endAt = now + endPause
		s.ui.Keys.Release()
	}
	if !g.on && !g.endReported {
		g.endReported = true
		s.set.Person.MatchEnded(g.match)
		if p, ok := s.set.Person.Party(); ok && p.Match == g.match {
			g.series = p.Series
			g.view.SetOptions(s.gameOptions(g, s.ui.View.Options()))
		}
		if watching {
			g.endAt = now + endPause
		}
		s.ui.Rebuild()
	}
	if g.endAt > 0 && now >= g.endAt && s.ui.ID() != resultScreen && !(watching && g.on) {
		s.ui.Enter(resultScreen, now)
	}
}

// sameResult reports whether a and b have the same text in the result of a race.
func sameResult(a, b lobby.Standing) bool {
	return a.Seat == b.Seat && a.Present == b.Present && a.Helped == b.Helped && a.Over == b.Over &&
		a.Cleared == b.Cleared && a.Bricks == b.Bricks && a.Score == b.Score && a.Outcome == b.Outcome
}

// standing returns the standing of the player.
func (s *Session) standing() lobby.Standing { return s.standingOf(s.game.seat) }

// followRival follows the game of the best of the others in a race.
func (s *Session) followRival() {
	g := s.game
	if !lobby.MatchKinds[g.match.Kind].SeparateFields || len(g.standings) < 2 {
		return
	}
	best := g.standings[0].Seat
	if best == g.seat {
		best = g.standings[1].Seat
	}
	if best != g.whose {
		field, _ := g.match.Field(best)
		c, err := follow(g.match.Stream(field))
		if err != nil {
			return // does not happen: copies of this match have begun before
		}
		g.rival, g.whose = c, best
	}
	g.rival.advance(nil)
	g.view.SetGhost(nil)
	if g.rival.current() && s.panes() == 1 {
		g.view.SetGhost(g.rival.play.Game)
	}
}

// matchKey handles a key during the match: digits are emotes, Esc opens the menu, and others steer.
func (s *Session) matchKey(k ui.KeyPress) bool {
	g := s.game
	if g.endAt > 0 {
		return true
	}
	switch e := int(k.Event.Latin() - '1'); {
	case !k.Repeat && k.Action == input.None && e >= 0 && e < len(lobby.Emotes):
		g.match.SendEmote(g.seat, lobby.Emote(e), k.Now)
	case k.Action == input.Menu || k.Action == input.Pause || k.Action == input.Quit:
		s.ui.Enter(matchMenuScreen, k.Now)
	default:
		g.match.Key(g.seat, k.Now, k.Event)
	}
	if !k.Repeat {
		s.ui.Schedule.HurryAt(g.match.Due(g.field, k.Now), eagerFrames)
	}
	return true
}

// matchRelease handles a key release.
func (s *Session) matchRelease(k ui.KeyPress) {
	if s.game.endAt == 0 {
		s.game.match.Key(s.game.seat, k.Now, k.Event)
	}
}

// eagerFrames is the number of frames after the first tick of a key. In that tick a paddle hardly moves.
const eagerFrames = 3

// matchMouse takes the mouse. It steers, and the right button opens the menu.
func (s *Session) matchMouse(m ui.MouseMove) {
	g := s.game
	if m.ClickedRight() {
		s.ui.Enter(matchMenuScreen, m.Now)
		return
	}
	g.match.Mouse(g.seat, m.Now, m.FieldX(g.view, &g.frame), m.Held|m.Wheel)
	if m.Down != 0 {
		s.ui.Schedule.HurryAt(g.match.Due(g.field, m.Now), eagerFrames)
	}
}

// leaveField releases the keys when another screen replaces the match.
func (s *Session) leaveField(_ *ui.Screen, now time.Duration) { s.stopSteering(now) }

// stopSteering releases the keys, because a menu covers the match or the terminal has lost the focus.
func (s *Session) stopSteering(time.Duration) {
	if s.game != nil {
		s.game.match.ReleaseKeys(s.game.seat)
	}
}

// tickTime is the interval of Advance while a match is played without frames.
const tickTime = 50 * time.Millisecond

// matchDue returns when Advance is due while others still play.
func (s *Session) matchDue(now time.Duration) time.Duration {
	if s.game.on {
		return now + tickTime
	}
	return ui.Never
}

// drawMatch draws the match, the last emote, and the countdown.
func (s *Session) drawMatch(now time.Duration) {
	g := s.game
	g.frame.SetSize(s.ownCols(), s.ui.Frame.H)
	g.frame.BorrowCells()
	defer g.frame.ReturnCells()
	g.view.Draw(&g.frame, g.own.play.Game)
	if !s.ui.Small() {
		s.drawBanner(now)
		s.writeStatus(&g.frame, statusRow(g.view, &g.frame), s.status(now))
	}
	if s.panes() > 1 {
		s.ui.Frame.Fill(0, 0, s.ui.Frame.W, s.ui.Frame.H, ' ', s.statusStyle())
	}
	copyAt(&s.ui.Frame, &g.frame, 0)
	s.ui.Frame.Urgent = append(s.ui.Frame.Urgent[:0], g.frame.Urgent...)
	s.drawBeside()
}

// drawBanner draws the text in big letters: the countdown, the score after a point, or the result.
func (s *Session) drawBanner(now time.Duration) {
	g, game := s.game, s.game.own.play.Game
	digit := g.digit(now)
	switch {
	case digit != "":
		g.view.Banner(&g.frame, digit)
	case !g.own.current() && g.own.reader.Recording.Tick() > game.Tick+seenTicks:
		g.view.Banner(&g.frame, "...")
	case g.endAt > 0:
		g.view.Banner(&g.frame, s.resultTitle())
	case game.Mode.Versus() && game.Phase == engine.Lost:
		_, own := g.match.Field(g.seat)
		g.view.Banner(&g.frame, fmt.Sprintf("%d - %d", game.Match.Points[own], game.Match.Points[1-own]))
	}
}

// digit returns the digit of the countdown, or "" after it.
func (g *game) digit(now time.Duration) string {
	left := g.match.Start + lobby.Countdown - now
	if left <= 0 {
		return ""
	}
	return strconv.Itoa(min(int(3*left/lobby.Countdown)+1, 3))
}

// emoteTime is the time for which an emote is shown.
const emoteTime = 4 * time.Second

// statusRow returns the row below a game, or its last one if there is none.
func statusRow(v *render.View, f *cell.Frame) int { return min(v.RowBelowField(f), f.H-1) }

// writeStatus writes the line below a game: the last emote, the players who have dropped out, or the standings of a
// race.
func (s *Session) writeStatus(f *cell.Frame, y int, text string) {
	if text == "" {
		return
	}
	if s.game.view.Options().Glyphs == cell.ASCII {
		text = widget.Plain(text)
	}
	style := s.statusStyle()
	f.Fill(0, y, f.W, 1, ' ', style)
	pen := widget.NewPen(f, 1, y, style)
	pen.Cut(text, f.W-2)
}

// statusStyle returns the style of those lines.
func (s *Session) statusStyle() cell.Style {
	ink, back := s.game.view.Ink()
	return cell.Style{Fg: ink, Bg: back}
}

// emoteText returns the last emote for a while, then "".
func (s *Session) emoteText(now time.Duration) (said string) {
	last := time.Duration(0)
	for _, st := range s.game.standings {
		if st.EmoteTime > last && now < st.EmoteTime+emoteTime {
			said, last = s.nameOf(st.Seat)+": "+text.Translate(lobby.Emotes[st.Emote]), st.EmoteTime
		}
	}
	return said
}

// status returns the last line, or "".
func (s *Session) status(now time.Duration) string {
	g := s.game
	if said := s.emoteText(now); said != "" {
		return said
	}
	switch {
	case g.digit(now) != "":
		return s.ownSide() + fmt.Sprintf(text.Race.Hint, len(lobby.Emotes))
	case lobby.MatchKinds[g.match.Kind].SeparateFields:
		return s.raceStatus()
	}
	return s.dropped(now)
}

// ownSide names the player's paddle if two paddles are side by side; otherwise it returns "".
func (s *Session) ownSide() string {
	kind, game := &lobby.MatchKinds[s.game.match.Kind], s.game.own.play.Game
	if kind.SeparateFields || kind.Mode.Versus() {
		return ""
	}
	_, own := s.game.match.Field(s.game.seat)
	if game.Capsule(own).X < game.Capsule(1-own).X {
		return text.Race.OwnLeft
	}
	return text.Race.OwnRight
}

// dropped returns a text about a player who has dropped out of the match and may come back; "": there is none.
func (s *Session) dropped(now time.Duration) string {
	p, ok := s.set.Person.Party()
	if !ok {
		return ""
	}
	for _, seat := range p.Seats {
		if !seat.Present && seat.KeptUntil > now {
			return fmt.Sprintf(text.Race.Dropped, seat.Name, (seat.KeptUntil-now)/time.Second+1)
		}
	}
	return ""
}

// nameOf returns the name of the player with a seat.
func (s *Session) nameOf(seat int) string {
	if seat == s.game.seat {
		return text.Race.You
	}
	return s.game.match.Names[seat]
}

// raceStatus returns the standings of a race, the best first. If there is no room for all, the player's own comes
// first.
func (s *Session) raceStatus() string {
	return s.game.race.of(s.game.standings, s.ownCols(), func() string {
		var all []string
		own := 0
		for i := range s.game.standings {
			st := &s.game.standings[i]
			if st.Seat == s.game.seat {
				own = i
			}
			all = append(all, fmt.Sprintf("%d %s %s", i+1, s.racerOf(st), s.result(st)))
		}
		const between = "   "
		line := strings.Join(all, between)
		if cell.Width(line) > s.ownCols()-2 {
			first := all[own]
			line = first + between + strings.Join(slices.Delete(all, own, own+1), between)
		}
		return line
	})
}

// A standingText is a text about standings. It is written again when they have changed, not for each frame.
type standingText struct {
	standings []lobby.Standing
	cols      int
	text      string
}

// of returns the text for cols columns. If it is out of date, write returns a new one.
func (t *standingText) of(standings []lobby.Standing, cols int, write func() string) string {
	if t.cols != cols || !slices.EqualFunc(t.standings, standings, sameResult) {
		t.standings, t.cols, t.text = append(t.standings[:0], standings...), cols, write()
	}
	return t.text
}

// result returns a standing in a word.
func (s *Session) result(st *lobby.Standing) string {
	switch row := &lobby.MatchKinds[s.game.match.Kind]; {
	case !row.EndsWhenCleared:
		return text.Number(st.Score)
	case st.Cleared:
		return text.PlayTime(st.Tick)
	case st.Over:
		return text.Race.Out.Of(st.Bricks)
	}
	return text.Count.Bricks.Of(st.Bricks)
}

// seatChanged leaves the match if the player has continued it at another terminal.
func (s *Session) seatChanged(now time.Duration) {
	if _, ok := s.set.Person.Party(); !ok {
		s.ui.Enter(lobbyScreen, now)
		s.ui.Say(text.Race.Elsewhere)
	}
}

// matchMenu fills in the menu over a match that continues.
func (s *Session) matchMenu(m *ui.Menu) {
	m.Title, m.Stacked, m.Footer = text.Race.Title, true, text.Race.MenuFooter
	if p, ok := s.set.Person.Party(); ok {
		m.Lines = append(m.Lines, fmt.Sprintf(text.Race.ReturnCommand, s.invitation(p.Code)))
	}
	m.Add(ui.Button{Label: text.Ask.Keep, Press: func(now time.Duration) { s.ui.Enter(matchScreen, now) }})
	for i, e := range lobby.Emotes {
		m.Add(ui.Button{Label: text.Translate(e), Press: func(now time.Duration) {
			s.game.match.SendEmote(s.game.seat, lobby.Emote(i), now)
			s.ui.Enter(matchScreen, now)
		}})
	}
	m.AddButton(text.Race.Leave, s.leaveMatch)
}

// leaveMatch leaves the match and its party.
func (s *Session) leaveMatch(now time.Duration) {
	s.leaveParty(now)
	s.ui.Enter(lobbyScreen, now)
}

func (s *Session) matchView() *render.View { return s.game.view }

// resultTitle returns the headline of the result for the player.
func (s *Session) resultTitle() string {
	g, game := s.game, s.game.own.play.Game
	_, paddle := g.match.Field(g.seat)
	switch row := &lobby.MatchKinds[g.match.Kind]; {
	case row.SeparateFields && g.on:
		return text.Race.Done
	case row.SeparateFields && len(g.standings) == 1 && s.standing().Cleared:
		return text.Race.Cleared
	case row.SeparateFields && len(g.standings) > 1:
		rank := slices.IndexFunc(g.standings, func(st lobby.Standing) bool { return st.Seat == g.seat })
		if rank == 0 {
			return text.Goal.YouWin
		}
		return fmt.Sprintf(text.Race.Place, rank+1)
	case game.Mode.Versus() && game.Winner() == paddle:
		return text.Goal.YouWin
	case game.Mode.Versus():
		return text.Mode.YouLose
	case game.Phase == engine.Won:
		return text.Goal.YouWin
	}
	return text.Goal.GameOver
}

// resultMenu fills in the dialog at the end of a match.
func (s *Session) resultMenu(m *ui.Menu) {
	g, game := s.game, s.game.own.play.Game
	m.Title, m.Footer = s.resultTitle(), text.Race.Footer
	if g.endReported && game.Mode.Versus() && g.series.Decided() {
		m.Title = fmt.Sprintf(text.Mode.BestOf, m.Title)
	}
	row := &lobby.MatchKinds[g.match.Kind]
	switch {
	case row.SeparateFields:
		width := cell.Width(s.nameOf(g.seat))
		for _, name := range g.match.Names {
			width = max(width, cell.Width(name))
		}
		for i, st := range g.standings {
			result := s.result(&st)
			switch {
			case !st.Over && st.Present:
				result = fmt.Sprintf(text.Race.StillPlays, result)
			case !st.Over:
				result = fmt.Sprintf(text.Race.BotPlays, result)
			case st.Helped:
				result = fmt.Sprintf(text.Race.BotPlayed, result)
			}
			m.Lines = append(m.Lines, fmt.Sprintf("%d  %-*s  %s", i+1, width, s.nameOf(st.Seat), result))
		}
		m.Lines = append(m.Lines, "")
	case game.Mode.Versus():
		for i := range g.match.Names {
			m.Lines = append(m.Lines, fmt.Sprintf("%-16s %d", s.nameOf(i), game.Match.Points[i]))
		}
		m.Lines = append(m.Lines, "")
		if wins, total := g.series.Wins, g.series.Total; g.endReported {
			m.Lines = append(m.Lines,
				fmt.Sprintf("%-16s "+text.Mode.GamesWon, text.Mode.Games, wins[0], wins[1]))
			if g.series.Earlier() {
				m.Lines = append(m.Lines, fmt.Sprintf("%-16s %d : %d", text.Mode.AllGames, total[0], total[1]))
			}
		}
		m.Lines = append(m.Lines, fmt.Sprintf("%-16s %d", text.Mode.Rally, game.Match.LongestRally))
	default:
		m.Lines = append(m.Lines, resultLine(text.Race.Score, text.Number(game.Score)),
			resultLine(text.Race.Level, strconv.Itoa(game.Level+1)))
	}
	for _, st := range g.standings {
		if st.Helped && !row.SeparateFields && st.Seat < len(g.match.Players) {
			m.Lines = append(m.Lines, fmt.Sprintf(text.Race.BotPlayedFor, s.nameOf(st.Seat)))
		}
	}
	m.Lines = append(m.Lines, resultLine(text.Race.Time, text.PlayTime(game.Tick)))
	if told := s.standing().Outcome; told != "" {
		m.Lines = append(m.Lines, "", told)
	}
	if g.on {
		m.AddButton(text.Race.WatchOthers, s.watchFirst)
	} else {
		m.Add(s.againButton(m))
		m.Footer = fmt.Sprintf(text.Race.RematchFooter, s.ui.Keys.Keymap().Label(input.Restart, 1))
	}
	m.AddButton(text.Menu.Lobby, s.leaveMatch)
}

// resultLine returns a line of the result with its label.
func resultLine(label, value string) string {
	return fmt.Sprintf("%-*s  %s", text.Widest(text.Race.Score, text.Race.Level, text.Race.Time), label, value)
}

// againButton returns the button for another match, and adds lines about the players who have left or want another
// match.
func (s *Session) againButton(m *ui.Menu) ui.Button {
	b := ui.Button{Label: text.Race.Again, Press: s.requestRematch}
	if w := s.game.series.Wins; w != [2]int{} && !s.game.series.Decided() {
		b.Label = text.Offer.NextGame
	}
	if p, ok := s.set.Person.Party(); ok {
		for i, seat := range p.Seats {
			switch {
			case !seat.Present:
				m.Lines = append(m.Lines, fmt.Sprintf(text.Race.HasLeft, s.nameOf(i)))
			case seat.WantsRematch:
				m.Lines = append(m.Lines, s.nameOf(i)+": "+text.Translate(lobby.Emotes[len(lobby.Emotes)-1]))
			}
		}
	}
	return b
}

// requestRematch asks for another match, once the result is shown.
func (s *Session) requestRematch(now time.Duration) {
	if s.game.on {
		return
	}
	if err := s.set.Person.RequestRematch(now); err != nil {
		s.ui.Say(sentence(err))
		return
	}
	s.resultChanged(now)
}

// othersLeft returns a notice that the other players have left.
func (s *Session) othersLeft() string {
	if names := s.game.match.Names; len(names) == 2 {
		return fmt.Sprintf(text.Race.HasLeft, names[1-s.game.seat])
	}
	return text.Race.AllLeft
}

// resultChanged shows the party's next match, and updates the standings of the last one.
func (s *Session) resultChanged(now time.Duration) {
	s.game.standings = s.game.match.Standings(s.game.standings[:0])
	if p, ok := s.set.Person.Party(); ok && p.Match != s.game.match {
		left := s.othersLeft()
		s.toParty(now)
		if p.Match == nil {
			s.ui.Say(left)
		}
	}
}
