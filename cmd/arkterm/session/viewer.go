package session

import (
	"arkterm/cmd/arkterm/replays"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/render"
	"arkterm/render/cell"
)

// A viewer shows a replay: the part of a session for the screen of replays.
type viewer struct {
	replay *replays.Replay
	seeker *record.Seeker
	speed  int // index in speeds
	paused bool
	credit int // eighths of a tick that are due

	seeking bool   // want is not reached yet
	want    uint64 // the tick to show

	back *round // that has ended, whose dialog one comes back to; nil: the program ends

	frame    cell.Frame // the game's part of the screen
	line     render.Transport
	readNote string // the note that was read: the help is back
}

// speeds are the speeds of a replay, in eighths of the game's own.
var speeds = [...]int{1, 2, 4, 8, 16, 32, 64, 128}

const normalSpeed = 3 // index

// How far keys go.
const (
	shortJump = 5 * engine.TicksPerSecond
	longJump  = 30 * engine.TicksPerSecond
)

// How much is done at a time, in ticks of an ordinary level: while the replay plays a small part of
// a frame's time, while the player waits for a far place most of it.
const (
	scoutIdle = 4_000
	scoutSeek = 60_000
)

// newViewer returns a viewer at the tick from of a replay.
func newViewer(f *replays.Replay, from uint64) (*viewer, error) {
	reel, err := f.Seeker()
	if err != nil {
		return nil, err
	}
	v := &viewer{replay: f, seeker: reel, speed: normalSpeed}
	first, last := v.seeker.Span()
	v.line = render.Transport{First: first, Last: last, Help: viewHelp}
	v.seek(first + from)
	return v, nil
}

// viewHelp is the help's line, most important first.
var viewHelp = []string{
	"space", "pause", "←→", "5 s", "[]", "30 s", "↑↓", "speed", ".", "tick", "n", "mark",
	"t", "play", "q", "quit", "?", "keys",
}

// viewKeys is the whole of it.
var viewKeys = []string{
	"space     pause, go on",
	"← →       5 s back, ahead",
	"[ ]       30 s, as shift ← →",
	"home end  the first, the last",
	"0–9       tenths",
	"n N       next, last mark",
	"↑ ↓ + −   speed, ×1/8 to ×16",
	". ,       a tick ahead, back",
	"t enter   play on from here",
	"mouse     a click on the bar",
	"q Esc     quit",
}

// moving reports whether anything goes on by itself.
func (v *viewer) moving() bool {
	return v.seeking || !v.paused && !v.seeker.Ended() || v.seeker.Known() < v.line.Last
}

// advance goes on by n ticks of real time, and calls see with the events of every tick that it
// plays. It reports whether it has jumped, so that what was seen before does not lead here.
func (v *viewer) advance(n int, see func([]engine.Event)) (jumped bool) {
	if v.seeking {
		v.credit = 0
		if !v.seeker.Scout(v.want, scoutSeek) {
			return false
		}
		v.seeker.Seek(v.want)
		v.seeking = false
		return true
	}
	v.seeker.Scout(v.line.Last, scoutIdle)
	if v.paused {
		return false
	}
	for v.credit += n * speeds[v.speed]; v.credit >= 8; v.credit -= 8 {
		if !v.seeker.Next() {
			v.credit = 0
			break
		}
		see(v.seeker.Game().Events)
	}
	return false
}

// seek goes to a tick, at once or as soon as all up to there is known.
func (v *viewer) seek(tick uint64) {
	v.want = max(v.line.First, min(tick, v.line.Last))
	v.seeking = true
}

// here is the tick that is shown, or that will be.
func (v *viewer) here() uint64 {
	if v.seeking {
		return v.want
	}
	return v.seeker.Game().Tick
}

// jump goes so many ticks ahead or back.
func (v *viewer) jump(by int64) {
	v.seek(uint64(max(int64(v.here())+by, int64(v.line.First))))
}

// nextPlace goes to the next place, the last one before here if d is −1: within a second behind a
// place, to the one before that, as one gets there by pressing twice.
func (v *viewer) nextPlace(d int) {
	at := v.here()
	best, found := v.line.Last, false
	for _, p := range v.seeker.Bookmarks() {
		if d > 0 && p.Tick > at {
			v.seek(p.Tick)
			return
		}
		if d < 0 && p.Tick+engine.TicksPerSecond < at {
			best, found = p.Tick, true
		}
	}
	if d < 0 && !found {
		best = v.line.First
	}
	v.seek(best)
}

