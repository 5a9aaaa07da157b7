package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
)

// The panel right of the field is a list of parts, from top to bottom. A new one is a row of hudParts.

// A hudPart is a part of the HUD's panel.
type hudPart struct {
	rows func(v *View, g *engine.Game) int            // how many it needs now; 0: it is not shown
	draw func(v *View, p *pen, g *engine.Game, n int) // draws n rows of it from p on

	near  bool  // no blank row above it
	list  bool  // it may lose its last rows instead of all
	spare uint8 // if rows are few, parts with the greatest number go first; 0: never
}

var hudParts = [...]hudPart{
	{rows: (*View).wordmarkRows, draw: (*View).drawWordmark, spare: 9},
	{rows: modeRows, draw: (*View).drawMode},
	{rows: placeRows, draw: (*View).drawPlace, near: true},
	{rows: (*View).nameRows, draw: (*View).drawHUDName, near: true, spare: 7},
	{rows: bossRows, draw: (*View).drawBossHits},
	{rows: playerRows, draw: (*View).drawPlayers},
	{rows: matchRows, draw: (*View).drawRally},
	{rows: scoreRows, draw: (*View).drawScore},
	{rows: livesRows, draw: (*View).drawLives, near: true},
	{rows: nextLifeRows, draw: (*View).drawNextLife, near: true, spare: 6},
	{rows: scoreRows, draw: (*View).drawCombo},
	{rows: scoreRows, draw: (*View).drawComboMeter, near: true, spare: 5},
	{rows: goalRows, draw: (*View).drawGoals, list: true, spare: 3},
	{rows: stormRows, draw: (*View).drawStorm},
	{rows: speedRows, draw: (*View).drawSpeed, spare: 4},
	{rows: shotRows, draw: (*View).drawShots, near: true},
	{rows: (*View).gaugeCount, draw: (*View).drawGauges, list: true, spare: 1},
	{rows: (*View).fallingCount, draw: (*View).drawFalling, list: true, spare: 2},
}

const (
	hudReserve = 3 // rows that no blank rows take from the lists at the end
)

// drawPanel writes the HUD right of the field.
func (v *View) drawPanel(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	top := l.hy
	if l.hh >= 20 {
		top++
	}
	last := l.hy + l.hh - 2 // the row of the hint; the row below it is for notices
	h := v.hint(g)
	rows, gaps, double := v.fitPanel(g, last-1-top)
	if h == "" && !double {
		gaps += 2 // the row of the hint and the one above it are free
	}

	v.pen = pen{f: f, y: top} // not a local one: the calls through the table would allocate it
	p := &v.pen
	for i := range hudParts {
		part := &hudParts[i]
		if rows[i] == 0 {
			continue
		}
		if !part.near && p.y > top && gaps > 0 {
			p.y++
			gaps--
			if double {
				p.y++
			}
		}
		at := p.y
		p.x, p.style = l.hx+hudMargin, t.On(t.Text, 0)
		part.draw(v, p, g, rows[i])
		p.y = at + rows[i]
	}

	if h != "" {
		p.x, p.y, p.style = l.hx+hudMargin, last, t.On(t.Accent, cell.Bold)
		p.glyph(hudGlyphs[v.o.Glyphs].next)
		p.x++
		p.cut(h, v.l.hw-hudMargin-2)
	}
}

