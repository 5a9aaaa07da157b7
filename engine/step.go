package engine

import (
	"math"

	"arkterm/engine/geom"
	"arkterm/engine/world"
)

// maxContacts is how many contacts a ball has within a tick; with as many as this it
// went from side to side each 16 μs. See [world.World].MaxContacts.
const maxContacts = 256

// never is the time, or the distance, of what does not happen.
var never = math.Inf(1)

// New returns a game at its first level, ready to serve. It reports an error
// when the configuration has no levels, or a value out of range.
func New(c Config) (*Game, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	g := &Game{
		Mode: c.Mode, Level: c.First, Lives: c.Lives, Difficulty: c.Difficulty, Speed: Difficulties[c.Difficulty].Slow,
		W: c.W, H: c.H,
		levels: c.Levels, floor: c.Floor || Modes[c.Mode].Closed, dropUsual: c.Drops,
		rng: Random(c.Seed), assists: c.Assists, speed: c.Speed, Clock: Modes[c.Mode].Clock,
		world: world.New(c.W, c.H),
	}
	g.world.MaxContacts = maxContacts
	g.Used = g.Terms().used()
	for _, p := range c.paddles() {
		g.Paddles = append(g.Paddles, Paddle{want: p.Half, Top: c.Mode.Faces() && len(g.Paddles) > 0})
		g.world.AddCapsule(p)
	}
	g.Match.To = c.To
	g.Events = make([]Event, 0, 256)
	g.Balls = make([]Ball, 0, max(maxBalls, c.Storm))
	g.storm, g.day = c.Storm, c.Day
	g.Drops = make([]Drop, 0, maxDrops)
	if c.Start != nil {
		g.resume(c.Start)
	}
	g.setUpLevel()
	return g, nil
}

// Step plays one tick: 1/240 s. It cannot fail and, once warm, allocates
// nothing.
func (g *Game) Step(in Input) {
	g.Events = g.Events[:0]
	next := g.advancePhase(in)
	g.steerPaddles(in)
	g.steerFoes()
	g.move()
	g.shineEmitters()
	g.runClocks()
	g.pull()
	g.moveDrops()
	g.callHook(g.rules().move)
	g.runEffects()
	g.resize()
	g.driveFoes()
	g.watch()
	g.callHook(g.rules().tick)
	g.Tick++
	if next {
		g.nextLevel()
	}
}

// advancePhase ends the phases that end by time or by Fire, and reports whether
// the level ends with this tick. The next one begins between two ticks, when
// everything rests: a [Start] can say all there is to say of that moment.
func (g *Game) advancePhase(in Input) (next bool) {
	pressed := g.press(in)
	for k := range max(1, len(g.Paddles)) {
		if in[k].Buttons&Warp != 0 {
			g.warp()
		}
	}
	anybody := pressed[0] || pressed[1]
	age := g.Tick - g.Since
	done := func(ticks uint64) bool { return age >= ticks || anybody && age >= calmTicks }
	switch {
	case g.Phase == Serve && g.serves(pressed):
		g.serve()
	case g.Phase == Play && anybody && g.Recall:
		g.seatBalls()
		g.enterPhase(Serve)
	case g.Phase == Play:
		for k := range g.Paddles {
			g.useFire(k, pressed[k])
		}
	case g.Phase == Lost && done(lostTicks):
		return g.goOn()
	case g.Phase == Clear && done(clearTicks):
		if row := g.rules(); row.Single || g.Level == len(g.levels)-1 && !row.Around {
			g.finish(Won)
			return false
		}
		return true
	}
	return false
}

// serves reports whether the balls are let go.
func (g *Game) serves(pressed [2]bool) bool {
	if serves := g.rules().serves; serves != nil {
		return serves(g, pressed)
	}
	return pressed[0] || pressed[1]
}

// goOn ends Lost: with the next ball, or with the game. It reports whether another level
// is to be set up.
func (g *Game) goOn() (next bool) {
	if goOn := g.rules().goOn; goOn != nil {
		return goOn(g)
	}
	if g.Lives == 0 {
		g.finish(Over)
		return false
	}
	g.Speed = g.row().Slow
	g.seatBalls()
	g.enterPhase(Serve)
	return false
}

