package session

import (
	"fmt"

	"arkterm/cmd/arkterm/replays"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/panel"
)

// A viewer plays a replay at any speed and from any tick, and returns what to show of it.
type viewer struct {
	replay *replays.Replay
	seeker *record.Seeker
	speed  int // index in speeds
	paused bool
	credit int // ticks due, in eighths

	seeking bool   // want is not reached yet
	want    uint64 // the tick to show

	frame    cell.Frame // the game's part of the screen
	line     panel.Transport
	readNote string // the note already read, replaced by the help
}

// speeds are the speeds of a replay, in eighths of the game's own.
var speeds = [...]int{1, 2, 4, 8, 16, 32, 64, 128}

const normalSpeed = 3 // index

// How far keys go.
const (
	shortJump = 5 * engine.TicksPerSecond
	longJump  = 30 * engine.TicksPerSecond
)

// How much is computed per frame, in ticks of an ordinary level: a small part of a frame's time during
// play, most of it while seeking.
const (
	scoutIdle = 4_000
	scoutSeek = 60_000
)

// newViewer returns a viewer of a replay at the tick from. With ascii its texts are limited to ASCII.
func newViewer(f *replays.Replay, from uint64, ascii bool) (*viewer, error) {
	seeker, err := f.Seeker()
	if err != nil {
		return nil, err
	}
	v := &viewer{replay: f, seeker: seeker, speed: normalSpeed}
	first, last := v.seeker.Span()
	v.line = panel.Transport{First: first, Last: last, Help: viewHints()}
	if ascii {
		v.line.Help = plainLines(v.line.Help)
	}
	v.seek(first + from)
	return v, nil
}

// viewHints returns the keys and what they do, in turns, for the line below the replay.
func viewHints() (hints []string) {
	for i := range viewRows {
		if r := &viewRows[i]; r.hint != "" {
			hints = append(hints, r.hint, r.does)
		}
	}
	return hints
}

// viewHelp returns the lines of the page of keys.
func viewHelp() (lines []string) {
	for i := range viewRows {
		if r := &viewRows[i]; r.keys != "" {
			lines = append(lines, fmt.Sprintf("%-*s%s", viewKeysWidth, r.keys, r.help))
		}
	}
	return lines
}

// moving reports whether anything moves by itself.
func (v *viewer) moving() bool {
	return v.seeking || !v.paused && !v.seeker.Ended() || v.seeker.Known() < v.line.Last
}

// advance plays n ticks of real time, and calls see with the events of every tick played. It reports
// whether it jumped, so that effects of earlier events no longer apply.
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

// seek goes to a tick, at once or as soon as everything before it was played.
func (v *viewer) seek(tick uint64) {
	v.want = max(v.line.First, min(tick, v.line.Last))
	v.seeking = true
}

// here returns the tick shown, or the one being sought.
func (v *viewer) here() uint64 {
	if v.seeking {
		return v.want
	}
	return v.seeker.Game().Tick
}

// jump goes by a number of ticks, ahead or back.
func (v *viewer) jump(by int64) {
	v.seek(uint64(max(int64(v.here())+by, int64(v.line.First))))
}

// nextPlace goes to the next bookmark, or with d −1 to the last one before here. Within a second after a
// bookmark it goes to the one before that, so that two presses go back by two.
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

// pause pauses the replay or resumes it; at its end it starts over.
func (v *viewer) pause() {
	if v.seeker.Ended() && !v.seeking {
		v.paused = false
		v.seek(v.line.First)
		return
	}
	v.paused = !v.paused
}

// step goes one tick ahead or back.
func (v *viewer) step(d int64) {
	v.paused = true
	v.jump(d)
}

// differs returns the error that tells where the replay differs from the recorded game, or nil.
func (v *viewer) differs() error {
	if v.replay.Differs != nil {
		return v.replay.Differs
	}
	return v.seeker.Differs()
}

// note returns a note about the replay for the player.
func (v *viewer) note() string {
	if err := v.differs(); err != nil && v.replay.Recording.Rules == engine.Rules {
		return "This is not the game that was recorded: " + err.Error()
	}
	return v.replay.Note()
}

// transport returns the current line below the game.
func (v *viewer) transport() *panel.Transport {
	t := &v.line
	t.At, t.Known, t.Eighths = v.here(), v.seeker.Known(), speeds[v.speed]
	t.Bookmarks = t.Bookmarks[:0]
	for _, p := range v.seeker.Bookmarks() {
		t.Bookmarks = append(t.Bookmarks, panel.Bookmark{Tick: p.Tick, Combo: p.Combo > 0 || p.Points != [2]int{}})
	}
	switch {
	case v.seeking:
		t.State = panel.PlaybackSeeks
	case v.seeker.Ended():
		t.State = panel.PlaybackEnded
	case v.paused:
		t.State = panel.PlaybackPaused
	default:
		t.State = panel.PlaybackRuns
	}
	if t.Note = v.note(); t.Note == v.readNote {
		t.Note = ""
	}
	return t
}

