// Package record is the games that were played: a [Recording] is a game's set-up and the
// inputs of its ticks, from which the same game comes out again, bit for bit. It has a
// text form, which people can read and write, and a container, which is a tenth as long.
// A [Playback] plays it from its beginning, a [Seeker] from any tick.
//
// The package reads and writes bytes, not files, and knows neither where recordings are
// kept nor where their levels are.
package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/scan"
	"arkterm/engine/spec"
)

// A Recording is a game as its inputs: with the same levels it gives the same
// game again, bit for bit. docs/formats.md describes its text, which can be read,
// cut and written by hand; see [Parse] and [Recording.Text].
//
// A game through several levels is a chain of recordings in one file: where a
// level begins stands the [engine.Start] that it begins from, and [Recording.Links] makes
// a recording of its own of each.
type Recording struct {
	engine.Setup               // of the game
	Rules        int           // that it was made by
	Pack         string        // name of the levels; for people
	Boards       []Board       // the levels; none: any will do
	Files        []File        // their text, for levels that others may not have
	Start        *engine.Start // it begins with this level, in place of First and Lives; nil: at the game's beginning
	Parent       Parent

	Made, Date, Player string // by which program, when, by whom; for people
	Opponent           string // who had the second paddle; for people
	Assisted           bool   // the player had help that others do not have; for people

	End *engine.Result // how the game ended; nil when the recording stops before that
	Cut bool           // the text that it was read from ended within a line, which is left out

	steps  []recorded
	notes  []note
	ticks  int // in all steps
	size   int // bytes of the finished steps as text
	writer stepWriter
}

// A Board names a level of a recording: shipped ones are found by it.
type Board struct {
	Digest uint64
	Name   string
}

// A File is a level file that travels with a recording.
type File struct{ Name, Text string }

// A Parent is the game that a recording goes on from.
type Parent struct {
	Hash uint64 // of its last state; 0: there is none
	Tick uint64 // of it, where the new one leaves it
}

// A recorded is some ticks of the same input, or a note. It is small, since a mouse
// makes sixty of them a second.
type recorded struct {
	n  int32 // ticks; below 0: the note with the index −1−n
	in engine.Input
}

// A note is something to compare the game with between two ticks: a checkpoint (its
// hash), the start of a level, or a fact that a script expects. Or it is what the
// player changes then.
type note struct {
	fact, want string
	start      *engine.Start // for the fact "level start"
	terms      *engine.Terms // the game goes on by these; there is nothing to compare
	line       int           // in the text that it was read from, or 0
}

// The facts of notes that are no script's.
const (
	factCheckpoint = "mark" // as the text has always spelled it
	factStart      = "level start"
	factEnd        = "end"
	factTerms      = "set"
)

func (r *Recording) addNote(n note) {
	r.notes = append(r.notes, n)
	r.addStep(recorded{n: -int32(len(r.notes))})
}

// checkpointTicks is how often a recording notes the hash.
const checkpointTicks = 5 * engine.TicksPerSecond

// MaxText is how long a recording can be as text: 8 MiB. It holds at most
// [engine.MaxTicks].
const MaxText = 8 << 20

// The most that its levels hold: what a game can need, and little enough to be
// read from a file of anybody's.
const (
	maxFiles     = 256
	maxFileText  = 64 << 10
	maxFilesText = 512 << 10
)

// roomForEnd is what a recording leaves free for its header and its last lines,
// Beside the text of levels.
const roomForEnd = 128 << 10

// New begins a recording of a game with the given configuration.
func New(c engine.Config, pack string) *Recording {
	r := &Recording{Rules: engine.Rules, Setup: c.Setup, Pack: oneLine(pack), Start: c.Start}
	r.Assisted = r.Terms().Assisted() || c.Start != nil && c.Start.Used != 0
	if c.Start != nil {
		r.First, r.Lives = 0, 0 // it says both
		r.Parent = Parent{c.Start.Hash, c.Start.Tick}
	}
	if len(c.Levels) > engine.MaxLevels {
		return r // what it notes of the game must do
	}
	for i := range c.Levels {
		r.Boards = append(r.Boards, Board{spec.Digest(c.Levels[i : i+1]), oneLine(c.Levels[i].Name)})
	}
	return r
}

// CanHold reports whether the files' text may travel with a recording.
func CanHold(files []File) bool {
	sum := 0
	for _, f := range files {
		sum += len(f.Text)
		if len(f.Text) > maxFileText {
			return false
		}
	}
	return len(files) <= maxFiles && sum <= maxFilesText
}

// oneLine returns s as a value of the header: without what cannot be seen, and
// with single blanks.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.Map(func(r rune) rune {
		if !visible(r) {
			return '?'
		}
		return r
	}, s)
	if r := []rune(s); len(r) > maxValue {
		s = strings.TrimSpace(string(r[:maxValue]))
	}
	return s
}

// maxValue is the most characters of a name in the header.
const maxValue = 80

// visible reports whether r may be shown to whoever reads the header: it has a
// shape, and no power over its neighbours.
func visible(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }

// Add records the input of one tick. Call it with what Step is given. A recording
// that is full records nothing more: what was before can still be played.
func (r *Recording) Add(in engine.Input) {
	if r.full() {
		return
	}
	r.ticks++
	if n := len(r.steps); n > 0 && r.steps[n-1].n > 0 && r.steps[n-1].in == in {
		r.steps[n-1].n++
		return
	}
	r.addStep(recorded{n: 1, in: in})
}

// addStep appends a step, and measures the one before, which is finished.
func (r *Recording) addStep(s recorded) {
	if n := len(r.steps); n > 0 {
		r.size += r.writer.measure(r, &r.steps[n-1])
	}
	r.steps = append(r.steps, s)
}

