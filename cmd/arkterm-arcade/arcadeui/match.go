package arcadeui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
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

// This file contains the screens of a match: the match, its menu, and its result.

// A matchState is the state of a match for one player. The player's screen shows copies of the match's fields, which
// the session simulates from their streams.
type matchState struct {
	match *lobby.Match
	seat  int // index of the player's seat
	field int // index of the player's field

	own       gameCopy // the player's own game
	ghost     gameCopy // game of the best other player in a race
	ghostSeat int      // seat of the player in ghost; -1 if none

	panes     []pane // games of other players, which a wide screen shows instead of the ghost
	paneSeats []int  // seats of the players in panes; kept to avoid allocations

	watched pane // game that the player watches after the end of the own game; its view is nil if there is none

	view          *render.View
	frame         cell.Frame // part of the screen with the player's own game
	standings     []lobby.Standing
	lastStandings []lobby.Standing // standings before the last Advance
	raceText      cachedStandings  // standings of a race as text
	series        progress.Series  // matches of the party, by seat
	running       bool             // the match is in progress
	endReported   bool             // the end was reported to the lobby
	resultTime    time.Duration    // time at which the result is shown; 0 while the player's own game is in progress
	lastNarrated  string           // last status that was narrated, see narrateStatus
}

// releaseViews frees the memory of all views that grows with the size of the frame. The views include those of panes
// that are not shown at the moment.
func (g *matchState) releaseViews() {
	g.view.Release()
	for _, p := range append(g.panes[:cap(g.panes):cap(g.panes)], g.watched) {
		if p.view != nil {
			p.view.Release()
		}
	}
}

// A gameCopy is a copy of a game, which is simulated from the game's stream.
type gameCopy struct {
	stream   *lobby.GameStream
	reader   *lobby.StreamReader
	playback *record.Playback
}

// newGameCopy returns a copy of a stream's game.
func newGameCopy(stream *lobby.GameStream) (c gameCopy, err error) {
	c.stream = stream
	c.reader, _ = stream.Read(stream.Tick()) // never fails, because a match publishes its fields when it begins
	c.playback, err = c.reader.Recording.Begin(stream.Pack().Levels)
	return c, err
}

const (
	// maxCopyTicks is the maximum number of ticks that one call of advance simulates, which takes a few milliseconds. A
	// copy that is further behind needs several calls to catch up.
	maxCopyTicks = 1000

	// effectTicks is the number of the latest ticks whose effects are shown. A copy that catches up skips the effects
	// of earlier ticks.
	effectTicks = engine.TicksPerSecond / 2
)

// advance simulates the new ticks, up to maxCopyTicks. It passes the events of the last effectTicks ticks to view and
// n. If view is nil, it passes the events to neither. n may be nil.
func (c *gameCopy) advance(view *render.View, n *ui.Narrator) {
	if !c.reader.Update() { // the connection to the match's server was interrupted
		if p, err := c.reader.Recording.Begin(c.stream.Pack().Levels); err == nil {
			c.playback = p
		}
	}
	last := c.reader.Recording.Tick()
	for range maxCopyTicks {
		more, _ := c.playback.Next() // no error, because the same program simulates the original
		if !more {
			return
		}
		if g := c.playback.Game; view != nil && g.Tick+effectTicks > last {
			view.Observe(g.Events)
			n.Observe(g)
		}
	}
}

// isCurrent reports whether the copy has reached the latest published tick.
func (c *gameCopy) isCurrent() bool { return c.playback.Ended() }

// takeSeat takes the player's seat in the party's match, and shows the match.
func (s *Session) takeSeat(p *lobby.Party, now time.Duration) {
	m := p.Match
	if s.game != nil && s.game.match == m {
		return
	}
	g := &matchState{match: m, seat: p.OwnSeat, ghostSeat: -1, running: true, series: p.Series}
	g.field, _ = m.Field(p.OwnSeat)
	var err error
	if g.own, err = newGameCopy(m.Stream(g.field)); err != nil {
		s.leaveParty(now)
		s.ui.Enter(lobbyScreen, now)
		s.ui.ShowMessage(errorSentence(err))
		return
	}
	o, delay, period := s.app.InputSettings()
	m.TakeSeat(p.OwnSeat, o, delay, period, s.ui.Keys.ReportsReleases())
	if s.ui.Text.GamesNarrated {
		m.LimitSpeed(p.OwnSeat, ui.NarrationRate)
	}
	g.view = render.NewView(s.gameOptions(g, s.ui.View.Options()))
	g.view.Observe(g.own.playback.Game.Events)
	s.game = g
	s.setActivity(s.matchActivity(), m.Stream(g.field))
	s.ui.Enter(matchScreen, now)
	s.narrateMatch()
}

