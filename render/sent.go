package render

import (
	"strings"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// In a match, a caught drop that affects the opponent flies to the opponent's paddle. A notice next to that paddle
// names the drop and its sender.

const (
	sentTicks       = 2 * engine.TicksPerSecond // duration of the notice in ticks
	sentFlightTicks = engine.TicksPerSecond / 2 // duration of the flight in ticks
	sentRows        = 3                         // rows from the paddle to the notice
)

// A sentDrop is the last drop that was sent to a paddle.
type sentDrop struct {
	kind spec.DropKind // NoDrop if there is none
	x    float64       // x coordinate of the paddle when the drop was sent
	born uint64
}

// recordSent records a sent drop.
func (v *View) recordSent(ev *engine.Event) {
	to := 0
	if ev.At.Y < v.l.fh/2 {
		to = 1
	}
	v.effects.sentDrops[to] = sentDrop{kind: spec.DropKind(ev.Value), x: ev.At.X, born: v.effects.now}
}

// eachSentDrop calls put for each recently sent drop, with its target paddle and its age.
func (v *View) eachSentDrop(g *engine.Game, put func(to int, d *sentDrop, age uint64)) {
	for to := range g.Paddles {
		d := &v.effects.sentDrops[to]
		if age := v.effects.now - d.born; v.openCeiling && d.kind != spec.NoDrop && age < sentTicks {
			put(to, d, age)
		}
	}
}

// drawSentDrops draws the drops that fly to the opponent's paddle.
func (v *View) drawSentDrops(f *cell.Frame, g *engine.Game) {
	v.eachSentDrop(g, func(to int, d *sentDrop, age uint64) {
		if age >= sentFlightTicks || v.opts.Effects == NoEffects {
			return
		}
		from, at := g.Capsule(1-to), g.Capsule(to)
		t := float64(age/sparkInterval*sparkInterval) / sentFlightTicks
		col, row := v.l.cellAt(from.X+(d.x-from.X)*t, from.Y+(at.Y-from.Y)*t)
		w := v.dropWidth()
		v.drawDrop(f, d.kind, col-w/2, row, w)
	})
}

// drawSentNotices writes the notices next to the paddles, behind the balls. The drop has the color of bad drops, and
// the sender has the color of the sender's paddle. A notice does not move with the paddle, so that it is easy to read.
func (v *View) drawSentNotices(f *cell.Frame, g *engine.Game) {
	v.eachSentDrop(g, func(to int, d *sentDrop, _ uint64) {
		l := &v.l
		word, name := text.Translate(spec.Drops[d.kind].Label), v.playerName(1-to)
		before, after, _ := strings.Cut(text.HUD.SentBy, "%s")
		w := 2 + cell.Width(word) + 2 + cell.Width(before) + cell.Width(after)
		nameW := min(cell.Width(name), l.cols-w)
		w += nameW
		col, row := l.cellAt(d.x, g.Capsule(to).Y)
		if col = max(l.x, min(col-w/2, l.x+l.cols-w)); to == 0 {
			row -= sentRows
		} else {
			row += sentRows
		}
		fieldRow := row // row before the field is flipped, because ballAt expects such rows
		if v.opts.Flipped {
			row = 2*l.y + l.rows - 1 - row
		}

		under := f.Cells[row*f.W+col : row*f.W+col+w]
		v.underNotice = append(v.underNotice[:0], under...)
		p := widget.NewPen(f, col, row, v.benefitStyle(spec.Bad))
		p.Glyph(' ')
		p.Text(word)
		p.Glyph(' ')
		p.Style = v.senderStyle(1 - to)
		p.Glyph(' ')
		p.Text(before)
		p.Cut(name, nameW)
		p.Text(after)
		p.Glyph(' ')

		for i := range under {
			if v.ballAt(col+i-l.x, fieldRow-l.y) {
				under[i] = v.underNotice[i]
			}
		}
	})
}

// senderStyle returns the style of the name of player k in a notice.
func (v *View) senderStyle(k int) cell.Style {
	if v.opts.Tier == cell.Mono {
		return v.theme.Style(v.theme.Text, cell.Bold|cell.Reverse)
	}
	ground := v.paddleInks[k].body
	return cell.Style{Fg: blackOrWhite(ground), Bg: ground, Attr: cell.Bold}
}
