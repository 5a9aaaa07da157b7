package arcade

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"time"

	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/engine"
	"arkterm/render/cell"
)

// liveGames returns the games in progress for the web page. A match is listed once, for its first player, with the
// other players in its note.
func (a *Arcade) liveGames() (games []web.Game) {
	listed := make(map[*lobby.GameStream]bool)
	for _, v := range a.lobby.Members() {
		if v.Stream == nil || v.Stream.Closed() || listed[v.Stream] {
			continue
		}
		listed[v.Stream] = true
		games = append(games, web.Game{
			ID: strconv.FormatUint(v.ID, 10), Title: v.Name, Note: v.Activity,
			NumSpectators: v.Stream.NumSpectators(),
		})
	}
	return games
}

// watchLive starts to stream the game in progress with the given ID.
func (a *Arcade) watchLive(id string) (*web.Stream, error) {
	for _, v := range a.lobby.Members() {
		if v.Stream != nil && strconv.FormatUint(v.ID, 10) == id {
			return a.subscribe(v)
		}
	}
	return nil, fs.ErrNotExist
}

// subscribe starts to stream a member's game to a browser.
func (a *Arcade) subscribe(v lobby.MemberInfo) (*web.Stream, error) {
	o := pageOptions()
	class := lobby.ScreenClassOf(pageCols, pageRows, o, false)
	class.NoKeyBar = true // because keys have no effect in a browser
	r, err := a.hub.Subscribe(v.Stream, v.Name, class, a.clock())
	if errors.Is(err, lobby.ErrGameNotStarted) || errors.Is(err, lobby.ErrGameHidden) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	tick, _ := r.Tick()
	s := &pageStream{
		arcade: a, subscription: r, removeSpectator: v.Stream.AddSpectator(),
		offset: time.Duration(tick)*time.Second/engine.TicksPerSecond - a.clock(),
	}
	return &web.Stream{Next: s.next, Close: s.close}, nil
}

// clock returns the time that all sessions use.
func (a *Arcade) clock() time.Duration { return time.Since(a.startTime) }

// A pageStream is a stream of a game in progress for a browser.
type pageStream struct {
	arcade          *Arcade
	subscription    *lobby.GameSubscription
	removeSpectator func()
	offset          time.Duration // time since the start of the game, minus the time of the arcade's clock
	buf             []byte        // terminal output in the last packet; reused for the next packet
	lastFrame       uint64        // number of the last sent frame; 0 if none
}

// next implements the field Next of [web.Stream].
func (s *pageStream) next(ctx context.Context) (web.Packet, error) {
	for {
		select {
		case <-time.After(s.subscription.NextFrameTime() - s.arcade.clock()):
		case <-ctx.Done():
			return web.Packet{}, ctx.Err()
		}
		now := s.arcade.clock()
		s.subscription.Advance(now)
		before := s.lastFrame
		s.buf = s.buf[:0]
		if before == 0 {
			s.buf = append(s.buf, "\x1b[?25l"...) // hide the cursor, as on a player's terminal
		}
		s.buf, s.lastFrame = s.subscription.Append(s.buf, before)
		if s.lastFrame == before {
			if _, over := s.subscription.Tick(); over {
				return web.Packet{}, io.EOF
			}
			continue
		}
		packet := web.Packet{At: now + s.offset, Output: s.buf}
		if before == 0 {
			packet.IsKeyPacket, packet.Cols, packet.Rows, packet.Colors = true, pageCols, pageRows, pageColors()
		}
		return packet, nil
	}
}

// close implements the field Close of [web.Stream].
func (s *pageStream) close() {
	s.removeSpectator()
	s.subscription.Close()
}

// pageColors returns the colors of the page's terminal as red, green and blue bytes: text, background, and the palette.
func pageColors() (rgb []byte) {
	o := pageOptions()
	t := o.Theme.ForTier(o.Tier)
	palette := cell.Palette16()
	for _, c := range append([]cell.Color{t.Text, t.Back}, palette[:]...) {
		rgb = append(rgb, byte(c>>16), byte(c>>8), byte(c))
	}
	return rgb
}
