package bot

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sort"
	"strconv"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// This file defines the lines of the protocol for programs that play; see docs/bots.md. The engine's numbers are the
// same on every processor, and so is their decimal form, so a program receives the same bytes everywhere.

// ProtocolVersion is the version of the protocol. It increases when a field is renamed or removed, or changes its
// meaning. New fields do not increase it.
const ProtocolVersion = 1

// MaxAnswer is the maximum length of an answer in bytes, including the newline.
const MaxAnswer = 4096

// A number is a number in a line of the protocol. It is written with at most three decimals.
type number float64

// MarshalJSON implements [json.Marshaler].
func (n number) MarshalJSON() ([]byte, error) {
	b := strconv.AppendFloat(make([]byte, 0, 16), float64(n), 'f', 3, 64)
	b = bytes.TrimRight(bytes.TrimRight(b, "0"), ".")
	if string(b) == "-0" {
		return b[1:], nil
	}
	return b, nil
}

// A helloLine is the first line of a game.
type helloLine struct {
	Type           string `json:"type"`
	Version        int    `json:"version"`
	Rules          int    `json:"rules"`
	Mode           string `json:"mode"`
	Difficulty     string `json:"difficulty"`
	Player         int    `json:"player"` // index of the program's paddle
	Seed           int    `json:"seed"`   // seed for the program's own random numbers
	Width          number `json:"width"`  // width of the field
	Height         number `json:"height"`
	TicksPerSecond int    `json:"ticks_per_second"`
	Interval       int    `json:"interval"` // ticks between decisions
	Levels         int    `json:"levels"`   // number of levels
}

// A levelLine follows the hello line, and precedes the first state of each level.
type levelLine struct {
	Type   string      `json:"type"`
	Level  int         `json:"level"` // from 1
	Name   string      `json:"name"`
	Bricks []brickLine `json:"bricks"` // all visible bricks
}

// A stateLine describes the game before a decision.
type stateLine struct {
	Type       string        `json:"type"`
	Tick       uint64        `json:"tick"`
	Phase      string        `json:"phase"`
	FireAction string        `json:"fire_action"`
	Landings   []landingLine `json:"landings"` // the earliest first
	Paddles    []paddleLine  `json:"paddles"`
	Balls      []ballLine    `json:"balls"`
	Drops      []dropLine    `json:"drops"`
	Bolts      []boltLine    `json:"bolts"`
	Drones     []droneLine   `json:"drones"`
	Boss       *bossLine     `json:"boss"`
	Bricks     []brickLine   `json:"bricks"`  // bricks that changed since the last line
	Effects    []effectLine  `json:"effects"` // active effects of drops
	Lives      int           `json:"lives"`
	Score      int           `json:"score"`
	Points     []int         `json:"points,omitempty"` // points of both players in a match
	BricksLeft int           `json:"bricks_left"`
	Shoves     int           `json:"shoves"` // shoves that the meter allows
	Shots      int           `json:"shots"`  // laser shots
	CanWarp    bool          `json:"can_warp"`
}

// A landingLine is the predicted point where a ball reaches the height of the program's paddle.
type landingLine struct {
	Ball  int    `json:"ball"` // index in balls
	X     number `json:"x"`
	Ticks number `json:"ticks"` // ticks until the landing
	Clear bool   `json:"clear"` // the ball touches only walls until it lands
}

// A paddleLine describes a paddle.
type paddleLine struct {
	X        number `json:"x"` // center
	Y        number `json:"y"`
	Half     number `json:"half"`   // half of its width
	Radius   number `json:"radius"` // half of its height
	Velocity number `json:"vx"`
	Mirrored bool   `json:"mirrored"` // left and right are reversed
	Stunned  bool   `json:"stunned"`  // it cannot move
}

// A ballLine describes a ball. Before a serve, its velocity is the velocity with which a serve in this tick would
// launch it.
type ballLine struct {
	X      number `json:"x"`
	Y      number `json:"y"`
	VX     number `json:"vx"` // units per second
	VY     number `json:"vy"`
	Radius number `json:"radius"`
	Held   bool   `json:"held"`
	Own    bool   `json:"own"` // the program's paddle touched it last
}

// A dropLine describes a falling drop.
type dropLine struct {
	Kind    string `json:"kind"`
	Benefit int    `json:"benefit"` // 1 is good, −1 is bad
	X       number `json:"x"`
	Y       number `json:"y"`
	VX      number `json:"vx"`
	VY      number `json:"vy"`
}

// A boltLine describes a shot of a boss.
type boltLine struct {
	X  number `json:"x"`
	Y  number `json:"y"`
	VX number `json:"vx"`
	VY number `json:"vy"`
}