// matchActivity returns the text that the lobby shows for a player of the match.
func (s *Session) matchActivity() string {
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

// gameOptions returns o with the options for a match: the names of the players, the keys in hints, and the tally of a
// series.
func (s *Session) gameOptions(g *matchState, o render.Options) render.Options {
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
			o.Wins = g.series.CurrentWins()
		}
	}
	// In a versus match, the player's own paddle is at the bottom.
	o.Flipped = paddle == 1 && lobby.MatchKinds[g.match.Kind].Mode.Versus()
	if o.Keys.Fire2 = other; paddle == 1 {
		o.Keys.Fire, o.Keys.Fire2 = other, own
	}
	return o
}

// applyMatchOptions changes the options of all views of the match.
func (s *Session) applyMatchOptions(o render.Options) {
	s.game.view.SetOptions(s.gameOptions(s.game, o))
	for i := range s.game.panes {
		p := &s.game.panes[i]
		p.view.SetOptions(s.paneOptions(p.seat, o))
	}
	if p := &s.game.watched; p.view != nil {
		p.view.SetOptions(s.paneOptions(p.seat, o))
	}
}

// resultDelay is the time between the last tick of a match and its result.
const resultDelay = 1500 * time.Millisecond

// playMatch simulates the ticks of the match that are due, updates the copies, and shows the result at the end.
func (s *Session) playMatch(now time.Duration) {
	g := s.game
	g.running = g.match.Advance(now)
	for r, ok := g.match.TakeResult(); ok; r, ok = g.match.TakeResult() {
		s.setup.Finished(g.match, r)
	}

	g.lastStandings, g.standings = g.standings, g.match.Standings(g.lastStandings[:0])
	if s.ui.ID() == resultScreen && !slices.EqualFunc(g.lastStandings, g.standings, equalResults) {
		s.ui.Rebuild() // the result contains the standings of the other players
	}

	// Update the copies, and watch for the end of the player's own game and of the match.
	if g.resultTime == 0 {
		g.own.advance(g.view, &s.narrator)
		s.narrateStatus(now)
		s.updateGhost()
		s.updatePanes()
	}
	watching := s.ui.ID() == othersScreen
	if watching {
		g.watched.advance(g.watched.view, &s.narrator)
	}
	if own := s.ownStanding(); own.Over && g.resultTime == 0 && g.own.isCurrent() {
		g.resultTime = now + resultDelay
		s.ui.Keys.Release()
	}

	if !g.running && !g.endReported {
		g.endReported = true
		s.setup.Member.MatchEnded(g.match)
		if p, ok := s.setup.Member.Party(); ok && p.Match == g.match {
			g.series = p.Series
			g.view.SetOptions(s.gameOptions(g, s.ui.View.Options()))
		}
		if watching {
			g.resultTime = now + resultDelay
		}
		s.ui.Rebuild()
	}

	if g.resultTime > 0 && now >= g.resultTime && s.ui.ID() != resultScreen && !(watching && g.running) {
		s.ui.Enter(resultScreen, now)
	}
}

// equalResults reports whether a and b have the same text in the results of a race.
func equalResults(a, b lobby.Standing) bool {
	return a.Seat == b.Seat && a.Present == b.Present && a.BotHelped == b.BotHelped && a.Over == b.Over &&
		a.Cleared == b.Cleared && a.Bricks == b.Bricks && a.Score == b.Score && a.Outcome == b.Outcome
}

// ownStanding returns the player's own standing.
func (s *Session) ownStanding() lobby.Standing { return s.standingOf(s.game.seat) }

// updateGhost selects the game of the best other player in a race, and simulates its new ticks. The view shows this
// game as a ghost.
func (s *Session) updateGhost() {
	g := s.game
	if !lobby.MatchKinds[g.match.Kind].SeparateFields || len(g.standings) < 2 {
		return
	}
	best := g.standings[0].Seat
	if best == g.seat {
		best = g.standings[1].Seat
	}
	if best != g.ghostSeat {
		field, _ := g.match.Field(best)
		c, err := newGameCopy(g.match.Stream(field))
		if err != nil {
			return // cannot happen, because other copies of this match have started
		}
		g.ghost, g.ghostSeat = c, best
	}
	g.ghost.advance(nil, nil)
	g.view.SetGhost(nil)
	if g.ghost.isCurrent() && s.paneCount() == 1 {
		g.view.SetGhost(g.ghost.playback.Game)
	}
}

