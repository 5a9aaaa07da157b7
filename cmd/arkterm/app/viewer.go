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

// A Viewer plays a replay or follows a game in progress. It can jump to any tick and change the speed. To show a
// Viewer, draw the result of Game, and below it the controls that Transport returns.
type Viewer struct {
	replay     *replay.Replay
	seeker     *record.Seeker
	speed      int // index in speeds
	paused     bool
	dueEighths int // time still to play, in eighths of a tick

	seeking bool   // the viewer is still jumping to the tick target
	target  uint64 // destination of the current or last jump

	transport  widget.Transport
	inProgress bool   // the keys for a game in progress apply, instead of the keys for a replay
	readNote   string // note that the player has already seen; the hints replace it

	source Source // source of a game in progress; nil for a replay, or after the game's end
	live   liveState
}

// speeds are the speeds of a replay, in eighths of normal speed.
var speeds = [...]int{1, 2, 4, 8, 16, 32, 64, 128}

const normalSpeed = 3 // index in speeds

// Distances of the jump keys, in ticks.
const (
	shortJump = 5 * engine.TicksPerSecond
	longJump  = 30 * engine.TicksPerSecond
)

// Limits of the work per frame, in the units of [engine.Game.Work].
//
// During playback, the viewer also scouts. This means that it plays later ticks in the background, to find bookmarks
// and to make jumps fast. Scouting takes at most about 1 ms per frame. A jump has two steps, each of which takes at
// most about 25 ms per frame.
const (
	scoutWork = 4_000
	seekWork  = 100_000
)

// NewViewer returns a Viewer of a replay that starts at the tick startTick. hints is the result of [ViewerHints],
// possibly with other characters. maxBytes limits the total size of the game copies that make jumps fast. 0 means the
// default limit. NewViewer returns an error if the replay cannot be played.
func NewViewer(f *replay.Replay, startTick uint64, hints []string, maxBytes int) (*Viewer, error) {
	seeker, err := f.Seeker(maxBytes)
	if err != nil {
		return nil, err
	}
	v := viewerOf(f, seeker, hints)
	v.seek(v.transport.First + startTick)
	return v, nil
}

// viewerOf returns a Viewer that uses the given seeker.
func viewerOf(f *replay.Replay, seeker *record.Seeker, hints []string) *Viewer {
	v := &Viewer{replay: f, seeker: seeker, speed: normalSpeed}
	first, last := v.seeker.Span()
	v.transport = widget.Transport{First: first, Last: last, Help: hints}
	return v
}

// ViewerHints returns the hints below the picture: keys and their effects, alternating. inProgress selects the hints
// for a game in progress instead of a replay.
func ViewerHints(inProgress bool) (hints []string) {
	for i := range viewerKeys {
		if r := &viewerKeys[i]; r.hint != "" && r.kind.shows(inProgress) {
			hints = append(hints, r.hint, *r.hintText)
		}
	}
	return hints
}

// ViewerHelp returns the lines of the help about the keys of a viewer. inProgress selects the help for a game in
// progress instead of a replay.
func ViewerHelp(inProgress bool) (lines []string) {
	for i := range viewerKeys {
		if r := &viewerKeys[i]; r.keys != "" && r.kind.shows(inProgress) {
			lines = append(lines, fmt.Sprintf("%-*s%s", keysWidth, r.keys, *r.helpText))
		}
	}
	return lines
}

// Moving reports whether Advance must be called continuously, because the picture may change without input.
func (v *Viewer) Moving() bool {
	return v.source != nil || v.seeking || !v.paused && !v.seeker.Ended() || v.seeker.Scouted() < v.transport.Last
}

// Advance advances the viewer by n ticks of real time. It plays ticks of the game and calls observe with the events of
// each of these ticks. If jumped is true, the viewer has finished a jump. The caller must then drop the visible effects
// of earlier events.
func (v *Viewer) Advance(n int, observe func([]engine.Event)) (jumped bool) {
	if v.source != nil && v.update() {
		return false // after a rewind, nothing has been played yet
	}
	if v.seeking {
		v.dueEighths = 0
		if !v.seeker.Scout(v.target, seekWork) || !v.seeker.Seek(v.target, seekWork) {
			return false
		}
		v.seeking = false
		return true
	}
	v.seeker.Scout(v.transport.Last, scoutWork)
	if v.paused {
		return false
	}
	if v.live.following {
		v.playLive(n, observe)
		return false
	}
	for v.dueEighths += n * speeds[v.speed]; v.dueEighths >= 8; v.dueEighths -= 8 {
		if !v.seeker.Next() {
			v.dueEighths = 0
			if v.source != nil {
				v.goLive()
			}
			break
		}
		observe(v.seeker.Game().Events)
	}
	return false
}