// A droneLine describes a drone.
type droneLine struct {
	Kind string `json:"kind"`
	X    number `json:"x"`
	Y    number `json:"y"`
}

// A bossLine describes the boss.
type bossLine struct {
	Kind string `json:"kind"`
	X    number `json:"x"`
	Y    number `json:"y"`
	Hits int    `json:"hits"` // remaining hits
	Weak bool   `json:"weak"` // all sides are weak
}

// A brickLine describes a brick. An absent brick has only an ID and no hits.
type brickLine struct {
	ID     int    `json:"id"`
	Kind   string `json:"kind,omitempty"`
	X      number `json:"x,omitempty"` // center of its circumcircle
	Y      number `json:"y,omitempty"`
	Radius number `json:"radius,omitempty"`
	Hits   int    `json:"hits"`
	Needed bool   `json:"needed"` // must be broken to clear the level
}

// An effectLine describes an active effect of a drop.
type effectLine struct {
	Kind  string `json:"kind"`
	Ticks int    `json:"ticks"` // remaining ticks
}

// An endLine is the last line of a game.
type endLine struct {
	Type   string `json:"type"`
	Result string `json:"result"` // the last phase, or "failed"
	Tick   uint64 `json:"tick"`
	Level  int    `json:"level"`
	Lives  int    `json:"lives"`
	Score  int    `json:"score"`
	Points []int  `json:"points,omitempty"`
	Error  string `json:"error,omitempty"` // reason of "failed"
}

// hello returns the first line of the game for the player of paddle k.
func hello(g *engine.Game, k, interval int, seed uint64) helloLine {
	rng := engine.Random(seed ^ 0xb0c)
	return helloLine{
		Type: "hello", Version: ProtocolVersion, Rules: engine.Rules, Mode: g.Mode.String(),
		Difficulty: engine.Difficulties[g.Difficulty.OrMedium()].Name, Player: k, Seed: rng.Below(1 << 30),
		Width: number(g.W), Height: number(g.H), TicksPerSecond: engine.TicksPerSecond, Interval: interval,
		Levels: g.NumLevels(),
	}
}

// set sets s to the state of the game for the player of paddle k, except for the bricks. The predictor predicts the
// landings. set reuses the slices of s.
func (s *stateLine) set(g *engine.Game, k int, predictor *Bot) {
	*s = stateLine{
		Type: "state", Tick: g.Tick, Phase: g.Phase.String(), FireAction: fireAction(g, k), Landings: s.Landings[:0],
		Paddles: s.Paddles[:0], Balls: s.Balls[:0], Drops: s.Drops[:0], Bolts: s.Bolts[:0], Drones: s.Drones[:0],
		Bricks: s.Bricks[:0], Effects: s.Effects[:0], Lives: g.Lives, Score: g.Score, Points: matchPoints(g),
		BricksLeft: g.BricksLeft, Shoves: g.Shoves[k].Meter / engine.ShoveCost, Shots: g.Shots, CanWarp: g.CanWarp(),
	}
	for i := range g.Paddles {
		c := g.Capsule(i)
		s.Paddles = append(s.Paddles, paddleLine{
			X: number(c.X), Y: number(c.Y), Half: number(c.Half), Radius: number(c.R), Velocity: number(c.V),
			Mirrored: g.Mirrored(i),
			Stunned:  g.Tick < g.Paddles[i].StunnedUntil || g.RunsFor(spec.DropFrozen, i),
		})
	}
	for i := range g.Balls {
		d, at := g.Disc(i), g.BallAt(i)
		v := d.V
		if d.Held && g.Phase == engine.Serve {
			v = g.ServeAim(i).Mul(g.BallSpeed())
		}
		s.Balls = append(s.Balls, ballLine{
			X: number(at.X), Y: number(at.Y), VX: number(v.X), VY: number(v.Y), Radius: number(d.R), Held: d.Held,
			Own: g.LastPaddle(i) == k,
		})
	}
	s.setLandings(g, k, predictor)
	for i := range g.Drops {
		d := &g.Drops[i]
		s.Drops = append(s.Drops, dropLine{
			Kind: d.Kind.String(), Benefit: int(g.BenefitOf(d.Kind)), X: number(d.At.X), Y: number(d.At.Y),
			VX: number(d.V.X), VY: number(d.V.Y),
		})
	}
	for i := range g.Bolts {
		b := &g.Bolts[i]
		s.Bolts = append(s.Bolts, boltLine{number(b.At.X), number(b.At.Y), number(b.V.X), number(b.V.Y)})
	}
	for i := range g.Drones {
		if d := &g.Drones[i]; g.Bricks[d.Brick].Hits > 0 {
			at := g.DroneAt(i)
			s.Drones = append(s.Drones, droneLine{d.Kind.String(), number(at.X), number(at.Y)})
		}
	}
	if hits, _ := g.BossHits(); hits > 0 {
		at := g.BossAt()
		s.Boss = &bossLine{g.Boss.Kind.String(), number(at.X), number(at.Y), hits, g.Boss.Open}
	}
	for i := range spec.NumDrops {
		if kind := spec.DropKind(i); g.RunsFor(kind, k) {
			left, _ := g.EffectTicks(kind)
			s.Effects = append(s.Effects, effectLine{kind.String(), left})
		}
	}
}

