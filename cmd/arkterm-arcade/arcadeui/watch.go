package arcadeui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// The screen on which another visitor's game is watched: live, from a subscription that draws and encodes it
// once for all spectators, or from another tick with a separate viewer. When the player starts the next game, the
// screen shows that game. Its menu lists the keys and the buttons to leave.

// A watching is the state of watching a game.
type watching struct {
	player       lobby.MemberInfo // the player; zero if no game is watched
	live         *spectate.Subscription
	drawn        uint64           // number of the last frame of live that was drawn
	own          *spectate.Viewer // used instead of live; nil if the game is live
	next         *spectate.Stream // the player's next game; nil if it has not started
	leave        func()           // see spectate.Viewer
	endAnnounced bool             // the end of the game was announced
}

func (w *watching) close() {
	if w.live != nil {
		w.live.Close()
		w.leave()
	}
	*w = watching{}
}

// skip postpones the shared frame until the next one is due.
func (w *watching) skip() {
	if w.live != nil {
		w.drawn = w.live.Number()
	}
}

// over reports whether all of the game was shown, and nothing follows.
func (w *watching) over() bool {
	if w.own != nil {
		return w.own.Over()
	}
	_, over := w.live.Tick()
	return over
}

// MostWatched is the value of Setup.Watch that selects the player with the most spectators. Names cannot contain its
// character.
const MostWatched = "*"

// watchNamed watches the game of the player with a name, or shows the error in the lobby.
func (s *Session) watchNamed(name string, now time.Duration) {
	all := s.set.Person.Watchable()
	if name == MostWatched {
		if len(all) == 0 {
			s.ui.Enter(lobbyScreen, now)
			s.ui.Say(text.Watch.NoGames)
			return
		}
		s.watchPerson(slices.MaxFunc(all, func(a, b lobby.MemberInfo) int {
			return a.Stream.Spectators() - b.Stream.Spectators()
		}), now)
		return
	}
	like := leaderboard.StoredName(name).Skeleton() // names that look alike are one
	i := slices.IndexFunc(all, func(v lobby.MemberInfo) bool {
		return strings.EqualFold(v.Name, name) || like != "" && leaderboard.StoredName(v.Name).Skeleton() == like
	})
	if i < 0 {
		s.ui.Enter(lobbyScreen, now)
		s.ui.Say(fmt.Sprintf(text.Watch.NoGamesOf, name))
		return
	}
	s.watchPerson(all[i], now)
}

// watchPerson watches the game of a visitor.
func (s *Session) watchPerson(v lobby.MemberInfo, now time.Duration) {
	live, err := s.set.Station.Subscribe(v.Stream, v.Name, s.class(), now)
	if err != nil {
		s.ui.Enter(lobbyScreen, now)
		s.ui.Say(fmt.Sprintf(text.Watch.Failed, err))
		return
	}
	s.watching.close()
	s.ui.Enter(watchScreen, now)
	s.watching = watching{player: v, live: live, leave: v.Stream.AddSpectator()}
}

// class returns the class of this screen.
func (s *Session) class() spectate.ScreenClass {
	return spectate.ScreenClassOf(s.ui.Frame.W, s.ui.Frame.H, s.ui.View.Options(), s.set.Bleeds || s.bleeds)
}

// endWatch ends the watching, except for its menu.
func (s *Session) endWatch(to *ui.Screen, _ time.Duration) {
	if to.ID != watchScreen && to.ID != watchMenuScreen {
		s.watching.close()
	}
}

// watchKey handles a key: playback, next game, or leave.
func (s *Session) watchKey(k ui.KeyPress) bool {
	s.ui.Schedule.Redraw()
	switch {
	case spectate.HandlesKey(k.Event):
		s.watchOwn(k.Now, func(w *spectate.Viewer) bool { return w.Key(k.Event, k.Repeat) })
	case k.Repeat:
	case k.Event.Key == tcell.KeyTab:
		s.watchNext(k.Now)
	case k.Event.Latin() == '?', k.Event.Key == tcell.KeyF1:
		s.ui.Enter(watchMenuScreen, k.Now)
	case k.Event.Key == tcell.KeyEsc, k.Event.Key == tcell.KeyEnter, k.Event.Latin() == 'q':
		s.ui.Back(k.Now)
	}
	return true
}

// watchOwn passes input to the own viewer. The first input that it takes creates it.
func (s *Session) watchOwn(now time.Duration, take func(w *spectate.Viewer) bool) (taken bool) {
	w := s.watching.own
	if w == nil {
		var err error
		if w, err = spectate.NewViewer(s.watching.player.Stream, s.watching.player.Name, s.ui.View.Options(),
			now); err != nil {
			return false
		}
		s.ui.Frame.BorrowCells()
		w.Draw(&s.ui.Frame) // it knows then where the bar is
		s.ui.Frame.ReturnCells()
	}
	if taken = take(w); taken {
		s.watching.own = w
	}
	return taken
}

