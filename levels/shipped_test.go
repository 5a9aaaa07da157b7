package levels

import (
	"bytes"
	"flag"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
	"arkterm/engine/spec"
)

var update = flag.Bool("update", false, "renew the files in testdata")

// shippedTexts returns the shipped files, in order.
func shippedTexts(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(shipped, "shipped/*.level")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range names {
		text, err := fs.ReadFile(shipped, name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// campaignLevels returns the levels of the campaign and of its second routes.
func campaignLevels() []spec.Level { return append(Shipped().Levels, routeLevels().Levels...) }

// picture draws a level with one character per half unit horizontally and per unit vertically: the number of hits of a
// brick, # for a wall, * for an emitter, @ for a boss, and = for the paddle.
func picture(l spec.Level) string {
	var rows [int(spec.FieldH)][]byte
	for y := range rows {
		rows[y] = bytes.Repeat([]byte{' '}, 2*int(spec.FieldW))
		for x := range rows[y] {
			if math.Abs(pointOfCell(x, y).X-spec.FieldW/2) < 3.6 && math.Abs(pointOfCell(x, y).Y-spec.PaddleY) < 0.8 {
				rows[y][x] = '='
			}
		}
	}
	for _, b := range l.Bricks {
		lo, hi := b.Shape.Bounds()
		for y := int(lo.Y); y <= int(hi.Y); y++ {
			for x := int(2 * lo.X); x <= int(2*hi.X) && x < len(rows[y]); x++ {
				if b.Shape.Contains(pointOfCell(x, y)) {
					rows[y][x] = symbolOf(b)
				}
			}
		}
	}
	if s := &l.Boss; s.Kind != spec.NoBoss {
		for y := range rows {
			for x := range rows[y] {
				if s.At.Sub(pointOfCell(x, y)).Norm() < spec.Bosses[s.Kind].Radius {
					rows[y][x] = '@'
				}
			}
		}
	}
	for _, e := range l.Emitters {
		rows[min(len(rows)-1, int(e.At.Y))][min(len(rows[0])-1, int(2*e.At.X))] = '*'
	}
	var s strings.Builder
	for _, row := range rows {
		s.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return s.String()
}

// pointOfCell returns the center of a character of a picture.
func pointOfCell(x, y int) geom.Vec { return geom.Vec{X: (float64(x) + 0.5) / 2, Y: float64(y) + 0.5} }

// symbolOf returns the character for a brick in a picture.
func symbolOf(b spec.BrickSpec) byte {
	row := spec.Kinds[b.Kind]
	switch {
	case b.Kind == spec.Wall:
		return '#'
	case row.Mark == '#':
		return 'M'
	case row.Mark != 0:
		return byte(row.Mark)
	case b.Hits > 0:
		return '0' + b.Hits
	}
	return '0' + row.Hits
}

func TestLevelsLookAsDrawn(t *testing.T) {
	for _, l := range append(Shipped().Levels, lab(t).Levels...) {
		got := picture(l)
		file := filepath.Join("testdata", strings.ToLower(strings.ReplaceAll(l.Name, " ", "-"))+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || got != string(want) {
			t.Errorf("%s differs from %s (update with go test -update):\n%s", l.Name, file, got)
		}
	}
}

func TestSixWorldsAreShipped(t *testing.T) {
	p := Shipped()
	worlds := p.Worlds()
	if len(worlds) != 6 {
		t.Fatalf("Shipped() has %d worlds, want 6", len(worlds))
	}
	for _, w := range worlds {
		if w.NumLevels != 10 {
			t.Errorf("world %s has %d levels, want 10", w.Name, w.NumLevels)
		}
	}
	var kinds [len(spec.Kinds)]int
	var hues [spec.NumHues]int
	for _, l := range p.Levels {
		checkLevel(t, l)
		breakable := 0
		for _, b := range l.Bricks {
			kinds[b.Kind]++
			hues[b.Hue]++
			if b.Kind.Needed() {
				breakable++
			}
		}
		if breakable < 20 && l.Boss.Kind == spec.NoBoss || breakable > 80 || l.Author == "" {
			t.Errorf("%s: %d breakable bricks, author %q; want 20 to 80, fewer only with a boss, and an author",
				l.Name, breakable, l.Author)
		}
	}
	for k, n := range kinds[:spec.NumPlacedKinds] {
		if n == 0 && spec.Kind(k) != spec.Sprout {
			t.Errorf("no level has a brick of the kind %s", spec.Kinds[k].Name)
		}
	}
	for h, n := range hues {
		if n == 0 {
			t.Errorf("no level has the hue %d", h)
		}
	}
}

// TestGapsAtTheSideWallsAreNarrowOrWide checks that each gap between a brick and a side wall is either too narrow for
// balls, or much wider than a ball. In gaps of other widths, balls would bounce between brick and wall.
func TestGapsAtTheSideWallsAreNarrowOrWide(t *testing.T) {
	const narrow, wide = 2*engine.BallRadius - 0.2, 2
	for _, l := range campaignLevels() {
		for _, b := range l.Bricks {
			lo, hi := b.Shape.Bounds()
			for _, gap := range []float64{lo.X, spec.FieldW - hi.X} {
				if gap > narrow && gap < wide {
					t.Errorf(
						"%s: a gap of %.2f units between a side wall and the brick at %v, want it too narrow or "+
							"wide enough for a ball",
						l.Name, gap, lo)
				}
			}
		}
	}
}

// TestEveryBrickCanBeReached searches all positions that a ball can reach from the paddle, and breaks the bricks that
// it touches, until it finds no new ones. The ball is slightly larger than in the game, so that gaps that only a
// perfect shot could pass do not count.
func TestEveryBrickCanBeReached(t *testing.T) {
	for _, l := range campaignLevels() {
		if left := unreachableBricks(l, engine.BallRadius+0.1); len(left) > 0 {
			for _, i := range left {
				c, _ := l.Bricks[i].Shape.Circle()
				t.Errorf("%s: no ball reaches the brick at %.1f, %.1f", l.Name, c.X, c.Y)
			}
		}
	}
}

func TestUnreachableBricksFindsEnclosedBricks(t *testing.T) {
	const ring = "arkterm levels 1\nlevel: A\nlegend:\n  o plain 1\n  # cracked\n" +
		"rows:\n   #\n  # #\n   o\n  # #\n   #\n"
	walled := func(text string) spec.Level { // Parse rejects such a level
		l := mustParse(t, text+brick).Levels[0]
		for i := range l.Bricks {
			if l.Bricks[i].Kind == spec.Cracked {
				l.Bricks[i].Kind = spec.Wall
			}
		}
		return l
	}
	if left := unreachableBricks(walled(ring), 0.6); len(left) != 1 {
		t.Errorf("%d bricks are unreachable, want only the brick in the ring", len(left))
	}
	if left := unreachableBricks(walled(strings.Replace(ring, "   #\n", "   .\n", 1)), 0.6); len(left) != 0 {
		t.Errorf("unreachableBricks() of an open ring = %v, want none", left)
	}
}

// unreachableBricks returns the indices of the breakable bricks that no ball of radius r can reach.
func unreachableBricks(l spec.Level, r float64) []int {
	f := newFlood(l, r)
	f.visit(int(spec.PaddleY/floodStep)*f.w + f.w/2)
	for len(f.todo) > 0 {
		at := f.todo[len(f.todo)-1]
		f.todo = f.todo[:len(f.todo)-1]
		if len(f.inWay[at]) > 0 {
			f.breakAt(at)
			continue
		}
		for _, d := range [...]int{-1, 1, -f.w, f.w} {
			f.visit(at + d)
		}
	}
	var left []int
	for i, b := range l.Bricks {
		if b.Kind.Needed() && !f.gone[i] {
			left = append(left, i)
		}
	}
	return left
}

// floodStep is the distance between two positions, in units.
const floodStep = 0.25

// A flood contains the positions that a ball reaches. A position that bricks block is visited after they are
// broken.
type flood struct {
	l     spec.Level
	w, h  int
	r     float64
	inWay [][]int // per position: the bricks that a ball there would overlap
	cells [][]int // per brick: those positions
	seen  []bool
	gone  []bool
	todo  []int
}

func newFlood(l spec.Level, r float64) *flood {
	f := &flood{l: l, w: int(spec.FieldW / floodStep), h: int(spec.FieldH / floodStep), r: r}
	f.inWay, f.seen = make([][]int, f.w*f.h), make([]bool, f.w*f.h)
	f.cells, f.gone = make([][]int, len(l.Bricks)), make([]bool, len(l.Bricks))
	for i, b := range l.Bricks {
		if b.PassDir != (geom.Vec{}) {
			continue
		}
		lo, hi := b.Shape.Bounds()
		for y := max(0, int((lo.Y-r)/floodStep)); y < f.h && float64(y)*floodStep <= hi.Y+r; y++ {
			for x := max(0, int((lo.X-r)/floodStep)); x < f.w && float64(x)*floodStep <= hi.X+r; x++ {
				if at := y*f.w + x; b.Shape.Distance(f.place(at)) < r {
					f.inWay[at], f.cells[i] = append(f.inWay[at], i), append(f.cells[i], at)
				}
			}
		}
	}
	return f
}

func (f *flood) place(at int) geom.Vec {
	return geom.Vec{X: float64(at%f.w) * floodStep, Y: float64(at/f.w) * floodStep}
}

// visit marks the bricks that a ball next to the position touches.
func (f *flood) visit(at int) {
	if at < 0 || at >= len(f.seen) || f.seen[at] {
		return
	}
	if q := f.place(at); q.X < f.r || q.Y < f.r || q.X > spec.FieldW-f.r || q.Y > spec.FieldH-f.r {
		return
	}
	f.seen[at] = true
	f.todo = append(f.todo, at)
}

// breakAt breaks the breakable bricks that block a position.
func (f *flood) breakAt(at int) {
	for _, i := range slices.Clone(f.inWay[at]) {
		if !spec.Kinds[f.l.Bricks[i].Kind].Breakable {
			continue
		}
		f.gone[i] = true
		for _, c := range f.cells[i] {
			f.inWay[c] = slices.DeleteFunc(f.inWay[c], func(k int) bool { return k == i })
			if f.seen[c] && len(f.inWay[c]) == 0 {
				f.todo = append(f.todo, c)
			}
		}
	}
}