// setLandings sets the landings to the arrivals that the strongest bot predicts.
func (s *stateLine) setLandings(g *engine.Game, k int, predictor *Bot) {
	if k >= len(g.Paddles) {
		return
	}
	p := &paddle{&g.Paddles[k], g.Capsule(k), k}
	for i := range g.Balls {
		x, t, clear := predictor.landing(g, p, i)
		if t == never {
			continue
		}
		line := landingLine{i, number(x), number(float64(t * engine.TicksPerSecond)), clear}
		s.Landings = append(s.Landings, line)
	}
	sort.SliceStable(s.Landings, func(i, j int) bool { return s.Landings[i].Ticks < s.Landings[j].Ticks })
}

// matchPoints returns the points of both players of a match, or nil.
func matchPoints(g *engine.Game) []int {
	if g.Mode.Versus() {
		return g.Match.Points[:]
	}
	return nil
}

// fireAction names the function that Fire has now for the player of paddle k.
func fireAction(g *engine.Game, k int) string {
	switch {
	case g.Phase.Ended():
	case g.Phase == engine.Serve && (!g.Versus() || g.Server == k):
		return "serve"
	case g.Phase == engine.Serve:
	case g.Phase != engine.Play:
		return "skip"
	case g.CanRecall:
		return "recall"
	case g.HoldsBall(k):
		return "launch"
	case g.Shots > 0 || g.RunsFor(spec.DropWeapon, k):
		return "shoot"
	case g.FireShoves(k) && g.Shoves[k].Meter >= engine.ShoveCost:
		return "shove"
	}
	return "none"
}

// visibleBrick returns the line of brick k. Hidden bricks are absent. The bodies of drones and of the boss have their
// own lines.
func visibleBrick(g *engine.Game, k int) brickLine {
	b := &g.Bricks[k]
	if b.Hits == 0 || b.Hidden || b.Kind == spec.DroneBody || b.Kind == spec.BossBody {
		return brickLine{ID: k}
	}
	at, r := g.Shape(k).Circle()
	return brickLine{
		ID: k, Kind: spec.Kinds[b.Kind].Name, X: number(at.X), Y: number(at.Y), Radius: number(r), Hits: int(b.Hits),
		Needed: b.Kind.Needed(),
	}
}

// An answerLine is an answer of a program. Unknown fields are ignored.
type answerLine struct {
	Tick   *uint64  `json:"tick"`
	Target *float64 `json:"target"`
	Move   *float64 `json:"move"`
	Fire   bool     `json:"fire"`
	Up     bool     `json:"up"`
	Down   bool     `json:"down"`
	Warp   bool     `json:"warp"`
}

// ParseAnswer parses the answer to the state of the given tick, in a field of width w. It returns an error unless the
// line is a JSON object with this tick. It limits the target and the move to their ranges.
func ParseAnswer(line []byte, tick uint64, w float64) (engine.Control, error) {
	var a answerLine
	if err := json.Unmarshal(line, &a); err != nil {
		return engine.Idle, answerError(err)
	}
	switch {
	case a.Tick == nil:
		return engine.Idle, errors.New("the answer has no tick")
	case *a.Tick != tick:
		return engine.Idle, fmt.Errorf("the answer has the tick %d, want %d", *a.Tick, tick)
	}

	c := engine.Idle
	if a.Target != nil {
		c.Target = int16(math.Floor(float64(clamp(*a.Target, 0, w)*64) + 0.5))
	}
	if a.Move != nil {
		c.Move = int8(math.Floor(float64(clamp(*a.Move, -1, 1)*engine.MoveFull) + 0.5))
	}
	for _, b := range [...]struct {
		pressed bool
		button  engine.Button
	}{{a.Fire, engine.Fire}, {a.Up, engine.Up}, {a.Down, engine.Down}, {a.Warp, engine.Warp}} {
		if b.pressed {
			c.Buttons |= b.button
		}
	}
	return c, nil
}

// answerError describes an error of package json without the names of Go types.
func answerError(err error) error {
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return fmt.Errorf("the answer is not JSON: %w", err)
	case e.Field == "":
		return fmt.Errorf("the answer is a JSON %s, want an object", e.Value)
	}
	return fmt.Errorf("the answer has an invalid %q: %.40s", e.Field, e.Value)
}
