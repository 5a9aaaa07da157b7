// Package bot implements bots that play any paddle in any mode, at several strengths. A bot has the same information as
// a player and decides in each tick where its paddle moves. Bots are used in the attract mode, as opponents and
// partners, and in tests.
//
// A bot has its own random stream, so it does not affect the game. The same bot in the same game plays identically on
// every processor.
package bot

import (
	"math"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

// A Bot plays one paddle. It predicts where balls land, which means that they reach the height of the paddle, and
// chooses the shot that breaks the most bricks.
type Bot struct {
	abilities     StrengthRow
	rng           engine.Random
	ball          int     // index of the ball of the current plan, or −1
	plannedCourse uint32  // course number of that ball when the plan was made
	plannedSince  float64 // time at which that course started; see world.Disc.Course
	target        float64 // planned center of the paddle
	arrival       float64 // seconds until the planned ball lands
	landingX      float64 // predicted x at which the planned ball lands, with the bot's error
	position      float64 // target of the last control
	started       bool    // PlayFor has been called
	pressedButton bool    // the bot pressed a button in the last tick
	willSlowTime  bool    // the next shove slows time
	paddle        int     // index of its paddle

	changedBall   int    // ball that has changed course since the plan
	changedCourse uint32 // current course number of changedBall
	changedAt     uint64 // tick in which the bot first detected the change

	partnerArrival arrival // first arrival of a ball that the bot leaves to its partner

	mirrored         bool   // the bot assumes that its paddle moves in the opposite direction
	mirrorWrongTicks uint64 // ticks for which mirrored has been wrong

	flights [4]flight // predicted flights; ball i uses the element i modulo 4

	arrivalPlan
}

// New returns a bot that plays well. The seed determines the choice between equally good shots.
func New(seed uint64) *Bot {
	return &Bot{abilities: defaultBot, rng: engine.Random(seed ^ 0xb07), ball: -1}
}

// Abilities of the default bot, and intervals of all bots.
const (
	defaultSpeed      = 64.0                      // units/s, similar to a fast player
	defaultHurrySpeed = 200.0                     // units/s
	defaultLookahead  = 14                        // predicted contacts of a falling ball
	defaultShots      = 19                        // offsets considered for a return
	defaultDepth      = 6                         // predicted contacts of each shot
	minServeTicks     = engine.TicksPerSecond / 3 // ticks in Serve before the bot serves
	fireInterval      = 24                        // ticks between checks of the functions of Fire
	maxServeTicks     = 2 * engine.TicksPerSecond // ticks in Serve after which the bot accepts any aim
)

// Play returns the bot's control for the next tick as the first player.
func (b *Bot) Play(g *engine.Game) engine.Control { return b.PlayFor(g, 0) }

// PlayFor returns the bot's control for the next tick as the player of paddle k. A bot must be used for one paddle of
// one game.
func (b *Bot) PlayFor(g *engine.Game, k int) engine.Control {
	c := engine.Idle
	if k >= len(g.Paddles) {
		return c
	}

	p := &paddle{&g.Paddles[k], g.Capsule(k), k}
	b.paddle = k
	if !b.started {
		b.started, b.position, b.target = true, p.X, p.X
	}

	speed := b.abilities.Speed
	switch {
	case g.Phase == engine.Serve:
		b.ball, b.target = -1, b.homeX(g)
		if !b.pressedButton && b.wantsServe(g, p) {
			c.Buttons = engine.Fire
		}

	case g.Phase == engine.Bonus:
		speed = b.planForFirst(g, p)

	case g.Phase == engine.Play:
		if !b.pressedButton && (g.CanRecall || b.wantsFire(g, p)) {
			c.Buttons = engine.Fire
		} else if !b.pressedButton {
			c.Buttons = b.shoveButton(g, p)
		}
		b.partnerArrival.t = never
		if len(g.Balls) > maxPredicted {
			speed = b.planForCrowd(g, p)
		} else if b.abilities.Foresight {
			speed = b.planForAll(g, p)
		} else {
			speed = b.planForFirst(g, p)
		}
	}

	b.pressedButton = c.Buttons != 0

	next := plan{b.target, b.arrival, speed}
	if g.Phase == engine.Play {
		next = b.planWithPartner(g, p, next)
		if b.abilities.CatchesDrops {
			next.target = b.catchDrops(g, p, next)
		}
	}

	// Limit the speed of the target to the speed of the bot.
	step, target := float64(next.speed*g.PaddleSpeedFactor(k))/engine.TicksPerSecond, next.target
	if g.MustAvoidBalls() && g.Phase == engine.Play {
		target = b.avoidBalls(g, p)
	}
	b.position += max(-step, min(step, target-b.position))
	x := max(0, min(g.W, b.position))
	if b.steersMirrored(g.Mirrored(k)) {
		x = g.W - x
	}
	c.Target = int16(x * 64)
	return c
}

// avoidBalls returns a target away from the ball that lands first. If there is enough time, the target is at the far
// end of the paddle's range. Otherwise the paddle stays, unless the ball lands on it.
func (b *Bot) avoidBalls(g *engine.Game, p *paddle) float64 {
	x, soonest := p.X, never
	for i := range g.Balls {
		if at, t, _ := b.landing(g, p, i); t < soonest {
			x, soonest = at, t
		}
	}
	lo, hi := b.paddleRange(g, p)
	left := x > (lo+hi)/2
	if soonest < avoidTime || soonest == never {
		if soonest == never || math.Abs(p.X-x) >= p.Half+avoidDistance {
			return b.position
		}
		left = p.X < x
	}
	if left {
		return lo
	}
	return hi
}

// Parameters of avoidBalls.
const (
	avoidTime     = 0.6 // minimum seconds until a ball lands, for the paddle to cross the field
	avoidDistance = 4   // minimum distance from the ball, in units
)

// steersMirrored reports whether the bot exchanges left and right in its control. reversed is true if the game
// currently exchanges them. The bot follows a change after four times its reaction time.
func (b *Bot) steersMirrored(reversed bool) bool {
	if b.mirrored == reversed {
		b.mirrorWrongTicks = 0
	} else if b.mirrorWrongTicks++; b.mirrorWrongTicks > uint64(float64(4*b.abilities.Reaction*engine.TicksPerSecond)) {
		b.mirrored, b.mirrorWrongTicks = reversed, 0
	}
	return b.mirrored
}

// wantsServe reports whether the bot serves in the current direction. It waits for a direction toward bricks, but
// at most maxServeTicks.
func (b *Bot) wantsServe(g *engine.Game, p *paddle) bool {
	age := g.Tick - g.PhaseBegan
	if g.Server != b.paddle || age < minServeTicks || age%12 != 0 {
		return false
	}
	i := len(g.Balls) / 2
	value := b.shotValue(g, p, toView(g, p, g.BallAt(i)), p.Orient(g.ServeAim(i)), g.Disc(i).R)
	return value > 1.2 || age > maxServeTicks
}

// planForFirst updates the plan for the ball that lands first, whenever that ball or its course has changed. It
// returns the speed of the paddle.
func (b *Bot) planForFirst(g *engine.Game, p *paddle) float64 {
	first, arrival, x, clear := -1, never, 0.0, false
	for i := range g.Balls {
		if at, t, free := b.landing(g, p, i); t < arrival {
			first, arrival, x, clear = i, t, at, free
		}
	}
	b.arrival = arrival
	if first < 0 {
		return b.planWithoutBall(g)
	}
	ball := g.Disc(first)
	course, since := ball.Course()
	changed := first != b.ball || course != b.plannedCourse || since != b.plannedSince
	if changed && b.hasNoticed(g, first) {
		x += b.predictionError()
		b.ball, b.plannedCourse, b.plannedSince, b.landingX = first, course, since, x
		lo, hi := b.paddleRange(g, p)
		b.target = max(lo, min(hi, x))
		if clear {
			b.target = b.aim(g, p, x, ball.R)
		}
	}
	return b.neededSpeed(arrival)
}

// never is the time of an event that does not happen.
var never = math.Inf(1)

// clamp returns x limited to [lo, hi].
func clamp(x, lo, hi float64) float64 { return max(lo, min(hi, x)) }

// neededSpeed returns the speed with which the paddle should move to its target. This is the normal speed of the bot if
// the paddle then arrives within the given number of seconds. Otherwise it is the HurrySpeed.
func (b *Bot) neededSpeed(seconds float64) float64 {
	if distance := b.target - b.position; distance > b.abilities.Speed*seconds ||
		-distance > b.abilities.Speed*seconds {
		return b.abilities.HurrySpeed
	}
	return b.abilities.Speed
}

// wantsFire reports whether the bot presses Fire now, to launch a ball or to shoot at a brick.
func (b *Bot) wantsFire(g *engine.Game, p *paddle) bool {
	if g.Tick%fireInterval != 0 {
		return false
	}
	if g.HoldsBall(b.paddle) && !g.FireShoves(b.paddle) {
		return b.rng.Below(4) == 0
	}
	if g.Shots == 0 && !g.RunsFor(spec.DropWeapon, b.paddle) {
		return false
	}
	c := g.SweepVisible(geom.Vec{X: p.X, Y: g.FrontY(p.index, 0)}, p.Orient(geom.Vec{Y: -1}), 0, -1)
	return c.Brick >= 0 && g.Bricks[c.Brick].Kind.Needed()
}

// catchDrops returns the target for the current tick. If the paddle can catch a good drop and still be in time for
// the ball, the target is below the drop. Otherwise, it is the planned target, moved away from bad drops.
func (b *Bot) catchDrops(g *engine.Game, p *paddle, next plan) float64 {
	y := contactY(g, p, engine.DropRadius)
	soonest, target := next.arrival, next.target
	lo, hi := b.paddleRange(g, p)
	for k := range g.Drops {
		d := dropInView(g, p, k)
		if d.V.Y < 0 {
			continue // the drop falls toward the other player
		}
		t := (y - d.At.Y) / d.V.Y
		x := max(lo, min(hi, d.At.X))
		back := max(0, t) + float64((math.Abs(x-next.target)+1)/b.abilities.Speed)
		if g.BenefitOf(d.Kind) != spec.Bad && t > -0.2 && back < soonest {
			soonest, target = back, x
		}
	}
	return b.dodgeBolts(g, p, b.dodgeDrops(g, p, y, target))
}

// dodgeDrops moves a target aside if a bad drop is about to fall on it, unless a ball lands there at about the
// same time. The argument y is the height at which drops touch the paddle.
func (b *Bot) dodgeDrops(g *engine.Game, p *paddle, y, target float64) float64 {
	const near = 0.4 // seconds
	reach := p.Half + engine.DropRadius + 0.5
	for k := range g.Drops {
		d := dropInView(g, p, k)
		t := (y - d.At.Y) / d.V.Y
		if b.abilities.Foresight {
			t = max(t, 0) // a drop can touch the side of the paddle for 0.7 s after it reaches that height
		}
		aside := target - d.At.X
		if g.BenefitOf(d.Kind) != spec.Bad || d.V.Y < 0 ||
			t > near || b.arrival < t+2*near || math.Abs(aside) >= reach {
			continue
		}
		left, right := d.At.X-reach, d.At.X+reach
		if lo, hi := b.paddleRange(g, p); right > hi || aside < 0 && left >= lo {
			return left
		}
		return right
	}
	return target
}

// landing predicts where and when ball i reaches the height of the paddle. It returns the position x and the time t in
// seconds. clear reports whether the ball touches only walls until it lands. If the ball does not land, t is infinite
// (the constant never).
func (b *Bot) landing(g *engine.Game, p *paddle, i int) (x, t float64, clear bool) {
	ball := g.Disc(i)
	y := contactY(g, p, ball.R)
	at, d, speed := toView(g, p, g.BallAt(i)), p.Orient(ball.V.Unit()), ball.V.Norm()
	switch {
	case speed == 0 || ball.Held:
		return 0, never, false
	case at.Y > y:
		if g.SideBySide() && at.Y < y+p.R && d.Y > 0 {
			return b.ownArrival(g, i, at.X, 0, false)
		}
		return 0, never, false
	}

	f := b.flightOf(g, p, i, y)
	traveled := at.Sub(f.start).Dot(d)
	switch {
	case f.end == lost:
		return 0, never, false
	case f.end == landed:
		return b.ownArrival(g, i, f.x, (f.length-traveled)/speed, f.clear)
	}
	return f.x, (f.length - traveled) / speed, false
}

// A flight is the predicted path of a ball up to its landing.
type flight struct {
	course
	start  geom.Vec // start of the predicted path, in the view of the player
	length float64  // length of the path
	x      float64  // x at its end
	clear  bool     // the ball touches only walls
	end    flightEnd
}

// A course contains everything that determines a flight while no brick moves.
type course struct {
	from, v geom.Vec // start of the course, and velocity of the ball
	since   float64  // see world.Disc.Course
	r       float64  // radius of the ball
	y       float64  // height at which the ball lands
	layout  uint32   // number of the brick layout; see engine.Game.Layout
}

// A flightEnd is the reason why a predicted path ends.
type flightEnd uint8

const (
	tooLong flightEnd = iota // after the maximum number of contacts
	landed
	lost // the opponent returns the ball
)

// flightOf returns the flight of ball i, which lands at y. It predicts the flight only once for each course, unless
// bricks change or can move.
func (b *Bot) flightOf(g *engine.Game, p *paddle, i int, y float64) *flight {
	ball, f := g.Disc(i), &b.flights[i%len(b.flights)]
	layout, fixed := g.Layout()
	_, since := ball.Course()
	course := course{ball.From, ball.V, since, ball.R, y, layout}
	if fixed && f.course == course {
		return f
	}

	at, d := toView(g, p, g.BallAt(i)), p.Orient(ball.V.Unit())
	*f = flight{course: course, start: at, clear: true}
	skip := -1
	for range b.abilities.Lookahead {
		c := sweepInView(g, p, at, d, ball.R, skip)
		if d.Y > 0 {
			if down := (y - at.Y) / d.Y; down <= c.Dist {
				at.X += float64(d.X * down)
				f.length += down
				f.end = landed
				break
			}
		}
		if g.Versus() && c.Brick < 0 && c.N.Y > 0 {
			f.end = lost
			break
		}
		f.length += c.Dist
		at, d, skip = bounceInView(g, p, at, d, ball.R, c)
		f.clear = f.clear && c.Brick < 0
	}
	f.x = at.X
	return f
}

// aim returns the center of the paddle for the best return of a ball that lands at x and has the radius r. The
// offset of the ball from the center determines the next direction of the ball.
func (b *Bot) aim(g *engine.Game, p *paddle, x, r float64) float64 {
	// A ball on a flat course would pass over the round ends of the paddle, which are lower than its middle.
	flat := float64((p.Half - p.R) / (p.Half + r) * b.abilities.AimRange)
	lo, hi := b.paddleRange(g, p)
	best, target := -1.0, max(lo, min(hi, x))
	from := geom.Vec{X: x, Y: contactY(g, p, r)}
	for k := range b.abilities.Shots {
		o := float64(k-b.abilities.Shots/2) / float64(max(1, b.abilities.Shots/2)) * flat
		at := x - float64(o*(p.Half+r))
		if at < lo || at > hi {
			continue
		}
		value := b.shotValue(g, p, from, g.Aim(o, 1), r) + b.randomBonus(g)
		if value > best {
			best, target = value, at
		}
	}
	return target
}

// shotValue returns the value of a shot from the point start in the direction d. It predicts the contacts of the shot
// and adds up the values of the bricks that it hits. Earlier hits count more. In a match, it adds a value for the
// distance from the opponent's paddle.
func (b *Bot) shotValue(g *engine.Game, p *paddle, start, d geom.Vec, r float64) float64 {
	value, path, skip := 0.0, 0.0, -1
	for k := range b.abilities.Depth {
		c := sweepInView(g, p, start, d, r, skip)
		if c.Brick < 0 && c.N.Y < 0 {
			break // the ball is back at the height of the paddle
		}
		if g.Versus() && c.Brick < 0 && c.N.Y > 0 {
			aside := math.Abs(start.Along(d, c.Dist).X - g.Capsule(1-b.paddle).X)
			return value + float64(passValue*aside)/g.W
		}
		if path += c.Dist; c.Brick >= 0 {
			value += hitValue(g, c, path/g.BallSpeed()) / float64(k+1)
		}
		start, d, skip = bounceInView(g, p, start, d, r, c)
	}
	return value
}
