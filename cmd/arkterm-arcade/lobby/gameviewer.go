package lobby

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/app"
	"arkterm/cmd/arkterm/replay"
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

// MaxSpectatorRewind is the number of ticks by which spectators can go back: ten minutes. From there, they can also go
// back to the start of the level that was played at that time.
const MaxSpectatorRewind = 10 * 60 * engine.TicksPerSecond

// Errors of [NewGameViewer].
var (
	ErrGameNotStarted = errors.New("this game has not started yet")
	ErrGameHidden     = errors.New("this game is hidden")
)

// A GameViewer shows a stream to a spectator. It must be used by one goroutine at a time.
type GameViewer struct {
	NoKeyBar bool               // Draw omits the key bar below the game
	Observe  func(*engine.Game) // called after each tick that is played, for example to narrate it; may be nil

	stream            *GameStream
	name              string // name of the player, see SetName
	playback          *app.Viewer
	view              *render.View
	options           render.Options
	picture           cell.Frame    // the part of the frame with the game
	captionSpectators int           // number of spectators in cachedCaption
	cachedCaption     string        // caption of the key bar; "" before the first one
	start             time.Duration // time of NewGameViewer
	elapsedTicks      int64         // real time since start, in ticks
}

// NewGameViewer returns a viewer of a stream. name is the name of the player. The viewer starts live. The caller should
// count the spectator with [GameStream.AddSpectator]. The error is ErrGameNotStarted, ErrGameHidden, an error of
// [app.Follow], or the error of a remote stream that cannot connect.
func NewGameViewer(stream *GameStream, name string, o render.Options, now time.Duration) (*GameViewer, error) {
	if err := stream.open(); err != nil {
		return nil, err
	}
	if stream.Hidden() {
		return nil, ErrGameHidden
	}
	from := stream.Tick()
	from -= min(from, MaxSpectatorRewind)
	r, ok := stream.Read(from)
	if !ok {
		return nil, ErrGameNotStarted
	}
	o.Names, o.Players, o.Keys = levels.LevelNames(stream.Pack()), matchNames(r.Recording), playerHints(r.Recording)
	v := &GameViewer{stream: stream, name: name, view: render.NewView(o), options: o, start: now}
	game := &replay.Replay{Name: "a game in progress", Recording: r.Recording, Pack: stream.Pack()}
	if r.Recording.Opponent != "" {
		v.name = r.Recording.Player + " and " + r.Recording.Opponent
	}
	var err error
	if v.playback, err = app.Follow(game, recordingSource{r}, keyBarHints(o)); err != nil {
		return nil, err
	}
	return v, nil
}

// matchNames returns the names of the two players of a match, in upper case. They are empty for a solo game.
func matchNames(r *record.Recording) [2]string {
	if r.Opponent == "" {
		return [2]string{}
	}
	return [2]string{strings.ToUpper(r.Player), strings.ToUpper(r.Opponent)}
}

// playerHints returns HUD hints with the names of the players instead of the names of keys. A spectator's own keys have
// other effects. In a solo game, the name is "player".
func playerHints(r *record.Recording) render.HintKeys {
	k := render.HintKeys{Fire: "player", Warp: "player", Rewind: "player"}
	if r.Opponent != "" {
		k.Fire, k.Fire2 = r.Player, r.Opponent
	}
	return k
}

// keyBarHints returns the hints for the key bar. They are in ASCII if the screen has only ASCII glyphs.
func keyBarHints(o render.Options) []string {
	if all := app.ViewerHints(true); o.Glyphs != cell.ASCII {
		return all
	} else {
		return widget.PlainLines(all)
	}
}

// ViewerHelp returns the lines of the help page for spectators.
func ViewerHelp() []string { return app.ViewerHelp(true) }

// Stream returns the stream.
func (v *GameViewer) Stream() *GameStream { return v.stream }

// A recordingSource adapts a StreamReader to the interface of [app.Follow].
type recordingSource struct{ *StreamReader }

// Update returns the recording so far, and whether it contains the end of the game.
func (s recordingSource) Update() (r *record.Recording, over bool) {
	s.StreamReader.Update()
	return s.Recording, s.Over()
}

// maxViewerTicksPerAdvance is the maximum number of ticks that one call of Advance simulates. After a longer
// pause, Advance drops the remaining ticks, so that a call never takes long.
const maxViewerTicksPerAdvance = engine.TicksPerSecond / 4

// Advance simulates the ticks that are due.
func (v *GameViewer) Advance(now time.Duration) {
	due := int64(now-v.start) * engine.TicksPerSecond / int64(time.Second)
	n := int(min(due-v.elapsedTicks, maxViewerTicksPerAdvance))
	v.elapsedTicks = due
	if v.playback.Advance(n, v.observe) {
		v.view = render.NewView(v.options)
	}
}

