package sound

import "arkterm/engine"

// A Band plays along with a game: it turns the events of each tick into notes. The zero Band is silent: it
// needs a Volume.
type Band struct {
	// Volume is how loud the band plays, from 0 to 100.
	Volume int

	now        uint64                   // ticks observed
	lastPlayed [engine.NumEvents]uint64 // by kind of event: when it last sounded; 0: not yet
	events     []engine.Event           // of the tick being observed
	notes      []Note                   // since the last Take
	firstTick  uint64                   // the tick of the first of them

	lastBell uint64 // when the bell last rang; 0: not yet
	bellDue  bool   // it has rung since the last call of Rings
}

const (
	// maxNotes is the most notes that begin in one tick, phrases apart. More would only be louder.
	maxNotes = 6

	// maxPending is how many notes there may be for one Take. More come only if nobody takes them.
	maxPending = 256

	// bellInterval is the least time between two rings of the bell, in ticks.
	bellInterval = engine.TicksPerSecond
)

// Reset makes the band ready for another game, or another moment of the same. What was played and not taken
// stays.
func (b *Band) Reset() {
	*b = Band{Volume: b.Volume, now: b.now, firstTick: b.firstTick, notes: b.notes, bellDue: b.bellDue}
}

// Observe plays the notes of the game's last tick. Call it once for each tick, with or without events.
func (b *Band) Observe(g *engine.Game) {
	b.now++
	b.events = g.Events
	had := len(b.notes)
	for i := range g.Events {
		ev := &g.Events[i]
		if int(ev.Kind) >= len(eventSounds) || !b.due(ev.Kind) {
			continue
		}
		p := &eventSounds[ev.Kind]
		b.ringBell(p)
		if p.pick != nil {
			picked := p.pick(b, g, ev)
			p = &picked
		}
		if b.Volume <= 0 || len(b.notes) >= maxPending {
			continue
		}
		if p.gain > 0 && len(b.notes)-had < maxNotes {
			b.lastPlayed[ev.Kind] = b.now
			b.play(p.note(g, ev))
		}
		if p.phrase != nil {
			b.lastPlayed[ev.Kind] = b.now
			b.playPhrase(p.phrase)
		}
	}
}

// Take returns the notes since the last call, the first of which is due now. They are valid until the next
// call of Observe.
func (b *Band) Take() []Note {
	notes := b.notes
	b.notes = b.notes[:0]
	return notes
}

// TakeBell reports whether something has happened since the last call that a terminal's bell is for. It rings
// once a second at most, whatever the volume.
func (b *Band) TakeBell() bool {
	rings := b.bellDue
	b.bellDue = false
	return rings
}

// ringBell rings the bell if a part is for it.
func (b *Band) ringBell(p *eventSound) {
	if p.bell && (b.lastBell == 0 || b.now-b.lastBell >= bellInterval) {
		b.lastBell, b.bellDue = b.now, true
	}
}

// play adds a note of the tick being observed. Notes of several ticks that are taken together keep their
// distance.
func (b *Band) play(n Note) {
	if len(b.notes) == 0 {
		b.firstTick = b.now
	}
	n.After += int(b.now-b.firstTick) * PerTick
	n.Gain *= float64(b.Volume) / 100 * float64(b.Volume) / 100 // as ears hear it
	b.notes = append(b.notes, n)
}

// playPhrase adds the notes of a phrase.
func (b *Band) playPhrase(p *phrase) {
	for i, key := range p.keys {
		if key == rest {
			continue
		}
		at := min(i, len(p.keys)-max(p.chord, 1))
		b.play(Note{Timbre: p.timbre, Key: key, Gain: p.gain, After: at * p.beat * PerTick})
	}
}

// due reports whether the part of a kind of event may sound again: in the tick in which it sounded, or so long
// after it.
func (b *Band) due(k engine.EventKind) bool {
	last := b.lastPlayed[k]
	return last == 0 || last == b.now || b.now-last >= uint64(eventSounds[k].minInterval)
}

// note returns the part's note for an event.
func (p *eventSound) note(g *engine.Game, ev *engine.Event) Note {
	n := Note{Timbre: p.timbre, Key: p.key, Gain: p.gain}
	if p.panned {
		n.Pan = panOf(g, ev)
	}
	return n
}

// maxPan is how far from the middle the sides of the field sound: at 1 one ear would hear nothing.
const maxPan = 0.7

// panOf returns the place of an event.
func panOf(g *engine.Game, ev *engine.Event) float64 {
	return maxPan * max(-1, min(2*ev.At.X/g.W-1, 1))
}

// laterEvents returns how many events of the same kind follow ev in its tick.
func (b *Band) laterEvents(ev *engine.Event) (n int) {
	for i := len(b.events) - 1; i >= 0 && &b.events[i] != ev; i-- {
		if b.events[i].Kind == ev.Kind {
			n++
		}
	}
	return n
}
