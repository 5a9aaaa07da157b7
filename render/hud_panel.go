package render

import (
	"arkterm/engine"
	"arkterm/render/cell"
	"arkterm/render/text"
	"arkterm/render/widget"
)

// The panel to the right of the field is a list of parts from top to bottom. To add a part, add a row to hudParts.

// A hudPart is a part of the panel.
type hudPart struct {
	rows func(v *View, g *engine.Game) int                   // number of rows needed now; 0 to hide the part
	draw func(v *View, p *widget.Pen, g *engine.Game, n int) // draws n rows from p on

	widget.RowPolicy
}

// hudParts lists the parts from top to bottom.
var hudParts = [...]hudPart{
	{rows: (*View).wordmarkRows, draw: (*View).drawWordmark, RowPolicy: widget.RowPolicy{DropOrder: 9}},
	{rows: modeRows, draw: (*View).drawMode},
	{rows: scoreRows, draw: (*View).drawProgress, RowPolicy: widget.RowPolicy{NoGap: true}},
	{rows: (*View).nameRows, draw: (*View).drawHUDName, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 7}},
	{rows: bossRows, draw: (*View).drawBossHits},
	{rows: playerRows, draw: (*View).drawPlayers},
	{rows: rallyRows, draw: (*View).drawRally},
	{rows: scoreRows, draw: (*View).drawScore},
	{rows: (*View).bestRows, draw: (*View).drawBest, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 8}},
	{rows: (*View).leadRows, draw: (*View).drawLead, RowPolicy: widget.RowPolicy{NoGap: true}},
	{rows: scoreRows, draw: (*View).drawLives, RowPolicy: widget.RowPolicy{NoGap: true}},
	{rows: savesRows, draw: (*View).drawSaves, RowPolicy: widget.RowPolicy{NoGap: true}},
	{rows: nextLifeRows, draw: (*View).drawNextLife, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 6}},
	{rows: scoreRows, draw: (*View).drawCombo, RowPolicy: widget.RowPolicy{DropGapFirst: true}},
	{rows: scoreRows, draw: (*View).drawComboMeter, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 5}},
	{rows: chainRows, draw: (*View).drawChain, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 8}},
	{rows: goalRows, draw: (*View).drawGoals, RowPolicy: widget.RowPolicy{Truncatable: true, DropOrder: 3}},
	{rows: (*View).levelBestRows, draw: (*View).drawLevelBest, RowPolicy: widget.RowPolicy{NoGap: true, DropOrder: 8}},
	{rows: medalRows, draw: (*View).drawMedals, RowPolicy: widget.RowPolicy{Truncatable: true}},
	{rows: stormRows, draw: (*View).drawStorm},
	{rows: speedRows, draw: (*View).drawSpeed, RowPolicy: widget.RowPolicy{DropOrder: 4}},
	{rows: shoveRows, draw: (*View).drawShoveMeters, RowPolicy: widget.RowPolicy{NoGap: true}},
	{rows: (*View).dropTableRows, draw: (*View).drawDropTable, RowPolicy: widget.RowPolicy{DropOrder: 10}},
	{rows: shotRows, draw: (*View).drawShots, RowPolicy: widget.RowPolicy{NoGap: true, Transient: true}},
	{rows: (*View).legendRows, draw: (*View).drawLegend, RowPolicy: widget.RowPolicy{
		Truncatable: true, Transient: true,
		DropOrder: 10,
	}},
	{rows: spectatorRows, draw: (*View).drawSpectators, RowPolicy: widget.RowPolicy{Transient: true, DropOrder: 8}},
	{rows: (*View).gaugePartRows, draw: (*View).drawGauges, RowPolicy: widget.RowPolicy{
		NoGap: true, Truncatable: true, Transient: true,
		DropOrder: 1,
	}},
	{rows: (*View).fallingDropRows, draw: (*View).drawFallingDrops, RowPolicy: widget.RowPolicy{
		Truncatable: true,
		Transient:   true, DropOrder: 2,
	}},
}

const (
	minFreeHUDRows   = 2 // minimum number of free rows for transient parts if blank rows separate the parts
	secondGapReserve = 6 // minimum number of free rows if two blank rows separate the parts
	hintRows         = 2 // rows of the hint; transient parts may use them if there is no hint
)

// drawPanel draws the panel.
func (v *View) drawPanel(f *cell.Frame, g *engine.Game) {
	l, t := &v.l, &v.theme
	top := l.hy
	if l.hh >= 20 {
		top++
	}
	last := l.hy + l.hh - 2 // row of the hint; the row below it is for notices
	h := v.hint(g)
	room, extra := last-1-top, 0
	if h == "" {
		extra = hintRows
	}
	var rows, blank [len(hudParts)]int
	for i := range hudParts {
		rows[i] = hudParts[i].rows(v, g)
	}
	widget.FitRows(rows[:], blank[:], func(i int) *widget.RowPolicy { return &hudParts[i].RowPolicy }, room, extra,
		minFreeHUDRows, secondGapReserve)

	v.hudPen = widget.Pen{Frame: f, Y: top} // a local variable would escape to the heap
	p := &v.hudPen
	for i := range hudParts {
		part := &hudParts[i]
		if rows[i] == 0 {
			continue
		}
		p.Y += blank[i]
		at := p.Y
		p.X, p.Style = l.hx+hudMargin, t.Style(t.Text, 0)
		part.draw(v, p, g, rows[i])
		p.Y = at + rows[i]
	}

	if h != "" {
		p.X, p.Y, p.Style = l.hx+hudMargin, last, t.Style(t.Accent, cell.Bold)
		room := v.l.hw - hudMargin
		if cell.Width(h) <= room-2 {
			p.Glyph(widget.Glyphs[v.opts.Glyphs].Marker)
			p.X++
			room -= 2
		}
		p.Cut(h, room)
	}
}

