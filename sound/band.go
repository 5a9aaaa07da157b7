package sound

import "arkterm/engine"

// A Band plays along with a game: it turns the events of each tick into notes. The zero Band is ready. It
// belongs to one game, and Reset makes it ready for another one, or for another moment of the same.
type Band struct {
	now    uint64         // ticks observed
	heard  [1 << 8]uint64 // by kind of event: when it last sounded, plus one; 0: not yet
	events []engine.Event // of the tick being observed
}

// maxNotes is the most notes that begin in one tick, phrases apart. More would only be louder.
const maxNotes = 6

// Reset forgets what has sounded.
func (b *Band) Reset() { *b = Band{} }

// Observe appends the notes of the game's last tick to dst. Call it once for each tick, with or without
// events.
func (b *Band) Observe(g *engine.Game, dst []Note) []Note {
	b.now++
	b.events = g.Events
	had := len(dst)
	for i := range g.Events {
		ev := &g.Events[i]
		if int(ev.Kind) >= len(parts) || !b.due(ev.Kind) {
			continue
		}
		p := parts[ev.Kind]
		if p.pick != nil {
			p = p.pick(b, g, ev)
		}
		if p.gain > 0 && len(dst)-had < maxNotes {
			b.heard[ev.Kind] = b.now + 1
			dst = append(dst, p.note(g, ev))
		}
		if p.phrase != nil {
			b.heard[ev.Kind] = b.now + 1
			dst = p.phrase.append(dst)
		}
	}
	return dst
}

// due reports whether the part of a kind of event may sound again.
func (b *Band) due(k engine.EventKind) bool {
	last := b.heard[k]
	return last == 0 || last == b.now+1 || b.now+1-last >= uint64(parts[k].apart)
}

// note returns the part's note for an event.
func (p *part) note(g *engine.Game, ev *engine.Event) Note {
	n := Note{Timbre: p.timbre, Key: p.key, Gain: p.gain}
	if p.place {
		n.Pan = panOf(g, ev)
	}
	return n
}

// wide is how far from the middle the sides of the field sound: at 1 one ear would hear nothing.
const wide = 0.7

// panOf returns the place of an event.
func panOf(g *engine.Game, ev *engine.Event) float64 {
	return wide * max(-1, min(2*ev.At.X/g.W-1, 1))
}

// append appends the notes of the phrase.
func (p *phrase) append(dst []Note) []Note {
	for i, key := range p.keys {
		if key == rest {
			continue
		}
		at := min(i, len(p.keys)-max(p.last, 1))
		dst = append(dst, Note{Timbre: p.timbre, Key: key, Gain: p.gain, After: at * p.beat * PerTick})
	}
	return dst
}

// unheard returns how many events of the same kind follow ev in its tick.
func (b *Band) unheard(ev *engine.Event) (n int) {
	for i := len(b.events) - 1; i >= 0 && &b.events[i] != ev; i-- {
		if b.events[i].Kind == ev.Kind {
			n++
		}
	}
	return n
}
