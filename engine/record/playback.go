package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/engine/world"
)

// A Mismatch describes a difference between a playback and its recording.
type Mismatch struct {
	Tick      uint64
	Agreed    uint64 // tick of the last matching checkpoint
	Line      int    // line number in the recording's text, or 0
	Fact      string // name of the fact that differs
	Got, Want string // value of the fact in the playback and in the recording
}

func (m *Mismatch) Error() string {
	text := fmt.Sprintf("tick %d: %s is %s, recorded %s; last match at tick %d",
		m.Tick, m.Fact, m.Got, m.Want, m.Agreed)
	if m.Line > 0 {
		text = fmt.Sprintf("line %d: %s", m.Line, text)
	}
	return text
}

// A Playback plays a recording tick by tick.
type Playback struct {
	Game *engine.Game

	r         *Recording // the recording that is played
	next      int        // index of the current step
	stepTicks int32      // ticks of the current step that have been played
	agreed    uint64     // tick of the last matching checkpoint
}

// Begin starts a playback on the given levels, which must match the levels of the recording. The playback is valid even
// if the error is a *Mismatch.
func (r *Recording) Begin(levels []spec.Level) (*Playback, error) {
	if err := r.checkBoards(levels); err != nil {
		return nil, err
	}
	g, err := engine.New(r.Config(levels))
	if err != nil {
		return nil, err
	}
	p := &Playback{Game: g, r: r, agreed: g.Tick}
	if r.Start != nil && r.Start.Hash != 0 {
		if err := p.compare(&note{fact: factCheckpoint, want: engine.HashText(r.Start.Hash)}); err != nil {
			return p, err
		}
	}
	return p, p.advance()
}

// checkBoards compares the levels with the boards of the recording.
func (r *Recording) checkBoards(levels []spec.Level) error {
	if len(r.Boards) == 0 {
		return nil
	}
	if len(levels) != len(r.Boards) {
		return fmt.Errorf("recorded on other levels: got %d levels, want %d", len(levels), len(r.Boards))
	}
	for i := range levels {
		if d := spec.Digest(levels[i : i+1]); d != r.Boards[i].Digest {
			return fmt.Errorf("recorded on other levels: level %d, %q, is different", i+1, r.Boards[i].Name)
		}
	}
	return nil
}

// CurrentRules reports whether the recording was made with the current rules. With older rules, the playback may
// differ from the original game, and is not compared with the recording.
func (p *Playback) CurrentRules() bool { return p.r.Rules == engine.Rules }

// Ended reports whether all ticks recorded so far have been played. A growing recording may get more ticks.
func (p *Playback) Ended() bool {
	return p.next == p.r.numSteps() || p.r.mayGrow(p.next) && p.stepTicks == p.r.tail.n
}

// Input returns the input that Next will play.
func (p *Playback) Input() engine.Input {
	if p.Ended() {
		return engine.Input{engine.Idle, engine.Idle}
	}
	return p.r.stepAt(p.next).in
}

// Next plays one tick. It returns false if there are no more ticks. The error is nil or a *Mismatch. The playback
// can continue after a mismatch.
func (p *Playback) Next() (bool, error) {
	var mismatch error
	if !p.Ended() && p.stepTicks >= p.r.stepAt(p.next).n {
		mismatch = p.advance() // the recording has grown
	}
	if p.Ended() {
		return false, mismatch
	}
	p.Game.Step(p.r.stepAt(p.next).in)
	p.stepTicks++
	return true, cmp.Or(mismatch, p.advance())
}

// advance moves to the next step that has ticks to play. It compares the game with the notes before this step and
// applies the changes of terms.
func (p *Playback) advance() error {
	n := p.r.numSteps()
	if p.next < n && p.stepTicks < p.r.stepAt(p.next).n {
		return nil
	}
	var mismatch error
	for ; p.next < n && !p.r.mayGrow(p.next); p.next++ {
		s := p.r.stepAt(p.next)
		if p.stepTicks < s.n {
			return mismatch
		}
		if p.stepTicks = 0; s.n > 0 {
			continue
		}
		if err := p.compare(&p.r.notes[-1-s.n]); err != nil && mismatch == nil {
			mismatch = err
		}
	}
	if p.r.End != nil && mismatch == nil {
		mismatch = p.compare(&note{fact: factEnd, want: resultText(p.r.End)})
	}
	return mismatch
}

// compare compares the game with a note. If the note contains new terms, compare changes the terms of the game instead.
func (p *Playback) compare(n *note) error {
	if n.terms != nil {
		p.Game.Change(*n.terms)
		return nil
	}
	if !p.CurrentRules() {
		return nil
	}
	if got := factNamed(n.fact)(p.Game); got != n.want {
		return &Mismatch{p.Game.Tick, p.agreed, n.line, n.fact, got, n.want}
	}
	if n.fact == factCheckpoint || n.fact == factStart {
		p.agreed = p.Game.Tick
	}
	return nil
}

// Clone returns an independent copy at the same tick.
func (p *Playback) Clone() *Playback {
	c := *p
	c.Game = p.Game.Clone()
	return &c
}