// matchKey handles a key during the match. Digits send emotes, Esc opens the menu, and other keys control the paddle.
func (s *Session) matchKey(k ui.KeyPress) bool {
	g := s.game
	if g.resultTime > 0 {
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
		s.ui.Schedule.AddFramesAt(g.match.InputEffectTime(g.field, k.Now), earlyFrames)
	}
	return true
}

// matchRelease handles a key release.
func (s *Session) matchRelease(k ui.KeyPress) {
	if s.game.resultTime == 0 {
		s.game.match.Key(s.game.seat, k.Now, k.Event)
	}
}

// earlyFrames is the number of frames that are drawn early after a key. A single frame is not enough, because a
// paddle hardly moves in the first tick.
const earlyFrames = 3

// matchMouse handles the mouse during the match. The mouse moves the paddle, and its right button opens the menu.
func (s *Session) matchMouse(m ui.MouseMove) {
	g := s.game
	if m.ClickedRight() {
		s.ui.Enter(matchMenuScreen, m.Now)
		return
	}
	g.match.Mouse(g.seat, m.Now, m.FieldX(g.view, &g.frame), m.Held|m.Wheel)
	if m.Pressed != 0 {
		s.ui.Schedule.AddFramesAt(g.match.InputEffectTime(g.field, m.Now), earlyFrames)
	}
}

// endMatchScreen releases the keys when another screen replaces the match.
func (s *Session) endMatchScreen(_ *ui.Screen, now time.Duration) { s.stopSteering(now) }

// stopSteering releases the keys, because a menu covers the match or the terminal has lost the focus.
func (s *Session) stopSteering(time.Duration) {
	if s.game != nil {
		s.game.match.ReleaseKeys(s.game.seat)
	}
}

// advanceInterval is the time between two calls of Advance while a match in progress is not drawn.
const advanceInterval = 50 * time.Millisecond

// nextMatchAdvance returns the time of the next call of Advance while the result is shown.
func (s *Session) nextMatchAdvance(now time.Duration) time.Duration {
	if s.game.running {
		return now + advanceInterval
	}
	return ui.Never
}

// drawMatch draws the match, the last emote, and the countdown.
func (s *Session) drawMatch(now time.Duration) {
	g := s.game
	g.frame.SetSize(s.ownCols(), s.ui.Frame.H)
	g.frame.BorrowCells()
	defer g.frame.ReturnCells()
	g.view.Draw(&g.frame, g.own.playback.Game)
	if !s.ui.TooSmall() {
		s.drawBanner(now)
		s.writeStatus(&g.frame, statusRow(g.view, &g.frame), s.status(now))
	}
	if s.paneCount() > 1 {
		s.ui.Frame.Fill(0, 0, s.ui.Frame.W, s.ui.Frame.H, ' ', s.statusStyle())
	}
	copyColumns(&s.ui.Frame, &g.frame, 0)
	s.ui.Frame.Urgent = append(s.ui.Frame.Urgent[:0], g.frame.Urgent...)
	s.drawPanes()
}

// drawBanner draws a text in large letters: the countdown, the score after a point, or the result.
func (s *Session) drawBanner(now time.Duration) {
	g, game := s.game, s.game.own.playback.Game
	digit := g.countdownDigit(now)
	switch {
	case digit != "":
		g.view.DrawBanner(&g.frame, digit)
	case !g.own.isCurrent() && g.own.reader.Recording.Tick() > game.Tick+effectTicks:
		g.view.DrawBanner(&g.frame, "...")
	case g.resultTime > 0:
		g.view.DrawBanner(&g.frame, s.resultTitle())
	case game.Mode.Versus() && game.Phase == engine.Lost:
		_, paddle := g.match.Field(g.seat)
		g.view.DrawBanner(&g.frame, fmt.Sprintf("%d - %d", game.Match.Points[paddle], game.Match.Points[1-paddle]))
	}
}

// countdownDigit returns the digit of the countdown, or "" after it.
func (g *matchState) countdownDigit(now time.Duration) string {
	remaining := g.match.Start + lobby.Countdown - now
	if remaining <= 0 {
		return ""
	}
	return strconv.Itoa(min(int(3*remaining/lobby.Countdown)+1, 3))
}

