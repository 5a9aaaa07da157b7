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

// A listener simulates a player who only hears the lines. After a delay, it steers to the announced place, or serves
// when a line mentions the key for it.
type listener struct {
	delay   uint64 // time from a line to the reaction, in ticks
	place   int    // announced place; 0 if none
	pending []reaction
}

// A reaction is the effect of a line on the listener: steering to a place, or pressing fire.
type reaction struct {
	at    uint64 // tick of the reaction
	place int    // place for the paddle, unless fire is set
	fire  bool
}

// ballTo matches an announced landing. Its group is the place.
var ballTo = regexp.MustCompile(`all to ([1-9]),`)

// read adds the reaction to a line that was announced in tick now.
func (l *listener) read(line string, now uint64) {
	if m := ballTo.FindStringSubmatch(line); m != nil {
		p, _ := strconv.Atoi(m[1])
		l.pending = append(l.pending, reaction{at: now + l.delay, place: p})
	}
	if strings.Contains(line, "Space ") {
		l.pending = append(l.pending, reaction{at: now + l.delay, fire: true})
	}
}

// play returns the listener's input for the current tick.
func (l *listener) play(n *Narrator, g *engine.Game) engine.Control {
	c := engine.Idle
	for len(l.pending) > 0 && l.pending[0].at <= n.now {
		if r := l.pending[0]; r.fire {
			c.Buttons = engine.Fire
		} else {
			l.place = r.place
		}
		l.pending = l.pending[1:]
	}
	if l.place > 0 {
		c.Target = int16(n.SteerTarget(g, l.place) * 64)
	}
	return c
}

// A narratedGame is a game with a narrator, played by a listener.
type narratedGame struct {
	game     *engine.Game
	narrator Narrator
	listener listener
	lines    []string // all lines, each with its time in seconds
	ticks    []uint64
}

// narrate starts a game at the level with the given index. The listener reacts to a line after the given number of
// seconds.
func narrate(t *testing.T, level int, seconds float64) *narratedGame {
	t.Helper()
	pack := levels.Shipped()
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: level}, Levels: pack.Levels})
	if err != nil {
		t.Fatal(err)
	}
	d := &narratedGame{game: g, narrator: Narrator{Enabled: true, Levels: levels.LevelNames(pack)}}
	d.listener.delay = uint64(seconds * engine.TicksPerSecond * NarrationRate / 100)
	d.take()
	return d
}

// step plays one tick.
func (d *narratedGame) step() {
	d.game.Step(engine.Input{d.listener.play(&d.narrator, d.game), engine.Idle})
	d.take()
}

// take passes the new lines to the listener.
func (d *narratedGame) take() {
	d.narrator.Observe(d.game)
	for _, line := range d.narrator.Take() {
		d.lines = append(d.lines, fmt.Sprintf("%.1f: %s",
			float64(d.narrator.now)*100/NarrationRate/engine.TicksPerSecond,
			line))
		d.ticks = append(d.ticks, d.narrator.now)
		d.listener.read(line, d.narrator.now)
	}
}

// A listener who reacts to each line after one to two seconds clears the first level.
func TestListenerClearsTheFirstLevel(t *testing.T) {
	for _, seconds := range []float64{1, 1.5, 2} {
		d := narrate(t, 0, seconds)
		for d.game.Level == 0 && !d.game.Phase.Ended() && d.game.Tick < 600*engine.TicksPerSecond {
			d.step()
		}
		if d.game.Level == 0 {
			t.Errorf("with a delay of %.1f s: %d bricks left after %d s, %d lives", seconds, d.game.BricksLeft,
				d.game.Tick/engine.TicksPerSecond, d.game.Lives)
		}
		t.Logf("with a delay of %.1f s: %d lives left, %d s of the game, %d lines", seconds, d.game.Lives,
			d.game.Tick/engine.TicksPerSecond, len(d.lines))
	}
}

