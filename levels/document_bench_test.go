package levels

import (
	"os"
	"testing"

	"arkterm/engine/spec"
)

// BenchmarkEditCell sets a cell of a level with about 80 bricks and parses the level.
func BenchmarkEditCell(b *testing.B) {
	d := ParseDocument("x.level", benchmarkedLevel(b))
	grid := d.Level(0).Drawings[0].Grid
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		c := grid.Nearest(Cell{i * 7 % grid.Rows, i % grid.Cols})
		dab := Dab{Cell: c, Brick: Brick{Kind: spec.Plain, Hue: uint8(i % spec.NumHues)}, Empty: i%3 == 0}
		if err := d.Apply(SetCells{Cells: []Dab{dab}}); err != nil {
			b.Fatal(err)
		}
		d.Level(0)
		if i%1000 == 0 {
			for d.Undo() {
			}
			d.TakeRecords()
		}
	}
}

// BenchmarkParseEdited parses the file of BenchmarkEditCell for comparison.
func BenchmarkParseEdited(b *testing.B) {
	text := []byte(benchmarkedLevel(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("x.level", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnreachable searches for unreachable bricks in the level of BenchmarkEditCell.
func BenchmarkUnreachable(b *testing.B) {
	l := ParseDocument("x.level", benchmarkedLevel(b)).Level(0)
	for b.Loop() {
		l.Unreachable()
	}
}

// benchmarkedLevel returns the text of a level with about 80 bricks.
func benchmarkedLevel(b *testing.B) string {
	b.Helper()
	text, err := os.ReadFile("shipped/10-fortress.level")
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}
