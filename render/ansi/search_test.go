package ansi

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A search uses simulated annealing to find the order of changed cells that takes the fewest bytes. It moves
// neighboring cells to another place in the order and keeps improvements, and at first also small deteriorations.
type search struct {
	e     *Encoder
	cells []int32
	at    []cursorState // cursor after each cell
	cost  []int         // number of bytes up to each cell
	start cursorState

	complements map[rune]rune // inverse glyphs; nil if they may not be sent
}

// bytesOf returns the cursor after cell i is sent at cursor h, and the number of bytes.
func (s *search) bytesOf(h cursorState, i int32) (cursorState, int) {
	m := s.e.contentAfter(int(i))
	r := targetAt(int(i)%s.e.w, int(i)/s.e.w)
	n := moveCost(&h, &r)
	if gap := int(r.x) - h.x; h.posKnown && h.styleKnown && h.y == int(r.y) && gap > 0 && gap < n {
		again := 0
		for k := i - int32(gap); k < i; k++ {
			again += utf8.RuneLen(s.e.contentAfter(int(k)).glyph)
			if !s.e.contentAfter(int(k)).matchesStyle(h.look) {
				again = n
			}
		}
		n = min(n, again)
	}
	h.x, h.y, h.posKnown = int(r.x)+1, int(r.y), true
	if !h.styleKnown || !m.matchesStyle(h.look) {
		g := group{
			look: m.look, blank: m.blank() && h.styleKnown && h.look.attr&cell.Reverse == 0,
			fgBytes: m.look.fg.size(), bgBytes: m.look.bg.size(),
		}
		n += styleCost(&h.look, &g)
		if g.blank {
			g.look.fg, g.look.attr = h.look.fg, h.look.attr
		}
		h.look, h.styleKnown = g.look, true
	}
	return h, n + utf8.RuneLen(m.glyph)
}

// count returns the number of bytes of the whole order.
func (s *search) count() int {
	h, sum := s.start, 0
	for k, i := range s.cells {
		var n int
		h, n = s.bytesOf(h, i)
		sum += n
		s.at[k], s.cost[k] = h, sum
	}
	return sum
}

// tryMove moves the cells from:from+length before the cell at to. It returns the number of additional bytes. If that
// exceeds allowed, it undoes the move.
func (s *search) tryMove(from, length, to, allowed int) int {
	lo, hi := min(from, to), max(from+length, to)
	rotate := func(k int) {
		slices.Reverse(s.cells[lo : lo+k])
		slices.Reverse(s.cells[lo+k : hi])
		slices.Reverse(s.cells[lo:hi])
	}
	back := hi - lo - length
	if to < from {
		rotate(hi - lo - length)
		back = length
	} else {
		rotate(length)
	}

	h, sum := s.start, 0
	if lo > 0 {
		h, sum = s.at[lo-1], s.cost[lo-1]
	}
	k := lo
	for ; k < len(s.cells); k++ {
		if k >= hi && h == s.at[k-1] {
			break // the remaining cells cost the same as before
		}
		var n int
		h, n = s.bytesOf(h, s.cells[k])
		sum += n
	}
	more := sum - s.cost[k-1]
	if more > allowed {
		rotate(back)
		return 0
	}
	s.count()
	return more
}

// tryComplement replaces a cell's glyph by its complement and exchanges the colors. It returns the number of additional
// bytes. If that exceeds allowed, it undoes the change.
func (s *search) tryComplement(k, allowed int) int {
	m := s.e.contentAfter(int(s.cells[k]))
	other, ok := s.complements[m.glyph]
	if !ok || m.look.attr != 0 {
		return 0
	}
	before, old := s.cost[len(s.cost)-1], *m
	m.glyph, m.look.fg, m.look.bg = other, m.look.bg, m.look.fg
	more := s.count() - before
	if more > allowed {
		*m = old
		s.count()
		return 0
	}
	return more
}

// complements returns the inverse glyph of each glyph of a set that has one.
func complements(g cell.Glyphs) map[rune]rune {
	all := map[rune]rune{}
	blocks := g.Blocks()
	for k, r := range blocks[1 : len(blocks)-1] {
		all[r] = blocks[len(blocks)-2-k]
	}
	for _, s := range g.Shapes() {
		if s.Glyph != 0 && s.Inverse != 0 && s.Inverse != '█' {
			all[s.Glyph], all[s.Inverse] = s.Inverse, s.Glyph
		}
	}
	return all
}

// best returns the minimum number of bytes found in the given number of trials, and sets the cells to that order.
func (s *search) best(rng *rand.Rand, trials int) int {
	now := s.count()
	minimum, order := now, slices.Clone(s.cells)
	for t := range trials {
		temperature := 4 * math.Pow(0.05, float64(t)/float64(trials))
		if s.complements != nil && t%4 == 0 {
			now += s.tryComplement(rng.IntN(len(s.cells)), int(-temperature*math.Log(1-rng.Float64())))
			minimum = min(minimum, now)
			continue
		}
		length := 1 + rng.IntN(min(8, len(s.cells)))
		from := rng.IntN(len(s.cells) - length + 1)
		to := from + length + rng.IntN(40) - 20
		if to = min(max(to, 0), len(s.cells)); to >= from && to <= from+length {
			continue
		}
		now += s.tryMove(from, length, to, int(-temperature*math.Log(1-rng.Float64())))
		if now < minimum {
			minimum = now
			copy(order, s.cells)
		}
	}
	copy(s.cells, order)
	return minimum
}

