package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// A Recording contains the inputs of a game. With the same levels, they reproduce the game bit for bit. For the text
// form, see [Parse] and [Recording.Text].
//
// A game through several levels is a chain of recordings in one file. The recording stores the [engine.Start] of each
// level, and [Recording.SplitLevels] returns a separate recording of each level.
type Recording struct {
	engine.Setup
	Rules  int           // version of the rules with which it was made
	Pack   string        // name of the level set, for information
	Boards []Board       // the levels; empty if a playback accepts any levels
	Files  []File        // text of levels that are not shipped
	Start  *engine.Start // start of the first level, instead of First and Lives; nil for the start of the game
	Parent Parent        // game that this one continues

	Program, Date, Player string // for information
	Opponent              string // name of the second paddle's player, for information
	Assisted              bool   // an assist was used, for information

	Seal    string // proof that a machine saved this game: the name of a key and a MAC; "" if there is none
	Foreign bool   // part of the game comes from a recording without a valid seal; not stored in the text

	End *engine.Result // result of the game; nil if the recording ends before the game does
	Cut bool           // the text was truncated; the incomplete last line is ignored

	steps  []step
	notes  []note
	ticks  int        // total number of ticks in all steps
	size   int        // bytes of the completed steps as text
	writer stepWriter // computes size

	// The following fields are for a recording that follows another one; see Following.
	tail         step   // the step after steps, which may still grow; n is 0 if there is none
	growing      bool   // more ticks may follow
	skipped      int    // steps of the followed recording before the first step
	skippedTicks uint64 // ticks in the skipped steps
}

// A Board identifies a level of a recording. It is used to find shipped levels.
type Board struct {
	Digest uint64
	Name   string
}

// A File is a level file that is stored in a recording.
type File struct{ Name, Text string }

// A Parent identifies the game that a recording continues.
type Parent struct {
	Hash uint64 // hash of the last state of the parent; 0 if there is no parent
	Tick uint64 // tick at which the new recording continues the parent
}

// A step is a number of ticks with the same input, or a note. It is kept small, because a mouse produces sixty
// steps per second.
type step struct {
	n  int32 // ticks; a negative number refers to the note with the index −1−n
	in engine.Input
}

// A note is located between two ticks. It contains either a change of the terms, or a value to compare with the game:
// the hash of a checkpoint, the start of a level, or a fact that a script expects.
type note struct {
	fact, want string        // name of the fact, and its recorded value
	start      *engine.Start // recorded start, for the fact "level start"
	terms      *engine.Terms // new terms of the game, which are not compared
	line       int           // line number in the text, or 0
}

// Facts that only the recorder writes. A script cannot expect them.
const (
	factCheckpoint = "mark" // keyword in the text form
	factStart      = "level start"
	factEnd        = "end"
	factTerms      = "set"
)

// addNote appends n after the last step.
//
//go:noinline // would be copied into many callers
func (r *Recording) addNote(n note) {
	r.notes = append(r.notes, n)
	r.addStep(step{n: -int32(len(r.notes))})
}

// checkpointInterval is the number of ticks between checkpoints.
const checkpointInterval = 5 * engine.TicksPerSecond

// MaxText is the maximum length of a recording's text in bytes. A recording has at most [engine.MaxTicks] ticks.
const MaxText = 8 << 20

// Limits of the level files in a recording. They are sufficient for any game, and bound the memory for an untrusted
// file.
const (
	maxFiles     = 256
	maxFileText  = 64 << 10
	maxFilesText = 512 << 10
)

// reservedBytes is the part of MaxText reserved for the header and the last lines, in addition to the level files.
const reservedBytes = 128 << 10

// New starts the recording of a game with the given configuration.
func New(c engine.Config, pack string) *Recording {
	r := &Recording{Rules: engine.Rules, Setup: c.Setup, Pack: oneLine(pack), Start: c.Start}
	r.Assisted = r.Terms().Assisted() || c.Start != nil && c.Start.UsedAssists != 0
	if c.Start != nil {
		r.First, r.Lives = 0, 0 // Start implies both
		r.Parent = Parent{c.Start.Hash, c.Start.Tick}
	}
	if len(c.Levels) > engine.MaxLevels {
		return r // too many boards; only checkpoints can detect other levels
	}
	for i := range c.Levels {
		r.Boards = append(r.Boards, Board{spec.Digest(c.Levels[i : i+1]), oneLine(c.Levels[i].Name)})
	}
	return r
}

// FilesFit reports whether the given files are within the limits of a recording.
func FilesFit(files []File) bool {
	sum := 0
	for _, f := range files {
		sum += len(f.Text)
		if len(f.Text) > maxFileText {
			return false
		}
	}
	return len(files) <= maxFiles && sum <= maxFilesText
}

// oneLine converts s to a value for a header line. It removes line breaks and repeated spaces, replaces characters
// that are not printable by "?", and cuts the text after maxNameLen characters.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.Map(func(r rune) rune {
		if !visible(r) {
			return '?'
		}
		return r
	}, s)
	if r := []rune(s); len(r) > maxNameLen {
		s = strings.TrimSpace(string(r[:maxNameLen]))
	}
	return s
}

// maxNameLen is the maximum length of a name in the header, in characters.
const maxNameLen = 80

// visible reports whether r is printable, and therefore safe to display.
func visible(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }

