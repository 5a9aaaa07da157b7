package render

import (
	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/render/cell"
)

// name returns the name of the level that g plays, or "".
func (v *View) name(g *engine.Game) string {
	if g.Level >= 0 && g.Level < len(v.o.Names) {
		return v.o.Names[g.Level]
	}
	return ""
}

// hint returns the hint for the keys that matter now, or "".
func (v *View) hint(g *engine.Game) string {
	switch {
	case g.Phase == engine.Serve && g.Server > 0 && g.Mode.Faces():
		return v.hints.serve2
	case g.Phase == engine.Serve:
		return v.hints.serve
	case g.Recall:
		return v.hints.recall
	case g.CanWarp():
		return v.hints.warp
	case g.Phase == engine.Play && g.Shots > 0:
		return v.hints.shoot
	case g.Phase == engine.Play && engine.Modes[g.Mode].Rewinds:
		return v.hints.rewind
	}
	return ""
}

// multipliers are the texts of engine.Game.Multiplier, which counts halves.
var multipliers = [...]string{2: "1", 3: "1.5", 4: "2", 5: "2.5", 6: "3"}

func multiplier(g *engine.Game) string {
	if m := g.Multiplier(); m >= 2 && m < len(multipliers) {
		return multipliers[m]
	}
	return "?"
}

// hudGlyphSet holds the glyphs of the HUD and of menus.
type hudGlyphSet struct{ life, full, empty, times, next, shot, always, star, hollow rune }

var blockGlyphs = hudGlyphSet{'●', '━', '─', '×', '▸', '↑', '∞', '★', '☆'}

var hudGlyphs = [...]hudGlyphSet{
	cell.Quadrant: blockGlyphs,
	cell.Half:     {'●', '█', '─', '×', '▸', '↑', '∞', '*', '.'}, // for fonts of few glyphs
	cell.ASCII:    {'*', '=', '-', 'x', '>', '^', '-', '*', '.'},
	cell.Sextant:  blockGlyphs,
	cell.Octant:   blockGlyphs,
	cell.Mosaic:   blockGlyphs,
	cell.Braille:  blockGlyphs,
}

func (v *View) drawHUD(f *cell.Frame, g *engine.Game) {
	switch {
	case v.l.strip && v.open:
		v.drawMatchStrip(f, g)
	case v.l.strip:
		v.drawStrip(f, g)
	case v.open:
		v.drawMatchPanel(f, g)
	default:
		v.drawPanel(f, g)
	}
}

// drawPanel writes the HUD right of the field, in 13 of its 16 columns.
func (v *View) drawPanel(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	p := pen{f: f, y: l.hy}
	gap := 3 // rows between two parts
	if l.hh < 20 || g.Boss.Kind != spec.NoBoss {
		gap = 2
	}
	if l.hh >= 20 {
		p.y++
	}

	// Each part starts some rows below the last one.
	at := func(rows int, c cell.Color, a cell.Attr) { p.x, p.y, p.style = l.hx+2, p.y+rows, t.of(c, a) }
	label := func(rows int, s string) {
		at(rows, t.Soft, 0)
		p.text(s)
	}

	mode := &engine.Modes[g.Mode]
	at(0, t.Accent, cell.Bold)
	if mode.Usual {
		p.text("A R K T E R M")
	} else {
		p.capitals(mode.Title)
	}
	label(2, placeLabel(mode))
	p.style = t.of(t.Text, cell.Bold)
	p.number(place(g))
	at(1, t.Text, 0)
	if !mode.Rows {
		p.cut(v.name(g), hudW-3)
	}

	label(gap-1, "SCORE")
	at(1, t.Text, cell.Bold)
	p.number(g.Score)
	label(gap-1, "COMBO")
	at(1, t.Text, cell.Bold)
	v.combo(&p, g)

	if mode.TimeLimit > 0 {
		label(gap-1, "TIME")
		at(1, t.Text, cell.Bold)
		v.clock(&p, g)
	} else {
		label(gap-1, "BALLS")
		at(1, t.Life, 0)
		v.lives(&p, g)
	}

	if mode.Storm {
		label(gap-1, "STORM")
		at(1, t.Accent, cell.Bold)
		p.number(g.Swarm.Flying + g.Swarm.Waiting)
	} else {
		label(gap-1, "SPEED")
		at(1, t.Accent, 0)
		v.speed(&p, g, hudW-3)
	}

	if g.Shots > 0 {
		label(gap-1, "SHOTS ")
		p.style = t.of(t.Text, cell.Bold)
		p.number(g.Shots)
	}
	v.drawBossGauge(&p, g)
	v.drawGauges(&p, g, l.hy+l.hh-3)

	// The hint is always in the last row but one.
	if h := v.hint(g); h != "" {
		p.x, p.y, p.style = l.hx+1, l.hy+l.hh-2, t.of(t.Accent, cell.Bold)
		p.glyph(hudGlyphs[v.o.Glyphs].next)
		p.x++
		p.cut(h, hudW-3)
	}
}

