package render_test

import (
	"fmt"
	"strings"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
	"arkterm/render"
	"arkterm/render/cell"
)

// A View must observe the events of every tick. It can draw a frame after any tick.
func ExampleView() {
	brick := spec.BrickSpec{Kind: spec.Double, Shape: geom.Regular(6, geom.Vec{X: 32, Y: 12}, 4, 0)}
	g, err := engine.New(engine.Config{Levels: []spec.Level{{Bricks: []spec.BrickSpec{brick}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	v := render.NewView(render.Options{Glyphs: cell.ASCII, Tier: cell.Mono})
	for range engine.TicksPerSecond / 2 {
		g.Step(engine.Input{engine.Idle, engine.Idle})
		v.Observe(g.Events)
	}

	var f cell.Frame
	f.Resize(80, 24)
	v.Draw(&f, g)
	for _, row := range strings.Split(f.String(), "\n")[5:8] {
		fmt.Println(strings.TrimSpace(row[24:44]))
	}
	// Output:
	// /      \
	// <  2   >
	// \______/
}
