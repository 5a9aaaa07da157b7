package render

import (
	"arkterm/engine/geom"
	"arkterm/render/raster"
)

// The icons in the middle of bricks. They have no colors, because a raster.Look supplies the inks. Bitmaps contains
// the pictures for 80×24 in sextants, quadrants, octants and half cells. No cell has more than two colors.

// minTwoChevrons is the minimum number of rows of sub-cells for a gate with two chevrons instead of one.
const minTwoChevrons = 7

// grooveIcon is a groove, for walls.
var grooveIcon = raster.Icon{
	Bitmaps: []string{
		"......|......|.####.|......|......|......",
		"......|.####.|......|......",
		"......|......|......|.####.|......|......|......|......",
		"...|###|...|...",
	},
	Parts: []raster.Part{{A: geom.Vec{X: -1.2, Y: -0.3}, B: geom.Vec{X: 1.2, Y: 0.3}, Ink: 1}},
	Bold:  true,
}

// crackIcon is a crack from top to bottom.
var crackIcon = raster.Icon{
	Bitmaps: []string{
		".. ...|. ....|.. ...|...  .|.. ...|... ..",
		".. ...|.  ...|...  .|.. ...",
		"... ..|.. ...|. ....|.. ...|... ..|.... .|... ..|.. ...",
		". .| ..|. .|.. ",
	},
	Parts: []raster.Part{
		{Shape: raster.Line, A: geom.Vec{X: 0.1, Y: -2.2}, B: geom.Vec{X: -0.8, Y: -0.9}, W: 0.3},
		{Shape: raster.Line, A: geom.Vec{X: -0.8, Y: -0.9}, B: geom.Vec{X: 0.4, Y: 0.1}, W: 0.3},
		{Shape: raster.Line, A: geom.Vec{X: 0.4, Y: 0.1}, B: geom.Vec{X: -0.3, Y: 1.1}, W: 0.3},
		{Shape: raster.Line, A: geom.Vec{X: -0.3, Y: 1.1}, B: geom.Vec{X: 0.2, Y: 2.2}, W: 0.3},
		{Shape: raster.Line, A: geom.Vec{X: 0.4, Y: 0.1}, B: geom.Vec{X: 1.5, Y: 0.6}, W: 0.2, Detail: true},
	},
}

// glossIcon is a highlight on polished metal.
var glossIcon = raster.Icon{
	Bitmaps: []string{
		"....##|...##.|..##..|..##..|.##...|##....",
		"....##|...##.|.##...|##....",
		"....##|....##|...##.|..##..|..##..|.##...|##....|##....",
		"..#|.#.|.#.|#..",
	},
	Parts: []raster.Part{
		{Shape: raster.Line, A: geom.Vec{X: -1.3, Y: 2}, B: geom.Vec{X: 1.3, Y: -2}, W: 0.7, Ink: 1},
		{Shape: raster.Line, A: geom.Vec{X: -0.1, Y: 2}, B: geom.Vec{X: 1.5, Y: -0.4}, W: 0.3, Ink: 1, Detail: true},
	},
}

// confettiIcon is a pattern of squares in three colors, for chaos bricks.
var confettiIcon = raster.Icon{
	Bitmaps: []string{
		"#.o.x.|.#.o.x|#.o.x.|.x.#.o|x.#.o.|.x.#.o",
		"#.o.x.|.#.o.x|x.#.o.|.x.#.o",
		"#.o.x.|.#.o.x|#.o.x.|.#.o.x|x.#.o.|.x.#.o|x.#.o.|.x.#.o",
		"#.o|.x.|o.#|.x.",
	},
	Parts: []raster.Part{{Shape: raster.Checks, W: 0.6, Ink: 1}},
}

// dashesIcon is gaps in the upper and the lower side, for hidden bricks.
var dashesIcon = raster.Icon{
	Bitmaps: []string{
		". .. .|......|......|......|......|. .. .",
		". .. .|......|......|. .. .",
		". .. .|......|......|......|......|......|......|. .. .",
		" . |...|...| . ",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.1, Y: -2}, B: geom.Vec{X: -0.4, Y: -1.5}},
		{A: geom.Vec{X: 0.4, Y: -2}, B: geom.Vec{X: 1.1, Y: -1.5}},
		{A: geom.Vec{X: -1.1, Y: 1.5}, B: geom.Vec{X: -0.4, Y: 2}},
		{A: geom.Vec{X: 0.4, Y: 1.5}, B: geom.Vec{X: 1.1, Y: 2}},
	},
}