// press notes which players have Fire down, and returns who has pressed it just
// now. Without a second paddle there is nobody but the first.
func (g *Game) press(in Input) (pressed [2]bool) {
	for k := range max(1, len(g.Paddles)) {
		down := in[k].Buttons&Fire != 0
		pressed[k], g.fire[k] = down && !g.fire[k], down
	}
	return pressed
}

// useFire does what Fire of player k does in Play.
func (g *Game) useFire(k int, pressed bool) {
	switch {
	case g.Phase != Play: // the other one has cleared the level in this very tick
	case pressed && g.rules().pour == nil && g.Holding(k):
		g.letGo(k)
	case pressed || g.fire[k] && g.RunsFor(DropWeapon, k):
		g.shoot(k)
	}
}

// nextLevel goes on to the next level. The boards of a match go round.
func (g *Game) nextLevel() {
	g.Level = (g.Level + 1) % len(g.levels)
	g.Speed = g.row().Slow
	g.callHook(g.rules().nextLevel)
	g.setUpLevel()
}

func (g *Game) enterPhase(p Phase) { g.Phase, g.Since = p, g.Tick }

func (g *Game) finish(p Phase) {
	g.enterPhase(p)
	g.emit(Event{Kind: GameEnded, Ball: -1, Brick: -1})
}

func (g *Game) emit(e Event) {
	if len(g.Events) < cap(g.Events) {
		g.Events = append(g.Events, e)
	}
}

// setUpLevel builds the board of g.Level and puts the balls on the paddle.
func (g *Game) setUpLevel() {
	l := &g.levels[g.Level]
	g.setUpBricks(l)
	g.callHook(g.rules().setUp)
	g.needed = g.Left
	g.beginCard()
	g.setUpFoes(l)
	g.dropShare = g.dropUsual
	if l.Drops > 0 {
		g.dropShare = l.Drops
	}
	g.calm()
	g.usualPaddles()
	g.Emitters = append(g.Emitters[:0], make([]Emitter, len(l.Emitters))...) // dark until the first tick
	g.Shots = l.Shots
	g.damageAt, g.begunAt, g.hurtBy = g.Tick, g.Tick, 0
	g.seatBalls()
	g.enterPhase(Serve)
	g.emit(Event{Kind: LevelBegun, Ball: -1, Brick: -1})
}

// seatGap is how far apart the balls of a serve lie: 2.5 radii, so that they do
// not touch.
const seatGap = 2.5 * BallRadius

// seatBalls puts the level's balls on the paddle that serves.
func (g *Game) seatBalls() {
	if seat := g.rules().seat; seat != nil {
		seat(g)
	} else {
		g.seatServed()
	}
	g.Recall = false
	g.Combo = 0
	g.world.Rebuild()
}

// seatServed puts as many balls on the paddle that serves as the level says.
func (g *Game) seatServed() {
	n := max(1, g.levels[g.Level].Balls)
	g.removeBalls()
	for i := range n {
		seat := (float64(i) - float64(float64(n-1)/2)) * seatGap
		g.addBall(Ball{seat: seat, held: holdTicks, by: uint8(g.Server)}, world.Disc{R: BallRadius, Mass: 1, Held: true})
	}
}

// calm takes away all that drops have done, and those that fall.
func (g *Game) calm() {
	g.Drops = g.Drops[:0]
	g.calmFoes()
	g.endEffects()
	g.FloorClosed, g.world.Floor = false, g.floor
	g.RoofClosed, g.world.Ceiling = false, g.floor || !g.Mode.Faces()
	for k := range g.Paddles {
		_, g.Paddles[k].want, _ = g.widths(k)
	}
}

// serve lets the balls go in the direction that the aim shows.
func (g *Game) serve() {
	if serve := g.rules().serve; serve != nil {
		serve(g)
		return
	}
	for i := range g.Balls {
		at := g.BallAt(i)
		if r := g.world.Discs[i].R; g.world.Room(at, r, i, -1) >= r-tolerance {
			g.launch(i, at, g.ServeAim(i).Mul(g.Pace()))
		}
	}
	g.enterPhase(Play)
	g.damageAt, g.Boss.hurtAt = g.Tick, g.Tick
	g.world.Rebuild()
}

// ServeAim returns the direction in which Fire would send ball i now. The aim
// swings evenly from side to side; several balls fan out.
func (g *Game) ServeAim(i int) geom.Vec {
	phase := float64((g.Tick-g.Since+swingTicks/4)%swingTicks) / swingTicks // starts upward
	swing := 1 - math.Abs(float64(4*phase)-2)                               // −1 … 1 … −1
	d := ClampAim(Aim(float64(swing*swingReach)+float64(g.Balls[i].seat/4)), 1)
	return g.Paddles[g.Balls[i].by].Away(d)
}