// fitPanel returns how many rows of room each part gets, how many of the parts get blank rows above them,
// and whether these are two each.
func (v *View) fitPanel(g *engine.Game, room int) (rows [len(hudParts)]int, gaps int, double bool) {
	all, fixed := 0, 0
	for i := range hudParts {
		rows[i] = hudParts[i].rows(v, g)
		all += rows[i]
	}
	for all > room {
		k := -1
		for i := range hudParts {
			if rows[i] > 0 && hudParts[i].spare > 0 && (k < 0 || hudParts[i].spare > hudParts[k].spare) {
				k = i
			}
		}
		if k < 0 {
			break // panels are higher than what is never spared
		}
		n := rows[k]
		if hudParts[k].list {
			n = min(n, all-room)
		}
		rows[k] -= n
		all -= n
	}

	first := true
	for i := range hudParts {
		if rows[i] == 0 {
			continue
		}
		if !hudParts[i].near && !first {
			gaps++
		}
		if !hudParts[i].list {
			fixed += rows[i]
		}
		first = false
	}
	double = room-max(all, fixed+2*hudReserve) >= 2*gaps
	if !double {
		gaps = min(gaps, room-all)
	}
	return rows, gaps, double
}

// wordmarkRows is the room of the game's name in big letters and of a blank row, if there is plenty.
func (v *View) wordmarkRows(*engine.Game) int {
	if v.l.hh < 30 || v.l.hudText() < hudWide {
		return 0
	}
	t, ok := v.fitBig(logo, 0, 0, v.l.hudText(), bannerHigh)
	if !ok {
		return 0
	}
	return t.h + 1
}

func (v *View) drawWordmark(p *pen, _ *engine.Game, _ int) {
	if t, ok := v.fitBig(logo, p.x, p.y, v.l.hudText(), bannerHigh); ok {
		t.x = p.x
		v.drawBig(p.f, t, logo, v.logoColor)
	}
}

func modeRows(_ *View, g *engine.Game) int { return rowIf(!engine.Modes[g.Mode].Usual) }

func (v *View) drawMode(p *pen, g *engine.Game, _ int) {
	p.style = v.theme.On(v.theme.Accent, cell.Bold)
	p.capitals(engine.Modes[g.Mode].Title, v.l.hudText())
}

func placeRows(v *View, _ *engine.Game) int { return rowIf(!v.open) }

func (v *View) drawPlace(p *pen, g *engine.Game, _ int) {
	mode := &engine.Modes[g.Mode]
	p.style = v.theme.On(v.theme.Soft, 0)
	if mode.Usual {
		p.style = v.theme.On(v.theme.Accent, cell.Bold)
	}
	p.text(placeLabel(mode))
	p.style = v.theme.On(v.theme.Text, cell.Bold)
	end := p.x + v.l.hudText() - cell.Width(placeLabel(mode))
	p.number(place(g))
	if w := g.World(); v.l.hudText() >= hudWide && cell.Width(w) < end-p.x-1 && !mode.Rows {
		p.x, p.style = end-cell.Width(w), v.theme.On(v.theme.Walls, 0) // in the world's light
		p.text(w)
	}
}

// hudName returns the name of the level, if the panel shows it.
func (v *View) hudName(g *engine.Game) string {
	if engine.Modes[g.Mode].Rows {
		return ""
	}
	return v.name(g)
}

func (v *View) nameRows(g *engine.Game) (n int) {
	for rest := v.hudName(g); rest != ""; n++ {
		_, rest = breakLine(rest, v.l.hudText())
	}
	return n
}

func (v *View) drawHUDName(p *pen, g *engine.Game, n int) {
	x, rest := p.x, v.hudName(g)
	for range n {
		var line string
		line, rest = breakLine(rest, v.l.hudText())
		p.x = x
		p.cut(line, v.l.hudText())
		p.y++
	}
}

func bossRows(_ *View, g *engine.Game) int {
	if _, ok := bossHits(g); ok {
		return 2
	}
	return 0
}

// drawBossHits writes the boss's name and hits, with a gauge below.
func (v *View) drawBossHits(p *pen, g *engine.Game, _ int) {
	b, x := bossOf(g), p.x
	p.style = v.theme.On(v.theme.Alarm, cell.Bold)
	p.capitals(b.label, v.l.hudText()-numberWidth(b.remaining)-1)
	p.x, p.style = x+v.l.hudText()-numberWidth(b.remaining), v.theme.On(v.theme.Text, cell.Bold)
	p.number(b.remaining)
	p.x, p.y = x, p.y+1
	b.color = v.theme.Alarm
	v.drawGauge(p, b, v.l.hudText())
}

