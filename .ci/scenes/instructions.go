// Package scenes plays games without a terminal and counts their instructions and their output. The results are the
// same on every machine.
package scenes

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"arkterm/ci/harness"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/world/scenes"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// A countedScene is a scene whose instructions are counted, per step and ball.
type countedScene struct {
	name  string
	steps int
	balls int
	play  func(steps int) error
}

var countedScenes = []countedScene{
	{"w1", 20_000, 3, playWorld("w1")},
	{"w1s", 20_000, 3, playWorld("w1s")},
	{"w2", 600, 200, playWorld("w2")},
	{"w3", 60, 5000, playWorld("w3")},
	{"w4-16000", 20, 16000, playWorld("w4-16000")},
	{"level-33", 600, 1, playLevel(33)},
	{"frame-33-80x24", 300, 1, drawFrames(33, 80, 24)},
	{"frame-33-200x60", 100, 1, drawFrames(33, 200, 60)},
	{"frame-20-200x60", 100, 1, drawFrames(20, 200, 60)},
	{"frame-of-80-styles", 300, 1, encodeStyles(80)},
	{"visit-1", 300, 1, playAndDraw(1)},
	{"visit-33", 100, 1, playAndDraw(33)},
}

// maxChange is the maximum increase of a count, as a fraction of the committed count.
const maxChange = 0.05

// countsFile is the path of the file with the committed counts.
const countsFile = ".ci/instructions.txt"

// RunInstructions carries out the subcommand instructions. It counts the processor instructions of scenes and compares
// them with the committed counts. Valgrind's cachegrind runs each scene with two numbers of steps. The difference of
// the results excludes the start of the program.
func RunInstructions(_ string, args []string) error {
	flags := flag.NewFlagSet("instructions", flag.ContinueOnError)
	update := flags.Bool("update", false, "write the counts to "+countsFile)
	only := flags.String("only", "", "count only the scene `NAME`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if runtime.GOARCH != "amd64" {
		fmt.Println("instructions: not compared, because the committed counts are for amd64")
		return nil
	}
	committed, err := readCounts()
	if err != nil {
		return err
	}
	var grown []string
	chosen := slices.DeleteFunc(slices.Clone(countedScenes),
		func(c countedScene) bool { return *only != "" && c.name != *only })
	if len(chosen) == 0 {
		return fmt.Errorf("unknown scene %q", *only)
	}
	for _, c := range chosen {
		count, err := c.count()
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		change := count/committed[c.name] - 1
		fmt.Printf("%-20s %9.0f, committed %9.0f  %+.1f %%\n", c.name, count, committed[c.name], 100*change)
		if !(change <= maxChange) { // also true if no count is committed, because then change is +Inf
			grown = append(grown, c.name)
		} else if math.Abs(change) > maxChange {
			fmt.Printf("%-20s is faster: commit it with make bench-instructions-update\n", "")
		}
		committed[c.name] = count
	}
	if *update {
		return writeCounts(committed)
	}
	if grown != nil {
		return fmt.Errorf("%s: more than %.0f %% slower than in %s; accept it with make bench-instructions-update",
			strings.Join(grown, ", "), 100*maxChange, countsFile)
	}
	return nil
}

// readCounts returns the committed counts, by scene.
func readCounts() (map[string]float64, error) {
	text, err := os.ReadFile(countsFile)
	if err != nil {
		return nil, err
	}
	counts := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseFloat(number, 64); err == nil {
			counts[name] = n
		}
	}
	return counts, nil
}

// writeCounts replaces the committed counts.
func writeCounts(counts map[string]float64) error {
	text := fmt.Sprintf(
		"# Instructions per ball and tick (scenes w*), per tick (level-*) or per frame (frame-*, visit-*), %s %s. "+
			"Update with make bench-instructions-update.\n", runtime.Version(), runtime.GOARCH)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		text += fmt.Sprintf("%s %.0f\n", name, counts[name])
	}
	return os.WriteFile(countsFile, []byte(text), 0o644)
}

// Play carries out the subcommand instructions-play SCENE STEPS, in the process that valgrind runs.
func Play(_ string, args []string) error {
	if len(args) == 2 {
		steps, err := strconv.Atoi(args[1])
		i := slices.IndexFunc(countedScenes, func(c countedScene) bool { return c.name == args[0] })
		if err == nil && i >= 0 {
			return countedScenes[i].play(steps)
		}
	}
	return fmt.Errorf("usage: instructions-play SCENE STEPS (got %q)", args)
}

// count returns the instructions per step and ball.
func (c *countedScene) count() (float64, error) {
	once, err := c.instructions(c.steps)
	if err != nil {
		return 0, err
	}
	twice, err := c.instructions(2 * c.steps)
	return float64(twice-once) / float64(c.steps*c.balls), err
}

// instructionCount matches the number of instructions in valgrind's output.
var instructionCount = regexp.MustCompile(`I +refs: +([0-9,]+)`)