// Fast reports whether the speed is higher than normal.
func (v *Viewer) Fast() bool { return v.speed > normalSpeed }

// Game returns the game at the tick shown.
func (v *Viewer) Game() *engine.Game { return v.seeker.Game() }

// Replay returns the replay that is being watched.
func (v *Viewer) Replay() *replay.Replay { return v.replay }

// Seeking reports whether a jump has not finished yet.
func (v *Viewer) Seeking() bool { return v.seeking }

// seek starts a jump to a tick. A tick outside of the recording means the nearest tick of the recording. Advance
// finishes the jump, because the viewer may first have to play the ticks before the destination.
//
//go:noinline // would be copied into many callers
func (v *Viewer) seek(tick uint64) {
	v.target = max(v.transport.First, min(tick, v.transport.Last))
	v.seeking, v.live.following = true, false
	if v.source != nil && v.target+liveLag >= v.transport.Last {
		v.goLive()
	}
}

// position returns the current tick, or the destination of an unfinished jump.
func (v *Viewer) position() uint64 {
	if v.seeking {
		return v.target
	}
	return v.seeker.Game().Tick
}

// jump jumps forward by the given number of ticks, or back if the number is negative.
func (v *Viewer) jump(ticks int64) {
	v.seek(uint64(max(int64(v.position())+ticks, int64(v.transport.First))))
}

// jumpToBookmark jumps to the next bookmark, or to the previous bookmark if d is −1. If there is no such bookmark, it
// jumps to the end or the beginning. In the backward direction, it ignores a bookmark less than one second before the
// current position. Otherwise, a second press of the key during playback would jump to the same bookmark again.
func (v *Viewer) jumpToBookmark(d int) {
	at := v.position()
	best, found := v.transport.Last, false
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
		best = v.transport.First
	}
	v.seek(best)
}

// changeSpeed selects a speed that is d positions faster, or slower if d is negative. If the viewer follows a game in
// progress, it stops following the current tick.
func (v *Viewer) changeSpeed(d int) {
	v.live.following = false
	v.speed = max(0, min(v.speed+d, len(speeds)-1))
}

// pause pauses or continues playback. At the end of a replay, it starts playback again from the beginning.
func (v *Viewer) pause() {
	if v.seeker.Ended() && !v.seeking && v.source == nil {
		v.paused = false
		v.seek(v.transport.First)
		return
	}
	v.paused, v.live.following = !v.paused, false
}

// step pauses playback and moves by d ticks. d may be negative.
func (v *Viewer) step(d int64) {
	v.jump(d)
	v.paused, v.live.following = true, false
}

// mismatch returns an error that describes how the replay differs from the recorded game. It returns nil if no
// difference was found.
func (v *Viewer) mismatch() error {
	if v.replay.StartMismatch != nil {
		return v.replay.StartMismatch
	}
	return v.seeker.Mismatch()
}

// note returns a note about the replay for the player, or "".
func (v *Viewer) note() string {
	if err := v.mismatch(); err != nil && v.replay.Recording.Rules == engine.Rules {
		return fmt.Sprintf(text.Viewer.DiffersFromRecording, err)
	}
	return v.replay.Note()
}

// Transport returns the line of controls to draw below the game. It is valid until the next call.
func (v *Viewer) Transport() *widget.Transport {
	t := &v.transport
	t.At, t.Reachable, t.SpeedEighths = v.position(), v.seeker.Scouted(), speeds[v.speed]
	t.Bookmarks = t.Bookmarks[:0]
	for _, p := range v.seeker.Bookmarks() {
		t.Bookmarks = append(t.Bookmarks, widget.Bookmark{Tick: p.Tick, Combo: p.Combo > 0 || p.Points != [2]int{}})
	}
	switch {
	case v.seeking:
		t.State = widget.PlaybackSeeking
	case v.PlayerPaused():
		t.State = widget.PlaybackPaused
	case v.live.following:
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

// A viewerCommand is the effect of a key in the viewer.
type viewerCommand func(v *Viewer)

// A viewerKey is a row of the table of keys. It describes the keys of one command. The hints, the help and Viewer.Press
// use it.
type viewerKey struct {
	kind     viewedGame               // kinds of games with this key
	hint     string                   // key in the line of hints; "" if the key has no hint
	hintText *string                  // effect in the line of hints
	keys     string                   // keys on the help page; "" if they are not listed
	helpText *string                  // effect on the help page
	commands map[string]viewerCommand // by the names of viewerKeyName; nil for keys of the session and the mouse
}

// A viewedGame is the kind of game for which a key exists.
type viewedGame uint8

const (
	anyGame  viewedGame = iota
	recorded            // a replay
	ongoing             // a game in progress
)

// shows reports whether a row of kind k applies. inProgress is true for a game in progress, and false for a replay.
func (k viewedGame) shows(inProgress bool) bool { return k == anyGame || (k == ongoing) == inProgress }

// keysWidth is the width of the column with keys in the help, in columns.
const keysWidth = 10

// viewerKeys lists the viewer's keys, in descending order of importance.
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
		"end": func(v *Viewer) { v.seek(v.transport.Last) },
	}},
	{ongoing, "tab", &text.Viewer.Next, "tab", &text.Viewer.NextHelp, nil},
	{anyGame, "↑↓", &text.Viewer.Speed, "↑ ↓ + −", &text.Viewer.SpeedHelp, map[string]viewerCommand{
		"up": func(v *Viewer) { v.changeSpeed(1) }, "down": func(v *Viewer) { v.changeSpeed(-1) },
		"+": func(v *Viewer) { v.changeSpeed(1) }, "=": func(v *Viewer) { v.changeSpeed(1) },
		"-": func(v *Viewer) { v.changeSpeed(-1) },
	}},
	{anyGame, "n", &text.Viewer.Bookmark, "n N", &text.Viewer.BookmarkHelp, map[string]viewerCommand{
		"n": func(v *Viewer) { v.jumpToBookmark(1) }, "N": func(v *Viewer) { v.jumpToBookmark(-1) },
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
		"home": func(v *Viewer) { v.seek(v.transport.First) },
	}},
	{anyGame, "", nil, "0–9", &text.Viewer.Tenths, nil}, // Viewer.Press handles digits
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