// A viewCommand is the effect of a key on a replay.
type viewCommand func(v *viewer)

// A viewRow is one thing that keys do to a replay. The help and the line of hints are made from the rows.
type viewRow struct {
	hint, does string                 // in the line of hints; "": not there
	keys, help string                 // on the page of keys; "": not there
	commands   map[string]viewCommand // by the names of viewKey; nil: the session's keys, and the mouse
}

// viewKeysWidth is the width of the column with the keys on the page of keys.
const viewKeysWidth = 10

// viewRows are the viewer's keys, most important first.
var viewRows = [...]viewRow{
	{"space", "pause", "space", "pause, resume", map[string]viewCommand{
		"space": (*viewer).pause, "p": (*viewer).pause,
	}},
	{"←→", "5 s", "← →", "5 s back, ahead", map[string]viewCommand{
		"left": func(v *viewer) { v.jump(-shortJump) }, "right": func(v *viewer) { v.jump(shortJump) },
		"h": func(v *viewer) { v.jump(-shortJump) }, "l": func(v *viewer) { v.jump(shortJump) },
	}},
	{"[]", "30 s", "[ ]", "30 s, as shift ← →", map[string]viewCommand{
		"shift left": func(v *viewer) { v.jump(-longJump) }, "shift right": func(v *viewer) { v.jump(longJump) },
		"[": func(v *viewer) { v.jump(-longJump) }, "]": func(v *viewer) { v.jump(longJump) },
	}},
	{"↑↓", "speed", "↑ ↓ + −", "speed, ×1/8 to ×16", map[string]viewCommand{
		"up": func(v *viewer) { v.faster(1) }, "down": func(v *viewer) { v.faster(-1) },
		"+": func(v *viewer) { v.faster(1) }, "=": func(v *viewer) { v.faster(1) }, "-": func(v *viewer) { v.faster(-1) },
	}},
	{"n", "bookmark", "n N", "next, previous bookmark", map[string]viewCommand{
		"n": func(v *viewer) { v.nextPlace(1) }, "N": func(v *viewer) { v.nextPlace(-1) },
	}},
	{"t", "play", "t enter", "play on from here", nil},
	{"q", "quit", "q Esc", "quit", nil},
	{"?", "keys", "", "", nil},
	{".", "tick", ". ,", "a tick ahead, back", map[string]viewCommand{
		".": func(v *viewer) { v.step(1) }, ",": func(v *viewer) { v.step(-1) },
	}},
	{"", "", "home end", "the first, the last", map[string]viewCommand{
		"home": func(v *viewer) { v.seek(v.line.First) }, "end": func(v *viewer) { v.seek(v.line.Last) },
	}},
	{"", "", "0–9", "tenths", nil}, // see press
	{"", "", "mouse", "a click on the bar", nil},
}

// viewCommandOf returns the command of a key, or nil.
func viewCommandOf(name string) viewCommand {
	for i := range viewRows {
		if do, ok := viewRows[i].commands[name]; ok {
			return do
		}
	}
	return nil
}

// viewKeyNames are the keys of viewRows that type no character.
var viewKeyNames = map[input.Key]string{
	input.KeyLeft: "left", input.KeyRight: "right", input.KeyUp: "up", input.KeyDown: "down",
	input.KeyHome: "home", input.KeyEnd: "end",
}

// viewKey returns the name of a key in viewRows.
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

// press takes a key, and reports whether it is one of the viewer's. A held key does not repeat a pause.
func (v *viewer) press(ev input.KeyEvent, repeat bool) bool {
	v.readNote = v.note()
	name := viewKey(ev)
	if do := viewCommandOf(name); do != nil {
		if !repeat || name != "space" && name != "p" {
			do(v)
		}
		return true
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' && !repeat {
		v.seek(v.line.First + (v.line.Last-v.line.First)*uint64(name[0]-'0')/10)
		return true
	}
	return false
}

// click goes to the place clicked on the bar, or pauses for a click on the game. It reports whether it was
// either. tick is the place on the bar, if on is set.
func (v *viewer) click(tick uint64, on bool, m mouseMove) bool {
	switch {
	case on && m.held&input.ButtonLeft != 0:
		v.readNote = v.note()
		v.seek(tick)
		return true
	case m.down != 0 && !on && m.row < v.frame.H:
		v.readNote = v.note()
		v.pause()
		return true
	}
	return false
}

// refuses reports whether the player may not continue from here, as the replay is not the recorded game.
// The note that says why is shown again.
func (v *viewer) refuses() bool {
	if v.replay.Recording.Rules == engine.Rules && v.differs() == nil {
		return false
	}
	v.readNote = ""
	return true
}

// fit sets the size of the frame: the screen's without the rows below.
func (v *viewer) fit(w, h int) {
	if v.frame.W != w || v.frame.H != h {
		v.frame.Resize(w, h)
	}
}
