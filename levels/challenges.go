package levels

import (
	"embed"
	"fmt"
	"strconv"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
)

// This file contains the challenges, and the keys for them in level files.

//go:embed challenges/*.level
var challenges embed.FS

// Challenges returns the levels of the challenges.
func Challenges() Pack { return challengesPack() }

var challengesPack = embeddedPack(challenges, "challenges", "Challenges")

// twistKey parses the name of a twist.
func (p *parser) twistKey(v token) {
	t, err := parse.Name(v.text, spec.NoTwist, len(spec.Twists))
	if err != nil {
		p.fail(v, "%s", unknownError("twist", v.text, parse.Names(spec.NoTwist, len(spec.Twists))))
		return
	}
	p.current.level.Challenge.Twist = t
	p.current.twist = v
}

// limitKey parses minutes and seconds, such as "1:00".
func (p *parser) limitKey(v token) {
	const limit = spec.MaxLimit / engine.TicksPerSecond
	seconds, ok := minutesAndSeconds(v.text)
	if !ok || seconds < 1 || seconds > limit {
		p.fail(v, "limit is %s, want minutes and seconds, 0:01 to %d:%02d", Quote(v.text), limit/60, limit%60)
		return
	}
	p.current.level.Challenge.Limit = seconds * engine.TicksPerSecond
}

// medalsKey parses a measure and the values for bronze, silver and gold, such as "time 1:00 0:45 0:30".
func (p *parser) medalsKey(v token) {
	w := newWords(p, v)
	name := w.next()
	m, err := parse.Name(name.text, spec.ByTime, len(spec.Measures))
	if err != nil {
		p.fail(name, "%s", unknownError("measure", name.text, parse.Names(spec.ByTime, len(spec.Measures))))
		return
	}

	c := &p.current.level.Challenge
	c.Measure = m
	for i := range c.Medals {
		t := w.next()
		threshold, ok := parseMedal(m, t.text)
		if !ok {
			p.fail(t, "%s is %s, want %s", spec.Medal(i+1), Quote(t.text), medalWant(m))
			return
		}
		c.Medals[i] = threshold
		if i > 0 && !harder(m, threshold, c.Medals[i-1]) {
			p.fail(t, "%s is %s, want it to be harder than %s", spec.Medal(i+1), Quote(t.text), spec.Medal(i))
			return
		}
	}
	w.requireEnd()
}

// harder reports whether the value a of measure m is harder to reach than the value b.
func harder(m spec.Measure, a, b int) bool {
	if spec.Measures[m].LowerIsBetter {
		return a < b
	}
	return a > b
}

// parseMedal parses the threshold of a medal, which is a number, or minutes and seconds. It returns times in ticks.
func parseMedal(m spec.Measure, text string) (threshold int, ok bool) {
	if spec.Measures[m].IsTime {
		seconds, ok := minutesAndSeconds(text)
		return seconds * engine.TicksPerSecond, ok && seconds > 0
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= spec.MaxMedal
}

// medalWant describes the allowed thresholds for an error.
func medalWant(m spec.Measure) string {
	if spec.Measures[m].IsTime {
		return "minutes and seconds, such as 0:45"
	}
	return fmt.Sprintf("1 to %d", spec.MaxMedal)
}

// checkChallenge reports a missing limit for a twist that requires one.
func (p *parser) checkChallenge(b *levelBuilder) {
	if c := &b.level.Challenge; spec.Twists[c.Twist].Timed() && c.Limit == 0 {
		p.fail(b.twist, "%q needs a limit: \"limit: 0:15\"", b.twist.text)
	}
}