// wordmarkRows returns the number of rows for the game's name in big letters and a blank row, or 0 if there is
// little room.
func (v *View) wordmarkRows(*engine.Game) int {
	if v.l.hh < 30 || v.l.hudTextW() < minWideHUD {
		return 0
	}
	t, ok := v.textLook.FitBig(logo, 0, 0, v.l.hudTextW(), widget.BannerRows)
	if !ok {
		return 0
	}
	return t.H + 1
}

// drawWordmark draws the game's name in big letters.
func (v *View) drawWordmark(p *widget.Pen, _ *engine.Game, _ int) {
	if t, ok := v.textLook.FitBig(logo, p.X, p.Y, v.l.hudTextW(), widget.BannerRows); ok {
		t.X = p.X
		v.textLook.DrawBig(p.Frame, t, logo, v.logoColor)
	}
}

// modeRows returns 1 in modes other than the default mode.
func modeRows(_ *View, g *engine.Game) int { return oneIf(!engine.Modes[g.Mode].Default) }

// drawMode writes the title of the mode.
func (v *View) drawMode(p *widget.Pen, g *engine.Game, _ int) {
	p.Style = v.theme.Style(v.theme.Accent, cell.Bold)
	p.Upper(text.Translate(engine.Modes[g.Mode].Title), v.l.hudTextW())
}

// drawProgress writes the number of the level or of rows, and the name of the world if there is room.
func (v *View) drawProgress(p *widget.Pen, g *engine.Game, _ int) {
	mode := &engine.Modes[g.Mode]
	p.Style = v.theme.Style(v.theme.Soft, 0)
	if mode.Default {
		p.Style = v.theme.Style(v.theme.Accent, cell.Bold)
	}
	p.Text(progressLabel(mode))
	p.Style = v.theme.Style(v.theme.Text, cell.Bold)
	end := p.X + v.l.hudTextW() - cell.Width(progressLabel(mode))
	p.Number(progress(g))
	if mode.HasBosses {
		p.Text(text.HUD.BossOf)
		p.Number(g.NumLevels())
	}
	if w := g.World(); v.l.hudTextW() >= minWideHUD && cell.Width(w) < end-p.X-1 && !mode.HasRows {
		p.X, p.Style = end-cell.Width(w), v.theme.Style(v.theme.Walls, 0) // tinted by the world's light
		p.Text(w)
	}
}

// hudLevelName returns the name of the level, or "" if the panel does not show it.
func (v *View) hudLevelName(g *engine.Game) string {
	if engine.Modes[g.Mode].HasRows {
		return ""
	}
	return v.levelName(g)
}

// nameRows returns the number of rows for the level's name.
func (v *View) nameRows(g *engine.Game) (n int) {
	for rest := v.hudLevelName(g); rest != ""; n++ {
		_, rest = widget.BreakLine(rest, v.l.hudTextW())
	}
	return n
}

// drawHUDName writes the level's name in n rows.
func (v *View) drawHUDName(p *widget.Pen, g *engine.Game, n int) {
	x, rest := p.X, v.hudLevelName(g)
	for range n {
		var line string
		line, rest = widget.BreakLine(rest, v.l.hudTextW())
		p.X = x
		p.Cut(line, v.l.hudTextW())
		p.Y++
	}
}

// drawBossHits writes the boss's name and hits, with a gauge below.
func (v *View) drawBossHits(p *widget.Pen, g *engine.Game, _ int) {
	b, x := bossHitsGauge(g), p.X
	p.Style = v.theme.Style(v.theme.Alarm, cell.Bold)
	p.Upper(b.label, v.l.hudTextW()-widget.NumberWidth(b.remaining)-1)
	p.X, p.Style = x+v.l.hudTextW()-widget.NumberWidth(b.remaining), v.theme.Style(v.theme.Text, cell.Bold)
	p.Number(b.remaining)
	p.X, p.Y = x, p.Y+1
	b.color = v.theme.Alarm
	v.drawGauge(p, b, v.l.hudTextW())
}

// bossHitsGauge returns the gauge of the boss.
func bossHitsGauge(g *engine.Game) gauge {
	b, _ := bossGauge(g)
	return b
}

// scoreRows returns 1 for games with a score.
func scoreRows(v *View, _ *engine.Game) int { return oneIf(!v.openCeiling) }

// drawScore writes the score.
func (v *View) drawScore(p *widget.Pen, g *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Score, g.Score)
}