// keyNames contains the names of keys that type no character.
var keyNames = map[tcell.Key]string{
	tcell.KeyLeft: "left", tcell.KeyRight: "right", tcell.KeyUp: "up", tcell.KeyDown: "down",
	tcell.KeyHome: "home", tcell.KeyEnd: "end", tcell.KeyTab: "tab",
}

// viewerKeyName returns the name of a key in viewerKeys.
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

// keyNamed returns a press of the key with the given name, as returned by viewerKeyName.
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

// twoKeys has an entry for each hint that names two keys. A click on the first or second sign of the hint presses the
// first or second key of the entry. A click on the text after the signs presses the third key.
var twoKeys = map[string][3]string{"←→": {"left", "right", "right"}, "↑↓": {"up", "down", "up"}, "[]": {"[", "]", "]"}}

// keyAt returns a press of the key whose hint is at a cell of f. ok is false if there is no hint.
func (v *Viewer) keyAt(f *cell.Frame, col, row int) (ev input.Keystroke, ok bool) {
	i, at := v.transport.HelpAt(f, col, row)
	if i < 0 {
		return ev, false
	}
	name := ViewerHints(v.inProgress)[i]
	if keys, ok := twoKeys[name]; ok {
		name = keys[min(at, len(keys)-1)]
	}
	return keyNamed(name), true
}

// ViewerHandles reports whether Viewer.Press handles a key.
func ViewerHandles(ev input.Keystroke) bool {
	name := viewerKeyName(ev)
	return commandOf(name) != nil || isTenth(name)
}

// isTenth reports whether a key jumps to a tenth of the recording.
func isTenth(name string) bool { return len(name) == 1 && name[0] >= '0' && name[0] <= '9' }

// Press handles a key. It returns false if the viewer does not use the key. Repeats of a held key do not pause or
// continue.
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
		v.seek(v.transport.First + (v.transport.Last-v.transport.First)*uint64(name[0]-'0')/10)
		return true
	}
	return false
}

// Mouse handles the mouse. rows is the number of rows of f that the game occupies. A click on the game pauses playback.
// A press or a drag on the bar jumps. If the player has clicked a hint, pressed is true, and the caller must handle
// key. Otherwise, handled reports whether the viewer has used the event.
func (v *Viewer) Mouse(f *cell.Frame, m ui.MouseMove, rows int) (key input.Keystroke, pressed, handled bool) {
	if m.Clicked() {
		if key, pressed = v.keyAt(f, m.Col, m.Row); pressed {
			return key, true, false
		}
	}
	tick, on := v.transport.TickAt(f, m.Col, m.Row)
	switch {
	case on && m.Held&tcell.ButtonPrimary != 0:
		v.readNote = v.note()
		v.seek(tick)
	case !on && m.Pressed != 0 && m.Row < rows:
		v.readNote = v.note()
		v.pause()
	default:
		return key, false, false
	}
	return key, false, true
}

// RefusesTakeover reports whether the player cannot take over the game, because the replay differs from the recorded
// game or was recorded under other rules. If so, the viewer shows the reason again.
func (v *Viewer) RefusesTakeover() bool {
	if v.replay.Recording.Rules == engine.Rules && v.mismatch() == nil {
		return false
	}
	v.readNote = ""
	return true
}
