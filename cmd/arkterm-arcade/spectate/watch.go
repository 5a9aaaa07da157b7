// Package spectate is a place among those who watch a game in progress: it shows the game as it is played, or any tick of
// the last ten minutes. It is what stands between a [livefeed.Feed] and a screen:
//
//	w, err := watch.New(f, name, render.Options{…}, now)
//	w.Advance(now)           // before each event and frame
//	w.Key(ev, repeat)
//	w.Draw(&frame)
//
// It is told the time and reads no clock.
package spectate

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/livefeed"
	"arkterm/cmd/arkterm/app/viewer"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/widget"
)

// Back is how far back a game in progress can be watched: to the beginning of the level that was played ten minutes ago.
const Back = 10 * 60 * engine.TicksPerSecond

// Reasons for which a game cannot be watched.
var (
	ErrNothing = errors.New("nothing of it has been played yet")
	ErrHidden  = errors.New("it is hidden")
)

// A Watch is somebody who watches a game. It belongs to one goroutine.
type Watch struct {
	Bare bool // Draw leaves out the line below the game

	feed    *livefeed.Feed
	name    string // of who plays: see Named
	viewer  *viewer.Viewer
	view    *render.View
	options render.Options
	picture cell.Frame // the game's part of the frame
	counted int        // how many watch, as said
	said    string     // see caption
	begun   time.Duration
	ticks   int64 // of real time since then
}

// New returns a place to watch a game of somebody's from, live at first. Whoever sees it counts as one who watches, see livefeed.Watch.
func New(f *livefeed.Feed, name string, o render.Options, now time.Duration) (*Watch, error) {
	if f.Hidden() {
		return nil, ErrHidden
	}
	from := f.Tick()
	from -= min(from, Back)
	r, ok := f.Read(from)
	if !ok {
		return nil, ErrNothing
	}
	o.Names, o.Players, o.Keys = levels.Names(f.Pack()), players(r.Recording), theirKeys(r.Recording)
	w := &Watch{feed: f, name: name, view: render.NewView(o), options: o, begun: now}
	game := &replay.Replay{Name: "a game in progress", Recording: r.Recording, Pack: f.Pack()}
	if r.Recording.Opponent != "" {
		w.name = r.Recording.Player + " and " + r.Recording.Opponent
	}
	var err error
	if w.viewer, err = viewer.Follow(game, source{r}, hints(o)); err != nil {
		return nil, err
	}
	return w, nil
}

// players returns the names of a match's players, as a view wants them; none of a game for one.
func players(r *record.Recording) [2]string {
	if r.Opponent == "" {
		return [2]string{}
	}
	return [2]string{strings.ToUpper(r.Player), strings.ToUpper(r.Opponent)}
}

// theirKeys returns what the HUD's hints name: who plays, since the keys of who watches do something else.
func theirKeys(r *record.Recording) render.HintKeys {
	k := render.HintKeys{Fire: "player", Warp: "player", Rewind: "player"}
	if r.Opponent != "" {
		k.Fire, k.Fire2 = r.Player, r.Opponent
	}
	return k
}

// hints returns the keys below the game.
func hints(o render.Options) []string {
	if all := viewer.Hints(true); o.Glyphs != cell.ASCII {
		return all
	} else {
		return widget.PlainLines(all)
	}
}

// Help returns the lines of the page of keys.
func Help() []string { return viewer.Help(true) }

// Feed returns what is watched.
func (w *Watch) Feed() *livefeed.Feed { return w.feed }

// A source brings a feed to a viewer.
type source struct{ *livefeed.Reader }

// Update returns the recording so far, and whether nothing follows.
func (s source) Update() (r *record.Recording, over bool) {
	s.Reader.Update()
	return s.Recording, s.Over()
}

// mostTicks is how many ticks pass at most between two calls of Advance: after a longer time the rest is as if it had not
// been.
const mostTicks = engine.TicksPerSecond / 4