// drawLives writes the lives, or the remaining time in a game with a time limit.
func (v *View) drawLives(p *widget.Pen, g *engine.Game, _ int) {
	if isTimed(g) {
		v.writeLabel(p, timeLabel(g), timeWidth(g))
		v.writeClock(p, g)
		return
	}
	dots := v.livesWidth(g)
	spread := g.Lives > 0 && dots == g.Lives && 2*dots-1+cell.Width(text.HUD.Balls)+1 <= v.l.hudTextW()
	if spread {
		dots = 2*dots - 1
	}
	v.writeLabel(p, text.HUD.Balls, dots)
	p.Style = v.theme.Style(v.theme.Life, 0)
	v.writeLives(p, g, spread)
}

// savesRows returns 1 if the floor saves some balls at the difficulty of the game.
func savesRows(v *View, g *engine.Game) int { return oneIf(!v.openCeiling && g.FreeSaves() > 0) }

// drawSaves writes the number of balls that the floor will still save.
func (v *View) drawSaves(p *widget.Pen, g *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Saves, g.Saves)
}

// nextLifeRows returns 1 in modes in which points earn lives.
func nextLifeRows(v *View, g *engine.Game) int {
	mode := &engine.Modes[g.Mode]
	return oneIf(!v.openCeiling && !mode.UnlimitedLives && !mode.OneLife && mode.TimeLimit == 0)
}

// drawNextLife writes the score for the next extra life.
func (v *View) drawNextLife(p *widget.Pen, g *engine.Game, _ int) {
	x, at := p.X, engine.NextLife(g.Score)
	v.writeLabel(p, text.HUD.Next, widget.NumberWidth(at))
	p.Style = v.theme.Style(v.theme.Soft, 0)
	p.Number(at)
	if p.X-x >= cell.Width(text.HUD.Next)+3+widget.NumberWidth(at) {
		p.X, p.Style = x+cell.Width(text.HUD.Next)+1, v.theme.Style(v.theme.Life, 0)
		p.Glyph(widget.Glyphs[v.opts.Glyphs].Life)
	}
}

// drawCombo writes the combo and the multiplier.
func (v *View) drawCombo(p *widget.Pen, g *engine.Game, _ int) {
	w, times := widget.NumberWidth(g.Combo), g.Multiplier() > engine.UnitMultiplier
	if times {
		w += 1 + multiplierWidth(g)
	}
	v.writeLabel(p, text.HUD.Combo, w)
	p.Number(g.Combo)
	if times {
		p.Style = v.theme.Style(v.theme.Accent, cell.Bold)
		p.X++
		v.writeMultiplier(p, g)
	}
}

// chainRows returns 1 in modes with chains.
func chainRows(v *View, g *engine.Game) int {
	return oneIf(!v.openCeiling && !engine.Modes[g.Mode].Storm)
}

// drawChain writes the length of the chain: the number of consecutive returns that hit a brick.
func (v *View) drawChain(p *widget.Pen, g *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Chain, g.Chain)
}

// drawComboMeter draws the progress to the next combo step. The meter is full after the last step.
func (v *View) drawComboMeter(p *widget.Pen, g *engine.Game, _ int) {
	w := v.l.hudTextW()
	from, to := 0, 0 // combos at which the current and the next step begin
	for _, s := range engine.Multipliers[engine.ComboMultiplier].Steps {
		if g.Combo < s.From {
			to = s.From
			break
		}
		from = s.From
	}
	fill := w
	if to > 0 {
		fill = (g.Combo - from) * w / (to - from)
	}
	v.fillBar(p, fill, w, v.theme.Accent)
}

// stormRows returns 1 in storms.
func stormRows(_ *View, g *engine.Game) int { return oneIf(engine.Modes[g.Mode].Storm) }

// drawStorm writes the number of balls.
func (v *View) drawStorm(p *widget.Pen, g *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Storm, g.StormBalls.Flying+g.StormBalls.Waiting)
}

// speedRows returns 1 in modes other than storms.
func speedRows(_ *View, g *engine.Game) int { return oneIf(!engine.Modes[g.Mode].Storm) }

// drawSpeed draws a bar with the speed of the balls.
func (v *View) drawSpeed(p *widget.Pen, g *engine.Game, _ int) {
	label := text.HUD.Speed
	w := v.l.hudTextW() - cell.Width(label) - 1
	v.writeLabel(p, label, w)
	v.drawSpeedBar(p, g, w)
}

// shotRows returns 1 while there are laser shots.
func shotRows(_ *View, g *engine.Game) int { return oneIf(g.Shots > 0) }

// drawShots writes the number of laser shots.
func (v *View) drawShots(p *widget.Pen, g *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Shots, g.Shots)
}

// spectatorRows returns 1 while there are spectators.
func spectatorRows(v *View, _ *engine.Game) int { return oneIf(v.spectators > 0) }

// drawSpectators writes the number of spectators.
func (v *View) drawSpectators(p *widget.Pen, _ *engine.Game, _ int) {
	v.writeCount(p, text.HUD.Spectators, v.spectators)
}