// Play plays the recording on the given levels and returns the game after the last tick. It returns a *Mismatch if a
// checkpoint or an expected fact differs, and another error if the levels do not match the recording. Unless afterTick
// is nil, Play calls it after every tick and stops if it returns an error.
func (r *Recording) Play(levels []spec.Level, afterTick func(*engine.Game) error) (*engine.Game, error) {
	p, err := r.Begin(levels)
	if p == nil {
		return nil, err
	}
	for err == nil && !p.Ended() {
		if _, err = p.Next(); err == nil && afterTick != nil {
			err = afterTick(p.Game)
		}
	}
	return p.Game, err
}

// facts are the values of a game that a playback can compare with the recording.
var facts = [...]struct {
	name  string
	value func(*engine.Game) string
}{
	{factCheckpoint, func(g *engine.Game) string { return engine.HashText(g.Hash()) }},
	{factStart, startFact},
	{factEnd, func(g *engine.Game) string { e := g.Result(); return resultText(&e) }},
	{"phase", func(g *engine.Game) string { return g.Phase.String() }},
	{"level", func(g *engine.Game) string { return strconv.Itoa(g.Level + 1) }},
	{"score", func(g *engine.Game) string { return strconv.Itoa(g.Score) }},
	{"lives", func(g *engine.Game) string { return strconv.Itoa(g.Lives) }},
	{"combo", func(g *engine.Game) string { return strconv.Itoa(g.Combo) }},
	{"left", func(g *engine.Game) string { return strconv.Itoa(g.BricksLeft) }},
	{"balls", func(g *engine.Game) string { return strconv.Itoa(len(g.Balls)) }},
	{"shots", func(g *engine.Game) string { return strconv.Itoa(g.Shots) }},
	{"warps", func(g *engine.Game) string { return strconv.FormatBool(g.CanWarp()) }},
	{"stars", func(g *engine.Game) string { return strconv.Itoa(g.Stars().Count()) }},
	{"recall", func(g *engine.Game) string { return strconv.FormatBool(g.CanRecall) }},
	{"finale", func(g *engine.Game) string { return strconv.FormatBool(g.Finale) }},
	{"overdue", func(g *engine.Game) string { _, ticks := g.OverdueBrick(); return strconv.Itoa(ticks) }},
	{"speed", func(g *engine.Game) string { return strconv.FormatFloat(g.Speed, 'f', 1, 64) }},
	{"paddle", func(g *engine.Game) string {
		return paddleFact(g, 0, func(p *world.Capsule) float64 { return p.X })
	}},
	{"paddle2", func(g *engine.Game) string {
		return paddleFact(g, 1, func(p *world.Capsule) float64 { return p.X })
	}},
	{"ball-x", func(g *engine.Game) string { return ballFact(g, func(i int) float64 { return g.BallAt(i).X }) }},
	{"ball-y", func(g *engine.Game) string { return ballFact(g, func(i int) float64 { return g.BallAt(i).Y }) }},
	{"ball-vx", func(g *engine.Game) string { return ballFact(g, func(i int) float64 { return g.Disc(i).V.X }) }},
	{"standing", func(g *engine.Game) string { return strconv.Itoa(bricksLeft(g)) }},
	{"hits", func(g *engine.Game) string { return strconv.Itoa(int(g.Bricks[0].Hits)) }},
	{"unseen", func(g *engine.Game) string { return strconv.FormatBool(g.Bricks[0].Hidden) }},
	{"drops", func(g *engine.Game) string { return strconv.Itoa(len(g.Drops)) }},
	{"clock", func(g *engine.Game) string { return strconv.Itoa(g.TicksLeft) }},
	{"flying", func(g *engine.Game) string { return strconv.Itoa(g.StormBalls.Flying) }},
	{"rows", func(g *engine.Game) string { return strconv.Itoa(g.Rows.Made) }},
	{"runs", runningDrops},
	{"half", func(g *engine.Game) string {
		return paddleFact(g, 0, func(p *world.Capsule) float64 { return p.Half })
	}},
	{"half2", func(g *engine.Game) string {
		return paddleFact(g, 1, func(p *world.Capsule) float64 { return p.Half })
	}},
	{"points", func(g *engine.Game) string { return fmt.Sprintf("%d:%d", g.Match.Points[0], g.Match.Points[1]) }},
	{"server", func(g *engine.Game) string { return strconv.Itoa(g.Server + 1) }},
	{"radius", func(g *engine.Game) string { return ballFact(g, func(i int) float64 { return g.Disc(i).R }) }},
	{"mass", func(g *engine.Game) string {
		return ballFact(g, func(i int) float64 { return g.Disc(len(g.Balls) - 1).Mass })
	}},
	{"difficulty", func(g *engine.Game) string { return engine.Difficulties[g.Terms().Difficulty].Name }},
	{"easiest", func(g *engine.Game) string { return engine.Difficulties[g.Easiest()].Name }},
	{"assists", func(g *engine.Game) string { return g.Terms().Assists.String() }},
	{"used", func(g *engine.Game) string { return g.UsedAssists.String() }},
	{"rate", func(g *engine.Game) string { return strconv.Itoa(g.Rate()) }},
	{"course", courseFact},
	{"drones", func(g *engine.Game) string { return strconv.Itoa(countDrones(g)) }},
	{"drone-x", func(g *engine.Game) string { return droneFact(g, func(i int) float64 { return g.DroneAt(i).X }) }},
	{"drone-y", func(g *engine.Game) string { return droneFact(g, func(i int) float64 { return g.DroneAt(i).Y }) }},
	{"boss", func(g *engine.Game) string { left, _ := g.BossHits(); return strconv.Itoa(left) }},
	{"boss-phase", func(g *engine.Game) string { return strconv.Itoa(g.Boss.Phase + 1) }},
	{"boss-x", func(g *engine.Game) string { return bossFact(g, func(at geom.Vec) float64 { return at.X }) }},
	{"bolts", func(g *engine.Game) string { return strconv.Itoa(len(g.Bolts)) }},
	{"stunned", func(g *engine.Game) string { return strconv.FormatBool(g.Paddles[0].StunnedUntil > g.Tick) }},
	{"meter", func(g *engine.Game) string { return strconv.Itoa(g.Shoves[0].Meter) }},
	{"meter2", func(g *engine.Game) string { return strconv.Itoa(g.Shoves[1].Meter) }},
	{"medal", func(g *engine.Game) string { return g.Medal().String() }},
	{"measured", func(g *engine.Game) string { return strconv.Itoa(g.MeasuredValue()) }},
	{"returns", func(g *engine.Game) string { return strconv.Itoa(g.ChallengeState.Returns) }},
	{"ball-vy", func(g *engine.Game) string { return ballFact(g, func(i int) float64 { return g.Disc(i).V.Y }) }},
}