func (r *Recording) full() bool {
	return r.ticks >= engine.MaxTicks || r.size > MaxText-maxFilesText-roomForEnd
}

// Change records that the game goes on by other terms. Call it with what [engine.Game.Change] is given, beside it.
func (r *Recording) Change(t engine.Terms) {
	if !r.full() {
		r.addNote(note{fact: factTerms, terms: &t})
		r.Assisted = r.Assisted || t.Assisted()
	}
}

// Changed reports whether the terms change on the way.
func (r *Recording) Changed() bool {
	return slices.ContainsFunc(r.notes, func(n note) bool { return n.terms != nil })
}

// Checkpoint notes what is due after a tick: the hash of g every five seconds, and the
// start of a level. Call it after each Step.
func (r *Recording) Checkpoint(g *engine.Game) {
	if g.Tick != r.Tick() {
		return // it is full
	}
	if s, ok := g.Start(); ok {
		r.addStart(s)
		return
	}
	if g.Tick%checkpointTicks == 0 {
		r.addNote(note{fact: factCheckpoint, want: engine.HashText(g.Hash())})
	}
}

// addStart notes that a level begins. It takes a copy, so that Checkpoint allocates nothing in
// all the other ticks.
func (r *Recording) addStart(s engine.Start) {
	r.addNote(note{fact: factStart, want: startText(&s), start: &s})
}

// Snapshot returns a copy of the recording as it is now, with the hash of g at its end: what
// is to be written while the game goes on. g must be the game that is recorded. It
// returns nil once the recording is full.
func (r *Recording) Snapshot(g *engine.Game) *Recording {
	if g.Tick != r.Tick() {
		return nil
	}
	c := *r
	c.steps, c.notes = slices.Clone(r.steps), slices.Clone(r.notes)
	c.writer.scratch = nil
	c.addNote(note{fact: factCheckpoint, want: engine.HashText(g.Hash())})
	return &c
}

// Close notes how the game has ended.
func (r *Recording) Close(g *engine.Game) {
	if g.Tick == r.Tick() {
		end := g.Result()
		r.End = &end
	}
}

// Checkpoints returns how many states the recording notes to be compared with.
func (r *Recording) Checkpoints() int {
	n := 0
	for i := range r.notes {
		if r.notes[i].terms == nil {
			n++
		}
	}
	if r.End != nil {
		n++
	}
	return n
}

// Ticks returns how many ticks are recorded.
func (r *Recording) Ticks() int { return r.ticks }

// Tick returns the tick of the game after the last one that is recorded: more
// than Ticks when the recording begins with a later level.
func (r *Recording) Tick() uint64 {
	if r.Start != nil {
		return r.Start.Tick + uint64(r.ticks)
	}
	return uint64(r.ticks)
}

// Starts returns where levels begin in the recording, the first one left out when
// it is the game's beginning.
func (r *Recording) Starts() (all []engine.Start) {
	if r.Start != nil {
		all = append(all, *r.Start)
	}
	for _, n := range r.notes {
		if n.start != nil {
			all = append(all, *n.start)
		}
	}
	return all
}

// Config returns the configuration of the recorded game, on the given levels.
func (r *Recording) Config(levels []spec.Level) engine.Config {
	return engine.Config{Setup: r.Setup, Levels: levels, Start: r.Start}
}

// Links returns the recordings of the single levels that r consists of, each with
// the start that it begins from and the game before as its parent.
func (r *Recording) Links() []*Recording {
	link := r.head()
	links := []*Recording{link}
	var changed *engine.Terms // the last that were, so far
	for _, s := range r.steps {
		if s.n > 0 {
			link.ticks += int(s.n)
			link.addStep(s)
			continue
		}
		n := r.notes[-1-s.n]
		if n.terms != nil {
			changed = n.terms
		}
		if n.start == nil {
			link.addNote(n)
			continue
		}
		link = r.head()
		if changed != nil {
			link.SetTerms(*changed)
		}
		link.First, link.Lives, link.Start = 0, 0, n.start
		link.Parent = Parent{n.start.Hash, n.start.Tick}
		links = append(links, link)
	}
	link.End, link.Cut = r.End, r.Cut
	return links
}

// head returns a recording with r's header and no ticks.
func (r *Recording) head() *Recording {
	c := *r
	c.steps, c.notes, c.ticks, c.size, c.writer = nil, nil, 0, 0, stepWriter{}
	c.End, c.Cut = nil, false
	return &c
}

// lastHash returns the hash of the last state that the recording notes, or 0.
func (r *Recording) lastHash() (h uint64) {
	if r.End != nil {
		return r.End.Hash
	}
	for _, n := range slices.Backward(r.notes) {
		if n.start != nil {
			return n.start.Hash
		} else if n.fact == factCheckpoint && scan.Hash(n.want, &h) == nil {
			return h
		}
	}
	if r.Start != nil {
		return r.Start.Hash
	}
	return 0
}

// Until returns a recording of r's game up to the given tick, to play on from: r
// is its parent.
func (r *Recording) Until(tick uint64) *Recording {
	c := r.head()
	c.Parent = Parent{r.lastHash(), tick}
	for _, s := range r.steps {
		if s.n < 0 {
			c.addNote(r.notes[-1-s.n])
			continue
		}
		left := int64(tick) - int64(c.Tick())
		part := s
		part.n = int32(max(0, min(int64(s.n), left)))
		if part.n > 0 {
			c.ticks += int(part.n)
			c.addStep(part)
		}
		if part.n < s.n {
			break
		}
	}
	return c
}
