package arcadeui

import (
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/engine/record"
)

// A shown is the player's game as others see it.
type shown struct {
	feed *spectate.Stream // nil if there is no game or it is hidden
	id   uint64           // of the game, see session.Playing
	last *record.Recording
}

// watched returns how many people watch.
func (s *shown) watched() int {
	if s.feed == nil {
		return 0
	}
	return s.feed.Spectators()
}

// publish passes on the new ticks of the player's game. It is called after each Advance.
func (s *Session) publish() {
	r, pack, id := s.app.Playing()
	if s.set.Person.Hidden() {
		id = 0
	}
	if id != s.shown.id {
		s.unpublish()
		if s.shown.id = id; id != 0 {
			s.shown.feed = spectate.NewStream(pack)
		}
	}
	f := s.shown.feed
	if f == nil || id == 0 {
		return
	}
	f.Publish(r)
	if s.shown.last == nil {
		s.set.Person.SetStream(f) // there is something to see
	}
	s.shown.last = r
}

// unpublish ends what others see, with how the game has ended.
func (s *Session) unpublish() {
	if f := s.shown.feed; f != nil {
		if s.shown.last != nil {
			f.Publish(s.shown.last)
		}
		f.Close()
		s.set.Person.SetStream(nil)
	}
	s.shown = shown{}
}

// Close ends the stream of the player's game, and the watching. The session must not be used afterwards.
func (s *Session) Close() {
	s.unpublish()
	s.watching.close()
}