// factNamed returns the function that computes a fact, or nil.
func factNamed(name string) func(*engine.Game) string {
	for i := range facts {
		if facts[i].name == name {
			return facts[i].value
		}
	}
	return nil
}

// canExpect reports whether a script can test the fact with the given name.
func canExpect(name string) bool {
	return factNamed(name) != nil && name != factCheckpoint && name != factStart && name != factEnd
}

// startFact returns the text of the start of the current level, or "none".
func startFact(g *engine.Game) string {
	s, ok := g.Start()
	if !ok {
		return "none"
	}
	return startText(&s)
}

// courseFact returns the x at which the aim line reaches the height of the paddle, or "none"; see engine.AssistAim.
func courseFact(g *engine.Game) string {
	for _, at := range g.PredictedPath(nil) {
		if p := g.Capsule(0); at.Y >= p.Y-p.R-2*engine.BallRadius {
			return strconv.FormatFloat(at.X, 'f', 3, 64)
		}
	}
	return "none"
}

// bricksLeft returns the number of bricks of any kind with hits left.
func bricksLeft(g *engine.Game) (n int) {
	for k := range g.Bricks {
		if g.Bricks[k].Hits > 0 {
			n++
		}
	}
	return n
}

// runningDrops returns the names of the active drops, joined with +, or "none".
func runningDrops(g *engine.Game) string {
	var names []string
	for k := range spec.Drops {
		if g.Running(spec.DropKind(k)) {
			names = append(names, spec.Drops[k].Name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}

// paddleFact formats the result of f for paddle k with three decimals. It returns "none" if there is no such paddle.
func paddleFact(g *engine.Game, k int, f func(*world.Capsule) float64) string {
	if k >= len(g.Paddles) {
		return "none"
	}
	return strconv.FormatFloat(f(g.Capsule(k)), 'f', 3, 64)
}

// droneInField reports whether drone i is in the field.
func droneInField(g *engine.Game, i int) bool { return g.Bricks[g.Drones[i].Brick].Hits > 0 }

// countDrones returns the number of drones in the field.
func countDrones(g *engine.Game) (n int) {
	for i := range g.Drones {
		if droneInField(g, i) {
			n++
		}
	}
	return n
}

// droneFact formats the result of f for the first drone in the field with three decimals. It returns "none" if there
// are no drones.
func droneFact(g *engine.Game, f func(i int) float64) string {
	for i := range g.Drones {
		if droneInField(g, i) {
			return strconv.FormatFloat(f(i), 'f', 3, 64)
		}
	}
	return "none"
}

// bossFact formats the result of f for the boss's center with three decimals. It returns "none" if no boss is alive.
func bossFact(g *engine.Game, f func(at geom.Vec) float64) string {
	if left, _ := g.BossHits(); left == 0 {
		return "none"
	}
	return strconv.FormatFloat(f(g.BossAt()), 'f', 3, 64)
}

// ballFact formats the result of f for the first ball with three decimals. It returns "none" if there are no balls.
func ballFact(g *engine.Game, f func(i int) float64) string {
	if len(g.Balls) == 0 {
		return "none"
	}
	return strconv.FormatFloat(f(0), 'f', 3, 64)
}

// Facts returns the sorted names of the facts that a script can test.
func Facts() []string {
	names := make([]string, 0, len(facts))
	for i := range facts {
		if name := facts[i].name; canExpect(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