// emoteDuration is the time for which an emote is shown.
const emoteDuration = 4 * time.Second

// statusRow returns the row below a field, or the last row of the frame if there is no room below the field.
func statusRow(v *render.View, f *cell.Frame) int { return min(v.RowBelowField(f), f.H-1) }

// writeStatus writes a status line below a game, unless the text is empty.
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

// statusStyle returns the style of status lines.
func (s *Session) statusStyle() cell.Style {
	ink, back := s.game.view.TextColors()
	return cell.Style{Fg: ink, Bg: back}
}

// emoteText returns the last emote with the name of its sender, or "" if the last emote is older than emoteDuration.
func (s *Session) emoteText(now time.Duration) (emote string) {
	last := time.Duration(0)
	for _, st := range s.game.standings {
		if st.EmoteTime > last && now < st.EmoteTime+emoteDuration {
			emote, last = s.nameOf(st.Seat)+": "+text.Translate(lobby.Emotes[st.Emote]), st.EmoteTime
		}
	}
	return emote
}

// status returns the text below the player's own game: the last emote, a hint during the countdown, the standings of a
// race, or a player who has dropped out.
func (s *Session) status(now time.Duration) string {
	g := s.game
	if emote := s.emoteText(now); emote != "" {
		return emote
	}
	switch {
	case s.setup.Member.Disconnected():
		return s.droppedText(now)
	case g.countdownDigit(now) != "":
		return s.ownSideText() + fmt.Sprintf(text.Race.Hint, len(lobby.Emotes))
	case lobby.MatchKinds[g.match.Kind].SeparateFields:
		return s.raceStatus()
	}
	return cmp.Or(s.droppedText(now), s.slowText())
}

// ownSideText returns a text about the position of the player's paddle if two paddles are side by side, and otherwise
// "".
func (s *Session) ownSideText() string {
	kind, game := &lobby.MatchKinds[s.game.match.Kind], s.game.own.playback.Game
	if kind.SeparateFields || kind.Mode.Versus() {
		return ""
	}
	_, paddle := s.game.match.Field(s.game.seat)
	if game.Capsule(paddle).X < game.Capsule(1-paddle).X {
		return text.Race.OwnLeft
	}
	return text.Race.OwnRight
}

// droppedText returns a text about a player who has dropped out of the match and can still return, or "" if there is
// none.
func (s *Session) droppedText(now time.Duration) string {
	p, ok := s.setup.Member.Party()
	if !ok {
		return ""
	}
	for _, seat := range p.Seats {
		if !seat.Present && seat.KeptUntil > now {
			return fmt.Sprintf(text.Race.ConnectionLost, seat.Name, (seat.KeptUntil-now)/time.Second+1)
		}
	}
	return ""
}

// slowText returns a text about the player for whose narration the match is slowed down, or "" if there is none.
func (s *Session) slowText() string {
	for _, st := range s.game.standings {
		if st.Slow {
			return fmt.Sprintf(text.Race.Slow, s.nameOf(st.Seat))
		}
	}
	return ""
}

// nameOf returns the name of a seat's player.
func (s *Session) nameOf(seat int) string {
	if seat == s.game.seat {
		return text.Race.You
	}
	return s.game.match.Names[seat]
}