// Advance plays what is due.
func (w *Watch) Advance(now time.Duration) {
	due := int64(now-w.begun) * engine.TicksPerSecond / int64(time.Second)
	n := int(min(due-w.ticks, mostTicks))
	w.ticks = due
	if w.viewer.Advance(n, w.view.Observe) {
		w.view = render.NewView(w.options)
	}
}

// Moves reports whether frames follow each other.
func (w *Watch) Moves() bool { return w.viewer.Moving() }

// Live reports whether the game is shown as it is played.
func (w *Watch) Live() bool { return w.viewer.Live() }

// Over reports whether the game is not in progress any more, and all of it was shown; or somebody who plays has hidden it.
func (w *Watch) Over() bool { return w.feed.Hidden() || !w.viewer.InProgress() && !w.viewer.Moving() }

// Game returns the game at the tick that is shown.
func (w *Watch) Game() *engine.Game { return w.viewer.Game() }

// Takes reports whether Key would take a key.
func Takes(ev input.Keystroke) bool { return viewer.Takes(ev) }

// Key takes a key that went down, and reports whether it was one of those that the line below the game names.
func (w *Watch) Key(ev input.Keystroke, repeat bool) bool { return w.viewer.Press(ev, repeat) }

// Mouse takes the mouse: a click on the bar in f goes there, one on the game pauses. down says that the left button has
// just gone down, held that it is down. It reports whether anything came of it.
func (w *Watch) Mouse(f *cell.Frame, col, row int, held, down bool) bool {
	tick, on := w.viewer.TickAt(f, col, row)
	return w.viewer.Click(tick, on, held, down && row < w.picture.H)
}

// KeyAt returns the press of the key that the line below the game names at a cell of f, and whether there is one.
func (w *Watch) KeyAt(f *cell.Frame, col, row int) (ev input.Keystroke, ok bool) {
	return w.viewer.KeyAt(f, col, row)
}

// Apply changes the options of the picture.
func (w *Watch) Apply(o render.Options) {
	o.Names, o.Players, o.Keys = w.options.Names, w.options.Players, w.options.Keys
	w.options = o
	w.view.SetOptions(o)
}

// Release frees the memory that grows with the frame's size, see [render.View.Release].
func (w *Watch) Release() { w.view.Release() }

// Spare says in how many frames each moving brick is shown anew once.
func (w *Watch) Spare(frames int) { w.view.Spare(frames) }

// caption says who is watched, and how many do.
func (w *Watch) caption() string {
	n := w.feed.Watching()
	if n != w.counted || w.said == "" {
		w.counted, w.said = n, w.name+" · "+strconv.Itoa(n)+" watching"
		if w.options.Glyphs == cell.ASCII {
			w.said = widget.Plain(w.said)
		}
	}
	return w.said
}

// drawGame draws the game, and says over it that it is paused, as its player is told.
func (w *Watch) drawGame(f *cell.Frame, small bool) {
	w.view.Draw(f, w.viewer.Game())
	if w.viewer.Still() && !small {
		w.view.Banner(f, "PAUSED")
	}
}

// Draw draws the game and the line below it.
func (w *Watch) Draw(f *cell.Frame) {
	small := f.W < render.MinW || f.H < render.MinH
	if w.Bare {
		w.drawGame(f, small)
		return
	}
	_, h := widget.TransportRows(f.H)
	if small {
		h = f.H
	}
	w.picture.SetSize(f.W, h)
	w.picture.Open()
	defer w.picture.Close()
	w.drawGame(&w.picture, small)
	copy(f.Cells, w.picture.Cells)
	if !small {
		t := w.viewer.Transport()
		t.Of = w.caption()
		w.view.Transport(f, t)
	}
}

// Name returns who plays: two, if it is a match of two on one field.
func (w *Watch) Name() string { return w.name }

// Named says what the player is called now. Those of a match are called as it says itself, whoever of them is watched.
func (w *Watch) Named(name string) {
	if w.options.Players == [2]string{} && w.name != name {
		w.name, w.said = name, ""
	}
}
