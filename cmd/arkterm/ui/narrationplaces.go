package ui

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render/text"
)

// NumPlaces is the number of equal parts, called places, into which the field is divided from left to right. Places are
// numbered from 1. A place is about 7 units wide. The default paddle is wider, so a paddle in the middle of a place
// covers the whole place.
const NumPlaces = 9

// placeNames contains the names of the places, from left to right.
var placeNames = [NumPlaces]*string{
	&text.Narration.FarLeft, &text.Narration.Left, &text.Narration.Left, &text.Narration.LeftMiddle,
	&text.Narration.Middle,
	&text.Narration.RightMiddle, &text.Narration.Right, &text.Narration.Right, &text.Narration.FarRight,
}

// PlaceOf returns the place of the coordinate x, 1 to NumPlaces.
func PlaceOf(g *engine.Game, x float64) int {
	return min(max(int(x*NumPlaces/g.W)+1, 1), NumPlaces)
}

// paddlePlace returns the place of the listener's paddle.
func (n *Narrator) paddlePlace(g *engine.Game) int { return PlaceOf(g, g.Capsule(n.Paddle).X) }

// placeText returns the number and the name of a place.
//
//go:noinline // would be copied into many callers
func placeText(p int) string { return fmt.Sprintf("%d, %s", p, *placeNames[p-1]) }

// SteerTarget returns the x coordinate to which the paddle has to move for place p, 1 to NumPlaces. This is normally
// the middle of the place. If the next ball will land in this place and a narrow paddle in the middle would miss it,
// SteerTarget returns a position nearer to the ball.
func (n *Narrator) SteerTarget(g *engine.Game, p int) (x float64) {
	x = (float64(p) - 0.5) * g.W / NumPlaces
	if l, ok := g.NextLanding(n.Paddle, maxBounces); ok && PlaceOf(g, l.X) == p {
		reach := g.Capsule(n.Paddle).Half * 3 / 4
		x = geom.Clamp(x, l.X-reach, l.X+reach)
	}
	return x
}

// paddleCoversLanding reports whether the paddle covers the predicted landing of the ball.
func (n *Narrator) paddleCoversLanding(g *engine.Game) bool {
	p := g.Capsule(n.Paddle)
	return max(p.X-n.landing.X, n.landing.X-p.X) <= p.Half
}

// landingLine returns the announcement of the ball's landing.
func (n *Narrator) landingLine(g *engine.Game) string {
	line := text.Narration.BallTo
	if ballsInPlay(g) > 1 {
		line = text.Narration.NextBallTo
	}
	line = fmt.Sprintf(line, placeText(n.predictedPlace))
	if n.paddleCoversLanding(g) {
		line += text.Narration.YouAreThere
	}
	return line
}

// summary returns a sentence with the number of bricks broken since the last call, or "" if there are none.
func (n *Narrator) summary(g *engine.Game) string {
	if n.bricksBroken == 0 {
		return ""
	}
	line := fmt.Sprintf(text.Narration.BricksLeft, text.Count.Bricks.Of(n.bricksBroken), g.BricksLeft)
	n.bricksBroken = 0
	return line
}

// ballsInPlay returns the number of balls in flight or on a paddle.
func ballsInPlay(g *engine.Game) (k int) {
	for i := range g.Balls {
		if !g.Balls[i].Gone {
			k++
		}
	}
	return k
}

// bricksAt returns, for each place, the number of visible bricks that must still be broken.
func bricksAt(g *engine.Game) (at [NumPlaces]int) {
	for k := range g.Bricks {
		if b := &g.Bricks[k]; b.Hits > 0 && !b.Hidden && spec.Kinds[b.Kind].Breakable && !spec.Kinds[b.Kind].Optional {
			middle, _ := g.Shape(k).Circle()
			at[PlaceOf(g, middle.X)-1]++
		}
	}
	return at
}