// steerPaddles decides where each paddle goes in this tick.
func (g *Game) steerPaddles(in Input) {
	for k := range g.Paddles {
		g.steer(k, in[k])
	}
	g.world.PartGoals()
}

// move lets a tick's time pass, from contact to contact.
func (g *Game) move() {
	if g.Phase.Ended() {
		return
	}
	end := g.world.Begin()
	for c, ok := g.world.Next(end); ok; c, ok = g.world.Next(end) {
		g.touch(c)
	}
}

// touch decides what comes of the contact c.
func (g *Game) touch(c world.Contact) {
	switch c.Kind {
	case world.AtSide, world.AtEnd:
		g.world.Bounce(c)
		g.afterWall(c.Disc, c.N)
	case world.AtExit:
		g.lose(c.Disc)
	case world.AtCapsule:
		g.touchPaddle(c)
	case world.AtObstacle:
		g.touchBrick(c)
	case world.AtMover:
		g.touchMoving(c)
	case world.AtDisc:
		g.world.Bounce(c)
		g.afterBalls(c.Disc, c.Other, c.N)
	}
}

// touchBrick is touch for a brick that rests. A portal sends the ball on, and what
// is strong goes through what it breaks.
func (g *Game) touchBrick(c world.Contact) {
	switch {
	case g.Bricks[c.Other].Pair >= 0 && g.travel(c):
		return
	case g.pierces(c.Other):
		g.world.Pass(c)
	default:
		g.world.Bounce(c)
	}
	g.afterBrick(c.Disc, c.Other, c.N)
}

// touchMoving is touch for a brick that moves.
func (g *Game) touchMoving(c world.Contact) {
	if g.pierces(c.Other) {
		g.world.Pass(c)
	} else {
		g.world.Bounce(c)
	}
	g.afterMover(c.Disc, c.Other, c.N)
}

// touchPaddle is touch for a paddle. A ball that is wedged between it and a wall is not
// aimed: the aim would send it into the same wall again, without any time in between and
// for ever. Reflections get it out; of two paddles not even these do.
func (g *Game) touchPaddle(c world.Contact) {
	g.world.Bounce(c)
	switch {
	case !c.Wedged:
		g.afterPaddle(c.Disc, c.Other, c.N)
	case g.Beside():
		g.squeeze(c.Disc, c.N)
	}
}

// watch applies the rules that look at the clock: a stuck ball, a lone brick.
func (g *Game) watch() {
	if g.Phase != Play && g.Phase != Serve {
		return
	}
	if g.Left == 0 {
		g.clear(Event{Ball: -1, Brick: -1}) // an explosion did it while the balls were seated
	}
	if g.Phase != Play {
		return
	}
	row := g.rules()
	if row.pour != nil {
		row.pour(g)
	} else {
		g.letGo(nobody)
	}
	g.Card.Ticks++
	if row.watch != nil && row.watch(g) {
		return
	}
	if !g.inFlight() {
		g.Card.Lost++
		g.calm()
		g.loseLife()
		g.Server = len(g.Paddles) - 1 - g.Server
		g.enterPhase(Lost)
		return
	}
	stuck := true
	for i := range g.Balls {
		stuck = stuck && (g.Balls[i].Gone || g.Tick-g.Balls[i].usefulAt >= recallTicks)
	}
	if stuck && !g.Recall && g.Swarm.Waiting == 0 {
		g.Recall = true
		g.emit(Event{Kind: RecallReady, Ball: -1, Brick: -1})
	}
	if g.Left == 1 && g.Tick-g.damageAt >= weakenTicks && !g.alive() {
		g.weaken()
	}
}

// inFlight reports whether any ball is in flight, or soon will be.
func (g *Game) inFlight() bool {
	if inFlight := g.rules().inFlight; inFlight != nil {
		return inFlight(g)
	}
	return len(g.Balls) > 0
}

