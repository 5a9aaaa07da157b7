package levels

import (
	"flag"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/geom"
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

// picture draws a level with one character for half a unit across and a unit
// down: the hits that a brick takes, # for a wall, * for an emitter, and = for
// the paddle.
func picture(l engine.Level) string {
	var s strings.Builder
	for y := range int(engine.FieldH) {
		row := make([]byte, 2*int(engine.FieldW))
		for x := range row {
			at := geom.Vec{X: (float64(x) + 0.5) / 2, Y: float64(y) + 0.5}
			row[x] = ' '
			if math.Abs(at.X-engine.FieldW/2) < 3.6 && math.Abs(at.Y-engine.PaddleY) < 0.8 {
				row[x] = '='
			}
			for _, b := range l.Bricks {
				if b.Shape.Contains(at) {
					row[x] = symbolOf(b)
				}
			}
			for _, e := range l.Emitters {
				if int(2*e.At.X) == x && int(e.At.Y) == y {
					row[x] = '*'
				}
			}
		}
		s.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return s.String()
}

func symbolOf(b engine.BrickSpec) byte {
	row := engine.Kinds[b.Kind]
	switch {
	case b.Kind == engine.Wall:
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
			t.Errorf("%s is not as in %s (go test -update renews it):\n%s", l.Name, file, got)
		}
	}
}

func TestEighteenLevelsAreShipped(t *testing.T) {
	p := Shipped()
	if len(p.Levels) != 18 {
		t.Fatalf("%d levels", len(p.Levels))
	}
	var kinds [len(engine.Kinds)]int
	var hues [engine.Hues]int
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
		if breakable < 25 || breakable > 60 || l.Author == "" {
			t.Errorf("%s: %d bricks to break, by %q", l.Name, breakable, l.Author)
		}
	}
	for k, n := range kinds[:engine.PlacedKinds] {
		if n == 0 && engine.Kind(k) != engine.Sprout && engine.Kind(k) != engine.Cracked {
			t.Errorf("no level has a brick that is %s", engine.Kinds[k].Name)
		}
	}
	for h, n := range hues {
		if n == 0 {
			t.Errorf("no level has the hue %d", h)
		}
	}
}

// A gap between a brick and a side wall either lets a ball pass with room to
// spare or does not let it in: in between it would rattle up and down.
func TestGapsAtTheSideWallsAreNarrowOrWide(t *testing.T) {
	const narrow, wide = 2*engine.BallRadius - 0.2, 2
	for _, l := range Shipped().Levels {
		for _, b := range l.Bricks {
			lo, hi := b.Shape.Bounds()
			for _, gap := range []float64{lo.X, engine.FieldW - hi.X} {
				if gap > narrow && gap < wide {
					t.Errorf("%s: %.2f units between a side wall and the brick at %v", l.Name, gap, lo)
				}
			}
		}
	}
}

// TestEveryBrickCanBeReached floods the field with places where a ball has
// room, from the paddle on, and breaks what they touch until nothing new is
// touched. The ball is a little larger than the game's, so that a gap that
// only a perfect shot would pass does not count.
func TestEveryBrickCanBeReached(t *testing.T) {
	for _, l := range Shipped().Levels {
		if left := sealed(l, engine.BallRadius+0.1); len(left) > 0 {
			for _, i := range left {
				c, _ := l.Bricks[i].Shape.Circle()
				t.Errorf("%s: no ball gets to the brick at %.1f, %.1f", l.Name, c.X, c.Y)
			}
		}
	}
}

func TestSealedSeesWhatIsWalledIn(t *testing.T) {
	const ring = "arkterm levels 1\nlevel: A\nlegend:\n  o plain 1\n  # cracked\nrows:\n   # #\n  # o #\n   # #\n"
	walled := func(text string) engine.Level { // Parse itself refuses such a level
		l := parse(t, text+brick).Levels[0]
		for i := range l.Bricks {
			if l.Bricks[i].Kind == engine.Cracked {
				l.Bricks[i].Kind = engine.Wall
			}
		}
		return l
	}
	if left := sealed(walled(ring), 0.6); len(left) != 1 {
		t.Errorf("%d bricks are out of reach, want the one in the ring", len(left))
	}
	if left := sealed(walled(strings.Replace(ring, "   # #\n", "   # .\n", 1)), 0.6); len(left) != 0 {
		t.Errorf("the open ring keeps %v", left)
	}
}

// sealed returns the breakable bricks that no ball of radius r can reach.
func sealed(l engine.Level, r float64) []int {
	const step = 0.25 // units between places
	w, h := int(engine.FieldW/step), int(engine.FieldH/step)
	gone := make([]bool, len(l.Bricks))
	for {
		broke := false
		seen := make([]bool, w*h)
		todo := []int{int(engine.PaddleY/step)*w + w/2}
		seen[todo[0]] = true
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			x, y := at%w, at/w
			q := geom.Vec{X: float64(x) * step, Y: float64(y) * step}
			if q.X < r || q.Y < r || q.X > engine.FieldW-r || q.Y > engine.FieldH-r {
				continue
			}
			room := true
			for i, b := range l.Bricks {
				c, reach := b.Shape.Circle()
				if gone[i] || b.Way != (geom.Vec{}) || c.Sub(q).Norm() > reach+r || b.Shape.Distance(q) >= r {
					continue
				}
				room = false
				if engine.Kinds[b.Kind].Breaks {
					gone[i], broke = true, true
				}
			}
			if !room {
				continue
			}
			for _, d := range [...]int{-1, 1, -w, w} {
				if n := at + d; n >= 0 && n < len(seen) && !seen[n] {
					seen[n] = true
					todo = append(todo, n)
				}
			}
		}
		if !broke {
			break
		}
	}
	var left []int
	for i, b := range l.Bricks {
		if b.Kind.Needed() && !gone[i] {
			left = append(left, i)
		}
	}
	return left
}
