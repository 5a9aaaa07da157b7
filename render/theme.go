package render

import "arkterm/engine"

// A theme is the colours of a picture. Those of things that move are among the
// 256: see snap256.
type theme struct {
	back                 Color // behind everything
	panel                Color // behind cards
	text, soft, accent   Color
	key, keyText         Color // ground of buttons; text of the selected one
	border               Color // of cards, and what is not yet filled of bars
	frame                Color // the field's walls
	alarm                Color
	life                 Color
	ball, ballShade      Color
	paddle, paddleLight  Color
	paddleShade, capEnds Color
	trail                [2]Color // young, old
	aim                  Color
	spark                Color
	beam, shot, lamp     Color // lamp: of an emitter that is not lit
	charge               Color // sparks around a charged ball
	hues                 [engine.Hues]Color
	steel                Color
}

// night is the theme of true colour, and what the others begin with. The hues are those of Okabe and
// Ito, which people with any kind of colour vision tell apart; black, which would
// not show, is a violet here.
var night = theme{
	back: 0x090d18, panel: 0x10172a,
	text: 0xe4e9f4, soft: 0x8793ad, accent: 0xf0c34e,
	key: 0x1f2a47, keyText: 0x141005,
	border: 0x3d4c70, frame: 0x34435f, alarm: 0xff5f5f, life: 0xff8787,
	ball: 0xffffff, ballShade: 0xafd7ff,
	paddle: 0x5fafff, paddleLight: 0xd7ffff, paddleShade: 0x0087d7, capEnds: 0xffaf5f,
	trail: [2]Color{0x5f87af, 0x005f87},
	aim:   0x878787, spark: 0xffffd7,
	beam: 0xff5faf, shot: 0xafffd7, lamp: 0x87875f, charge: 0xffff5f,
	hues: [engine.Hues]Color{
		0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7, 0x9a7fe0,
	},
	steel: 0x8a93a3,
}

// A shade is a brick's colours where there are too few to mix them.
type shade struct{ face, lit, dark Color }

// shades16 holds the shades of the hues among the 16 colours, and of walls.
var shades16 = [engine.Hues + 1]shade{
	{0xcdcd00, 0xffff00, 0x7f7f7f},
	{0x00cdcd, 0x00ffff, 0x0000ee},
	{0x00cd00, 0x00ff00, 0x7f7f7f},
	{0xffff00, 0xffffff, 0xcdcd00},
	{0x0000ee, 0x5c5cff, 0x7f7f7f},
	{0xcd0000, 0xff0000, 0x7f7f7f},
	{0xcd00cd, 0xff00ff, 0x7f7f7f},
	{0x5c5cff, 0xffffff, 0x0000ee},
	{0x7f7f7f, 0xe5e5e5, 0x000000},
}

// newTheme returns the theme of a tier. Where there are 256 colours, dark blues
// are missing: the ground is nearly black there, and lines are teal. Where there
// are 16, all are chosen among them. Where there are none, painters send none, and
// pictures show white on black.
func newTheme(tier Tier) theme {
	t := night
	switch tier {
	case Colors256:
		t.back, t.panel, t.key = 0x080808, 0x1c1c1c, 0x303030
		t.border, t.frame = 0x5f87af, 0x005f87
	case Colors16:
		t.back, t.panel, t.key = 0, 0, 0x0000ee
		t.text, t.soft, t.accent, t.keyText = 0xe5e5e5, 0x7f7f7f, 0xffff00, 0
		t.border, t.frame = 0x00cdcd, 0x7f7f7f
		t.alarm, t.life = 0xff0000, 0xff0000
		t.ballShade = 0xe5e5e5
		t.paddle, t.paddleLight, t.paddleShade, t.capEnds = 0x5c5cff, 0x00ffff, 0x0000ee, 0xffff00
		t.trail, t.aim, t.spark = [2]Color{0x7f7f7f, 0x7f7f7f}, 0x7f7f7f, 0xffff00
		t.beam, t.shot, t.lamp, t.charge = 0xff00ff, 0x00ffff, 0x7f7f7f, 0xffff00
		for i := range t.hues {
			t.hues[i] = shades16[i].face
		}
		t.steel = shades16[engine.Hues].face
	case Mono:
		const on = 0xd0d0d0
		t = theme{
			text: on, soft: on, accent: on, keyText: on, border: on, frame: on, alarm: on, life: on,
			ball: on, ballShade: on, paddle: on, paddleLight: on, paddleShade: on, capEnds: on,
			trail: [2]Color{on, on}, aim: on, spark: on, steel: on,
			beam: on, shot: on, lamp: on, charge: on,
		}
		for i := range t.hues {
			t.hues[i] = on
		}
	}
	return t
}

func (t *theme) of(c Color, a Attr) Style { return Style{c, t.back, a} }
