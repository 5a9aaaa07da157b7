package levels

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"arkterm/engine/geom"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// Limits of the time between drones, in seconds.
const minDroneInterval, maxDroneInterval = 1, 600

// gateMargin is the minimum distance between the center of a gate and a side wall, so that drones fit through.
const gateMargin = 2

// dronesKey parses "N every SECONDS from X X of KIND KIND".
func (p *parser) dronesKey(v token) {
	const want = "want drones such as \"2 every 12 from 16 48\", optionally with kinds such as \"of cone orb\""
	if v.text == "" {
		p.fail(v, want)
		return
	}

	w := newWords(p, v)
	n, ok := p.parseCount("the number of drones", w.next(), 1, spec.MaxDrones)
	given := spec.DroneSpec{Max: n}
	kinds := w.cutTail("of")
	opts := []option{
		{name: "every", minCount: 1, maxCount: 1, min: minDroneInterval, max: maxDroneInterval, required: true},
		{
			name: "from", minCount: 1, maxCount: spec.MaxGates,
			min: gateMargin, max: spec.FieldW - gateMargin, required: true,
		},
	}
	if !w.readOptions(opts) || !p.droneKinds(kinds, &given) || !ok {
		return
	}

	given.Interval, given.Gates = toTicks(opts[0].number(0)), opts[1].numbers
	if g := given.Gates; len(g) == 2 && max(g[0], g[1])-min(g[0], g[1]) < 2*gateMargin {
		p.fail(opts[1].at, "the gates at %g and %g are too close, want a distance of %d", g[0], g[1], 2*gateMargin)
		return
	}
	p.current.gates = opts[1].at
	p.current.level.Drones = given
}

// checkGates reports a gate that no drone can pass because of an unbreakable brick below it.
func (p *parser) checkGates(b *levelBuilder) {
	for _, x := range b.level.Drones.Gates {
		for i := range b.bricks {
			q := &b.bricks[i]
			lo, hi := q.bounds()
			blocked := lo.X < x+spec.DroneRadius && hi.X > x-spec.DroneRadius && lo.Y < 2*spec.DroneRadius
			if blocked && IsWall(&q.BrickSpec) {
				p.fail(b.gates, "the gate at %g is blocked by %s, which never breaks", x, q.object())
				return
			}
		}
	}
}

// cutTail removes and returns the words from the first occurrence of word to the end. It returns nil if there is no
// such word.
func (w *wordReader) cutTail(word string) []token {
	i := slices.IndexFunc(w.words, func(t token) bool { return t.text == word })
	if i < 0 {
		return nil
	}
	tail := w.words[i:]
	w.words, w.end = w.words[:i], tail[0]
	w.end.text = ""
	return tail
}

// droneKinds parses "of KIND …" and adds the kinds to drones. If words is empty, it adds nothing. It returns false
// after an error.
func (p *parser) droneKinds(words []token, drones *spec.DroneSpec) bool {
	if len(words) == 1 {
		kinds := parse.Names(spec.Cone, spec.NumDrones)
		p.fail(words[0].end(), "missing kind of drone, want %s", parse.List(kinds, "or"))
		return false
	}
	for i, t := range words {
		if i == 0 {
			continue
		}
		k, err := parse.Name(t.text, spec.Cone, spec.NumDrones)
		switch {
		case err != nil:
			p.fail(t, "%s", unknownError("kind of drone", t.text, parse.Names(spec.Cone, spec.NumDrones)))
			return false
		case slices.Contains(drones.Kinds, k):
			p.fail(t, "%q is given twice", t.text)
			return false
		}
		drones.Kinds = append(drones.Kinds, k)
	}
	return true
}

// bossKey parses "KIND at X Y".
func (p *parser) bossKey(v token) {
	if v.text == "" {
		kinds := parse.Names(spec.NoBoss+1, spec.NumBosses)
		p.fail(v, `want a boss such as "queen at 32 12", of the kinds %s`, parse.List(kinds, "and"))
		return
	}

	w := newWords(p, v)
	name := w.next()
	kind, err := parse.Name(name.text, spec.NoBoss+1, spec.NumBosses)
	if err != nil {
		p.fail(name, "%s", unknownError("boss", name.text, parse.Names(spec.NoBoss+1, spec.NumBosses)))
	}
	at := []option{{name: "at", minCount: 2, maxCount: 2, min: 0, max: spec.FieldW, required: true}}
	if !w.readOptions(at) || err != nil {
		return
	}
	p.current.boss = v
	p.current.level.Boss = spec.BossSpec{Kind: kind, At: geom.Vec{X: at[0].number(0), Y: at[0].number(1)}}
}

// checkBoss reports a boss that does not have enough room to move, with one error.
func (p *parser) checkBoss(b *levelBuilder) {
	s := &b.level.Boss
	if s.Kind == spec.NoBoss {
		return
	}

	lo, hi := s.Area()
	area := fmt.Sprintf("the %s needs the area from %s %s to %s %s", spec.Bosses[s.Kind].Name,
		shortNumber(lo.X), shortNumber(lo.Y), shortNumber(hi.X), shortNumber(hi.Y))

	lowest, highest := s.AllowedMin(), s.AllowedMax()
	if lo.X < lowest.X || lo.Y < lowest.Y || hi.X > highest.X || hi.Y > highest.Y {
		p.fail(b.boss, "%s, which must be within %s %s and %s %s", area,
			shortNumber(lowest.X), shortNumber(lowest.Y), shortNumber(highest.X), shortNumber(highest.Y))
		return
	}

	for i := range b.bricks {
		q := &b.bricks[i]
		if from, to := q.bounds(); from.X < hi.X && to.X > lo.X && from.Y < hi.Y && to.Y > lo.Y {
			p.fail(b.boss, "%s, but %s is in it", area, q.object())
			return
		}
	}

	for _, e := range b.emitters {
		if e.At.X > lo.X && e.At.X < hi.X && e.At.Y > lo.Y && e.At.Y < hi.Y {
			p.fail(e.at, "the emitter is in the path of the %s: %s", spec.Bosses[s.Kind].Name, area)
			return
		}
	}
}

// shortNumber formats a coordinate with up to two decimals and without trailing zeros.
func shortNumber(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }
