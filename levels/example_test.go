package levels_test

import (
	"fmt"

	"arkterm/engine/spec"
	"arkterm/levels"
)

func ExampleParse() {
	pack, err := levels.Parse("key.level", []byte(`arkterm levels 1
level: Key
author: me
legend:
  o plain 3
  # wall
rows:
  o o . . . . #
 o . o o o o o
  o o . . o o .
hexagon: triple 5 at 32 25, radius 2.5, turn 15
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range pack.Levels {
		fmt.Printf("%s by %s, %d bricks\n", l.Name, l.Author, len(l.Bricks))
	}
	// Output: Key by me, 14 bricks
}

func ExampleErrors() {
	_, err := levels.Parse("key.level", []byte(`arkterm levels 1
level: Key
legend:
  o plain 3
rows:
  o o x
hexagon: triple 5 at 32 25, raduis 2.5
`))
	fmt.Println(err)
	// Output:
	// key.level:6:7: no 'x' in the legend: the legend has 'o'
	// key.level:7:29: unknown word "raduis", did you mean "radius"?
}

func ExampleDocument() {
	d := levels.ParseDocument("key.level", `arkterm levels 1
# A comment
level: Key
rows:
  . . .
   . .
  . . .
`)
	grid := d.Level(0).Drawings[0].Grid
	for _, c := range grid.Neighbors(levels.Cell{Row: 4, Col: 7}) {
		dab := levels.Dab{Cell: c, Brick: levels.Brick{Kind: spec.Double, Hue: 3}}
		if err := d.Apply(levels.SetCells{Cells: []levels.Dab{dab}}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(d.Text())
	// Output:
	// arkterm levels 1
	// # A comment
	// level: Key
	// legend:
	//   d double 3
	// rows:
	//   . . .
	//    . .
	//   . d .
	//    d d
	//   . . .
	//    d d
	//   . d .
}
