// Instructions counts the processor's instructions for a ball-step of the scenes that the engine is
// known by, for a tick of the busiest level, for frames of it and of a calmer one, and for what a visitor of the arcade costs in a frame.
// It compares them with those that are committed.
// Time on a shared machine is worth nothing below a fifth; instructions are the same twice in a row,
// and one in a hundred more is seen.
//
//	instructions [-update] FILE
//	instructions play SCENE STEPS
//
// It runs itself under valgrind's cachegrind, for two numbers of steps: what the start costs is in
// both. It fails when a count has grown by more than 5 %.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine"
	"arkterm/engine/world/scenes"
	"arkterm/levels"
)

// A counted is something to count, with what it is played for. What is printed is per ball.
type counted struct {
	name  string
	steps int
	balls int
	play  func(steps int) error
}

var all = []counted{
	{"w1", 20_000, 3, scene("w1")},
	{"w1s", 20_000, 3, scene("w1s")},
	{"w2", 600, 200, scene("w2")},
	{"w3", 60, 5000, scene("w3")},
	{"w4-16000", 20, 16000, scene("w4-16000")},
	{"level-33", 600, 1, level(33)},
	{"frame-33-80x24", 300, 1, frames(33, 80, 24)},
	{"frame-33-200x60", 100, 1, frames(33, 200, 60)},
	{"frame-20-200x60", 100, 1, frames(20, 200, 60)},
	{"frame-of-80-styles", 300, 1, styles(80)},
	{"visit-1", 300, 1, visit(1)},
	{"visit-33", 100, 1, visit(33)},
}

// most is how much a count may grow.
const most = 0.05

func main() {
	update := flag.Bool("update", false, "renew the file")
	only := flag.String("only", "", "count only the scene with this name")
	flag.Parse()
	if *only != "" {
		all = slices.DeleteFunc(all, func(c counted) bool { return c.name != *only })
	}
	if err := run(*update, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "instructions:", err)
		os.Exit(1)
	}
}

func run(update bool, args []string) error {
	switch {
	case len(args) == 3 && args[0] == "play":
		return play(args[1], args[2])
	case len(args) != 1:
		return errors.New("want the file of counts")
	case runtime.GOARCH != "amd64":
		fmt.Println("instructions: what is committed was counted on amd64, nothing to compare here")
		return nil
	}
	if _, err := exec.LookPath("valgrind"); err != nil {
		return errors.New("needs valgrind (apt-get install valgrind)")
	}

	counts := map[string]float64{}
	for _, c := range all {
		n, err := c.count()
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		counts[c.name] = n
	}
	if update {
		return write(args[0], counts)
	}
	return compare(args[0], counts)
}

// play plays a scene, as the child.
func play(name, steps string) error {
	n, err := strconv.Atoi(steps)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.name == name {
			return c.play(n)
		}
	}
	return fmt.Errorf("no scene %q", name)
}

// scene plays a scene of engine/world/scenes.
func scene(name string) func(int) error {
	return func(steps int) error {
		s := scenes.Named(name).Scene()
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

// level plays a shipped level with a paddle that is always below the lowest ball. A step is a tick.
func level(number int) func(int) error {
	return func(steps int) error {
		g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1, First: number - 1}, Levels: levels.Shipped().Levels})
		if err != nil {
			return err
		}
		for range steps {
			g.Step(below(g))
		}
		return nil
	}
}

// below returns the input that steers the paddle below the lowest ball of g, and serves.
func below(g *engine.Game) engine.Input {
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

// count returns the instructions for a step of one ball.
func (c *counted) count() (float64, error) {
	once, err := c.under(c.steps)
	if err != nil {
		return 0, err
	}
	twice, err := c.under(2 * c.steps)
	if err != nil {
		return 0, err
	}
	return float64(twice-once) / float64(c.steps*c.balls), nil
}

var refs = regexp.MustCompile(`I +refs: +([0-9,]+)`)

// under plays c under cachegrind and returns how many instructions that took, all in all.
func (c *counted) under(steps int) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	child := exec.Command("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
		self, "play", c.name, strconv.Itoa(steps))
	child.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	out, err := child.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w: %s", err, bytes.TrimSpace(out))
	}
	found := refs.FindSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("valgrind has counted nothing: %s", bytes.TrimSpace(out))
	}
	return strconv.Atoi(strings.ReplaceAll(string(found[1]), ",", ""))
}

func write(file string, counts map[string]float64) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Instructions for a ball-step (level-33: a tick; frame-…, visit-…: a frame), %s %s: make instructions-update\n",
		runtime.Version(), runtime.GOARCH)
	for _, c := range all {
		fmt.Fprintf(&b, "%s %.0f\n", c.name, counts[c.name])
	}
	fmt.Print(b.String())
	return os.WriteFile(file, []byte(b.String()), 0o644)
}

// compare prints the counts beside those in the file, and returns an error if one has grown.
func compare(file string, counts map[string]float64) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	committed := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseFloat(number, 64); err == nil {
			committed[name] = n
		}
	}

	var grown []string
	for _, c := range all {
		was, now := committed[c.name], counts[c.name]
		change := now/was - 1
		fmt.Printf("%-10s %8.0f, committed %8.0f  %+.1f %%\n", c.name, now, was, 100*change)
		switch {
		case !(change <= most): // also where nothing is committed
			grown = append(grown, c.name)
		case math.Abs(change) > most:
			fmt.Printf("%-10s is quicker: make instructions-update keeps it so\n", "")
		}
	}
	if grown != nil {
		return fmt.Errorf("%s: more than %.0f %% slower than %s says; if that is meant to be: make instructions-update",
			strings.Join(grown, ", "), 100*most, file)
	}
	return nil
}