// crossIcon is a cross, for healing bricks.
var crossIcon = raster.Icon{
	Bitmaps: []string{
		"......|..  ..|      |      |..  ..|......",
		"..  ..|      |..  ..|......",
		"......|..  ..|..  ..|      |      |..  ..|..  ..|......",
		"...|. .|   |. .",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.3, Y: -0.35}, B: geom.Vec{X: 1.3, Y: 0.35}},
		{A: geom.Vec{X: -0.35, Y: -1.3}, B: geom.Vec{X: 0.35, Y: 1.3}},
	},
}

// emberIcon is a glow in a dark disc, for bombs.
var emberIcon = raster.Icon{
	Bitmaps: []string{
		"..  ..|.    .|  ##  |  ##  |.    .|..  ..",
		".    .|  ##  |  ##  |.    .",
		"..  ..|.    .|      |  ##  |  ##  |      |.    .|..  ..",
		". .| # | # |. .",
	},
	Parts: []raster.Part{
		{Shape: raster.Disc, R: 1.75},
		{Shape: raster.Disc, R: 0.85, Ink: 1},
		{Shape: raster.Disc, R: 0.35, Ink: 2, Detail: true},
	},
}

// leavesIcon is two leaves in a window, for seeds.
var leavesIcon = raster.Icon{
	Bitmaps: []string{
		"#    #|##  ##| #### |  ##  |  ##  |......",
		"#    #| #### |  ##  |  ##  ",
		"#    #|##  ##|##  ##| #### |  ##  |  ##  |  ##  |......",
		"# #| # | # |...",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.4}},
		{Shape: raster.Line, A: geom.Vec{Y: 1.4}, B: geom.Vec{Y: 0.2}, W: 0.4, Ink: 1},
		{Shape: raster.Line, A: geom.Vec{Y: 0.3}, B: geom.Vec{X: -1, Y: -1.2}, W: 0.6, Ink: 1},
		{Shape: raster.Line, A: geom.Vec{Y: 0.3}, B: geom.Vec{X: 1, Y: -1.2}, W: 0.6, Ink: 1},
	},
}

// treeIcon is a tree, for grown seeds.
var treeIcon = raster.Icon{
	Bitmaps: []string{
		"..  ..|.    .|      |..  ..|..  ..|......",
		"..  ..|.    .|..  ..|..  ..",
		"......|..  ..|.    .|      |..  ..|..  ..|......|......",
		". .|. .|...|...",
	},
	Parts: []raster.Part{
		{Shape: raster.Line, A: geom.Vec{Y: 1.4}, B: geom.Vec{}, W: 0.4},
		{Shape: raster.Disc, A: geom.Vec{Y: -0.5}, R: 0.85},
	},
}

// capIcon is a disc in a bright rim, for bumpers.
var capIcon = raster.Icon{
	Bitmaps: []string{
		"......|..##..|.####.|.####.|..##..|......",
		"......|.####.|.####.|......",
		"......|..##..|.####.|.####.|.####.|.####.|..##..|......",
		"...|.#.|.#.|...",
	},
	Parts: []raster.Part{
		{Shape: raster.Disc, R: 1.3, Ink: 1},
		{A: geom.Vec{X: -0.8, Y: -1.2}, B: geom.Vec{X: 0.8, Y: 1.2}, Ink: 1},
		{Shape: raster.Ring, R: 0.6, W: 0.2, Detail: true},
	},
	Bold: true,
}

// ringIcon is a ring in a window, for portals.
var ringIcon = raster.Icon{
	Bitmaps: []string{
		" #### |##  ##|#    #|#    #|##  ##| #### ",
		" #### |#    #|#    #| #### ",
		" #### |##  ##|#    #|#    #|#    #|#    #|##  ##| #### ",
		" # |# #|# #| # ",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
		{Shape: raster.Ring, R: 1.2, W: 0.5, Ink: 1},
		{Shape: raster.Disc, R: 0.5, Ink: 2, Detail: true},
	},
}

