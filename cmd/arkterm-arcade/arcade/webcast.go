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

// liveGames returns the games in progress for the web page. A match is listed once, for its first player, with the
// other players in its note.
func (a *Arcade) liveGames() (games []web.Game) {
	shown := make(map[*spectate.Stream]bool)
	for _, v := range a.lobby.Members() {
		if v.Stream == nil || v.Stream.Closed() || shown[v.Stream] {
			continue
		}
		shown[v.Stream] = true
		games = append(games, web.Game{
			ID: strconv.FormatUint(v.ID, 10), Title: v.Name, Note: v.Activity,
			Watching: v.Stream.Spectators(),
		})
	}
	return games
}

// watchLive starts to stream a game in progress.
func (a *Arcade) watchLive(id string) (*web.Stream, error) {
	for _, v := range a.lobby.Members() {
		if v.Stream != nil && strconv.FormatUint(v.ID, 10) == id {
			return a.subscribe(v)
		}
	}
	return nil, fs.ErrNotExist
}

// subscribe starts to stream a member's game.
func (a *Arcade) subscribe(v lobby.MemberInfo) (*web.Stream, error) {
	o := pageOptions()
	class := spectate.ScreenClassOf(pageCols, pageRows, o, false)
	class.NoKeyBar = true // the keys do not work in a browser
	r, err := a.hub.Subscribe(v.Stream, v.Name, class, a.now())
	if errors.Is(err, spectate.ErrNotStarted) || errors.Is(err, spectate.ErrHidden) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	tick, _ := r.Tick()
	s := &pageStream{
		arcade: a, subscription: r, removeSpectator: v.Stream.AddSpectator(),
		offset: time.Duration(tick)*time.Second/engine.TicksPerSecond - a.now(),
	}
	return &web.Stream{Next: s.next, Close: s.close}, nil
}

// now returns the time on the clock of all sessions.
func (a *Arcade) now() time.Duration { return time.Since(a.started) }

// A pageStream is a stream of a game in progress for a browser.
type pageStream struct {
	arcade          *Arcade
	subscription    *spectate.Subscription
	removeSpectator func()
	offset          time.Duration // added to the clock of the arcade to get the time since the start of the game
	buf             []byte
	number          uint64 // number of the last sent frame; 0 if none
}

// next implements [web.Stream].
func (s *pageStream) next(ctx context.Context) (web.Packet, error) {
	for {
		select {
		case <-time.After(s.subscription.Due() - s.arcade.now()):
		case <-ctx.Done():
			return web.Packet{}, ctx.Err()
		}
		now := s.arcade.now()
		s.subscription.Advance(now)
		before := s.number
		s.buf = s.buf[:0]
		if before == 0 {
			s.buf = append(s.buf, "\x1b[?25l"...) // hide the cursor, as on a player's terminal
		}
		s.buf, s.number = s.subscription.Append(s.buf, before)
		if s.number == before {
			if _, over := s.subscription.Tick(); over {
				return web.Packet{}, io.EOF
			}
			continue
		}
		packet := web.Packet{At: now + s.offset, Output: s.buf}
		if before == 0 {
			packet.Key, packet.Cols, packet.Rows, packet.Colors = true, pageCols, pageRows, pageColors()
		}
		return packet, nil
	}
}

// close implements [web.Stream].
func (s *pageStream) close() {
	s.removeSpectator()
	s.subscription.Close()
}

// pageColors returns the colors of the page's terminal.
func pageColors() (rgb []byte) {
	o := pageOptions()
	t := o.Theme.ForTier(o.Tier)
	palette := cell.Palette16()
	for _, c := range append([]cell.Color{t.Text, t.Back}, palette[:]...) {
		rgb = append(rgb, byte(c>>16), byte(c>>8), byte(c))
	}
	return rgb
}