// instructions returns the number of instructions of a process that plays the scene for the given number of steps.
func (c *countedScene) instructions(steps int) (int, error) {
	self, err := harness.Self("instructions-play", c.name, strconv.Itoa(steps))
	if err != nil {
		return 0, err
	}
	cmd := exec.Command("valgrind",
		append([]string{"--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"}, self.Args...)...)
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	output, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("valgrind: %w: %s", err, output)
	}
	found := instructionCount.FindSubmatch(output)
	if found == nil {
		return 0, errors.New("no instruction count in valgrind's output: " + string(output))
	}
	return strconv.Atoi(strings.ReplaceAll(string(found[1]), ",", ""))
}

// playWorld returns a function that plays a scene of engine/world/scenes. A step is a tick.
func playWorld(name string) func(int) error {
	return func(steps int) error {
		s := scenes.NamedWorkload(name).Scene()
		r, err := s.Begin()
		if err != nil {
			return err
		}
		for range steps {
			r.Step()
		}
		return nil
	}
}

// playLevel returns a function that plays a shipped level. A step is a tick.
func playLevel(number int) func(int) error {
	return func(steps int) error {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: 1, First: number - 1},
			Levels: levels.Shipped().Levels,
		})
		if err != nil {
			return err
		}
		for range steps {
			g.Step(followBall(g))
		}
		return nil
	}
}

// followBall returns input that serves, and steers the paddle below the lowest ball.
func followBall(g *engine.Game) engine.Input {
	x, y := 0.0, -1.0
	for i := range g.Balls {
		if at := g.BallAt(i); at.Y > y {
			x, y = at.X, at.Y
		}
	}
	in := engine.Input{{Target: int16(64 * x)}, engine.Idle}
	if g.Tick%240 == 100 {
		in[0].Buttons = engine.Fire
	}
	return in
}

// drawFrames returns a function that draws and encodes frames of a shipped level. A step is a frame. The frames show 24
// game states, 1/60 s apart, alternately forward and backward. The states are computed in advance, so that a step does
// not include engine ticks.
func drawFrames(number, w, h int) func(int) error {
	return func(steps int) error {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: 7, First: number - 1, Lives: 7},
			Levels: levels.Shipped().Levels,
		})
		if err != nil {
			return err
		}
		player := bot.New(7)
		play := func(ticks int) {
			for range ticks {
				g.Step(engine.Input{player.Play(g)})
			}
		}
		play(1200)
		var states [24]*engine.Game
		for i := range states {
			states[i] = g.Clone()
			play(engine.TicksPerSecond / 60)
		}
		p := newPainter(cell.Sextant, w, h)
		const last = len(states) - 1
		for i := range 2*len(states) + steps {
			at := i % (2 * last)
			p.paint(states[min(at, 2*last-at)])
		}
		return nil
	}
}

// encodeStyles returns a function that alternately encodes two frames of 80×24 cells. The frames differ in short runs
// of cells, which have up to n styles. A step is a frame.
func encodeStyles(n int) func(int) error {
	return func(steps int) error {
		random := rand.New(rand.NewPCG(1, 2))
		var pair [2]cell.Frame
		for k := range pair {
			f := &pair[k]
			f.Resize(80, 24)
			f.Fill(0, 0, f.W, f.H, ' ', cell.Style{})
			for i := range 3 * n {
				style := cell.Style{Fg: cell.RGB(7*(i%n/2)%256, 31*(i%n/2)%256, 80*k+1), Bg: cell.RGB(i%n%8*16, 1, 1)}
				f.Fill(random.IntN(f.W), random.IntN(f.H), 1+random.IntN(3), 1, '▀', style)
			}
		}
		var encoder ansi.Encoder
		var buf []byte
		for i := range steps {
			buf = encoder.Frame(buf[:0], &pair[i%2])
		}
		return nil
	}
}

// playAndDraw returns a function that plays a shipped level and draws and encodes the frames, like the arcade. A step
// is a frame at 30 frames per second, including the ticks since the previous frame.
func playAndDraw(number int) func(int) error {
	return func(steps int) error {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: 1, First: number - 1},
			Levels: levels.Shipped().Levels,
		})
		if err != nil {
			return err
		}
		p := newPainter(cell.Mosaic, 80, 24)
		for range steps {
			for range engine.TicksPerSecond / 30 {
				g.Step(followBall(g))
				p.view.Observe(g.Events)
			}
			p.paint(g)
		}
		return nil
	}
}

// A painter draws and encodes frames of a game.
type painter struct {
	view    *render.View
	encoder ansi.Encoder
	frame   cell.Frame
	encoded []byte
}

func newPainter(glyphs cell.Glyphs, w, h int) *painter {
	p := &painter{view: render.NewView(render.Options{Glyphs: glyphs})}
	p.frame.Resize(w, h)
	return p
}

// paint draws and encodes a frame, and returns the number of encoded bytes.
func (p *painter) paint(g *engine.Game) int {
	p.view.Draw(&p.frame, g)
	p.encoded = p.encoder.Frame(p.encoded[:0], &p.frame)
	return len(p.encoded)
}
