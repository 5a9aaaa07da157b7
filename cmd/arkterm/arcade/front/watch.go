package front

import (
	"slices"
	"time"

	"arkterm/cmd/arkterm/arcade/feed"
	"arkterm/cmd/arkterm/arcade/hall"
	"arkterm/cmd/arkterm/arcade/watch"
	"arkterm/input"
	"arkterm/render"
)

// The screen on which somebody's game is watched. When it ends and its player begins another one, that follows.

// A watching is the game that is watched.
type watching struct {
	*watch.Watch        // nil: none
	id           uint64 // of who plays
	next         *feed.Feed
}

func (w *watching) close() {
	if w.Watch != nil {
		w.Watch.Close()
	}
	*w = watching{}
}

// watchable returns who plays a game that may be watched, by name.
func (s *Session) watchable() []hall.Visitor {
	return slices.DeleteFunc(s.set.Person.People(), func(v hall.Visitor) bool { return v.Feed == nil || v.Self })
}

// mostWatches is how many games the lobby offers to watch, those first that most watch.
const mostWatches = 5

// addWatches adds a button for each of the games that are watched most.
func (s *Session) addWatches(m *menu) {
	all := s.watchable()
	slices.SortStableFunc(all, func(a, b hall.Visitor) int { return b.Feed.Watching() - a.Feed.Watching() })
	for _, v := range all[:min(len(all), mostWatches)] {
		m.add(button{name: "Watch " + v.Name, press: func(s *Session, now time.Duration) { s.watchPerson(v, now) }})
	}
}

// watchNamed watches the game of somebody with a name, or says in the lobby that it cannot.
func (s *Session) watchNamed(name string, now time.Duration) {
	all := s.watchable()
	i := slices.IndexFunc(all, func(v hall.Visitor) bool { return v.Name == name })
	if i < 0 {
		s.enter(lobbyScreen, now)
		s.say("Nobody called " + name + " plays a game that can be watched.")
		return
	}
	s.watchPerson(all[i], now)
}

// watchPerson watches somebody's game.
func (s *Session) watchPerson(v hall.Visitor, now time.Duration) {
	w, err := watch.New(v.Feed, v.Name, s.Session.View().Options(), now)
	if err != nil {
		s.enter(lobbyScreen, now)
		s.say("This game cannot be watched: " + err.Error() + ".")
		return
	}
	s.enter(watchScreen, now) // ends what was watched before
	s.watching = watching{Watch: w, id: v.ID}
}

func (s *Session) endWatch(time.Duration) { s.watching.close() }

// watchKey takes a key: those of the line below the game, the one for the next game, and those that lead back.
func (s *Session) watchKey(k keyPress) bool {
	if k.ev.Kind == input.Release {
		return true
	}
	s.frames.stale = true
	switch {
	case s.watching.Key(k.ev, k.repeat) || k.repeat:
	case k.ev.Key == input.KeyTab:
		s.watchNext(k.now)
	case k.ev.Key == input.KeyEsc, k.ev.Key == input.KeyEnter, k.ev.Types() == 'q':
		s.goBack(k.now)
	}
	return true
}

// watchNext watches the game of the next player who has one.
func (s *Session) watchNext(now time.Duration) {
	all := s.watchable()
	if len(all) == 0 {
		return
	}
	i := slices.IndexFunc(all, func(v hall.Visitor) bool { return v.ID == s.watching.id })
	if next := all[(i+1)%len(all)]; next.Feed != s.watching.Feed() {
		s.watchPerson(next, now)
	}
}

func (s *Session) watchMouse(m mouseMove) bool {
	s.frames.stale = s.watching.Mouse(&s.frame, m.Col, m.Row, m.Buttons&input.ButtonLeft != 0, m.down&input.ButtonLeft != 0) || s.frames.stale
	return true
}

// watchChanged notes the next game of who is watched.
func (s *Session) watchChanged(time.Duration) {
	s.watching.next = nil
	for _, v := range s.watchable() {
		if v.ID == s.watching.id && v.Feed != s.watching.Feed() {
			s.watching.next = v.Feed
		}
	}
}

// advanceWatch plays what is due, and goes on to the next game once this one was shown to its end.
func (s *Session) advanceWatch(now time.Duration) {
	w := &s.watching
	w.Advance(now)
	if w.next != nil && w.Over() {
		s.watchPerson(hall.Visitor{ID: w.id, Name: w.Name(), Feed: w.next}, now)
	}
}

func (s *Session) watchMoves() bool  { return s.watching.Moves() }
func (s *Session) watchTick() uint64 { return s.watching.Game().Tick }

func (s *Session) drawWatch(time.Duration)     { s.watching.Draw(&s.frame) }
func (s *Session) applyWatch(o render.Options) { s.watching.Apply(o) }
func (s *Session) spareWatch(n int)            { s.watching.Spare(n) }
