package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// In the bonus phase after the last brick, the last row of the field shows the buckets: their sides and the points that
// they pay. After a ball has fallen into a bucket, the bucket shows the earned points for a while.

// paymentTicks is the number of ticks for which the earned points are shown: 0.75 s.
const paymentTicks = 3 * engine.TicksPerSecond / 4

// drawBuckets draws the buckets in the bonus phase.
func (v *View) drawBuckets(f *cell.Frame, g *engine.Game) {
	if g.Phase != engine.Bonus {
		return
	}
	l, t := &v.l, &v.theme
	row := l.y + l.rows - 1
	side := '│'
	if v.opts.Glyphs == cell.ASCII {
		side = '|'
	}
	f.Fill(l.x, row, l.cols, 1, ' ', t.Style(t.Text, 0))

	best := engine.BucketPoints[0]
	for _, points := range engine.BucketPoints {
		best = max(best, points)
	}
	for k, points := range engine.BucketPoints {
		left, right := v.bucketSide(k), v.bucketSide(k+1)
		if k > 0 {
			f.Set(left, row, side, t.Style(t.Walls, 0))
			left++
		}
		style := t.Style(t.Soft, 0)
		if points == best {
			style = t.Style(t.Accent, cell.Bold)
		}
		v.writePoints(f, left, right, row, points, style)
	}

	e := &v.effects
	for i := range e.payments.len() {
		p := e.payments.last(i)
		if e.now-p.born >= paymentTicks {
			continue
		}
		k := g.BucketAt(p.x)
		left, right := v.bucketSide(k), v.bucketSide(k+1)
		if k > 0 {
			left++
		}
		style := cell.Style{Fg: t.Chosen, Bg: t.Accent, Attr: cell.Bold}
		if v.opts.Tier == cell.Mono {
			style = t.Style(t.Text, cell.Bold|cell.Reverse)
		}
		f.Fill(left, row, right-left, 1, ' ', style)
		v.writePoints(f, left, right, row, p.points, style)
	}

	w := cell.Width(text.HUD.Buckets)
	if v.fieldOnly || l.cols < w {
		return
	}
	p := widget.NewPen(f, l.x+(l.cols-w)/2, l.y+int(messageHeight*float64(l.rows)), t.Style(t.Soft, 0))
	p.Text(text.HUD.Buckets)
}

// bucketSide returns the column of the left side of bucket k, or the column of the wall after the last bucket.
func (v *View) bucketSide(k int) int {
	if k == len(engine.BucketPoints) {
		return v.l.x + v.l.cols
	}
	col, _ := v.l.cellAt(v.l.fw*float64(k)/float64(len(engine.BucketPoints)), 0)
	return col
}

// writePoints writes points centered between two columns.
func (v *View) writePoints(f *cell.Frame, left, right, row, points int, style cell.Style) {
	p := widget.NewPen(f, left+max(0, right-left-widget.NumberWidth(points))/2, row, style)
	p.Number(points)
}
