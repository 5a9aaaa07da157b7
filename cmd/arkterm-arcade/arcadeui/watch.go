package arcadeui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/ui"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/text"
)

// This file contains the screen on which a visitor watches another visitor's game. A game that is watched live comes
// from a subscription, which draws and encodes the game once for all spectators. A visitor who pauses or goes back has
// a separate viewer. When the player starts the next game, the screen shows that game.

// A watchState is the state of the watch screen.
type watchState struct {
	player          lobby.MemberInfo        // the watched player; zero if no game is watched
	live            *lobby.GameSubscription // nil if no game is watched
	drawnFrame      uint64                  // number of the last frame of live that was drawn
	ownViewer       *lobby.GameViewer       // used instead of live; nil if the game is live
	next            *lobby.GameStream       // the player's next game; nil if it has not started
	removeSpectator func()                  // removes the spectator, see [lobby.GameStream.AddSpectator]
	endAnnounced    bool                    // the end of the game was announced
}

// close stops watching.
func (w *watchState) close() {
	if w.live != nil {
		w.live.Close()
		w.removeSpectator()
	}
	*w = watchState{}
}

// skip postpones drawing until the next shared frame is due.
func (w *watchState) skip() {
	if w.live != nil {
		w.drawnFrame = w.live.FrameNumber()
	}
}

// over reports whether the game has ended and its end was shown.
func (w *watchState) over() bool {
	if w.ownViewer != nil {
		return w.ownViewer.Over()
	}
	_, over := w.live.Tick()
	return over
}

// MostWatched is the value of Setup.WatchPlayer that selects the player with the most spectators. It is not a valid
// player name.
const MostWatched = "*"

// watchNamed watches the game of the named player. If that player has no game, it shows a message in the lobby.
func (s *Session) watchNamed(name string, now time.Duration) {
	all := s.setup.Member.Watchable()
	if name == MostWatched {
		if len(all) == 0 {
			s.ui.Enter(lobbyScreen, now)
			s.ui.ShowMessage(text.Watch.NoGames)
			return
		}
		s.watchVisitor(slices.MaxFunc(all, func(a, b lobby.MemberInfo) int {
			return a.Stream.NumSpectators() - b.Stream.NumSpectators()
		}), now)
		return
	}
	skeleton := leaderboard.StoredName(name).Skeleton() // also accept a name that looks the same
	i := slices.IndexFunc(all, func(v lobby.MemberInfo) bool {
		return strings.EqualFold(v.Name, name) ||
			skeleton != "" && leaderboard.StoredName(v.Name).Skeleton() == skeleton
	})
	if i < 0 {
		s.ui.Enter(lobbyScreen, now)
		s.ui.ShowMessage(fmt.Sprintf(text.Watch.NoGamesOf, name))
		return
	}
	s.watchVisitor(all[i], now)
}

// watchVisitor watches the game of a visitor.
func (s *Session) watchVisitor(v lobby.MemberInfo, now time.Duration) {
	live, err := s.setup.Hub.Subscribe(v.Stream, v.Name, s.screenClass(), now)
	if err != nil {
		s.ui.Enter(lobbyScreen, now)
		s.ui.ShowMessage(fmt.Sprintf(text.Watch.Failed, err))
		return
	}
	s.watching.close()
	s.ui.Enter(watchScreen, now)
	s.watching = watchState{player: v, live: live, removeSpectator: v.Stream.AddSpectator()}
	s.narrateWatched(now)
}

// screenClass returns the class of the visitor's screen.
func (s *Session) screenClass() lobby.ScreenClass {
	return lobby.ScreenClassOf(s.ui.Frame.W, s.ui.Frame.H, s.ui.View.Options(), s.setup.Bleeds || s.bleeds)
}

// endWatch stops watching when a screen other than the watch screens is displayed.
func (s *Session) endWatch(to *ui.Screen, _ time.Duration) {
	if to.ID != watchScreen && to.ID != watchMenuScreen {
		s.watching.close()
	}
}

