package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
)

// This file gives other goroutines access to a growing recording, so that spectators can watch a running game. A
// recording only appends steps, and changes only its last step. Therefore any number of readers can share all other
// steps. Only the last step is copied.

// A Prefix is the content of a recording at one moment. It can be read in any goroutine while the recording grows. The
// zero Prefix represents an empty recording.
type Prefix struct {
	steps    []step         // shared and immutable
	notes    []note         // shared and immutable
	last     step           // the step after steps, which may still grow; n is 0 if there is none
	ticks    int            // number of ticks in steps and last
	assisted bool           // value of Recording.Assisted
	end      *engine.Result // value of Recording.End
}

// Prefix returns the current content of r. It shares the steps and notes of r, so its cost does not depend on the
// length of the game.
func (r *Recording) Prefix() Prefix {
	p := Prefix{ticks: r.ticks, assisted: r.Assisted, end: r.End, notes: slices.Clip(r.notes)}
	n := len(r.steps)
	if n > 0 && r.steps[n-1].n > 0 {
		n--
		p.last = r.steps[n]
	}
	p.steps = r.steps[:n:n]
	return p
}

// Ticks returns the number of ticks in the prefix.
func (p *Prefix) Ticks() int { return p.ticks }

// Steps returns the number of steps and notes in the prefix, as a measure of its size. A step is one input for a number
// of ticks.
func (p *Prefix) Steps() int { return len(p.steps) + 1 }

// HasMoreThan reports whether p contains more than q. Both must be prefixes of the same recording, and q must not
// be the later one.
func (p *Prefix) HasMoreThan(q *Prefix) bool {
	return p.ticks != q.ticks || len(p.steps) != len(q.steps) || p.end != q.end
}

// Header returns a recording with the header of r and no ticks, for use with Following.
func (r *Recording) Header() *Recording { return r.copyHeader() }

// Following returns a recording that follows another recording with the given header. Its initial content is p, and
// [Recording.Follow] adds more. The result starts with the last level that began at or before the given tick, so that
// earlier levels need not be played. Tick 0 selects the start of the game.
//
// Use the result with Begin or a [Seeker]. The other methods of the result ignore the last step, which can still grow.
// For a complete copy, use [Prefix.Recording].
func Following(header *Recording, p Prefix, tick uint64) *Recording {
	r := header.copyHeader()
	r.growing = true
	var terms, latest *engine.Terms // terms at the start of the chosen level, and at the current step
	for i := range p.steps {
		if p.steps[i].n > 0 {
			continue
		}
		n := &p.notes[-1-p.steps[i].n]
		if n.terms != nil {
			latest = n.terms
		}
		if n.start == nil {
			continue
		}
		if n.start.Tick > tick {
			break
		}
		r.Start, r.skipped, terms = n.start, i+1, latest
	}

	if r.skipped > 0 {
		r.First, r.Lives = 0, 0 // Start implies both
		r.Parent = Parent{r.Start.Hash, r.Start.Tick}
	}
	if terms != nil {
		r.SetTerms(*terms)
	}
	r.skippedTicks = r.Tick() - header.Tick()
	r.Follow(p)
	return r
}

// Follow updates r to p, which must be a later prefix of the followed recording.
func (r *Recording) Follow(p Prefix) {
	r.steps, r.notes, r.tail = p.steps[r.skipped:], p.notes, p.last
	r.ticks = p.ticks - int(r.skippedTicks)
	r.Assisted = r.Assisted || p.assisted
	if p.end != nil {
		r.End, r.growing = p.end, false
	}
}

// Finish marks r as complete, even if the game has not ended. No more ticks will follow.
func (r *Recording) Finish() { r.growing = false }

// Recording returns a copy of the complete recording with the given header.
func (p *Prefix) Recording(header *Recording) *Recording {
	r := header.copyHeader()
	r.notes = slices.Clone(p.notes)
	r.Assisted, r.End = r.Assisted || p.assisted, p.end
	r.steps = make([]step, 0, len(p.steps)+1)
	for _, s := range p.steps {
		r.addStep(s)
	}
	if p.last.n > 0 {
		r.addStep(p.last)
	}
	r.ticks = p.ticks
	return r
}

// Text returns the text of the recording with the given header and the content p, for a reader in another process.
// [Parse] parses it. The text starts with the last level that began at or before the given tick.
func (p *Prefix) Text(header *Recording, tick uint64) []byte {
	r := Following(header, *p, tick)
	r.End = nil
	complete := *p
	complete.last, complete.end = step{}, nil
	return append(r.Text(), p.TextAfter(&complete)...)
}

// TextAfter returns the lines that p contains after q, which must be an earlier prefix of the same recording.
// [Recording.Extend] adds these lines to a recording with the content of q.
func (p *Prefix) TextAfter(q *Prefix) (text []byte) {
	for i := len(q.steps); i <= len(p.steps); i++ {
		s := p.last
		if i < len(p.steps) {
			s = p.steps[i]
		}
		if i == len(q.steps) && s.n > 0 {
			s.n -= q.last.n
		}
		switch {
		case s.n < 0:
			text = p.notes[-1-s.n].append(text)
		case s.n > 0:
			text = append(appendInput(strconv.AppendInt(text, int64(s.n), 10), s.in), '\n')
		}
	}
	if p.end != nil && q.end == nil {
		text = fmt.Appendf(text, "end %s\n", resultText(p.end))
	}
	return text
}

// Extend appends lines from [Prefix.TextAfter] to r, which must have the content of the earlier prefix. After an error,
// r contains the lines before the invalid one.
func (r *Recording) Extend(text []byte) error {
	p := parser{r: r, playing: true, line: 1} // line 1 would be parsed as the first line of a file
	for line := range strings.Lines(string(text)) {
		p.line++
		if err := p.read(strings.TrimSuffix(line, "\n")); err != nil {
			return fmt.Errorf("line %d: %w", p.line-1, err)
		}
	}
	return nil
}

// numSteps returns the number of steps, including the step that may still grow.
func (r *Recording) numSteps() int {
	if r.tail.n > 0 {
		return len(r.steps) + 1
	}
	return len(r.steps)
}

// stepAt returns the step with the given index.
func (r *Recording) stepAt(i int) *step {
	if i == len(r.steps) {
		return &r.tail
	}
	return &r.steps[i]
}

// mayGrow reports whether step i may still get more ticks.
func (r *Recording) mayGrow(i int) bool { return r.growing && r.tail.n > 0 && i == len(r.steps) }