// nextWatched returns the next player who has another game.
func (s *Session) nextWatched() (v lobby.MemberInfo, ok bool) {
	all := s.set.Person.Watchable()
	i := slices.IndexFunc(all, func(v lobby.MemberInfo) bool { return v.ID == s.watching.player.ID })
	for k := range all {
		if next := all[(i+1+k)%len(all)]; next.Stream != s.watching.player.Stream { // two of one match show the same
			return next, true
		}
	}
	return lobby.MemberInfo{}, false
}

// watchNext watches the game of the next player who has one.
func (s *Session) watchNext(now time.Duration) {
	if next, ok := s.nextWatched(); ok {
		s.watchPerson(next, now)
	}
}

// watchMenu fills in the menu over a game that continues or has just ended.
func (s *Session) watchMenu(m *ui.Menu) {
	w := &s.watching
	name := w.live.Name()
	m.Title, m.Footer = text.Watch.Title, text.Watch.Footer
	on := text.Watch.Continue
	switch hidden := w.player.Stream.Hidden(); {
	case hidden:
		m.Lines = append(m.Lines, name, text.Watch.Hidden)
	case w.over():
		m.Lines = append(m.Lines, name, text.Watch.Over)
		on = text.Watch.Rewind
	default:
		m.Lines = append(append(m.Lines, name, ""), spectate.Help()...)
	}
	if !w.player.Stream.Hidden() {
		m.Add(ui.Button{Name: "on", Label: on, Press: s.ui.Back})
	}
	if next, ok := s.nextWatched(); ok {
		m.Add(ui.Button{Name: "next", Label: fmt.Sprintf(text.Watch.Next, next.Name), Press: s.watchNext})
	}
	m.AddButton(text.Menu.Lobby, s.ui.To(lobbyScreen))
}

// watchMouse takes the mouse: a click on a hint below the game is its key.
func (s *Session) watchMouse(m ui.MouseMove) {
	if m.ClickedRight() {
		s.ui.Enter(watchMenuScreen, m.Now)
		return
	}
	if m.Held&tcell.ButtonPrimary == 0 {
		return
	}
	var key input.Keystroke
	pressed := false
	if s.watchOwn(m.Now, func(w *spectate.Viewer) (taken bool) {
		key, pressed, taken = w.Mouse(&s.ui.Frame, m)
		return taken
	}) {
		s.ui.Schedule.Redraw()
	}
	if pressed {
		s.watchKey(ui.KeyPress{Event: key, Now: m.Now})
	}
}

// watchChanged notes the current name of the player who is watched, and the stream of the player's next game.
func (s *Session) watchChanged(time.Duration) {
	w := &s.watching
	w.next = nil
	for _, v := range s.set.Person.Watchable() {
		if v.ID != w.player.ID {
			continue
		}
		if w.player.Name = v.Name; v.Stream != w.player.Stream {
			w.next = v.Stream
			continue
		}
		w.live.SetName(v.Name)
		if w.own != nil {
			w.own.SetName(v.Name)
		}
	}
}

// advanceWatch plays the ticks that are due. At the end of the game it shows the next one, or a menu if there is none.
func (s *Session) advanceWatch(now time.Duration) {
	w := &s.watching
	if over := w.over(); over && w.next != nil {
		w.player.Stream = w.next
		s.watchPerson(w.player, now)
		return
	} else if over && !w.endAnnounced {
		w.endAnnounced = true
		s.ui.Enter(watchMenuScreen, now)
		s.ui.Grace(now)
	}

	if w.own == nil {
		if c := s.class(); c != *w.live.Class() { // the size or an option has changed
			if live, err := s.set.Station.Subscribe(w.player.Stream, w.player.Name, c, now); err == nil {
				w.live.Close()
				w.live = live
			}
		}
		w.live.Advance(now)
		return
	}
	w.own.Advance(now)
	if w.own.Live() {
		w.own = nil
		s.ui.Schedule.Redraw()
	}
}

// watchMoves reports whether frames follow each other. The times of shared frames come from watchWakes.
func (s *Session) watchMoves(time.Duration) bool {
	return s.watching.own != nil && s.watching.own.Moving()
}

// watchWakes returns when the channel's next frame is due: now, if it was drawn already.
func (s *Session) watchWakes(now time.Duration) time.Duration {
	w := &s.watching
	switch {
	case w.own != nil:
		return ui.Never
	case w.live.Number() != w.drawn:
		return now
	case w.over():
		return ui.Never
	}
	return w.live.Due()
}

// watchShared returns the frame of the channel, if the game is watched live.
func (s *Session) watchShared() cell.Shared {
	w := &s.watching
	if w.own != nil {
		return nil
	}
	w.drawn = w.live.Number()
	return w.live
}

// drawWatch draws the game.
func (s *Session) drawWatch(time.Duration) {
	w := &s.watching
	if w.own != nil {
		w.own.Draw(&s.ui.Frame)
		return
	}
	w.live.Copy(&s.ui.Frame)
	w.drawn = w.live.Number()
}

// watchView returns the view of the game, if it is not watched live.
func (s *Session) watchView() *render.View {
	if w := s.watching.own; w != nil {
		return w.View()
	}
	return s.ui.View
}