// chevronsIcon is chevrons to the right in a window, for gates.
var chevronsIcon = raster.Icon{
	Bitmaps: []string{
		"#  #  |## ## | ## ##| ## ##|## ## |#  #  ",
		"## ## | ## ##| ## ##|## ## ",
		"#  #  |## ## | ## ##|  #  #|  #  #| ## ##|## ## |#  #  ",
		"## | ##| ##|## ",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
		{
			Shape: raster.Line, A: geom.Vec{X: -0.8, Y: -1.6}, B: geom.Vec{X: 0.8}, W: 0.9, Ink: 1,
			BelowRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: -0.8, Y: 1.6}, B: geom.Vec{X: 0.8}, W: 0.9, Ink: 1,
			BelowRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: -1.2, Y: -1.4}, B: geom.Vec{X: -0.2}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: -1.2, Y: 1.4}, B: geom.Vec{X: -0.2}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: 0.2, Y: -1.4}, B: geom.Vec{X: 1.2}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{Shape: raster.Line, A: geom.Vec{X: 0.2, Y: 1.4}, B: geom.Vec{X: 1.2}, W: 0.5, Ink: 1, MinRows: minTwoChevrons},
	},
}

// chevronsDownIcon is chevrons downward in a window, for gates.
var chevronsDownIcon = raster.Icon{
	Bitmaps: []string{
		"##  ##| #### |  ##  |##  ##| #### |  ##  ",
		"#    #|##  ##| #### |  ##  ",
		"##  ##| #### |  ##  |      |##  ##| #### |  ##  |      ",
		" # | # |###| # ",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
		{Shape: raster.Line, A: geom.Vec{X: -1.2, Y: -1}, B: geom.Vec{Y: 1}, W: 0.8, Ink: 1, BelowRows: minTwoChevrons},
		{Shape: raster.Line, A: geom.Vec{X: 1.2, Y: -1}, B: geom.Vec{Y: 1}, W: 0.8, Ink: 1, BelowRows: minTwoChevrons},
		{
			Shape: raster.Line, A: geom.Vec{X: -1.1, Y: -1.6}, B: geom.Vec{Y: -0.4}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: 1.1, Y: -1.6}, B: geom.Vec{Y: -0.4}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{
			Shape: raster.Line, A: geom.Vec{X: -1.1, Y: 0.2}, B: geom.Vec{Y: 1.4}, W: 0.5, Ink: 1,
			MinRows: minTwoChevrons,
		},
		{Shape: raster.Line, A: geom.Vec{X: 1.1, Y: 0.2}, B: geom.Vec{Y: 1.4}, W: 0.5, Ink: 1, MinRows: minTwoChevrons},
	},
}

// polesIcon is arcs around a core in a window, for magnets.
var polesIcon = raster.Icon{
	Bitmaps: []string{
		" #  # |#    #|# oo #|# oo #|#    #| #  # ",
		" #  # |# oo #|# oo #| #  # ",
		" #  # |#    #|#    #|# oo #|# oo #|#    #|#    #| #  # ",
		"# #|#o#|#o#|# #",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
		{Shape: raster.Ring, R: 1.25, W: 0.35, Ink: 1},
		{Shape: raster.Ring, R: 0.8, W: 0.2, Ink: 1, Detail: true},
		{A: geom.Vec{X: -0.4, Y: -2}, B: geom.Vec{X: 0.4, Y: 2}},
		{Shape: raster.Disc, R: 0.45, Ink: 2},
	},
}

// slitIcon is a slit of light in a window, for the ends of trip wires.
var slitIcon = raster.Icon{
	Bitmaps: []string{
		"      |      |######|######|      |      ",
		"      |######|######|      ",
		"      |      |      |######|######|      |      |      ",
		"# #|###|###|# #",
	},
	Parts: []raster.Part{
		{A: geom.Vec{X: -1.5, Y: -1.65}, B: geom.Vec{X: 1.5, Y: 1.65}},
		{A: geom.Vec{X: -1.5, Y: -0.45}, B: geom.Vec{X: 1.5, Y: 0.45}, Ink: 1},
	},
}

// fuseIcon is a burning fuse.
var fuseIcon = raster.Icon{
	Bitmaps: []string{
		"..##..|.####.|##oo##|##oo##|.####.|..##..",
		".####.|##oo##|##oo##|.####.",
		"..##..|.####.|######|##oo##|##oo##|######|.####.|..##..",
		".#.|#o#|#o#|.#.",
	},
	Parts: []raster.Part{{Shape: raster.Disc, R: 1.75, Ink: 1}, {Shape: raster.Disc, R: 0.85, Ink: 2}},
	Bold:  true,
}