// faster changes the speed by d steps.
func (v *viewer) faster(d int) { v.speed = max(0, min(v.speed+d, len(speeds)-1)) }

// pause stops the replay, or lets it go on: from the beginning, when it is at its end.
func (v *viewer) pause() {
	if v.seeker.Ended() && !v.seeking {
		v.paused = false
		v.seek(v.line.First)
		return
	}
	v.paused = !v.paused
}

// step goes one tick ahead, or back.
func (v *viewer) step(d int64) {
	v.paused = true
	v.jump(d)
}

// differs returns where the replay is not the recorded game, or nil.
func (v *viewer) differs() error {
	if v.replay.Differs != nil {
		return v.replay.Differs
	}
	return v.seeker.Differs()
}

// note is what the player should know of the replay.
func (v *viewer) note() string {
	if err := v.differs(); err != nil && v.replay.Recording.Rules == engine.Rules {
		return "This is not the game that was recorded: " + err.Error()
	}
	return v.replay.Note()
}

// transport returns the line below the game as it is now.
func (v *viewer) transport() *render.Transport {
	t := &v.line
	t.At, t.Known, t.Eighths = v.here(), v.seeker.Known(), speeds[v.speed]
	t.Bookmarks = t.Bookmarks[:0]
	for _, p := range v.seeker.Bookmarks() {
		t.Bookmarks = append(t.Bookmarks, render.Bookmark{Tick: p.Tick, Combo: p.Combo > 0 || p.Points != [2]int{}})
	}
	switch {
	case v.seeking:
		t.State = render.PlaybackSeeks
	case v.seeker.Ended():
		t.State = render.PlaybackEnded
	case v.paused:
		t.State = render.PlaybackPaused
	default:
		t.State = render.PlaybackRuns
	}
	if t.Note = v.note(); t.Note == v.readNote {
		t.Note = ""
	}
	return t
}

// A viewCommand is what a key does to a replay.
type viewCommand func(v *viewer)

// viewCommands are the keys of the screen watching, by what they are called in the help.
var viewCommands = map[string]viewCommand{
	"space": (*viewer).pause, "p": (*viewer).pause,
	"left": func(v *viewer) { v.jump(-shortJump) }, "right": func(v *viewer) { v.jump(shortJump) },
	"h": func(v *viewer) { v.jump(-shortJump) }, "l": func(v *viewer) { v.jump(shortJump) },
	"shift left": func(v *viewer) { v.jump(-longJump) }, "shift right": func(v *viewer) { v.jump(longJump) },
	"[": func(v *viewer) { v.jump(-longJump) }, "]": func(v *viewer) { v.jump(longJump) },
	"home": func(v *viewer) { v.seek(v.line.First) }, "end": func(v *viewer) { v.seek(v.line.Last) },
	"up": func(v *viewer) { v.faster(1) }, "down": func(v *viewer) { v.faster(-1) },
	"+": func(v *viewer) { v.faster(1) }, "=": func(v *viewer) { v.faster(1) }, "-": func(v *viewer) { v.faster(-1) },
	".": func(v *viewer) { v.step(1) }, ",": func(v *viewer) { v.step(-1) },
	"n": func(v *viewer) { v.nextPlace(1) }, "N": func(v *viewer) { v.nextPlace(-1) },
}

// viewKeyNames are the keys of viewCommands that type nothing.
var viewKeyNames = map[input.Key]string{
	input.KeyLeft: "left", input.KeyRight: "right", input.KeyUp: "up", input.KeyDown: "down",
	input.KeyHome: "home", input.KeyEnd: "end",
}

// viewKey returns the name of a key in viewCommands.
func viewKey(ev input.KeyEvent) string {
	name := viewKeyNames[ev.Key]
	if r := ev.Types(); r == ' ' {
		name = "space"
	} else if r != 0 {
		name = string(r)
	}
	if ev.Mods&input.ModShift != 0 && (ev.Key == input.KeyLeft || ev.Key == input.KeyRight) {
		name = "shift " + name
	}
	return name
}