// There is enough time between two lines to hear the first one, unless the second one is urgent.
func TestTimeBetweenLines(t *testing.T) {
	for _, level := range []int{0, 7, 19, 32} {
		d := narrate(t, level, 1.5)
		for range 60 * engine.TicksPerSecond {
			d.step()
		}
		urgent := 0
		for i, line := range d.lines[1:] {
			if d.ticks[i+1]-d.ticks[i] < minLineTicks/2 {
				urgent++
				if !strings.Contains(line, "ll to ") && !strings.Contains(line, "lost") &&
					!strings.Contains(line, "gone") && !strings.Contains(line, "evel") {
					t.Errorf("level %d: %q follows immediately after %q", level+1, line, d.lines[i])
				}
			}
		}
		if n := len(d.lines); urgent*4 > n || n > 60*100/NarrationRate/2 {
			t.Errorf("level %d: %d of %d lines follow immediately after another one", level+1, urgent, n)
		}
	}
}

// The places divide the field from wall to wall. A paddle that is steered to a place covers all of it.
func TestPlaces(t *testing.T) {
	d := narrate(t, 0, 1)
	for x, want := range map[float64]int{-1: 1, 0: 1, 6: 1, 7: 2, d.game.W / 2: 5, d.game.W - 0.1: 9, d.game.W + 1: 9} {
		if got := PlaceOf(d.game, x); got != want {
			t.Errorf("PlaceOf(%.1f) = %d, want %d", x, got, want)
		}
	}
	for p := 1; p <= NumPlaces; p++ {
		x, half := d.narrator.SteerTarget(d.game, p), d.game.Capsule(0).Half
		if left, right := float64(p-1)*d.game.W/NumPlaces,
			float64(p)*d.game.W/NumPlaces; x-half > left || x+half < right {
			t.Errorf("at place %d the paddle covers %.1f to %.1f, want %.1f to %.1f", p, x-half, x+half, left,
				right)
		}
	}
}

// DescribeField mentions the ball, the paddle, the bricks, the score and the lives.
func TestDescribeFieldIsComplete(t *testing.T) {
	d := narrate(t, 0, 1.5)
	for range 6 * engine.TicksPerSecond {
		d.step()
	}
	all := strings.Join(d.narrator.DescribeField(d.game), "\n")
	for _, want := range []string{"Ball at ", "Paddle at ", " bricks left, most at ", "Score ", " lives."} {
		if !strings.Contains(all, want) {
			t.Errorf("DescribeField() = %q, want %q in it", all, want)
		}
	}
}

// All lines count lives in the same way: the ball in play is one of them.
func TestLivesAreCountedTheSameWay(t *testing.T) {
	d := narrate(t, 0, 1)
	lives := d.game.Lives
	if !strings.HasSuffix(d.lines[0], fmt.Sprintf(" %d lives.", lives)) {
		t.Errorf("at the start: %q, want %d lives", d.lines[0], lives)
	}
	for ; lives > 1; lives-- {
		d.lines = nil
		for end := d.game.Tick + 120*engine.TicksPerSecond; d.game.Tick < end &&
			!strings.Contains(strings.Join(d.lines, "\n"), "Life lost"); {
			c := engine.Control{Target: 1} // the paddle misses the ball
			if d.game.Tick%engine.TicksPerSecond == 0 {
				c.Buttons = engine.Fire
			}
			d.game.Step(engine.Input{c, engine.Idle})
			d.take()
		}
		if all := strings.Join(d.lines, "\n"); !strings.Contains(all, text.Narration.LifeLost.Of(lives-1)) {
			t.Errorf("the lines are %q, want %d lives left", all, lives-1)
		}
		if all := strings.Join(d.narrator.DescribeField(d.game), "\n"); !strings.HasSuffix(all,
			", "+text.Count.Lives.Of(lives-1)+".") {
			t.Errorf("DescribeField() = %q, want %d lives", all, lives-1)
		}
	}
}

// A narrator that is off does not allocate and has no effect.
func TestSilentUnlessOn(t *testing.T) {
	d := narrate(t, 0, 1)
	var off Narrator
	if n := testing.AllocsPerRun(100, func() { off.Observe(d.game) }); n > 0 || len(off.Take()) > 0 {
		t.Errorf("a narrator that is off: %.0f allocations, lines %q; want none", n, off.Take())
	}
}

// The announcement of a sent drop names the player whom the drop affects.
func TestSentDropsHaveADirection(t *testing.T) {
	boards := levels.Arkanong().Levels
	g, err := engine.New(engine.Config{Setup: engine.Setup{Mode: engine.Arkanong}, Levels: boards})
	if err != nil {
		t.Fatal(err)
	}
	for paddle := range 2 {
		for listener := range 2 {
			want := "Sent to the opponent: mirror."
			if paddle == listener {
				want = "From the opponent: mirror."
			}
			p := g.Capsule(paddle)
			ev := engine.Event{Kind: engine.DropSent, At: geom.Vec{X: p.X, Y: p.Y}, Value: int(spec.DropMirror)}
			if got := dropSent(&Narrator{Paddle: listener}, g, &ev); got != want {
				t.Errorf("dropSent() for paddle %d, to listener %d = %q, want %q", paddle, listener, got, want)
			}
		}
	}
}

