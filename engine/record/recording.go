// Package record stores games: a [Recording] is a game's setup and its input of every tick, from
// which the game can be replayed bit for bit. It has a text form, which people can read and write,
// and a container, which is a tenth as long. A [Playback] plays it from its beginning, a [Seeker]
// from any tick.
//
// The package reads and writes bytes, not files. It does not know where recordings and levels are
// stored.
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

// A Recording is a game as its inputs: with the same levels it gives the same game again, bit for
// bit. docs/formats.md describes its text, which can be read, cut and written by hand; see [Parse]
// and [Recording.Text].
//
// A game through several levels is a chain of recordings in one file: at the beginning of each
// level its [engine.Start] is noted, and [Recording.SplitLevels] makes a separate recording of each
// level.
type Recording struct {
	engine.Setup
	Rules  int           // version of the rules that it was made by
	Pack   string        // name of the levels; informational
	Boards []Board       // the levels; none: any levels will do
	Files  []File        // text of levels that others may not have
	Start  *engine.Start // begins with this level, instead of First and Lives; nil: from the game's beginning
	Parent Parent

	Program, Date, Player string // program, date, player; informational
	Opponent              string // name of the second paddle's player; informational
	Assisted              bool   // an assist was used; informational

	Seal    string // what the machine that saved it vouches for it with: a key's name and a MAC; "": nothing
	Foreign bool   // not in the text: part of the game is from a recording that is not vouched for

	End *engine.Result // how the game ended; nil if the recording stops before that
	Cut bool           // the text was cut off within a line, which is ignored

	steps  []step
	notes  []note
	ticks  int // in all steps
	size   int // bytes of the finished steps as text
	writer stepWriter

	// Of a recording that follows another one; see Following.
	tail         step   // the step after steps, which may still grow; n 0: none
	growing      bool   // more may come
	skipped      int    // steps of the other one before its first
	skippedTicks uint64 // ticks in these
}

// A Board identifies a level of a recording; shipped levels are found by it.
type Board struct {
	Digest uint64
	Name   string
}

// A File is a level file stored in a recording.
type File struct{ Name, Text string }

// A Parent is the game that a recording continues.
type Parent struct {
	Hash uint64 // of its last state; 0: no parent
	Tick uint64 // of that state, where the new recording begins
}

// A recorded is a number of ticks with the same input, or a note. It is small, since a mouse makes
// sixty of them a second.
type step struct {
	n  int32 // ticks; below 0: the note with the index −1−n
	in engine.Input
}

// A note stands between two ticks. It is something to compare the game with (a checkpoint's hash,
// the start of a level, or a fact that a script expects), or a change of the terms.
type note struct {
	fact, want string
	start      *engine.Start // for the fact "level start"
	terms      *engine.Terms // the new terms of the game; nothing is compared
	line       int           // in the text that it was read from, or 0
}

// The facts of notes that a script cannot expect.
const (
	factCheckpoint = "mark" // the text form spells it so
	factStart      = "level start"
	factEnd        = "end"
	factTerms      = "set"
)

func (r *Recording) addNote(n note) {
	r.notes = append(r.notes, n)
	r.addStep(step{n: -int32(len(r.notes))})
}

// checkpointTicks is the interval between checkpoints.
const checkpointInterval = 5 * engine.TicksPerSecond

// MaxText is the greatest length of a recording's text: 8 MiB. It holds at most [engine.MaxTicks].
const MaxText = 8 << 20

// Limits of the level files in a recording: enough for any game, and small enough to be read from
// an untrusted file.
const (
	maxFiles     = 256
	maxFileText  = 64 << 10
	maxFilesText = 512 << 10
)

// roomForEnd is the length reserved for the header and the last lines, beside the text of levels.
const reservedBytes = 128 << 10

// New begins the recording of a game with the given configuration.
func New(c engine.Config, pack string) *Recording {
	r := &Recording{Rules: engine.Rules, Setup: c.Setup, Pack: oneLine(pack), Start: c.Start}
	r.Assisted = r.Terms().Assisted() || c.Start != nil && c.Start.UsedAssists != 0
	if c.Start != nil {
		r.First, r.Lives = 0, 0 // Start implies both
		r.Parent = Parent{c.Start.Hash, c.Start.Tick}
	}
	if len(c.Levels) > engine.MaxLevels {
		return r // the boards would not fit; checkpoints still tell games apart
	}
	for i := range c.Levels {
		r.Boards = append(r.Boards, Board{spec.Digest(c.Levels[i : i+1]), oneLine(c.Levels[i].Name)})
	}
	return r
}

// CanHold reports whether the files' text fits into a recording.
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

// oneLine returns s as a value of the header: invisible characters removed, blanks single.
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

// maxValue is the greatest length of a name in the header, in characters.
const maxNameLen = 80

// visible reports whether r is printable, and so safe to show to a reader of the header.
func visible(r rune) bool { return unicode.IsPrint(r) && r != utf8.RuneError }

// Add records the input of one tick, the one passed to Step. A full recording ignores it; what it
// holds can still be played.
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

// addStep appends a step, and adds the length of the one before, which is finished, to the size.
func (r *Recording) addStep(s step) {
	if n := len(r.steps); n > 0 {
		r.size += r.writer.textLen(r, &r.steps[n-1])
	}
	r.steps = append(r.steps, s)
}

func (r *Recording) full() bool {
	return r.ticks >= engine.MaxTicks || r.size > MaxText-maxFilesText-reservedBytes
}

// Change records a change of the terms. Call it together with [engine.Game.Change].
func (r *Recording) Change(t engine.Terms) {
	if !r.full() {
		r.addNote(note{fact: factTerms, terms: &t})
		r.Assisted = r.Assisted || t.Assisted()
	}
}

// Changed reports whether the terms change during the game.
func (r *Recording) Changed() bool {
	return slices.ContainsFunc(r.notes, func(n note) bool { return n.terms != nil })
}

// Checkpoint adds the notes that are due after a tick: the hash of g every five seconds, and the
// start of a level. Call it after each Step.
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

// addStart notes that a level begins. It takes a copy, so that Checkpoint does not allocate in
// other ticks.
func (r *Recording) addStart(s engine.Start) {
	r.addNote(note{fact: factStart, want: startText(&s), start: &s})
}

// Snapshot returns a copy of the recording with the hash of g at its end, to be written while the
// game continues. g must be the recorded game. Snapshot returns nil if the recording is full.
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

// Close records how the game has ended.
func (r *Recording) Close(g *engine.Game) {
	if g.Tick == r.Tick() {
		end := g.Result()
		r.End = &end
	}
}

// Checkpoints returns the number of states that a playback is compared with.
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

// Tick returns the game's tick after the last recorded one: more than Ticks if the recording begins
// with a later level.
func (r *Recording) Tick() uint64 {
	if r.Start != nil {
		return r.Start.Tick + uint64(r.ticks)
	}
	return uint64(r.ticks)
}

// Starts returns the starts of the levels in the recording. The first level is left out if it
// begins the game.
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

// SplitLevels returns a recording of each level in r, with the start of that level and the game before it
// as its parent.
func (r *Recording) SplitLevels() []*Recording {
	link := r.copyHeader()
	links := []*Recording{link}
	var changed *engine.Terms // the latest terms so far
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

		link = r.copyHeader()
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

// Until returns a recording of r's game up to the given tick, to continue from; r is its parent.
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