// DescribeField describes the balls, the listener's paddle, drops, trip wires, bricks and the score, one per line, with
// their places.
func (n *Narrator) DescribeField(g *engine.Game) []string {
	lines := []string{}
	shown := 0
	for i := range g.Balls {
		if g.Balls[i].Gone || shown == 3 {
			continue
		}
		shown++
		lines = append(lines, n.ballWords(g, i))
	}
	if k := ballsInPlay(g); k > shown {
		lines = append(lines, text.Narration.MoreBalls.Of(k-shown))
	}
	if l, ok := g.NextLanding(n.Paddle, maxBounces); ok {
		lines = append(lines, fmt.Sprintf(text.Narration.NextBallLands, placeText(PlaceOf(g, l.X))))
	}

	lines = append(lines, fmt.Sprintf(text.Narration.PaddleAt, placeText(n.paddlePlace(g))))
	for i := range g.Drops {
		d := &g.Drops[i]
		lines = append(lines, fmt.Sprintf(text.Narration.DropAt, text.Translate(spec.Drops[d.Kind].Label),
			placeText(PlaceOf(g, d.At.X)), n.heightText(g, d.At.Y)))
	}

	for i := range g.Wires {
		if a, b := g.Wires[i].At[0], g.Wires[i].At[1]; g.WireOn(i) {
			lines = append(lines, fmt.Sprintf(text.Narration.WireAt, placeText(PlaceOf(g, a.X)),
				placeText(PlaceOf(g, b.X)), n.heightText(g, (a.Y+b.Y)/2)))
		}
	}

	if g.BricksLeft > 0 {
		lines = append(lines, fmt.Sprintf(text.Narration.MostBricks, text.Count.Bricks.Of(g.BricksLeft),
			fullestPlaces(g)))
	}
	if g.Versus() {
		return append(lines, n.pointsLine(g))
	}
	return append(lines, fmt.Sprintf(text.Narration.Score, g.Score, text.Count.Lives.Of(g.Lives)))
}

// ballWords describes the position and direction of ball i.
func (n *Narrator) ballWords(g *engine.Game, i int) string {
	at, v := g.BallAt(i), g.Disc(i).V
	where := fmt.Sprintf(text.Narration.BallAt, placeText(PlaceOf(g, at.X)), n.heightText(g, at.Y))
	if g.Disc(i).Held {
		return where + text.Narration.OnPaddle
	}

	course := []string{text.Narration.BallRises}
	if v.Y > 0 != g.Paddles[n.Paddle].Top {
		course[0] = text.Narration.BallFalls
	}
	switch s := v.X / v.Norm(); {
	case s < -0.17: // more than 10° from vertical
		course = append(course, text.Narration.ToLeft)
	case s > 0.17:
		course = append(course, text.Narration.ToRight)
	}
	return where + ", " + strings.Join(course, " ") + "."
}

// heightText describes how far the coordinate y is from the listener's paddle, from low to high up.
func (n *Narrator) heightText(g *engine.Game, y float64) string {
	if g.Paddles[n.Paddle].Top {
		y = g.H - y
	}
	return [...]string{
		text.Narration.HighUp, text.Narration.High, text.Narration.HalfWay,
		text.Narration.Low,
	}[min(max(int(y*4/g.H), 0), 3)]
}

// fullestPlaces names the place with the most bricks. If at least two places have bricks, it names the two places with
// the most.
func fullestPlaces(g *engine.Game) string {
	at := bricksAt(g)
	first, second := 0, -1
	for p := 1; p < NumPlaces; p++ {
		switch {
		case at[p] > at[first]:
			first, second = p, first
		case at[p] > 0 && (second < 0 || at[p] > at[second]):
			second = p
		}
	}
	if second < 0 || at[second] == 0 {
		return placeText(first + 1)
	}
	return fmt.Sprintf(text.Narration.TwoPlaces, min(first, second)+1, max(first, second)+1)
}