// Add records the input of one tick, which is the argument of Step. A full recording ignores the input but remains
// playable.
func (r *Recording) Add(in engine.Input) {
	if r.full() {
		return
	}
	r.ticks++
	if n := len(r.steps); n > 0 && r.steps[n-1].n > 0 && r.steps[n-1].in == in {
		r.steps[n-1].n++
		return
	}
	r.addStep(step{n: 1, in: in})
}

// addStep appends a step. It adds the text length of the previous step to the size, because that step is now
// complete.
func (r *Recording) addStep(s step) {
	if n := len(r.steps); n > 0 {
		r.size += r.writer.textLen(r, &r.steps[n-1])
	}
	r.steps = append(r.steps, s)
}

// full reports whether the recording has reached its maximum length.
func (r *Recording) full() bool {
	return r.ticks >= engine.MaxTicks || r.size > MaxText-maxFilesText-reservedBytes
}

// Change records a change of the terms. Call it together with [engine.Game.Change]. A full recording ignores the
// change.
func (r *Recording) Change(t engine.Terms) {
	if !r.full() {
		r.addNote(note{fact: factTerms, terms: &t})
		r.Assisted = r.Assisted || t.Assisted()
	}
}

// ChangesTerms reports whether the terms change during the game.
func (r *Recording) ChangesTerms() bool {
	return slices.ContainsFunc(r.notes, func(n note) bool { return n.terms != nil })
}

// Checkpoint adds the notes that are due after a tick: the hash of g every five seconds, and the start of each level.
// Call it after each Step.
func (r *Recording) Checkpoint(g *engine.Game) {
	if g.Tick != r.Tick() {
		return // the recording is full
	}
	if s, ok := g.Start(); ok {
		r.addStart(s)
		return
	}
	if g.Tick%checkpointInterval == 0 {
		r.addNote(note{fact: factCheckpoint, want: engine.HashText(g.Hash())})
	}
}

// addStart adds the start of a level. The note keeps the address of s, so each call allocates s on the heap. In
// Checkpoint, such a variable would be allocated in every tick.
func (r *Recording) addStart(s engine.Start) {
	r.addNote(note{fact: factStart, want: startText(&s), start: &s})
}

// Snapshot returns a copy of the recording with the hash of g at its end. The copy can be written while the game
// continues. g must be the recorded game. If the recording is full, Snapshot returns nil.
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

// Close records the result of the game g. A full recording ignores the result.
func (r *Recording) Close(g *engine.Game) {
	if g.Tick == r.Tick() {
		end := g.Result()
		r.End = &end
	}
}

// Checkpoints returns the number of values that a playback compares with the recording.
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

// Ticks returns the number of recorded ticks.
func (r *Recording) Ticks() int { return r.ticks }

// Tick returns the game's tick after the last recorded tick. It exceeds Ticks if the recording starts with a later
// level.
func (r *Recording) Tick() uint64 {
	if r.Start != nil {
		return r.Start.Tick + uint64(r.ticks)
	}
	return uint64(r.ticks)
}

// Starts returns the starts of the levels in the recording. If the recording starts with a new game, its first
// level is not included.
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

// Config returns the configuration of the recorded game on the given levels.
func (r *Recording) Config(levels []spec.Level) engine.Config {
	return engine.Config{Setup: r.Setup, Levels: levels, Start: r.Start}
}

// SplitLevels returns a recording of each level in r. Each one contains the start of its level. Its parent is the
// game before this level.
func (r *Recording) SplitLevels() []*Recording {
	current := r.copyHeader()
	recordings := []*Recording{current}
	var changed *engine.Terms // the last change of terms so far
	for _, s := range r.steps {
		if s.n > 0 {
			current.ticks += int(s.n)
			current.addStep(s)
			continue
		}

		n := r.notes[-1-s.n]
		if n.terms != nil {
			changed = n.terms
		}
		if n.start == nil {
			current.addNote(n)
			continue
		}

		current = r.copyHeader()
		if changed != nil {
			current.SetTerms(*changed)
		}
		current.First, current.Lives, current.Start = 0, 0, n.start
		current.Parent = Parent{n.start.Hash, n.start.Tick}
		recordings = append(recordings, current)
	}

	current.End, current.Cut = r.End, r.Cut
	return recordings
}

// copyHeader returns a recording with the header of r and no ticks.
func (r *Recording) copyHeader() *Recording {
	c := *r
	c.steps, c.notes, c.ticks, c.size, c.writer = nil, nil, 0, 0, stepWriter{}
	c.End, c.Cut, c.Seal = nil, false, ""
	c.tail, c.growing, c.skipped, c.skippedTicks = step{}, false, 0, 0
	return &c
}

// lastHash returns the hash of the last state in the recording, or 0.
func (r *Recording) lastHash() (h uint64) {
	if r.End != nil {
		return r.End.Hash
	}
	for _, n := range slices.Backward(r.notes) {
		if n.start != nil {
			return n.start.Hash
		} else if n.fact == factCheckpoint && parse.Hash(n.want, &h) == nil {
			return h
		}
	}
	if r.Start != nil {
		return r.Start.Hash
	}
	return 0
}

// Until returns a recording of the same game up to the given tick, so that the game can continue from there. The parent
// of the result is r.
func (r *Recording) Until(tick uint64) *Recording {
	c := r.copyHeader()
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
