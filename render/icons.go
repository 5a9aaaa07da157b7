package render

import (
	"arkterm/engine/geom"
	"arkterm/render/raster"
)

// The icons of bricks. They contain no colors, because a raster.Look provides the inks. The four bitmaps of each icon
// are for 80×24 cells in sextants, quadrants, octants and half blocks. No cell of a bitmap has more than two colors.

// minTwoChevrons is the minimum number of rows of sub-cells for two chevrons on a gate instead of one.
const minTwoChevrons = 7

// grooveIcon draws a groove on walls.
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

// crackIcon draws a crack from top to bottom.
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

// glossIcon draws a highlight, as on polished metal.
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

// confettiIcon draws a pattern of squares in three colors on chaos bricks.
var confettiIcon = raster.Icon{
	Bitmaps: []string{
		"#.o.x.|.#.o.x|#.o.x.|.x.#.o|x.#.o.|.x.#.o",
		"#.o.x.|.#.o.x|x.#.o.|.x.#.o",
		"#.o.x.|.#.o.x|#.o.x.|.#.o.x|x.#.o.|.x.#.o|x.#.o.|.x.#.o",
		"#.o|.x.|o.#|.x.",
	},
	Parts: []raster.Part{{Shape: raster.Checks, W: 0.6, Ink: 1}},
}

// dashesIcon draws gaps in the upper and lower sides of hidden bricks.
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

// crossIcon draws a cross on healing bricks.
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

// emberIcon draws a glow in a dark disc on bombs.
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

// leavesIcon draws two leaves in a window on seeds.
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

// treeIcon draws a tree on grown seeds.
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

// capIcon draws a disc on bumpers, with a dark ring if there is room.
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

// ringIcon draws a ring in a window on portals.
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

// chevronsIcon draws chevrons that point right, in a window on gates.
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

// chevronsDownIcon draws chevrons that point down, in a window on gates.
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

// polesIcon draws arcs around a core, in a window on magnets.
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

// slitIcon draws a slit of light in a window on the ends of trip wires.
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

// fuseIcon draws a burning fuse.
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
