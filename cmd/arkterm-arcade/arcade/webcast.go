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

// liveGames returns the running games for the page. A match is listed once, for its first player. Its text names the other players.
func (a *Arcade) liveGames() (games []web.Game) {
	shown := make(map[*spectate.Stream]bool)
	for _, v := range a.lobby.Members() {
		if v.Stream == nil || v.Stream.Closed() || shown[v.Stream] {
			continue
		}
		shown[v.Stream] = true
		games = append(games, web.Game{ID: strconv.FormatUint(v.ID, 10), Title: v.Name, Note: v.Activity, Watching: v.Stream.Spectators()})
	}
	return games
}

// watchLive begins to show a running game.
func (a *Arcade) watchLive(id string) (*web.Stream, error) {
	for _, v := range a.lobby.Members() {
		if v.Stream != nil && strconv.FormatUint(v.ID, 10) == id {
			return a.subscribe(v)
		}
	}
	return nil, fs.ErrNotExist
}

// tune begins to show a visitor's game.
func (a *Arcade) subscribe(v lobby.MemberInfo) (*web.Stream, error) {
	o := pageOptions()
	class := spectate.ClassOf(pageCols, pageRows, o, false)
	class.NoKeyBar = true // a browser has other keys
	r, err := a.hub.Subscribe(v.Stream, v.Name, class, a.now())
	if errors.Is(err, spectate.ErrNotStarted) || errors.Is(err, spectate.ErrHidden) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	tick, _ := r.Tick()
	s := &pageStream{arcade: a, subscription: r, removeSpectator: v.Stream.AddSpectator(), offset: time.Duration(tick)*time.Second/engine.TicksPerSecond - a.now()}
	return &web.Stream{Next: s.next, Close: s.close}, nil
}

// now returns the time that all sessions count.
func (a *Arcade) now() time.Duration { return time.Since(a.started) }

// A pageStream is the picture of a running game for a browser.
type pageStream struct {
	arcade          *Arcade
	subscription    *spectate.Subscription
	removeSpectator func()
	offset          time.Duration // of the game's time to that of the arcade, when it began
	buf             []byte
	number          uint64 // of the frame that was sent last; 0: none
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
			s.buf = append(s.buf, "\x1b[?25l"...) // no cursor, as on a player's terminal
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

// pageColors are the colours of the page's terminal.
func pageColors() (rgb []byte) {
	o := pageOptions()
	t := o.Theme.ForTier(o.Tier)
	palette := cell.Palette16()
	for _, c := range append([]cell.Color{t.Text, t.Back}, palette[:]...) {
		rgb = append(rgb, byte(c>>16), byte(c>>8), byte(c))
	}
	return rgb
}
