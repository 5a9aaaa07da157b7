package ansi

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arkterm/render/cell"
)

// A flood draws frames with moving stripes and balls. Their changes exceed the limit of a slow terminal.
type flood struct {
	f          cell.Frame
	rng        *rand.Rand
	balls      []cell.Part
	tick       int
	wideGlyphs bool // also draw glyphs of two columns
}

// newFlood returns a flood with the given number of balls.
func newFlood(balls int) *flood {
	fl := &flood{rng: rand.New(rand.NewPCG(1, 2))}
	fl.f.Resize(60, 20)
	for k := range balls {
		fl.balls = append(fl.balls, cell.Part{X: fl.rng.IntN(58), Y: fl.rng.IntN(19), W: 2, H: 2, ID: k + 1})
	}
	return fl
}

// next draws the next frame. Each ball has a unique color.
func (fl *flood) next() *cell.Frame {
	fl.tick++
	f := &fl.f
	for i := range f.Cells {
		x, y := i%f.W, i/f.W
		f.Cells[i] = cell.Cell{
			Glyph: rune('a' + (x+fl.tick/3*y)%7), Fg: cell.Color(x/9+y+fl.tick/9) % 9 * 0x1b0007,
			Bg: 0x101010,
		}
	}
	f.Urgent = f.Urgent[:0]
	for k := range fl.balls {
		b := &fl.balls[k]
		b.X, b.Y = min(max(b.X+fl.rng.IntN(3)-1, 0), 58), min(max(b.Y+fl.rng.IntN(3)-1, 0), 18)
		f.Fill(b.X, b.Y, b.W, b.H, 'o', cell.Style{Fg: cell.Color(0xff0000 + k), Bg: 0x202020})
		f.Urgent = append(f.Urgent, *b)
	}
	if fl.wideGlyphs {
		for y := range f.H {
			f.Text((y*7+fl.tick/2)%f.W-1, y, specialTexts[y%len(specialTexts)], cell.Style{
				Fg: cell.Color(fl.tick/5) % 3 * 0x3f0000,
				Bg: 0x101010,
			})
		}
	}
	return f
}

// TestPartialFrame checks that each cell shows its content in one of the frames since the oldest pending one, and that
// the most urgent part is always up to date. Omitted cells are sent when the picture no longer changes.
func TestPartialFrame(t *testing.T) {
	for _, c := range []struct {
		limit, balls int
		bleeds       bool
		maxLate      int64 // maximum number of consecutive frames that omit a cell
	}{{200, 1, false, 70}, {200, 1, true, 120}, {600, 1, false, 25}, {400, 25, false, 150}, {64, 3, false, 400}} {
		var e Encoder
		e.SetBleed(c.bleeds)
		fl := newFlood(c.balls)
		screen := NewEmulator(fl.f.W, fl.f.H)
		var past [][]EmulatorCell // the frames as the terminal should show them
		var buf []byte
		sent, late := 0, int64(0)
		const frame, frames = 33_000_000, 200
		for n := int64(1); n <= frames; n++ {
			f := fl.next()
			if n == frames/2 {
				e.Forget()
				screen.Erase()
			}
			buf = e.PartialFrame(buf[:0], f, Limit{c.limit, n * frame})
			screen.Write(buf)
			sent += len(buf)
			now := make([]EmulatorCell, len(f.Cells))
			for i := range f.Cells {
				now[i] = EmulatorCellAt(f, i, cell.Truecolor)
			}
			past = append(past, now)

			count, since := e.Pending()
			from := n
			if count > 0 {
				from = since / frame
				late = max(late, n-from)
			}
			wrong := 0
			for i := range now {
				if screen.Cells[i] == now[i] {
					continue
				}
				wrong++
				old := slices.ContainsFunc(past[max(from-2, 0):],
					func(p []EmulatorCell) bool { return p[i] == screen.Cells[i] })
				if !old && screen.Cells[i].Rune != ' ' { // a blank may precede the first frame
					t.Fatalf("%+v, frame %d: cell %d shows %v, want its content in a frame since %d", c, n, i,
						screen.Cells[i],
						from-1)
				}
			}
			if wrong > count {
				t.Fatalf("%+v, frame %d: Pending() = %d cells, but %d cells differ", c, n, count, wrong)
			}
			if c.limit > 64 && n > 1 {
				checkFirstBall(t, screen, fl)
			}
		}
		if mean := sent / frames; mean > c.limit*3/2 {
			t.Errorf("%+v: %d bytes per frame, want at most %d", c, mean, c.limit*3/2)
		}
		if late > c.maxLate {
			t.Errorf("%+v: %d consecutive frames omitted the same cell, want at most %d", c, late, c.maxLate)
		}

		f := &fl.f
		n := int64(frames + 1)
		for ; n < 2*frames; n++ {
			buf = e.PartialFrame(buf[:0], f, Limit{c.limit, n * frame})
			screen.Write(buf)
			if count, _ := e.Pending(); count == 0 {
				break
			}
		}
		if left := screen.Diff(f, cell.Truecolor); left != "" {
			t.Errorf("%+v: after %d equal frames, the terminal differs: %s", c, n-frames, left)
		}
		if buf = e.PartialFrame(buf[:0], f, Limit{c.limit, n * frame}); len(buf) > 0 {
			t.Errorf("%+v: an equal frame sends %q, want nothing", c, buf)
		}
	}
}

