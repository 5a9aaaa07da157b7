package arcadeui

import (
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine/record"
)

// A publishedGame is the player's solo game that spectators can watch.
type publishedGame struct {
	stream    *lobby.GameStream // nil if there is no game or it is hidden
	id        uint64            // ID of the game, see [app.Session.GameInProgress]
	recording *record.Recording // last published recording; nil if none
}

// numSpectators returns the number of spectators.
func (s *publishedGame) numSpectators() int {
	if s.stream == nil {
		return 0
	}
	return s.stream.NumSpectators()
}

// publish publishes the new ticks of the player's game. It is called after each Advance.
func (s *Session) publish() {
	r, pack, id := s.app.GameInProgress()
	if s.setup.Member.Hidden() {
		id = 0
	}
	if id != s.published.id {
		s.unpublish()
		if s.published.id = id; id != 0 {
			s.published.stream = lobby.NewGameStream(pack)
		}
	}
	stream := s.published.stream
	if stream == nil || id == 0 {
		return
	}
	stream.Publish(r)
	if s.published.recording == nil {
		s.setup.Member.SetStream(stream) // not earlier, because a stream without a publication cannot be watched
	}
	s.published.recording = r
}

// unpublish publishes the end of the game and closes its stream.
func (s *Session) unpublish() {
	if stream := s.published.stream; stream != nil {
		if s.published.recording != nil {
			stream.Publish(s.published.recording)
		}
		stream.Close()
		s.setup.Member.SetStream(nil)
	}
	s.published = publishedGame{}
}

// Close closes the stream of the player's game, and stops watching another game. The session must not be used
// afterwards.
func (s *Session) Close() {
	s.unpublish()
	s.watching.close()
}