// watchKey handles a key, which controls the playback, shows another game, opens the menu, or leaves the screen.
func (s *Session) watchKey(k ui.KeyPress) bool {
	s.ui.Schedule.Redraw()
	switch {
	case lobby.ViewerHandlesKey(k.Event):
		s.passToOwnViewer(k.Now, func(w *lobby.GameViewer) bool { return w.Key(k.Event, k.Repeat) })
		s.narratePlaybackStatus()
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

// passToOwnViewer passes input to the visitor's own viewer, and reports whether the viewer has accepted it. If there is
// no viewer, it creates one, and keeps it if it accepts the input.
func (s *Session) passToOwnViewer(now time.Duration, handle func(w *lobby.GameViewer) bool) (accepted bool) {
	w := s.watching.ownViewer
	if w == nil {
		if w = s.newOwnViewer(now); w == nil {
			return false
		}
		s.ui.Frame.BorrowCells()
		w.Draw(&s.ui.Frame) // so that the viewer can find the key bar for the mouse
		s.ui.Frame.ReturnCells()
	}
	if accepted = handle(w); accepted {
		s.watching.ownViewer = w
	}
	return accepted
}

// newOwnViewer returns a viewer of the watched game, or nil if the game cannot be watched.
func (s *Session) newOwnViewer(now time.Duration) *lobby.GameViewer {
	w, err := lobby.NewGameViewer(s.watching.player.Stream, s.watching.player.Name, s.ui.View.Options(), now)
	if err != nil {
		return nil
	}
	return w
}

// nextWatched returns the next visitor whose game can be watched and is not the watched game.
func (s *Session) nextWatched() (v lobby.MemberInfo, ok bool) {
	all := s.setup.Member.Watchable()
	i := slices.IndexFunc(all, func(v lobby.MemberInfo) bool { return v.ID == s.watching.player.ID })
	for k := range all {
		// Two players on one field have the same stream.
		if next := all[(i+1+k)%len(all)]; next.Stream != s.watching.player.Stream {
			return next, true
		}
	}
	return lobby.MemberInfo{}, false
}

// watchNext watches the game of the next visitor who has one.
func (s *Session) watchNext(now time.Duration) {
	if next, ok := s.nextWatched(); ok {
		s.watchVisitor(next, now)
	}
}

// watchMenu fills in the menu over a watched game, which is in progress or has just ended.
func (s *Session) watchMenu(m *ui.Menu) {
	w := &s.watching
	name := w.live.Name()
	m.Title, m.Footer = text.Watch.Title, text.Watch.Footer
	label := text.Watch.Continue
	switch hidden := w.player.Stream.Hidden(); {
	case hidden:
		m.Lines = append(m.Lines, name, text.Watch.HiddenGame)
	case w.over():
		m.Lines = append(m.Lines, name, text.Watch.GameOver)
		label = text.Watch.Rewind
	default:
		m.Lines = append(append(m.Lines, name, ""), lobby.ViewerHelp()...)
	}
	if !w.player.Stream.Hidden() {
		m.Add(ui.Button{Name: "on", Label: label, Press: s.ui.Back})
	}
	if next, ok := s.nextWatched(); ok {
		m.Add(ui.Button{Name: "next", Label: fmt.Sprintf(text.Watch.Next, next.Name), Press: s.watchNext})
	}
	m.AddButton(text.Menu.Lobby, s.ui.EnterFunc(lobbyScreen))
}

// watchMouse handles the mouse: a click on a hint below the game has the effect of its key.
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
	if s.passToOwnViewer(m.Now, func(w *lobby.GameViewer) (accepted bool) {
		key, pressed, accepted = w.Mouse(&s.ui.Frame, m)
		return accepted
	}) {
		s.ui.Schedule.Redraw()
	}
	if pressed {
		s.watchKey(ui.KeyPress{Event: key, Now: m.Now})
	}
}

// watchChanged updates the name of the watched player, and the stream of the player's next game.
func (s *Session) watchChanged(time.Duration) {
	w := &s.watching
	w.next = nil
	for _, v := range s.setup.Member.Watchable() {
		if v.ID != w.player.ID {
			continue
		}
		if w.player.Name = v.Name; v.Stream != w.player.Stream {
			w.next = v.Stream
			continue
		}
		w.live.SetName(v.Name)
		if w.ownViewer != nil {
			w.ownViewer.SetName(v.Name)
		}
	}
}

// advanceWatch simulates the ticks that are due. At the end of the game, it shows the player's next game, or a menu if
// there is none.
func (s *Session) advanceWatch(now time.Duration) {
	w := &s.watching
	if over := w.over(); over && w.next != nil {
		w.player.Stream = w.next
		s.watchVisitor(w.player, now)
		return
	} else if over && !w.endAnnounced {
		w.endAnnounced = true
		s.ui.Enter(watchMenuScreen, now)
		s.ui.IgnoreInputBriefly(now)
	}

	if w.ownViewer == nil {
		if c := s.screenClass(); c != *w.live.ScreenClass() { // the size or an option has changed
			if live, err := s.setup.Hub.Subscribe(w.player.Stream, w.player.Name, c, now); err == nil {
				w.live.Close()
				w.live = live
			}
		}
		w.live.Advance(now)
		return
	}
	w.ownViewer.Advance(now)
	if w.ownViewer.Live() && !s.narrator.Enabled {
		w.ownViewer = nil
		s.ui.Schedule.Redraw()
	}
}

// watchMoving reports whether each frame differs from the last one. It returns false for shared frames, because
// watchNextFrame returns the times at which they are due.
func (s *Session) watchMoving(time.Duration) bool {
	return s.watching.ownViewer != nil && s.watching.ownViewer.Moving()
}

// watchNextFrame returns the time of the next shared frame. It returns now if the latest shared frame has not been
// drawn yet.
func (s *Session) watchNextFrame(now time.Duration) time.Duration {
	w := &s.watching
	switch {
	case w.ownViewer != nil:
		return ui.Never
	case w.live.FrameNumber() != w.drawnFrame:
		return now
	case w.over():
		return ui.Never
	}
	return w.live.NextFrameTime()
}

// watchShared returns the shared frames of the subscription, or nil if the game is not watched live.
func (s *Session) watchShared() cell.Shared {
	w := &s.watching
	if w.ownViewer != nil {
		return nil
	}
	w.drawnFrame = w.live.FrameNumber()
	return w.live
}

// drawWatch draws the game.
func (s *Session) drawWatch(time.Duration) {
	w := &s.watching
	if w.ownViewer != nil {
		w.ownViewer.Draw(&s.ui.Frame)
		return
	}
	w.live.Copy(&s.ui.Frame)
	w.drawnFrame = w.live.FrameNumber()
}

// watchView returns the view of the visitor's own viewer, or the session's view if the game is watched live.
func (s *Session) watchView() *render.View {
	if w := s.watching.ownViewer; w != nil {
		return w.View()
	}
	return s.ui.View
}
