package arcade

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/spectate"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/engine"
	"arkterm/render/cell"
)

// liveGames is what the page shows of the games in progress.
type liveGames struct{ *Arcade }

// Games implements [web.Live]. A game of several people is one, of the first of them: what they do names the others.
func (s liveGames) Games() (games []web.Game) {
	shown := make(map[*spectate.Stream]bool)
	for _, v := range s.hall.Visitors() {
		if v.Feed == nil || v.Feed.Closed() || shown[v.Feed] {
			continue
		}
		shown[v.Feed] = true
		games = append(games, web.Game{ID: strconv.FormatUint(v.ID, 10), Title: v.Name, Note: v.Doing, Watching: v.Feed.Spectators()})
	}
	return games
}

// Watch implements [web.Live].
func (s liveGames) Watch(_ context.Context, id string) (web.Stream, error) {
	for _, v := range s.hall.Visitors() {
		if v.Feed != nil && strconv.FormatUint(v.ID, 10) == id {
			return s.tune(v)
		}
	}
	return nil, fs.ErrNotExist
}

// tune begins to show somebody's game.
func (s liveGames) tune(v lobby.Visitor) (web.Stream, error) {
	o := pageOptions()
	class := spectate.ClassOf(pageCols, pageRows, o, false)
	class.Bare = true // a browser has other keys
	r, err := s.station.Subscribe(v.Feed, v.Name, class, s.now())
	if errors.Is(err, spectate.ErrNothing) || errors.Is(err, spectate.ErrHidden) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	tick, _ := r.Tick()
	return &pageStream{arcade: s.Arcade, receiver: r, leave: v.Feed.AddSpectator(), ahead: time.Duration(tick)*time.Second/engine.TicksPerSecond - s.now()}, nil
}

// now returns the time that all sessions count.
func (a *Arcade) now() time.Duration { return time.Since(a.opened) }

// A pageStream is a game in progress on its way to a browser.
type pageStream struct {
	arcade   *Arcade
	receiver *spectate.Subscription
	leave    func()
	ahead    time.Duration // of the game's time to that of the arcade, when it began
	buf      []byte
	number   uint64 // of the frame that was sent last; 0: none
}

// Next implements [web.Stream].
func (s *pageStream) Next(ctx context.Context) (web.Packet, error) {
	for {
		select {
		case <-time.After(s.receiver.Due() - s.arcade.now()):
		case <-ctx.Done():
			return web.Packet{}, ctx.Err()
		}
		now := s.arcade.now()
		s.receiver.Advance(now)
		before := s.number
		s.buf = s.buf[:0]
		if before == 0 {
			s.buf = append(s.buf, "\x1b[?25l"...) // no cursor, as on a player's terminal
		}
		s.buf, s.number = s.receiver.Append(s.buf, before)
		if s.number == before {
			if _, over := s.receiver.Tick(); over {
				return web.Packet{}, io.EOF
			}
			continue
		}
		packet := web.Packet{At: now + s.ahead, Output: s.buf}
		if before == 0 {
			packet.Key, packet.Cols, packet.Rows, packet.Colors = true, pageCols, pageRows, pageColors()
		}
		return packet, nil
	}
}

// Close implements [web.Stream].
func (s *pageStream) Close() {
	s.leave()
	s.receiver.Close()
}

// pageColors are the colours of the page's terminal.
func pageColors() (rgb []byte) {
	o := pageOptions()
	t := o.Theme.In(o.Tier)
	palette := cell.Palette16()
	for _, c := range append([]cell.Color{t.Text, t.Back}, palette[:]...) {
		rgb = append(rgb, byte(c>>16), byte(c>>8), byte(c))
	}
	return rgb
}
