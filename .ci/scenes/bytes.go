package scenes

import (
	"fmt"
	"slices"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render/cell"
)

// RunBytes carries out the subcommand bytes. It prints the output in KB per second for three sizes of the terminal,
// while a bot plays storms and each shipped level. The games have no random drops. They are drawn with sextants, at 30
// frames per second.
func RunBytes(string, []string) error {
	const seed = 7
	sizes := [...][2]int{{80, 24}, {120, 40}, {200, 60}}
	fmt.Printf("%-28s %9s %9s %9s KB/s\n", "", "80×24", "120×40", "200×60")
	row := func(name string, pack []spec.Level, setup engine.Setup) (rates [len(sizes)]float64, err error) {
		for i, size := range sizes {
			if rates[i], err = byteRate(pack, setup, size[0], size[1]); err != nil {
				return rates, fmt.Errorf("%s: %w", name, err)
			}
		}
		fmt.Printf("%-28s %9.1f %9.1f %9.1f\n", name, rates[0], rates[1], rates[2])
		return rates, nil
	}
	for _, balls := range []int{200, engine.MaxStorm} {
		setup := engine.Setup{Seed: seed, Mode: engine.Storm, Storm: balls}
		if _, err := row(fmt.Sprintf("storm of %d", balls), levels.Storm().Levels, setup); err != nil {
			return err
		}
	}
	shipped := levels.Shipped().Levels
	var columns [len(sizes)][]float64
	for i, l := range shipped {
		rates, err := row(fmt.Sprintf("%2d %s", i+1, l.Name), shipped, engine.Setup{Seed: seed, First: i})
		if err != nil {
			return err
		}
		for k := range columns {
			columns[k] = append(columns[k], rates[k])
		}
	}
	for _, share := range []int{50, 75, 90, 100} {
		fmt.Printf("%-28s", fmt.Sprintf("all levels, percentile %d", share))
		for _, column := range columns {
			fmt.Printf(" %9.1f", slices.Sorted(slices.Values(column))[(len(column)*share+99)/100-1])
		}
		fmt.Println()
	}
	return nil
}

// byteRate returns the output of a game in KB per second, measured in the 10 seconds after the first second.
func byteRate(pack []spec.Level, setup engine.Setup, w, h int) (float64, error) {
	const warmUpSeconds, seconds, fps = 1, 10, 30
	game, err := engine.New(engine.Config{Setup: setup, Levels: pack})
	if err != nil {
		return 0, err
	}
	player := bot.New(setup.Seed)
	p := newPainter(cell.Sextant, w, h)
	sent := 0
	for tick := range (warmUpSeconds + seconds) * engine.TicksPerSecond {
		game.Step(engine.Input{player.Play(game)})
		p.view.Observe(game.Events)
		if tick%(engine.TicksPerSecond/fps) > 0 {
			continue
		}
		if n := p.paint(game); tick >= warmUpSeconds*engine.TicksPerSecond {
			sent += n
		}
	}
	return float64(sent) / seconds / 1000, nil
}