// observe passes the events of a simulated tick to the view, and calls Observe.
func (v *GameViewer) observe(events []engine.Event) {
	v.view.Observe(events)
	if v.Observe != nil {
		v.Observe(v.playback.Game())
	}
}

// Moving reports whether the picture changes over time without input.
func (v *GameViewer) Moving() bool { return v.playback.Moving() }

// Live reports whether the viewer shows the player's current tick, apart from a short delay.
func (v *GameViewer) Live() bool { return v.playback.Live() }

// Over reports whether the viewer has shown the end of the game, or a player has hidden the game.
func (v *GameViewer) Over() bool {
	return v.stream.Hidden() || !v.playback.InProgress() && !v.playback.Moving()
}

// Game returns the game at the tick that is shown.
func (v *GameViewer) Game() *engine.Game { return v.playback.Game() }

// ViewerHandlesKey reports whether Key handles a key.
func ViewerHandlesKey(ev input.Keystroke) bool { return app.ViewerHandles(ev) }

// Key handles a key press, and reports whether the key has an effect.
func (v *GameViewer) Key(ev input.Keystroke, repeat bool) bool { return v.playback.Press(ev, repeat) }

// Mouse handles a mouse event, see [app.Viewer.Mouse].
func (v *GameViewer) Mouse(f *cell.Frame, m ui.MouseMove) (key input.Keystroke, pressed, taken bool) {
	return v.playback.Mouse(f, m, v.picture.H)
}

// SetOptions sets the render options. It keeps the names and the hints, which depend on the game.
func (v *GameViewer) SetOptions(o render.Options) {
	o.Names, o.Players, o.Keys = v.options.Names, v.options.Players, v.options.Keys
	v.options = o
	v.view.SetOptions(o)
}

// View returns the view that draws the game.
func (v *GameViewer) View() *render.View { return v.view }

// Release frees the memory that grows with the frame's size, see [render.View.Release].
func (v *GameViewer) Release() { v.view.Release() }

// SetBrickInterval sets the number of frames between two redraws of moving bricks.
func (v *GameViewer) SetBrickInterval(frames int) { v.view.SetBrickInterval(frames) }

// caption returns the player's name and the number of spectators.
func (v *GameViewer) caption() string {
	n := v.stream.NumSpectators()
	if n != v.captionSpectators || v.cachedCaption == "" {
		v.captionSpectators, v.cachedCaption = n, v.name+" · "+strconv.Itoa(n)+" watching"
		if v.options.Glyphs == cell.ASCII {
			v.cachedCaption = widget.Plain(v.cachedCaption)
		}
	}
	return v.cachedCaption
}

// drawGame draws the game, with a banner while the player has paused it. small reports whether the frame is smaller
// than the minimum size, so that it shows only a message.
func (v *GameViewer) drawGame(f *cell.Frame, small bool) {
	v.view.Draw(f, v.playback.Game())
	if v.playback.PlayerPaused() && !small {
		v.view.DrawBanner(f, "PAUSED")
	}
}

// Draw draws the game and the key bar.
func (v *GameViewer) Draw(f *cell.Frame) {
	small := f.W < render.MinW || f.H < render.MinH
	if v.NoKeyBar {
		v.drawGame(f, small)
		return
	}
	_, h := widget.TransportRows(f.H)
	if small {
		h = f.H
	}
	v.picture.SetSize(f.W, h)
	v.picture.BorrowCells()
	defer v.picture.ReturnCells()
	v.drawGame(&v.picture, small)
	copy(f.Cells, v.picture.Cells)
	if !small {
		t := v.playback.Transport()
		t.Subject = v.caption()
		v.view.DrawTransport(f, t)
	}
}

// Name returns the name of the player, or the names of both players of a match on one field.
func (v *GameViewer) Name() string { return v.name }

// Players returns the names of the players. The second one is "" unless there are two on one field.
func (v *GameViewer) Players() [2]string {
	r := v.playback.Replay().Recording
	return [2]string{r.Player, r.Opponent}
}

// PlaybackStatus returns the play time of the tick that is shown as text, followed by the words for live or paused if
// the playback is live or paused.
func (v *GameViewer) PlaybackStatus() string {
	t := v.playback.Transport()
	at := text.PlayTime(t.At - t.First)
	switch t.State {
	case widget.PlaybackLive:
		at += ", " + text.Viewer.Live
	case widget.PlaybackPaused:
		at += ", " + text.Viewer.Pause
	}
	return at
}

// SetName changes the name of the player. The names of two players come from the recording and do not change.
func (v *GameViewer) SetName(name string) {
	if v.options.Players == [2]string{} && v.name != name {
		v.name, v.cachedCaption = name, ""
	}
}
