package ui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/text"
)

// A listener plays by the lines alone. After a delay, it steers to the announced place, or serves when a line requests
// it. It does not see the game.
type listener struct {
	slow  uint64 // delay of the reaction to a line, in ticks
	place int    // announced place; 0 if none
	do    []deed
}

// A deed is the reaction to a line, with its time.
type deed struct {
	at    uint64
	place int
	fire  bool
}

var ballTo = regexp.MustCompile(`all to ([1-9]),`)

func (l *listener) hear(line string, now uint64) {
	if m := ballTo.FindStringSubmatch(line); m != nil {
		p, _ := strconv.Atoi(m[1])
		l.do = append(l.do, deed{at: now + l.slow, place: p})
	}
	if strings.Contains(line, "Space ") {
		l.do = append(l.do, deed{at: now + l.slow, fire: true})
	}
}

func (l *listener) play(n *Narrator, g *engine.Game) engine.Control {
	c := engine.Idle
	for len(l.do) > 0 && l.do[0].at <= n.now {
		if d := l.do[0]; d.fire {
			c.Buttons = engine.Fire
		} else {
			l.place = d.place
		}
		l.do = l.do[1:]
	}
	if l.place > 0 {
		c.Target = int16(n.Steer(g, l.place) * 64)
	}
	return c
}

// A telling is a game with a narrator and a listener.
type telling struct {
	g     *engine.Game
	n     Narrator
	l     listener
	lines []string // "tick: line"
	at    []uint64
}

// tell starts a game at a level, with a listener who needs some seconds to hear a line and find a key.
func tell(t *testing.T, level int, seconds float64) *telling {
	t.Helper()
	pack := levels.Shipped()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: level}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	d := &telling{g: g, n: Narrator{On: true, Levels: levels.LevelNames(pack)}}
	d.l.slow = uint64(seconds * engine.TicksPerSecond * NarrationRate / 100)
	d.take()
	return d
}

func (d *telling) step() {
	d.g.Step(engine.Input{d.l.play(&d.n, d.g), engine.Idle})
	d.take()
}

func (d *telling) take() {
	d.n.Observe(d.g)
	for _, line := range d.n.Take() {
		d.lines = append(d.lines, fmt.Sprintf("%.1f: %s", float64(d.n.now)*100/NarrationRate/engine.TicksPerSecond,
			line))
		d.at = append(d.at, d.n.now)
		d.l.hear(line, d.n.now)
	}
}

// A listener who needs one to two seconds per line clears the first level by the lines alone.
func TestLinesAreEnoughToPlay(t *testing.T) {
	for _, seconds := range []float64{1, 1.5, 2} {
		d := tell(t, 0, seconds)
		for d.g.Level == 0 && !d.g.Phase.Ended() && d.g.Tick < 600*engine.TicksPerSecond {
			d.step()
		}
		if d.g.Level == 0 {
			t.Errorf("in %.1f s a line: %d bricks left after %d s, %d balls", seconds, d.g.BricksLeft,
				d.g.Tick/engine.TicksPerSecond, d.g.Lives)
		}
		t.Logf("in %.1f s a line: %d balls left, %d s of the game, %d lines", seconds, d.g.Lives,
			d.g.Tick/engine.TicksPerSecond, len(d.lines))
	}
}

// Between two lines there is time to listen, except before urgent lines.
func TestLinesAreCalm(t *testing.T) {
	for _, level := range []int{0, 7, 19, 32} {
		d := tell(t, level, 1.5)
		for range 60 * engine.TicksPerSecond {
			d.step()
		}
		hurried := 0
		for i, line := range d.lines[1:] {
			if d.at[i+1]-d.at[i] < minLineTicks/2 {
				hurried++
				if !strings.Contains(line, "ll to ") && !strings.Contains(line, "lost") &&
					!strings.Contains(line, "gone") && !strings.Contains(line, "evel") {
					t.Errorf("level %d: %q follows %q", level+1, line, d.lines[i])
				}
			}
		}
		if n := len(d.lines); hurried*4 > n || n > 60*100/NarrationRate/2 {
			t.Errorf("level %d: %d of %d lines follow immediately", level+1, hurried, n)
		}
	}
}

