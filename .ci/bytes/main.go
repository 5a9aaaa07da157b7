// Bytes prints what a terminal is sent while a bot plays storms and every level of the campaign, in kilobytes a
// second. Level 1 without random drops, as here, is the game of one ball that budgets speak of. Nothing is sent
// and no clock is read: the same sources give the same table.
//
//	go run ./.ci/bytes
package main

import (
	"fmt"
	"os"
	"slices"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
)

// The game plays seconds after the first one, in which the level builds up, at fps frames a second.
const (
	seconds = 10
	fps     = 30
)

// sizes are the sizes of the terminal, in cells.
var sizes = [][2]int{{80, 24}, {120, 40}, {200, 60}}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bytes:", err)
		os.Exit(1)
	}
}

// A scene is a game to measure.
type scene struct {
	name   string
	levels []spec.Level
	setup  engine.Setup
}

// run prints the table.
func run() error {
	fmt.Printf("KB/s at %d fps, truecolor, sextants; the bot plays %d s\n\n%-28s", fps, seconds, "")
	for _, size := range sizes {
		fmt.Printf(" %9s", fmt.Sprintf("%d×%d", size[0], size[1]))
	}
	fmt.Println()

	var all [][]float64 // of the levels, by size
	for i, s := range scenes() {
		fmt.Printf("%-28s", s.name)
		var row []float64
		for _, size := range sizes {
			sent, err := measure(&s, size[0], size[1])
			if err != nil {
				return err
			}
			fmt.Printf(" %9.1f", sent)
			row = append(row, sent)
		}
		fmt.Println()
		if i >= others {
			all = append(all, row)
		}
	}

	for _, share := range []int{50, 75, 90, 100} {
		fmt.Printf("%-28s", fmt.Sprintf("%d %% of the levels: at most", share))
		for k := range sizes {
			var column []float64
			for _, row := range all {
				column = append(column, row[k])
			}
			slices.Sort(column)
			fmt.Printf(" %9.1f", column[(len(column)*share+99)/100-1])
		}
		fmt.Println()
	}
	return nil
}

// others is the number of scenes before those of the levels.
const others = 2

// scenes returns what is measured: first the others, then every level.
func scenes() (all []scene) {
	const seed = 7
	shipped := levels.Shipped().Levels
	all = append(all,
		scene{"storm of 200", levels.Storm().Levels, engine.Setup{Seed: seed, Mode: engine.Storm}},
		scene{"storm of 1000", levels.Storm().Levels, engine.Setup{Seed: seed, Mode: engine.Storm, Storm: engine.MaxStorm}})
	for i, l := range shipped {
		all = append(all, scene{fmt.Sprintf("%2d %s", i+1, l.Name), shipped, engine.Setup{Seed: seed, First: i}})
	}
	return all
}

// measure returns what a scene sends, in kilobytes a second.
func measure(s *scene, w, h int) (float64, error) {
	game, err := engine.New(engine.Config{Setup: s.setup, Levels: s.levels})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", s.name, err)
	}
	player := bot.New(s.setup.Seed)
	view := render.NewView(render.Options{Glyphs: cell.Sextant})
	var encoder ansi.Encoder
	var frame cell.Frame
	frame.Resize(w, h)

	var buf []byte
	sent := 0
	for tick := range (1 + seconds) * engine.TicksPerSecond {
		game.Step(engine.Input{player.Play(game)})
		view.Observe(game.Events)
		if tick%(engine.TicksPerSecond/fps) > 0 {
			continue
		}
		view.Draw(&frame, game)
		buf = encoder.Frame(buf[:0], &frame)
		if tick >= engine.TicksPerSecond {
			sent += len(buf)
		}
	}
	return float64(sent) / seconds / 1000, nil
}
