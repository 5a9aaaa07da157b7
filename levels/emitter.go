package levels

import (
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// minEmitterGap is the minimum distance between an emitter and a brick, in units. A closer emitter would look like part
// of the brick, which would block the beam immediately.
const minEmitterGap = 0.5

// minPhase is the minimum time, in seconds, for which a blinking emitter is on or off. Light that flashes more than
// three times per second can cause seizures (WCAG 2.2, 2.3.1).
const minPhase = 0.2

// A placedEmitter is an emitter with its position in the file.
type placedEmitter struct {
	spec.EmitterSpec
	at token
}

// emitterKey parses "at X Y, angle A, spin S, on T off T, delay T".
func (p *parser) emitterKey(v token) {
	if v.text == "" {
		p.fail(v, "want an emitter \"at X Y, angle A, spin S, on T off T, delay T\"")
		return
	}

	opts := []option{
		{name: "at", minCount: 2, maxCount: 2, min: 0, max: spec.FieldW, required: true},
		{name: "angle", minCount: 1, maxCount: 1, min: -360, max: 360, required: true},
		{name: "spin", minCount: 1, maxCount: 1, min: -spec.MaxSpin, max: spec.MaxSpin},
		{name: "on", minCount: 1, maxCount: 1, min: minPhase, max: maxSeconds},
		{name: "off", minCount: 1, maxCount: 1, min: minPhase, max: maxSeconds},
		{name: "delay", minCount: 1, maxCount: 1, min: 0, max: maxSeconds},
	}
	if !newWords(p, v).readOptions(opts) {
		return
	}
	at, on, off, delay := opts[0], opts[3], opts[4], opts[5]

	if y := at.number(1); y > spec.FieldH {
		p.fail(at.at, "the emitter extends past the bottom edge of the field by %.3g (height %g)", y-spec.FieldH,
			spec.FieldH)
		return
	}
	if !p.requireBoth(on, off, "on SECONDS off SECONDS") {
		return
	}
	if delay.given() && !on.given() {
		p.fail(delay.at, "\"delay\" needs \"on\" and \"off\": on SECONDS off SECONDS delay SECONDS")
		return
	}

	e := spec.EmitterSpec{
		At:      geom.Vec{X: at.number(0), Y: at.number(1)},
		Degrees: opts[1].number(0), Spin: opts[2].number(0),
		On: toTicks(on.number(0)), Off: toTicks(off.number(0)),
	}
	if delay.given() {
		e.Elapsed = elapsed(toTicks(delay.number(0)), e.On+e.Off)
	}

	b := p.current
	if len(b.emitters) == spec.MaxEmitters && !b.tooManyEmitters {
		b.tooManyEmitters = true
		p.fail(v, "more than %d emitters in a level", spec.MaxEmitters)
	}
	b.emitters = append(b.emitters, placedEmitter{e, v})
}

// elapsed returns the ticks of a cycle that have already passed if the next cycle starts after the given delay.
func elapsed(delay, cycle int) int { return (cycle - delay%cycle) % cycle }

// checkEmitters reports emitters that are in or too close to a brick or its path, with one error per emitter.
func (p *parser) checkEmitters(b *levelBuilder) {
	for _, e := range b.emitters {
		for i := range b.bricks {
			q := &b.bricks[i]
			gap := q.distance(e.At)
			if gap >= minEmitterGap {
				continue
			}
			if gap <= 0 {
				p.fail(e.at, "the emitter is in %s", q.object())
			} else {
				p.fail(e.at, "the emitter is closer than %g to %s", minEmitterGap, q.object())
			}
			break
		}
	}
}

// distance returns the minimum distance between the brick and the given point at any time. It is not positive if the
// point may be inside the brick.
func (q *placedBrick) distance(point geom.Vec) float64 {
	if !q.moves() {
		return q.Shape.Distance(point)
	}
	c := q.path()
	nearest, _ := geom.ClosestOnSegment(c.from, c.to, point)
	return nearest.Sub(point).Norm() - c.radius
}
