package record

import (
	"slices"

	"arkterm/engine"
)

// This file lets others read a recording while it is made: a game that is watched as it is played. Steps are only ever
// added, and only the last one grows. So all but that one can be shared with any number of readers, and nothing is
// copied but that.

// A Part is what a recording holds at a moment while it is made. It may be read in any goroutine while the recording
// grows. The zero Part is that of an empty recording.
type Part struct {
	steps    []step // shared; they do not change any more
	notes    []note // shared
	last     step   // the step after steps, which may still grow; n 0: none
	ticks    int    // in steps and last
	assisted bool
	end      *engine.Result
}

// Part returns what r holds now. It copies nothing, whatever the length of the game.
func (r *Recording) Part() Part {
	p := Part{ticks: r.ticks, assisted: r.Assisted, end: r.End, notes: slices.Clip(r.notes)}
	n := len(r.steps)
	if n > 0 && r.steps[n-1].n > 0 {
		n--
		p.last = r.steps[n]
	}
	p.steps = r.steps[:n:n]
	return p
}

// Ticks returns the number of ticks in the part.
func (p *Part) Ticks() int { return p.ticks }

// Steps returns how many inputs the part holds, each for a number of ticks, and notes. It is a measure of its size.
func (p *Part) Steps() int { return len(p.steps) + 1 }

// After reports whether p holds more than q, an earlier part of the same recording.
func (p *Part) After(q *Part) bool {
	return p.ticks != q.ticks || len(p.steps) != len(q.steps) || p.end != q.end
}

// Header returns a recording with r's header and no ticks, to follow r with.
func (r *Recording) Header() *Recording { return r.copyHeader() }

// Following returns a recording that follows another one with the given header, whose part is p: it holds what p does
// and gets more by [Recording.Follow]. It begins with the last level that began at or before the given tick, since
// what came before need not be played then; tick 0 is the beginning. Play it with Begin or a [Seeker]. Its other
// methods see what does not grow any more; for a copy of the whole take [Part.Recording].
func Following(header *Recording, p Part, tick uint64) *Recording {
	r := header.copyHeader()
	r.growing = true
	var terms, latest *engine.Terms // at the chosen level, and at the step
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

// Follow adds to r what the recording that it follows holds now. p must be a later part of the same recording.
func (r *Recording) Follow(p Part) {
	r.steps, r.notes, r.tail = p.steps[r.skipped:], p.notes, p.last
	r.ticks = p.ticks - int(r.skippedTicks)
	r.Assisted = r.Assisted || p.assisted
	if p.end != nil {
		r.End, r.growing = p.end, false
	}
}

// Finish says that nothing follows any more, even if the game has not ended.
func (r *Recording) Finish() { r.growing = false }

// Recording returns a copy of the whole, with the given header.
func (p *Part) Recording(header *Recording) *Recording {
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

// count returns the number of steps, with the one that may still grow.
func (r *Recording) numSteps() int {
	if r.tail.n > 0 {
		return len(r.steps) + 1
	}
	return len(r.steps)
}

// at returns the step with the given index.
func (r *Recording) stepAt(i int) *step {
	if i == len(r.steps) {
		return &r.tail
	}
	return &r.steps[i]
}

// mayGrow reports whether step i may get more ticks.
func (r *Recording) mayGrow(i int) bool { return r.growing && r.tail.n > 0 && i == len(r.steps) }