// encodedBytes returns the number of bytes that an Encoder writes for the cells in the current order.
func (s *search) encodedBytes() int {
	e := Encoder{
		tier: s.e.tier, w: s.e.w, h: s.e.h, shown: s.e.shown, scratch: s.e.scratch, cursor: s.start,
		rightmost: s.e.w - 1,
	}
	var dst []byte
	for _, i := range s.cells {
		dst = e.moveTo(dst, int(i)%e.w, int(i)/e.w)
		dst = e.put(dst, e.contentAfter(int(i)))
	}
	return len(dst)
}

// A searchGame is a game that provides frames for a search. The size is in cells.
type searchGame struct {
	name   string
	levels []spec.Level
	setup  engine.Setup
	w, h   int
}

// frames plays the game for the given number of seconds, with frames at 30 fps. Every two seconds it calls f with two
// consecutive frames.
func (p *searchGame) frames(t *testing.T, seconds int, f func(before, after *cell.Frame)) {
	t.Helper()
	p.setup.Seed = 7
	game, err := engine.New(engine.Config{Setup: p.setup, Levels: p.levels})
	if err != nil {
		t.Fatal(err)
	}
	player, view := bot.New(7), render.NewView(render.Options{Glyphs: cell.Sextant})
	var frames [2]cell.Frame
	const ticksPerFrame = engine.TicksPerSecond / 30
	for tick := range seconds * engine.TicksPerSecond {
		game.Step(engine.Input{player.Play(game)})
		view.Observe(game.Events)
		if tick%ticksPerFrame > 0 {
			continue
		}
		now := &frames[tick/ticksPerFrame%2]
		now.Resize(p.w, p.h)
		view.Draw(now, game)
		if tick%(2*engine.TicksPerSecond) == engine.TicksPerSecond {
			f(&frames[(tick/ticksPerFrame+1)%2], now)
		}
	}
}

// TestOrderIsNearTheOptimum checks that frames of games take at most 8 % more bytes than the best order of cells that a
// long search finds. It also checks that sending complements of glyphs with exchanged colors would save at most 4 %,
// which does not justify their cost.
func TestOrderIsNearTheOptimum(t *testing.T) {
	if testing.Short() { // the search is slow
		return
	}
	shipped, storm := levels.Shipped().Levels, levels.Storm().Levels
	for _, p := range []searchGame{
		{"one ball", shipped, engine.Setup{}, 80, 24},
		{"level 20", shipped, engine.Setup{First: 19}, 80, 24},
		{"level 33", shipped, engine.Setup{First: 32}, 80, 24},
		{"level 33", shipped, engine.Setup{First: 32}, 120, 40},
		{"level 35", shipped, engine.Setup{First: 34}, 80, 24},
		{"level 60", shipped, engine.Setup{First: 59}, 80, 24},
		{"storm of 200", storm, engine.Setup{Mode: engine.Storm}, 80, 24},
	} {
		sent, best, rows := 0, 0, 0
		plain, swapped := 0, 0 // bytes in the best order, without and with complements
		rng := rand.New(rand.NewPCG(1, 2))
		p.frames(t, 10, func(before, after *cell.Frame) {
			var e Encoder
			e.Frame(nil, before)
			s := search{e: &e, start: e.cursor}
			e.scratch = new(scratch)
			sent += len(e.encode(nil, after, Limit{}))
			if len(e.changed) == 0 {
				return
			}
			s.at, s.cost = make([]cursorState, len(e.changed)), make([]int, len(e.changed))
			s.cells = slices.Clone(e.changed)
			rows += s.encodedBytes()
			s.cells = s.cells[:0]
			for _, r := range e.plan.runs {
				s.cells = append(s.cells, e.changed[r.from:r.to]...)
			}

			minimum := s.best(rng, *searchTrials)
			best += s.encodedBytes()
			plain += minimum
			s.complements = complements(cell.Sextant)
			swapped += min(minimum, s.best(rng, *searchTrials))
		})
		t.Logf("%-14s %-7s row by row %5d, sent %5d, the best found %5d: %.3f; with complements %.3f of that", p.name,
			fmt.Sprintf("%d×%d", p.w, p.h), rows, sent, best, float64(sent)/float64(best),
			float64(swapped)/float64(plain))
		if float64(sent) > 1.08*float64(best) {
			t.Errorf("%s: %d bytes, want at most 8 %% more than the best order, %d", p.name, sent, best)
		}
		if float64(swapped) < 0.96*float64(plain) {
			t.Errorf("%s: complements reduce %[3]d bytes to %[2]d, want a reduction by at most 4 %%", p.name, swapped,
				plain)
		}
	}
}

// searchTrials is the number of orders that a search tries for each frame.
var searchTrials = flag.Int("trials", 30_000, "number of orders that TestOrderIsNearTheOptimum tries for each frame")