// raceStatus returns the standings of a race, best first. If there is no room for all, the player's own standing is
// first.
func (s *Session) raceStatus() string {
	return s.game.raceText.textFor(s.game.standings, s.ownCols(), func() string {
		var all []string
		own := 0
		for i := range s.game.standings {
			st := &s.game.standings[i]
			if st.Seat == s.game.seat {
				own = i
			}
			all = append(all, fmt.Sprintf("%d %s %s", i+1, s.racerName(st), s.resultText(st)))
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

// A cachedStandings is a text about standings. The text is written again only after a change, not for each frame.
type cachedStandings struct {
	standings []lobby.Standing // standings for which text was written
	cols      int              // columns for which text was written
	text      string
}

// textFor returns the text about standings for a line of cols columns. It calls write if the standings or cols have
// changed since the last call.
func (t *cachedStandings) textFor(standings []lobby.Standing, cols int, write func() string) string {
	if t.cols != cols || !slices.EqualFunc(t.standings, standings, equalResults) {
		t.standings, t.cols, t.text = append(t.standings[:0], standings...), cols, write()
	}
	return t.text
}

// resultText returns the result of a standing: points, a time, or the bricks that are left.
func (s *Session) resultText(st *lobby.Standing) string {
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

// seatChanged shows the lobby if the player has continued the match at another terminal.
func (s *Session) seatChanged(now time.Duration) {
	if _, ok := s.setup.Member.Party(); !ok {
		s.ui.Enter(lobbyScreen, now)
		s.showPartyEnd(text.Race.OtherTerminal)
	}
}

// matchMenu fills in the menu over a match, which continues behind it.
func (s *Session) matchMenu(m *ui.Menu) {
	m.Title, m.Stacked, m.Footer = text.Race.Title, true, text.Race.MenuFooter
	if p, ok := s.setup.Member.Party(); ok {
		m.Lines = append(m.Lines, fmt.Sprintf(text.Race.ReturnCommand, s.joinCommand(p.Code)))
	}
	m.Add(ui.Button{Label: text.Ask.KeepPlaying, Press: func(now time.Duration) { s.ui.Enter(matchScreen, now) }})
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

// matchView returns the view of the player's own game.
func (s *Session) matchView() *render.View { return s.game.view }

// resultTitle returns the title of the result for the player.
func (s *Session) resultTitle() string {
	g, game := s.game, s.game.own.playback.Game
	_, paddle := g.match.Field(g.seat)
	switch row := &lobby.MatchKinds[g.match.Kind]; {
	case row.SeparateFields && g.running:
		return text.Race.Done
	case row.SeparateFields && len(g.standings) == 1 && s.ownStanding().Cleared:
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
	g, game := s.game, s.game.own.playback.Game
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
			result := s.resultText(&st)
			switch {
			case !st.Over && st.Present:
				result = fmt.Sprintf(text.Race.StillPlays, result)
			case !st.Over:
				result = fmt.Sprintf(text.Race.BotPlays, result)
			case st.BotHelped:
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
			if g.series.HasEarlier() {
				m.Lines = append(m.Lines, fmt.Sprintf("%-16s %d : %d", text.Mode.AllGames, total[0], total[1]))
			}
		}
		m.Lines = append(m.Lines, fmt.Sprintf("%-16s %d", text.Mode.Rally, game.Match.LongestRally))
	default:
		m.Lines = append(m.Lines, resultLine(text.Race.Score, text.Number(game.Score)),
			resultLine(text.Race.Level, strconv.Itoa(game.Level+1)))
	}

	for _, st := range g.standings {
		if st.BotHelped && !row.SeparateFields && st.Seat < len(g.match.PlayerIDs) {
			m.Lines = append(m.Lines, fmt.Sprintf(text.Race.BotPlayedFor, s.nameOf(st.Seat)))
		}
	}
	m.Lines = append(m.Lines, resultLine(text.Race.Time, text.PlayTime(game.Tick)))
	if outcome := s.ownStanding().Outcome; outcome != "" {
		m.Lines = append(m.Lines, "", outcome)
	}

	if g.running {
		m.AddButton(text.Race.WatchOthers, s.watchFirstOther)
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

// againButton returns the button for another match. It also adds lines to the menu about players who have left and
// players who want another match.
func (s *Session) againButton(m *ui.Menu) ui.Button {
	b := ui.Button{Label: text.Race.Again, Press: s.requestRematch}
	if w := s.game.series.Wins; w != [2]int{} && !s.game.series.Decided() {
		b.Label = text.Offer.NextGame
	}
	if p, ok := s.setup.Member.Party(); ok {
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

// requestRematch requests another match. It does nothing while this match is in progress.
func (s *Session) requestRematch(now time.Duration) {
	if s.game.running {
		return
	}
	if err := s.setup.Member.RequestRematch(now); err != nil {
		s.ui.ShowMessage(errorSentence(err))
		return
	}
	s.resultChanged(now)
}

// othersLeft returns a message that the other players have left.
func (s *Session) othersLeft() string {
	if names := s.game.match.Names; len(names) == 2 {
		return fmt.Sprintf(text.Race.HasLeft, names[1-s.game.seat])
	}
	return text.Race.AllLeft
}

// resultChanged shows the party's next match, and updates the standings of the last one.
func (s *Session) resultChanged(now time.Duration) {
	s.game.standings = s.game.match.Standings(s.game.standings[:0])
	p, ok := s.setup.Member.Party()
	switch {
	case !ok && s.game.running:
		s.seatChanged(now)
	case ok && p.Match != s.game.match:
		message := s.othersLeft()
		s.showPartyScreen(now)
		if p.Match == nil {
			s.ui.ShowMessage(message)
		}
	}
}