func bossOf(g *engine.Game) gauge {
	b, _ := bossHits(g)
	return b
}

// scoreRows is the room of a part of games for points.
func scoreRows(v *View, _ *engine.Game) int { return rowIf(!v.open) }

func (v *View) drawScore(p *pen, g *engine.Game, _ int) { v.count(p, "SCORE", g.Score) }

func livesRows(v *View, _ *engine.Game) int { return rowIf(!v.open) }

func (v *View) drawLives(p *pen, g *engine.Game, _ int) {
	if engine.Modes[g.Mode].TimeLimit > 0 {
		v.label(p, "TIME", timeWidth(g))
		v.clock(p, g)
		return
	}
	dots := v.livesWidth(g)
	spread := g.Lives > 0 && dots == g.Lives && 2*dots-1+len("BALLS ") <= v.l.hudText()
	if spread {
		dots = 2*dots - 1
	}
	v.label(p, "BALLS", dots)
	p.style = v.theme.On(v.theme.Life, 0)
	v.lives(p, g, spread)
}

// nextLifeRows is the room for the points at which a ball is won, where points win any.
func nextLifeRows(v *View, g *engine.Game) int {
	mode := &engine.Modes[g.Mode]
	return rowIf(!v.open && !mode.Deathless && mode.TimeLimit == 0)
}

func (v *View) drawNextLife(p *pen, g *engine.Game, _ int) {
	x, at := p.x, engine.NextLife(g.Score)
	v.label(p, "NEXT", numberWidth(at))
	p.style = v.theme.On(v.theme.Soft, 0)
	p.number(at)
	if p.x-x >= len("NEXT o ")+numberWidth(at) {
		p.x, p.style = x+len("NEXT "), v.theme.On(v.theme.Life, 0)
		p.glyph(hudGlyphs[v.o.Glyphs].life)
	}
}

func (v *View) drawCombo(p *pen, g *engine.Game, _ int) {
	w, times := numberWidth(g.Combo), g.Multiplier() > 2
	if times {
		w += 2 + len(multiplier(g))
	}
	v.label(p, "COMBO", w)
	p.number(g.Combo)
	if times {
		p.style = v.theme.On(v.theme.Accent, cell.Bold)
		p.x++
		p.glyph(hudGlyphs[v.o.Glyphs].times)
		p.text(multiplier(g))
	}
}

// drawComboMeter draws how near the next multiplier is: full with the greatest one.
func (v *View) drawComboMeter(p *pen, g *engine.Game, _ int) {
	w := v.l.hudText()
	from, to := 0, 0 // the combos with this multiplier
	for _, c := range engine.Combos {
		if g.Combo >= c.Bricks {
			from = c.Bricks
			break
		}
		to = c.Bricks
	}
	fill := w
	if to > 0 {
		fill = (g.Combo - from) * w / (to - from)
	}
	v.fillBar(p, fill, w, v.theme.Accent)
}

func stormRows(_ *View, g *engine.Game) int { return rowIf(engine.Modes[g.Mode].Storm) }

func (v *View) drawStorm(p *pen, g *engine.Game, _ int) {
	v.count(p, "STORM", g.Swarm.Flying+g.Swarm.Waiting)
}

func speedRows(_ *View, g *engine.Game) int { return rowIf(!engine.Modes[g.Mode].Storm) }

func (v *View) drawSpeed(p *pen, g *engine.Game, _ int) {
	const label = "SPEED"
	w := v.l.hudText() - len(label) - 1
	v.label(p, label, w)
	v.speed(p, g, w)
}

func shotRows(_ *View, g *engine.Game) int { return rowIf(g.Shots > 0) }

func (v *View) drawShots(p *pen, g *engine.Game, _ int) { v.count(p, "SHOTS", g.Shots) }