// checkFirstBall fails unless the first ball is shown only at its current position.
func checkFirstBall(t *testing.T, screen *Emulator, fl *flood) {
	t.Helper()
	for i, c := range fl.f.Cells {
		want := c.Fg == 0xff0000
		if shown := screen.Cells[i].Fg == ColorParams(0xff0000, cell.Truecolor) &&
			screen.Cells[i].Rune == 'o'; shown != want {
			t.Fatalf("frame %d: the terminal shows the first ball in column %d of row %d: %v, want %v", fl.tick,
				i%fl.f.W,
				i/fl.f.W, shown, want)
		}
	}
}

// TestRemovedPart checks that a part that is no longer in the frame is removed from the terminal immediately.
func TestRemovedPart(t *testing.T) {
	var e Encoder
	fl := newFlood(1)
	screen := NewEmulator(fl.f.W, fl.f.H)
	show := func(n int64) { screen.Write(e.PartialFrame(nil, fl.next(), Limit{200, n})) }
	for n := range int64(50) {
		show(n)
	}
	fl.balls = nil
	show(50)
	checkFirstBall(t, screen, fl)
}

// TestLargeLimitSendsTheFrame checks that PartialFrame has the same output as Frame if the limit is large enough, and
// that it does not allocate with any limit.
func TestLargeLimitSendsTheFrame(t *testing.T) {
	var full, partial Encoder
	a, b := newFlood(5), newFlood(5)
	for n := range int64(30) {
		want, got := full.Frame(nil, a.next()), partial.PartialFrame(nil, b.next(), Limit{1 << 16, n})
		if string(want) != string(got) {
			t.Fatalf("frame %d: sent %q, want %q", n, got, want)
		}
	}
	buf, n := make([]byte, 0, 1<<16), int64(30)
	if allocs := testing.AllocsPerRun(100, func() {
		n++
		buf = partial.PartialFrame(buf[:0], b.next(), Limit{200, n})
	}); allocs > 0 && !testing.Short() {
		t.Errorf("PartialFrame allocates %v times, want 0", allocs)
	}
}

// TestPendingAfterChanges forgets cells and changes settings between frames. At most as many cells may differ as
// Pending returns, and a frame without a limit must send them all.
func TestPendingAfterChanges(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 9))
		fl := newFlood(rng.IntN(12))
		fl.wideGlyphs = seed%2 == 1
		var e Encoder
		screen, tier := NewEmulator(fl.f.W, fl.f.H), cell.Truecolor
		for n := range int64(100) {
			switch rng.IntN(12) {
			case 0:
				e.Forget()
				screen.Erase()
			case 1:
				tier = cell.Tier(rng.IntN(int(cell.Mono) + 1))
				e.SetTier(tier)
			case 2:
				e.SetBleed(rng.IntN(2) == 0)
			case 3:
				e.ForgetCursor()
			case 4:
				fl.balls = fl.balls[:rng.IntN(len(fl.balls)+1)]
			}
			f, limit := fl.next(), []int{0, 1, 64, 150, 400, 3000}[rng.IntN(6)]
			screen.Write(e.PartialFrame(nil, f, Limit{limit, n * 33_000_000}))

			count, _ := e.Pending()
			wrong := 0
			for i := range f.Cells {
				if screen.Cells[i] != EmulatorCellAt(f, i, tier) {
					wrong++
				}
			}
			if wrong > count || limit == 0 && count > 0 {
				t.Fatalf("seed %d, frame %d, limit %d: %d cells differ, but Pending() = %d cells", seed, n, limit,
					wrong,
					count)
			}
		}
	}
}

// TestPartialFramesComplete checks that the terminal shows a picture that does not change after a bounded number of
// bytes. This holds for any limit, even if glyphs reach into neighboring cells.
func TestPartialFramesComplete(t *testing.T) {
	for limit := 20; limit <= 400; limit += 19 {
		for _, wide := range []bool{false, true} {
			fl := newFlood(3)
			fl.wideGlyphs = wide
			var e Encoder
			e.SetBleed(true)
			screen := NewEmulator(fl.f.W, fl.f.H)
			for n := range int64(20) {
				screen.Write(e.PartialFrame(nil, fl.next(), Limit{limit, n * 33_000_000}))
			}
			e.Forget()
			screen.Erase()
			var full Encoder
			maxBytes, sent := 4*len(full.Frame(nil, &fl.f)), 0
			for n, left := int64(20), 1; left > 0; n++ {
				buf := e.PartialFrame(nil, &fl.f, Limit{limit, n * 33_000_000})
				screen.Write(buf)
				if sent += len(buf); sent > maxBytes {
					t.Fatalf("limit %d, wide %v: after %d bytes, %d cells are pending, want 0", limit, wide, sent, left)
				}
				left, _ = e.Pending()
			}
			if left := screen.Diff(&fl.f, cell.Truecolor); left != "" {
				t.Errorf("limit %d, wide %v: the terminal differs from the frame: %s", limit, wide, left)
			}
			if buf := e.Frame(nil, &fl.f); len(buf) > 0 {
				t.Errorf("limit %d, wide %v: an equal frame sends %q, want nothing", limit, wide, buf)
			}
		}
	}
}