// The warning before a storm is lost is spoken once, before the life is lost.
func TestStormWarningIsSpoken(t *testing.T) {
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{Mode: engine.Storm, Difficulty: engine.Kids}, Levels: levels.Storm().Levels,
	})
	if err != nil {
		t.Fatal(err)
	}
	n, warnings, lives := Narrator{Enabled: true}, 0, g.Lives
	for g.Tick < 15*engine.TicksPerSecond && g.Lives == lives {
		g.Step(engine.Input{{Target: engine.NoTarget, Buttons: engine.Fire}, engine.Idle})
		n.Observe(g)
		for _, line := range n.Take() {
			if line == text.Narration.MovePaddle {
				warnings++
			}
		}
	}
	if warnings != 1 {
		t.Errorf("%d warnings before the first life is lost, want 1", warnings)
	}
}

// Both players of a match play with only the lines. Each hears their own points first. A spectator hears the
// names of the players and nothing that only players need.
func TestMatchIsNarrated(t *testing.T) {
	g, err := engine.New(engine.Config{
		Setup: engine.Setup{Mode: engine.Arkanong, Seed: 1}, Levels: levels.Arkanong().Levels,
	})
	if err != nil {
		t.Fatal(err)
	}
	spectator := Narrator{Enabled: true, Spectator: true, Players: [2]string{"ann", "bob"}}
	narrators := [2]Narrator{{Enabled: true}, {Enabled: true, Paddle: 1}}
	listeners := [2]listener{{delay: engine.TicksPerSecond / 4}, {delay: engine.TicksPerSecond / 4}}
	var heard [2][]string
	var watched []string
	last := uint64(0)
	for g.Tick < 600*engine.TicksPerSecond && !g.Phase.Ended() {
		g.Step(engine.Input{listeners[0].play(&narrators[0], g), listeners[1].play(&narrators[1], g)})
		for k := range narrators {
			narrators[k].Observe(g)
			for _, line := range narrators[k].Take() {
				listeners[k].read(line, narrators[k].now)
				heard[k] = append(heard[k], line)
			}
		}
		spectator.Observe(g)
		for _, line := range spectator.Take() {
			if ticks := g.Tick - last; ticks < engine.TicksPerSecond && !strings.Contains(line, "ann ") &&
				!strings.Contains(line, "Level") && line != gameEnded(&spectator, g, nil) {
				t.Errorf("the spectator hears %q only %d ticks after the line before", line, ticks)
			}
			last, watched = g.Tick, append(watched, line)
		}
	}
	for k, returns := range g.Match.Returns {
		if returns < 10 {
			t.Errorf("player %d returns %d balls, want at least 10; the lines are %q", k, returns, heard[k])
		}
		points := fmt.Sprintf("A point for you: %d to", g.Match.Points[k])
		if all := strings.Join(heard[k], "\n"); g.Match.Points[k] > 0 && !strings.Contains(all, points) ||
			strings.Contains(all, "Life lost") || strings.Contains(all, "You have won") != (g.Winner() == k) {
			t.Errorf("player %d hears %q, want %q and the winner, and no lives", k, heard[k], points)
		}
	}
	all := strings.Join(watched, "\n")
	if want := fmt.Sprintf("ann %d, bob %d.", g.Match.Points[0], g.Match.Points[1]); !strings.Contains(all, want) {
		t.Errorf("the spectator hears %q, want %q", watched, want)
	}
	for _, word := range []string{"you", "You", "Space", "ll to "} {
		if strings.Contains(all, word) {
			t.Errorf("the spectator hears %q, want no line with %q", watched, word)
		}
	}
	if top := strings.Join(narrators[1].DescribeField(g), "\n"); !strings.Contains(top,
		fmt.Sprintf("%d : %d", g.Match.Points[1], g.Match.Points[0])) {
		t.Errorf("the field is described to the second player as %q, want the points", top)
	}
}
