// Package levels parses and edits level files, imports level sets of other games, and contains the levels of the game.
// It converts text to [spec.Level] values and does not depend on the rules. A [Document] is the text of a file that is
// being edited.
//
// # A level file
//
//	arkterm levels 1
//	# A line with # in the first column is a comment.
//	level: Back Door
//	author: me
//	balls: 1
//	lattice: pitch 4 3, top 6
//	legend:
//	  o plain 1
//	  @ double 4
//	  # wall 7
//	rows:
//	  # . o o o . #
//	   # . @ @ . #
//	    # # . # #
//	hexagon: triple 5 at 32 25, radius 2.5, turn 15
//	polygon: plain 2 at 10 20, 14 20, 12 23
//
// A file is UTF-8 text of at most 64 KiB. The first line, except for comments, is "arkterm levels 1". A key begins in
// the first column, and its value follows a colon. The lines below "legend:" and "rows:" are indented. Spaces or commas
// separate words and numbers. Numbers have no exponent. Names may be in any language.
//
// arkterm reports all errors with their line and column, for example "my.level:7:4: no 'x' in the legend: the legend
// has 'o'".
//
// # Keys
//
//	pack: NAME       pack name, before the first level; default: file name
//	level: NAME      starts a level; a unique name of at most 40 characters
//	author: NAME     author of the level
//	balls: N         balls per serve, 1 to 3; default 1
//	shots: N         laser shots of the paddle, 0 to 99; default 0
//	drops: N         percentage of bricks with a random drop, 0 to 100
//	speed: N         speed of balls in percent, 50 to 150; default 100
//	world: NAME      consecutive levels with the same name form a world
//	par time: M:SS   time for a bonus and a star, 0:01 to 59:59
//	par score: N     points for a star on medium, 1 to 9999999
//	lattice: …       size and position of hexagons in drawings
//	legend:          meaning of the characters in drawings
//	rows:            a drawing
//	hexagon: …       a free hexagon
//	polygon: …       a free convex polygon of 3 to 8 corners
//	emitter: …       source of a beam, at most 8 per level
//	drones: …        drones that enter through gates in the ceiling
//	boss: …          a boss
//	twist: NAME      special rule of a challenge
//	limit: M:SS      time limit of a challenge, 0:01 to 10:00
//	medals: …        medals of a challenge
//
// Before the first level, the keys author, balls, shots, drops, speed, world, lattice and legend set defaults for all
// levels. Keys may be in any order, but a lattice applies only to drawings after it. A level has at most 4096 bricks,
// and at least one required brick or a boss. Unbreakable bricks must not enclose a breakable one.
//
// # Legend
//
// Each line of the legend has a symbol, a kind of brick, a color from 0 (default) to 7, and details. Examples are
// "o plain 1" and "= gate 3 way up". A symbol is any visible character except the full stop. docs/rules.md lists the
// kinds of bricks. These details are possible:
//
//	hits N           initial hits, for kinds with more than one hit
//	holds DROP       drop that the brick releases, see docs/rules.md
//	grows later      a sprout that only a seed grows
//	pair N           number that joins two portals or trip wires, 1 to 9
//	way DIRECTION    direction of a gate: up, down, left, right, or degrees
//
// # Rows
//
// A drawing shows the places of hexagons with a flat top. Neighbors in a row are two characters apart. Each row is half
// a hexagon lower than the row above, and offset by one character:
//
//	rows:
//	    o o
//	   o . o
//	    o o
//	     o
//
// A full stop or a space is an empty place, and an empty line is an empty row. A drawing has at most 64 rows of 64
// hexagons. A level may have several drawings with different lattices.
//
// # Lattice
//
// A lattice sets the size of the hexagons in a drawing. All lengths are in units. The field is 61 units wide and 48
// high, and y grows downward. Bricks must be above y = 38.2. At 80×24, a unit is one column, and two units are a row.
//
//	lattice: pitch W H     hexagons H high and 1.25·W wide; columns W apart
//	lattice: radius R      regular hexagons of this radius
//	lattice: boxes W H     a box of this size for each character
//	… left X               left edge of the drawing; default: centered
//	… top Y                top edge of the drawing; default 2
//
// The default is pitch 4 4, with hexagons of 5 × 4 units. Boxes are rectangles with cut corners.
//
// # Free bricks
//
//	hexagon: KIND [COLOR] [DETAILS] at X Y, radius R [, turn DEGREES]
//	polygon: KIND [COLOR] [DETAILS] at X Y, X Y, X Y, …
//
// Free bricks are not in a drawing. Kind, color and details are as in the legend. The radius, 0.3 to 10, is the
// distance from the center to a corner. Without turn, a corner is at the top. Free bricks must touch other bricks or be
// at least 0.1 units away. A ball is 1.2 units wide, so avoid gaps of exactly this width.
//
// # Trip wires
//
// A beam connects the centers of two trip wires with the same pair number. The beam must be at least 2 units long.
// No brick, path or boss may be on it.
//
// # Moving bricks
//
// Free bricks, except portals, gates and trip wires, can drift and spin:
//
//	… drift DX DY every SECONDS    move by DX, DY and back in this time
//	… spin DEGREES                 rotate clockwise, −720 to 720°/s
//
//	hexagon: double 2 at 20 12, radius 3, spin 90
//	polygon: wall at 30 20, 36 20, 36 22, 30 22, drift 12 0 every 4
//
// A drift is at least 0.1 units long and takes 0.01 to 3600 seconds. The speed is at most 60 units/s. A polygon spins
// around the mean of its corners. On the whole path, the circle around the brick must be in the field and at least 0.1
// units from other bricks and paths.
//
// # Emitters
//
//	emitter: at X Y, angle DEGREES [, spin DEGREES] [, on SECONDS off SECONDS [, delay SECONDS]]
//
//	emitter: at 32 1, angle 60, spin 15
//	emitter: at 60 30, angle 180, on 1.5 off 3, delay 1
//
// An emitter is the source of a beam, which ends at the first brick or wall. The angle 0 is to the right, and 90 is
// down. Spin is in degrees per second, clockwise. The beam is on and off for 0.2 to 3600 seconds each. A delay
// is the time until the beam first turns on. An emitter must be at least 0.5 units away from bricks and paths.
//
// # Drones
//
//	drones: N every SECONDS from X [X] [of KIND …]
//
//	drones: 3 every 8 from 16 48 of cone orb
//
// While there are fewer than N drones (1 to 3), one enters every SECONDS (1 to 600) through a gate in the ceiling at X.
// A gate must be at least 2 units from the side walls, and 4 from the other gate. docs/rules.md lists the kinds.
// Without KIND, all kinds except moth can enter.
//
// # Bosses
//
//	boss: KIND at X Y
//
// docs/rules.md lists the bosses, and the area in which each moves. This area must be at least 3 units from the walls.
// No brick, path or emitter may be in it.
//
// # Challenges
//
//	twist: NAME
//	limit: M:SS
//	medals: MEASURE BRONZE SILVER GOLD
//
//	medals: time 1:00 0:45 0:30
//
// These keys apply only to challenges. docs/rules.md lists the twists and measures. Gold must be harder to reach than
// silver, and silver harder than bronze.
//
// # Level sets of other games
//
// arkterm recognizes level sets of LBreakout2, LBreakoutHD, XBoing and KBreakOut by their text. arkterm reports each
// element that it cannot reproduce, with line and column. Unknown characters become empty places. Bricks that no ball
// can reach become cracked bricks, which need not be broken. Special blocks and gifts become bricks with drops. arkterm
// omits levels without required bricks.
package levels