// The field has nine places from wall to wall, and the paddle covers the whole place to which it is steered.
func TestPlaces(t *testing.T) {
	d := tell(t, 0, 1)
	for x, want := range map[float64]int{-1: 1, 0: 1, 6: 1, 7: 2, d.g.W / 2: 5, d.g.W - 0.1: 9, d.g.W + 1: 9} {
		if got := PlaceOf(d.g, x); got != want {
			t.Errorf("%.1f is at %d, want %d", x, got, want)
		}
	}
	for p := 1; p <= NumPlaces; p++ {
		x, half := d.n.Steer(d.g, p), d.g.Capsule(0).Half
		if left, right := float64(p-1)*d.g.W/NumPlaces, float64(p)*d.g.W/NumPlaces; x-half > left || x+half < right {
			t.Errorf("at place %d the paddle reaches from %.1f to %.1f, want %.1f to %.1f", p, x-half, x+half, left,
				right)
		}
	}
}

// Where describes everything that a player has to know.
func TestWhereSaysAll(t *testing.T) {
	d := tell(t, 0, 1.5)
	for range 6 * engine.TicksPerSecond {
		d.step()
	}
	all := strings.Join(DescribeField(d.g), "\n")
	for _, want := range []string{"Ball at ", "Paddle at ", " bricks left, most at ", "Score ", " lives."} {
		if !strings.Contains(all, want) {
			t.Errorf("%q does not mention %q", all, want)
		}
	}
}

// All lines count the lives in the same way, including the ball in play.
func TestLivesAreCountedTheSameWay(t *testing.T) {
	d := tell(t, 0, 1)
	balls := d.g.Lives
	if !strings.HasSuffix(d.lines[0], fmt.Sprintf(" %d lives.", balls)) {
		t.Errorf("at the start: %q, want %d lives", d.lines[0], balls)
	}
	for ; balls > 1; balls-- {
		d.lines = nil
		for end := d.g.Tick + 120*engine.TicksPerSecond; d.g.Tick < end &&
			!strings.Contains(strings.Join(d.lines, "\n"), "Life lost"); {
			c := engine.Control{Target: 1} // the paddle misses the ball
			if d.g.Tick%engine.TicksPerSecond == 0 {
				c.Buttons = engine.Fire
			}
			d.g.Step(engine.Input{c, engine.Idle})
			d.take()
		}
		if all := strings.Join(d.lines, "\n"); !strings.Contains(all, text.Narration.BallLost.Of(balls-1)) {
			t.Errorf("%q, want %d left", all, balls-1)
		}
		if all := strings.Join(DescribeField(d.g), "\n"); !strings.HasSuffix(all,
			", "+text.Count.Lives.Of(balls-1)+".") {
			t.Errorf("%q, want %d lives", all, balls-1)
		}
	}
}

// A narrator that is off does not allocate and has no effect.
func TestSilentUnlessOn(t *testing.T) {
	d := tell(t, 0, 1)
	var off Narrator
	if n := testing.AllocsPerRun(100, func() { off.Observe(d.g) }); n > 0 || len(off.Take()) > 0 {
		t.Errorf("%.0f allocations, says %q", n, off.Take())
	}
}

// A drop that affects the opponent's paddle is announced with its direction.
func TestSentDropsHaveADirection(t *testing.T) {
	boards := levels.Arkanong().Levels
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Arkanong}, Levels: boards})
	if err != nil {
		t.Fatal(err)
	}
	for paddle, want := range []string{"From the opponent: mirror.", "Sent to the opponent: mirror."} {
		p := g.Capsule(paddle)
		ev := engine.Event{Kind: engine.DropSent, At: geom.Vec{X: p.X, Y: p.Y}, Value: int(spec.DropMirror)}
		if got := dropSent(nil, g, &ev); got != want {
			t.Errorf("paddle %d: %q, want %q", paddle, got, want)
		}
	}
}