func (v *View) combo(p *pen, g *engine.Game) {
	p.number(g.Combo)
	if g.Multiplier() > 2 {
		p.style = v.theme.of(v.theme.Accent, cell.Bold)
		p.text("  ")
		p.glyph(hudGlyphs[v.o.Glyphs].times)
		p.text(multiplier(g))
	}
}

// lives draws a dot for each remaining ball, or their number if the dots do not fit.
func (v *View) lives(p *pen, g *engine.Game) {
	if engine.Modes[g.Mode].Deathless {
		p.glyph(hudGlyphs[v.o.Glyphs].always)
		return
	}
	if g.Lives > engine.MaxLives {
		p.glyph(hudGlyphs[v.o.Glyphs].life)
		p.glyph(hudGlyphs[v.o.Glyphs].times)
		p.number(g.Lives)
		return
	}
	for i := range g.Lives {
		if i > 0 && !v.l.strip {
			p.x++
		}
		p.glyph(hudGlyphs[v.o.Glyphs].life)
	}
}

// speed draws a bar of w columns.
func (v *View) speed(p *pen, g *engine.Game, w int) {
	slow, fast := g.SpeedRange()
	share := min(max((g.Speed-slow)/(fast-slow), 0), 1)
	v.fillBar(p, int(share*float64(w)+0.5), w, v.theme.Accent)
}

// The widths of the parts of the strip, each with a column before it.
const (
	livesW = engine.MaxLives + 1
	speedW = 6
	timesW = 5
	shotsW = 4
)

// drawStrip writes the HUD into the row above the field, of 40 columns or more: level and name on the left;
// score, combo and lives on the right. Gauges replace the name; the hint to shoot follows them if there is
// room. Any other hint replaces the gauges too and, if it is too wide, combo and speed: no row below the
// strip is sure to be free.
func (v *View) drawStrip(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	p := pen{f, l.hx, l.hy, t.of(t.Accent, cell.Bold)}
	p.number(place(g))
	p.x++
	right := l.hx + l.hw
	room := right - livesW - speedW - timesW - numberWidth(g.Score) - 1 - p.x
	if g.Shots > 0 {
		room -= shotsW
	}
	h, last := v.hint(g), "" // before and after the gauges
	running := v.countGauges(g) > 0
	if running && (h == v.hints.shoot || h == v.hints.rewind || h == v.hints.warp) {
		h, last = "", h
	}
	all := h == "" || room >= len(h)
	if !all {
		room += speedW + timesW
	}
	p.style = t.of(t.Accent, 0)
	switch {
	case h == "" && running:
		end := p.x + room
		v.stripGauges(&p, g, end)
		if p.style = t.of(t.Accent, 0); p.x+len(last) <= end {
			p.text(last)
		}
	case h == "":
		h, p.style = v.name(g), t.of(t.Text, 0)
		fallthrough
	default:
		p.cut(h, room)
	}

	p.style = t.of(t.Life, 0)
	if engine.Modes[g.Mode].TimeLimit > 0 {
		p.x, p.style = right-timeWidth(g), t.of(t.Text, cell.Bold)
		v.clock(&p, g)
	} else {
		p.x = right - v.livesWidth(g)
		v.lives(&p, g)
	}
	right -= livesW
	if all {
		right -= speedW
		p.x = right + 1
		if engine.Modes[g.Mode].Storm {
			p.number(g.Swarm.Flying + g.Swarm.Waiting)
		} else {
			v.speed(&p, g, speedW-1)
		}
		right -= timesW
		if g.Multiplier() > 2 {
			p.x, p.style = right+1, t.of(t.Accent, cell.Bold)
			p.glyph(hudGlyphs[v.o.Glyphs].times)
			p.text(multiplier(g))
		}
	}
	right -= numberWidth(g.Score)
	p.x, p.style = right, t.of(t.Text, cell.Bold)
	p.number(g.Score)
	if g.Shots > 0 {
		p.x = right - shotsW
		p.glyph(hudGlyphs[v.o.Glyphs].shot)
		p.number(g.Shots)
	}
}
