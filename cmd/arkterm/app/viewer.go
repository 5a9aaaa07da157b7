package app

import (
	"fmt"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/ui"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// A Viewer plays a replay at any speed and from any tick, and returns what to show of it.
type Viewer struct {
	replay *replay.Replay
	seeker *record.Seeker
	speed  int // index in speeds
	paused bool
	credit int // ticks due, in eighths

	seeking bool   // want is not reached yet
	want    uint64 // the tick to show

	line     widget.Transport
	progress bool   // the keys are those for a game in progress
	readNote string // the note already read, replaced by the help

	source Source // of a game in progress; nil: of a replay, or when nothing follows any more
	live   live
}

// speeds are the speeds of a replay, in eighths of the game's own.
var speeds = [...]int{1, 2, 4, 8, 16, 32, 64, 128}

const normalSpeed = 3 // index

// How far keys go.
const (
	shortJump = 5 * engine.TicksPerSecond
	longJump  = 30 * engine.TicksPerSecond
)

// How much is computed per frame, see [engine.Game.Work]: a small part of a frame's time during play, most of
// it while seeking.
const (
	scoutIdle = 4_000
	scoutSeek = 100_000
)

// NewViewer returns a viewer of a replay that starts at tick from. The hints are the result of ViewerHints, or a copy of it in other
// characters. Copies of the game make jumps fast. They take at most the given number of bytes; 0 means the default limit.
func NewViewer(f *replay.Replay, from uint64, hints []string, bytes int) (*Viewer, error) {
	seeker, err := f.Seeker(bytes)
	if err != nil {
		return nil, err
	}
	v := of(f, seeker, hints)
	v.seek(v.line.First + from)
	return v, nil
}

// of returns a viewer of what a seeker shows.
func of(f *replay.Replay, seeker *record.Seeker, hints []string) *Viewer {
	v := &Viewer{replay: f, seeker: seeker, speed: normalSpeed}
	first, last := v.seeker.Span()
	v.line = widget.Transport{First: first, Last: last, Help: hints}
	return v
}

// ViewerHints returns alternating keys and effects for the line below a replay, or below a game in progress.
func ViewerHints(progress bool) (hints []string) {
	for i := range viewerKeys {
		if r := &viewerKeys[i]; r.hint != "" && r.of.shows(progress) {
			hints = append(hints, r.hint, *r.does)
		}
	}
	return hints
}

// ViewerHelp returns the lines of the page of keys, of a replay or of a game in progress.
func ViewerHelp(progress bool) (lines []string) {
	for i := range viewerKeys {
		if r := &viewerKeys[i]; r.keys != "" && r.of.shows(progress) {
			lines = append(lines, fmt.Sprintf("%-*s%s", keysWidth, r.keys, *r.help))
		}
	}
	return lines
}

// Moving reports whether anything moves by itself.
func (v *Viewer) Moving() bool {
	return v.source != nil || v.seeking || !v.paused && !v.seeker.Ended() || v.seeker.Scouted() < v.line.Last
}

// Advance plays n ticks of real time, and calls see with the events of every tick played. It reports
// whether it jumped, so that effects of earlier events no longer apply.
func (v *Viewer) Advance(n int, see func([]engine.Event)) (jumped bool) {
	if v.source != nil && v.update() {
		return false // the game went back: there is nothing to see yet
	}
	if v.seeking {
		v.credit = 0
		if !v.seeker.Scout(v.want, scoutSeek) || !v.seeker.Seek(v.want, scoutSeek) {
			return false
		}
		v.seeking = false
		return true
	}
	v.seeker.Scout(v.line.Last, scoutIdle)
	if v.paused {
		return false
	}
	if v.live.on {
		v.keepUp(n, see)
		return false
	}
	for v.credit += n * speeds[v.speed]; v.credit >= 8; v.credit -= 8 {
		if !v.seeker.Next() {
			v.credit = 0
			if v.source != nil {
				v.goLive()
			}
			break
		}
		see(v.seeker.Game().Events)
	}
	return false
}

// Fast reports whether the replay is faster than the game was.
func (v *Viewer) Fast() bool { return v.speed > normalSpeed }

// Game returns the game at the tick shown.
func (v *Viewer) Game() *engine.Game { return v.seeker.Game() }

// Replay returns what is watched.
func (v *Viewer) Replay() *replay.Replay { return v.replay }

// Seeking reports whether the tick wanted is not reached yet.
func (v *Viewer) Seeking() bool { return v.seeking }

// seek goes to a tick, at once or as soon as everything before it was played.
func (v *Viewer) seek(tick uint64) {
	v.want = max(v.line.First, min(tick, v.line.Last))
	v.seeking, v.live.on = true, false
	if v.source != nil && v.want+liveLag >= v.line.Last {
		v.goLive()
	}
}

// here returns the tick shown, or the one being sought.
func (v *Viewer) here() uint64 {
	if v.seeking {
		return v.want
	}
	return v.seeker.Game().Tick
}

// jump goes by a number of ticks, ahead or back.
func (v *Viewer) jump(by int64) {
	v.seek(uint64(max(int64(v.here())+by, int64(v.line.First))))
}

// nextPlace goes to the next bookmark, or with d −1 to the last one before here. Within a second after a
// bookmark it goes to the one before that, so that two presses go back by two.
func (v *Viewer) nextPlace(d int) {
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

// faster changes the speed by d steps. A live game has its own.
func (v *Viewer) faster(d int) {
	v.live.on = false
	v.speed = max(0, min(v.speed+d, len(speeds)-1))
}

// pause pauses the replay or resumes it; at its end it starts over.
func (v *Viewer) pause() {
	if v.seeker.Ended() && !v.seeking && v.source == nil {
		v.paused = false
		v.seek(v.line.First)
		return
	}
	v.paused, v.live.on = !v.paused, false
}

// step goes one tick ahead or back.
func (v *Viewer) step(d int64) {
	v.jump(d)
	v.paused, v.live.on = true, false
}

// differs returns the error that tells where the replay differs from the recorded game, or nil.
func (v *Viewer) differs() error {
	if v.replay.Differs != nil {
		return v.replay.Differs
	}
	return v.seeker.Mismatch()
}

// note returns a note about the replay for the player.
func (v *Viewer) note() string {
	if err := v.differs(); err != nil && v.replay.Recording.Rules == engine.Rules {
		return fmt.Sprintf(text.Viewer.Differs, err)
	}
	return v.replay.Note()
}

// Transport returns the current line below the game.
func (v *Viewer) Transport() *widget.Transport {
	t := &v.line
	t.At, t.Reachable, t.Eighths = v.here(), v.seeker.Scouted(), speeds[v.speed]
	t.Bookmarks = t.Bookmarks[:0]
	for _, p := range v.seeker.Bookmarks() {
		t.Bookmarks = append(t.Bookmarks, widget.Bookmark{Tick: p.Tick, Combo: p.Combo > 0 || p.Points != [2]int{}})
	}
	switch {
	case v.seeking:
		t.State = widget.PlaybackSeeking
	case v.Still():
		t.State = widget.PlaybackPaused
	case v.live.on:
		t.State = widget.PlaybackLive
	case v.seeker.Ended() && v.source == nil:
		t.State = widget.PlaybackEnded
	case v.paused:
		t.State = widget.PlaybackPaused
	default:
		t.State = widget.PlaybackRunning
	}
	if t.Note = v.note(); t.Note == v.readNote {
		t.Note = ""
	}
	return t
}

// A viewerCommand is the effect of a key on a replay.
type viewerCommand func(v *Viewer)

// A viewerKey is an effect of keys on a replay. The help and the line of hints are made from the rows.
type viewerKey struct {
	of       watched                  // the kinds of games with this key
	hint     string                   // key in the line of hints; "": not there
	does     *string                  // its effect there
	keys     string                   // keys on the page of keys; "": not there
	help     *string                  // their effect there
	commands map[string]viewerCommand // by the names of viewerKeyName, of both kinds; nil: the session's keys, and the mouse
}

// A watched is a kind of game in the viewer.
type watched uint8

const (
	anyGame  watched = iota
	recorded         // a game that was recorded
	ongoing          // a game in progress
)

// shows reports whether a row is for a game in progress, or for a replay.
func (k watched) shows(progress bool) bool { return k == anyGame || (k == ongoing) == progress }

// keysWidth is the width of the column with the keys on the page of keys.
const keysWidth = 10

// viewerKeys are the viewer's keys, most important first.
var viewerKeys = [...]viewerKey{
	{anyGame, "space", &text.Viewer.Pause, "space", &text.Viewer.PauseHelp, map[string]viewerCommand{
		"space": (*Viewer).pause, "p": (*Viewer).pause,
	}},
	{anyGame, "←→", &text.Viewer.Jump, "← →", &text.Viewer.JumpHelp, map[string]viewerCommand{
		"left": func(v *Viewer) { v.jump(-shortJump) }, "right": func(v *Viewer) { v.jump(shortJump) },
		"h": func(v *Viewer) { v.jump(-shortJump) }, "l": func(v *Viewer) { v.jump(shortJump) },
	}},
	{anyGame, "?", &text.Viewer.Keys, "", nil, nil},
	{recorded, "t", &text.Viewer.Play, "t enter", &text.Viewer.PlayHelp, nil},
	{ongoing, "q", &text.Viewer.Back, "q Esc", &text.Viewer.BackHelp, nil},
	{recorded, "q", &text.Viewer.Quit, "q Esc", &text.Viewer.QuitHelp, nil},
	{ongoing, "end", &text.Viewer.Live, "end", &text.Viewer.LiveHelp, map[string]viewerCommand{
		"end": func(v *Viewer) { v.seek(v.line.Last) },
	}},
	{ongoing, "tab", &text.Viewer.Next, "tab", &text.Viewer.NextHelp, nil},
	{anyGame, "↑↓", &text.Viewer.Speed, "↑ ↓ + −", &text.Viewer.SpeedHelp, map[string]viewerCommand{
		"up": func(v *Viewer) { v.faster(1) }, "down": func(v *Viewer) { v.faster(-1) },
		"+": func(v *Viewer) { v.faster(1) }, "=": func(v *Viewer) { v.faster(1) }, "-": func(v *Viewer) { v.faster(-1) },
	}},
	{anyGame, "n", &text.Viewer.Bookmark, "n N", &text.Viewer.BookmarkHelp, map[string]viewerCommand{
		"n": func(v *Viewer) { v.nextPlace(1) }, "N": func(v *Viewer) { v.nextPlace(-1) },
	}},
	{anyGame, "[]", &text.Viewer.LongJump, "[ ]", &text.Viewer.LongJumpHelp, map[string]viewerCommand{
		"shift left": func(v *Viewer) { v.jump(-longJump) }, "shift right": func(v *Viewer) { v.jump(longJump) },
		"[": func(v *Viewer) { v.jump(-longJump) }, "]": func(v *Viewer) { v.jump(longJump) },
	}},
	{recorded, "", nil, "m", &text.Viewer.Mute, nil},
	{anyGame, ".", &text.Viewer.Tick, ". ,", &text.Viewer.TickHelp, map[string]viewerCommand{
		".": func(v *Viewer) { v.step(1) }, ",": func(v *Viewer) { v.step(-1) },
	}},
	{ongoing, "", nil, "home", &text.Viewer.HomeLive, nil},
	{recorded, "", nil, "home end", &text.Viewer.Home, map[string]viewerCommand{
		"home": func(v *Viewer) { v.seek(v.line.First) },
	}},
	{anyGame, "", nil, "0–9", &text.Viewer.Tenths, nil}, // see Press
	{recorded, "", nil, "mouse", &text.Viewer.MouseHelp, nil},
	{ongoing, "", nil, "mouse", &text.Viewer.MouseLive, nil},
}

// commandOf returns the command of a key, or nil.
func commandOf(name string) viewerCommand {
	for i := range viewerKeys {
		if do, ok := viewerKeys[i].commands[name]; ok {
			return do
		}
	}
	return nil
}

// keyNames are the keys of rows that type no character.
var keyNames = map[tcell.Key]string{
	tcell.KeyLeft: "left", tcell.KeyRight: "right", tcell.KeyUp: "up", tcell.KeyDown: "down",
	tcell.KeyHome: "home", tcell.KeyEnd: "end", tcell.KeyTab: "tab",
}

// viewerKeyName returns the name of a key in rows.
func viewerKeyName(ev input.Keystroke) string {
	name := keyNames[ev.Key]
	if r := ev.Latin(); r == ' ' {
		name = "space"
	} else if r != 0 {
		name = string(r)
	}
	if ev.Mods&tcell.ModShift != 0 && (ev.Key == tcell.KeyLeft || ev.Key == tcell.KeyRight) {
		name = "shift " + name
	}
	return name
}

// keyNamed returns the press of the key with a name that viewerKeyName returns for one.
func keyNamed(name string) input.Keystroke {
	if name == "space" {
		return input.Char(' ')
	}
	for k, n := range keyNames {
		if n == name {
			return input.Keystroke{Key: k}
		}
	}
	r, _ := utf8.DecodeRuneInString(name)
	return input.Char(r)
}

// twoKeys has for each hint of two keys which of them a click is: on either sign, and on the words behind them.
var twoKeys = map[string][3]string{"←→": {"left", "right", "right"}, "↑↓": {"up", "down", "up"}, "[]": {"[", "]", "]"}}

// keyAt returns the press of the key that the hint at a cell of f names, and whether there is one.
func (v *Viewer) keyAt(f *cell.Frame, col, row int) (ev input.Keystroke, ok bool) {
	i, at := v.line.HelpAt(f, col, row)
	if i < 0 {
		return ev, false
	}
	name := ViewerHints(v.progress)[i]
	if of, two := twoKeys[name]; two {
		name = of[min(at, len(of)-1)]
	}
	return keyNamed(name), true
}

// ViewerTakes reports whether a key is one of the viewer's.
func ViewerTakes(ev input.Keystroke) bool {
	name := viewerKeyName(ev)
	return commandOf(name) != nil || isTenth(name)
}

// isTenth reports whether the key leads to a tenth of the recording.
func isTenth(name string) bool { return len(name) == 1 && name[0] >= '0' && name[0] <= '9' }

// Press takes a key, and reports whether it is one of the viewer's. A held key does not repeat a pause.
func (v *Viewer) Press(ev input.Keystroke, repeat bool) bool {
	v.readNote = v.note()
	name := viewerKeyName(ev)
	if do := commandOf(name); do != nil {
		if !repeat || name != "space" && name != "p" {
			do(v)
		}
		return true
	}
	if isTenth(name) && !repeat {
		v.seek(v.line.First + (v.line.Last-v.line.First)*uint64(name[0]-'0')/10)
		return true
	}
	return false
}

// Mouse takes the mouse, while the game is in the first rows of f. The left button seeks on the bar and presses the key of a hint, and
// a click on the game pauses. It returns the key, and reports whether anything else has happened.
func (v *Viewer) Mouse(f *cell.Frame, m ui.MouseMove, rows int) (key input.Keystroke, pressed, taken bool) {
	if m.Clicked() {
		if key, pressed = v.keyAt(f, m.Col, m.Row); pressed {
			return key, true, false
		}
	}
	tick, on := v.line.TickAt(f, m.Col, m.Row)
	switch {
	case on && m.Held&tcell.ButtonPrimary != 0:
		v.readNote = v.note()
		v.seek(tick)
	case !on && m.Down != 0 && m.Row < rows:
		v.readNote = v.note()
		v.pause()
	default:
		return key, false, false
	}
	return key, false, true
}

// Refuses reports whether the player may not continue from here, as the replay is not the recorded game.
// The note that says why is shown again.
func (v *Viewer) Refuses() bool {
	if v.replay.Recording.Rules == engine.Rules && v.differs() == nil {
		return false
	}
	v.readNote = ""
	return true
}