// weaken takes a hit from the last brick, but never the last hit: that one is
// the player's.
func (g *Game) weaken() {
	g.damageAt = g.Tick
	for k := range g.Bricks {
		b := &g.Bricks[k]
		if b.Hits > 0 && b.Kind.Needed() {
			b.Unseen = false
		}
		if b.Hits > 1 && b.Kind.Needed() {
			g.setHits(k, b.Hits-1)
			center, _ := g.Shape(k).Circle()
			g.emit(Event{Kind: BrickHit, Ball: -1, Brick: k, At: center})
		}
	}
}

// lose takes ball i, which is below the open floor or above the open ceiling, out
// of the game.
func (g *Game) lose(i int) {
	at, lose := g.BallAt(i), g.rules().lose
	stays := lose != nil && lose(g, i)
	g.emit(Event{Kind: BallLost, Ball: i, Brick: -1, At: at})
	if stays {
		return
	}
	g.Balls = append(g.Balls[:i], g.Balls[i+1:]...)
	g.world.RemoveDisc(i)
}

// addBall adds a ball, and its disc.
func (g *Game) addBall(b Ball, d world.Disc) {
	g.Balls = append(g.Balls, b)
	g.world.AddDisc(d)
}

// removeBalls takes all balls away.
func (g *Game) removeBalls() {
	g.Balls = g.Balls[:0]
	g.world.RemoveDiscs()
}

// Sight appends to dst the corners of the path that a served ball would take
// now, up to its second contact or a length of 40 units. It returns dst
// unchanged when no ball waits to be served.
func (g *Game) Sight(dst []geom.Vec) []geom.Vec {
	if g.Phase != Serve || len(g.Balls) == 0 {
		return dst
	}
	i := len(g.Balls) / 2
	at, d := g.BallAt(i), g.ServeAim(i)
	dst = append(dst, at)
	for length := 40.0; length > 0; {
		c := g.CastSeen(at, d, g.world.Discs[i].R, -1)
		step := min(c.Dist, length)
		at = at.Along(d, step)
		dst = append(dst, at)
		if length -= step; len(dst) == 3 || c.Dist > step || c.Brick >= 0 && g.Bricks[c.Brick].Pair >= 0 {
			break
		}
		if g.Faces() && c.N.Y != 0 && c.Brick < 0 {
			break // past the other one's paddle
		}
		d = geom.Reflect(d, c.N)
	}
	return dst
}

// A Touch is what a disc would meet first; see [Game.Cast].
type Touch struct {
	Dist  float64  // how far it moves until then
	N     geom.Vec // normal toward the disc
	Brick int      // which brick it meets, or −1: a wall, or the open floor
}

// Cast returns what a disc of radius r would meet first that starts at from and
// moves in the direction of the unit vector d: a wall, the floor (closed or
// not) or a brick other than skip; gates that let it through do not count, nor do
// balls and paddles. It looks at every brick.
func (g *Game) Cast(from, d geom.Vec, r float64, skip int) Touch {
	return g.cast(from, d, r, skip, true)
}

// CastSeen is Cast among the bricks that have been seen: those that still hide do not
// count. It is what a player can know, and so for bots and for lines that help to aim.
func (g *Game) CastSeen(from, d geom.Vec, r float64, skip int) Touch {
	return g.cast(from, d, r, skip, false)
}

// cast is Cast with hidden bricks or without.
func (g *Game) cast(from, d geom.Vec, r float64, skip int, unseen bool) Touch {
	best := Touch{Dist: never, Brick: -1}
	offer := func(dist float64, n geom.Vec) {
		if dist < best.Dist {
			best.Dist, best.N = max(0, dist), n
		}
	}
	switch {
	case d.X < 0:
		offer((r-from.X)/d.X, geom.Vec{X: 1})
	case d.X > 0:
		offer((g.W-r-from.X)/d.X, geom.Vec{X: -1})
	}
	switch {
	case d.Y < 0:
		offer((r-from.Y)/d.Y, geom.Vec{Y: 1})
	case d.Y > 0:
		offer((g.H-r-from.Y)/d.Y, geom.Vec{Y: -1})
	}
	for k := range g.world.Obstacles {
		o := &g.world.Obstacles[k]
		if o.Gone || k == skip || !unseen && g.Bricks[k].Unseen {
			continue
		}
		if hit, ok := o.Shape.Sweep(from, d, r); ok && hit.T < best.Dist {
			if o.Lets(from, d, r) {
				continue
			}
			best = Touch{Dist: hit.T, N: hit.N, Brick: k}
		}
	}
	return best
}
