package sound

import "arkterm/engine"

// Levels are the player's settings of a Band. The zero value is silent.
type Levels struct {
	Volume int  // loudness from 0 to 100
	Cues   int  // loudness of cues, the sounds of menus, in percent of Volume
	Pulse  int  // loudness of the pulse, a beat during a combo, in percent of Volume
	Mono   bool // play all notes in the middle
}

// A Band turns the events of each tick of a game, and the cues of menus, into notes.
type Band struct {
	Levels

	now        uint64                   // number of observed ticks
	lastPlayed [engine.NumEvents]uint64 // by event kind: tick of the last sound; 0 if none
	events     []engine.Event           // events of the observed tick
	notes      []Note                   // notes since the last Take
	firstTick  uint64                   // tick of the first of the notes

	nextPulse uint64 // tick of the next beat of the pulse; 0 without a combo

	lastBell uint64 // tick of the last bell; 0 if none
	bellDue  bool   // the next TakeBell returns true
}

const (
	// masterGain is a factor for the gain of all notes, 6.8 dB. With it, the limiter affects less than one percent of
	// the samples at full volume and with thirty balls; see TestNothingClips.
	masterGain = 2.2

	// maxNotes is the maximum number of notes that begin in one tick, not counting phrases. More notes would only
	// increase the volume.
	maxNotes = 6

	// maxPending is the maximum number of notes that wait for the next Take. A Band reaches this limit only if Take is
	// not called.
	maxPending = 256

	// bellInterval is the minimum number of ticks between two bells.
	bellInterval = engine.TicksPerSecond
)

// Reset prepares the band for another game, or for a jump within the same game. It keeps the notes and the bell that
// Take and TakeBell have not returned yet.
func (b *Band) Reset() {
	*b = Band{Levels: b.Levels, now: b.now, firstTick: b.firstTick, notes: b.notes, bellDue: b.bellDue}
}

// Observe adds the notes of the game's last tick. Call it once for each tick, with or without events.
func (b *Band) Observe(g *engine.Game) {
	b.now++
	b.events = g.Events
	before := len(b.notes)
	for i := range g.Events {
		ev := &g.Events[i]
		if int(ev.Kind) >= len(eventSounds) || !b.mayPlay(ev.Kind) {
			continue
		}

		p := &eventSounds[ev.Kind]
		b.ringBell(p)
		if p.soundOf != nil {
			picked := p.soundOf(b, g, ev)
			p = &picked
		}
		if b.Volume <= 0 || len(b.notes) >= maxPending {
			continue
		}
		if p.gain > 0 && len(b.notes)-before < maxNotes {
			b.lastPlayed[ev.Kind] = b.now
			b.addNote(p.note(g, ev))
		}
		if p.phrase != nil {
			b.lastPlayed[ev.Kind] = b.now
			b.addPhrase(p.phrase)
		}
	}
	b.addPulse(g)
}

// addPulse adds a beat of the pulse if the next beat is due. The pulse sounds during a combo. With longer combos it
// becomes faster and higher.
func (b *Band) addPulse(g *engine.Game) {
	step := pulseStep{}
	for _, s := range pulseSteps {
		if g.Combo >= s.combo && g.Phase == engine.Play {
			step = s
		}
	}
	switch {
	case step.combo == 0:
		b.nextPulse = 0
	case b.now >= b.nextPulse:
		b.nextPulse = b.now + step.interval
		if b.Volume > 0 && len(b.notes) < maxPending {
			b.addNote(Note{Timbre: Pulse, Key: step.key, Gain: pulseGain * float64(b.Pulse) / 100})
		}
	}
}

// Cue adds the note of a cue.
func (b *Band) Cue(c Cue) {
	if n := cueNotes[c]; b.Volume > 0 && len(b.notes) < maxPending {
		n.Gain *= float64(b.Cues) / 100
		b.addNote(n)
	}
}

// Take returns the notes since the last call. The first note begins immediately. The slice is valid until the next call
// of Observe or Cue.
func (b *Band) Take() []Note {
	notes := b.notes
	b.notes = b.notes[:0]
	return notes
}

// TakeBell reports whether an event since the last call should ring the terminal's bell. It returns true at most once a
// second. The bell does not depend on Volume.
func (b *Band) TakeBell() bool {
	due := b.bellDue
	b.bellDue = false
	return due
}

// ringBell makes the next TakeBell return true, if the sound p has a bell and the last bell was at least bellInterval
// ago.
func (b *Band) ringBell(p *eventSound) {
	if p.bell && (b.lastBell == 0 || b.now-b.lastBell >= bellInterval) {
		b.lastBell, b.bellDue = b.now, true
	}
}

// addNote adds a note of the observed tick. It adjusts n.Delay, because Take can return notes of several ticks
// together.
func (b *Band) addNote(n Note) {
	if len(b.notes) == 0 {
		b.firstTick = b.now
	}
	n.Delay += int(b.now-b.firstTick) * PerTick
	// the square approximates perceived loudness
	n.Gain *= masterGain * float64(b.Volume) / 100 * float64(b.Volume) / 100
	if b.Mono {
		n.Pan = 0
	}
	b.notes = append(b.notes, n)
}

// addPhrase adds the notes of a phrase.
func (b *Band) addPhrase(p *phrase) {
	for i, key := range p.keys {
		if key == pauseKey {
			continue
		}
		at := min(i, len(p.keys)-max(p.chord, 1))
		b.addNote(Note{Timbre: p.timbre, Key: key, Gain: p.gain, Delay: at * p.beat * PerTick})
	}
}

// mayPlay reports whether an event of kind k may sound. Several events of one kind may sound in the same tick. After
// that tick, this kind is silent until minInterval ticks have passed.
func (b *Band) mayPlay(k engine.EventKind) bool {
	last := b.lastPlayed[k]
	return last == 0 || last == b.now || b.now-last >= uint64(eventSounds[k].minInterval)
}

// note returns the note for an event.
func (p *eventSound) note(g *engine.Game, ev *engine.Event) Note {
	n := Note{Timbre: p.timbre, Key: p.key, Gain: p.gain}
	if p.panned {
		n.Pan = panOf(g, ev)
	}
	return n
}

// maxPan is the pan at the right side of the field, and -maxPan at the left side. With a pan of 1, a player would hear
// the sound in only one ear.
const maxPan = 0.7

// panOf returns the pan for the position of an event.
func panOf(g *engine.Game, ev *engine.Event) float64 {
	return maxPan * max(-1, min(2*ev.At.X/g.W-1, 1))
}

// laterEvents returns the number of later events of the same kind in the tick of ev.
func (b *Band) laterEvents(ev *engine.Event) (n int) {
	for i := len(b.events) - 1; i >= 0 && &b.events[i] != ev; i-- {
		if b.events[i].Kind == ev.Kind {
			n++
		}
	}
	return n
}
