// Package levels reads levels from text that can be drawn in any editor, imports those of
// other games, and holds the levels that come with the game. It knows nothing of the rules:
// it turns a file into [spec.Level] values.
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
// A file is UTF-8 text of at most 64 KiB, with or without a byte order mark. Its first line
// that is not a comment is "arkterm levels 1". Names may be in any language. Invisible
// characters that do no harm, such as U+FE0F, are left out. After that a line is one of these:
//
//   - "key: value", the key in the first column;
//   - indented, below "legend:" or "rows:", and belongs to it;
//   - a comment: # in the first column;
//   - empty.
//
// A file of a later version of the format is refused as such.
//
// Words and numbers of a value are separated by blanks or commas. Numbers have
// no exponent. Characters that cannot be seen (control, format, direction,
// zero-width, private-use ones) are refused everywhere in the file.
//
// # Keys
//
//	pack: NAME       names the pack; only before the first level. Else the file's name does.
//	level: NAME      begins a level. A name has at most 40 characters, and only one level has it.
//	author: NAME     who drew it
//	balls: N         how many balls are served at once, 1 to 3; 1 when not given
//	shots: N         laser shots that the paddle has, 0 to 99; 0 when not given
//	drops: PERCENT   of the bricks that hold nothing let something fall, 0 to 100
//	speed: PERCENT   of the usual speed that balls have, 50 to 150; 100 when not given
//	world: NAME      the world that it belongs to; levels in a row that name the same one form it
//	par time: M:SS   a faster game earns a bonus, 0:01 to 59:59; follows from the bricks when not given
//	par score: N     points, bonuses included, that earn a star on medium, 1 to 9999999
//	lattice: …       where the hexagons of the drawings below it stand
//	legend:          what the characters of drawings mean
//	rows:            a drawing
//	hexagon: …       a hexagon that stands free
//	polygon: …       any convex brick of 3 to 8 corners that stands free
//	emitter: …       a source of a beam, at most 8 in a level
//	drones: …        which drones come through gates in the ceiling
//	boss: …          a boss; the level is cleared when it is dead
//	twist: NAME      in the mode of challenges, a rule that only this level has
//	limit: M:SS      in that mode, the time after which it is over, 0:01 to 10:00
//	medals: …        in that mode, what bronze, silver and gold take
//
// author, balls, shots, drops, speed, world, lattice and legend may also stand before the first
// level: they hold for all levels of the file that do not say otherwise. In a level keys may
// stand in any order, except that a lattice counts for the drawings after it. A level has at
// most 4096 bricks, and at least one that must be broken, or a boss. A brick that no ball can
// ever reach, because bricks that never break are all around it, is an error.
//
// # Legend
//
// A line of the legend is a symbol, a kind of brick, a hue, and the details of the kind:
// "o plain 1", "= gate 3 way up". A symbol is any visible character but the full stop,
// which draws an empty cell. The hue, 0 to 7 and 0 when not given, chooses a colour of the
// theme and means nothing to the rules. docs/rules.md has a table of the kinds; in short,
//
//	plain double triple quad   break at the first, second, third, fourth hit
//	wall                       never breaks
//	hidden                     cannot be seen until it is hit; four hits
//	regrow                     gets a hit back each 4 s, up to three
//	bomb                       takes its neighbours along, 150 ms after its hit
//	seed                       a sprout grows in each empty place around it
//	metal chaos                break only to an energy ball; chaos scatters balls
//	bumper                     makes balls faster
//	portal                     leads to the other portal with its number
//	gate                       lets balls through one way
//	magnet                     turns balls toward itself
//	cracked                    may be broken, and need not
//	sprout                     what a seed lets grow
//
// Behind the hue stand, in any order,
//
//	hits N           how many hits it takes at first, where a kind takes more than one
//	holds DROP       what falls when it is broken; docs/rules.md has a table of them
//	grows later      a sprout that is not there before a seed lets it grow
//	pair N           a portal's number, 1 to 9; two portals share each
//	way DIRECTION    a gate's: up, down, left, right, or degrees as an emitter's angle
//
// A drawing's character stands for all of that, so the two ends of a portal are
// the same character, used twice.
//
// # Rows
//
// A drawing looks like the board. Hexagons have a side at the top, a character is a column
// of them, and a line is half as high as they are. So side by side they stand two characters
// apart, each row is one character out of step with the row above, as the hexagons of a
// honeycomb are, and the next hexagon of a column is two lines further down:
//
//	rows:
//	    o o
//	   o . o
//	    o o
//	     o
//
// A full stop is an empty cell; a blank is one as well, but full stops help to
// keep count. The indent that all rows share does not count. An empty line between
// two rows is an empty row, a comment is none. Drawings have at most 64 rows, and
// 64 hexagons side by side. A level can have several, each with a lattice of its
// own.
//
// # Lattice
//
// The field is 61 units wide and 48 high, y grows downward, and bricks end above
// 38.2. On a terminal of 80×24 a unit is a column, and two units are a row.
//
//	lattice: pitch W H     columns are W units apart, hexagons H units high and 1.25·W wide
//	lattice: radius R      regular hexagons, R from centre to corner: 1.5·R apart, √3·R high
//	lattice: boxes W H     boxes of that size in rows and columns, one a character
//	… left X               where the left edge of the drawing is; centred when not given
//	… top Y                where its upper edge is; 2 when not given
//
// Without a lattice the pitch is 4 4: 15 columns from wall to wall, and 17 lines above
// the paddle. A hexagon is 5 × 4 units then, which is 5 × 2 characters at 80×24. A drawing
// of n columns begins at x = 30 − 2·n, and line m at y = 2·m. Bricks of a drawing touch.
// Boxes are rectangles with their corners cut off; side by side they stand without blanks.
//
// # Bricks that stand free
//
//	hexagon: KIND [HUE] [DETAILS] at X Y, radius R [, turn DEGREES]
//	polygon: KIND [HUE] [DETAILS] at X Y, X Y, X Y, …
//
// Kind, hue and details are those of the legend: "hexagon: gate way up at 20 12, radius 3".
// A hexagon has a corner at the top unless it is turned, clockwise. Its radius, 0.3
// to 10, goes from the centre to a corner. The corners of a polygon go around it in
// either direction. Free bricks touch others,
// or keep 0.1 units away from them. A ball is 1.2
// across: it passes wider gaps, and rattles for long in one that is just as wide.
//
// # Bricks that move
//
// Either kind of free brick can drift and spin, except portals and gates. That stands at
// the end:
//
//	… drift DX DY every SECONDS    from its place to DX, DY away and back in that time
//	… spin DEGREES                 in a second, around its middle, clockwise; −720 to 720
//
//	hexagon: double 2 at 20 12, radius 3, spin 90
//	polygon: wall at 30 20, 36 20, 36 22, 30 22, drift 12 0 every 4
//	hexagon: plain at 10 30, radius 2, turn 30, drift 0 -8 every 6.5, spin -45
//
// Positive DX goes to the right, positive DY down. A drift is at least 0.1 units
// long and at most 60 units/s fast: there and back is twice its length. It goes at
// an even speed and turns back at once. A lap takes 0.01 to 3600 seconds, rounded
// to ticks of 1/240 s. The middle of a polygon is the mean of its corners.
//
// The path of a brick that moves is all that the circle around it (through its farthest
// corner) passes from one end of the drift to the other, even if it does not spin. The path
// keeps away from other bricks and stays in the field as a brick does. Two paths must be
// apart too: two bricks that avoid each other meet as soon as a ball has stopped one of
// them.
//
// # Emitters
//
//	emitter: at X Y, angle DEGREES [, spin DEGREES] [, on SECONDS off SECONDS [, delay SECONDS]]
//
//	emitter: at 2 20, angle 0
//	emitter: at 32 1, angle 60, spin 15
//	emitter: at 60 30, angle 180, on 1.5 off 3, delay 1
//
// An emitter sends a beam in a direction: 0 to the right, 90 down, −360 to 360. The first
// brick or wall stops it. What it does to balls and the paddle is a rule of the engine. With
// a spin it turns clockwise, in degrees per second, as fast as a brick may. Without on and
// off it always shines. With them it shines and rests in turn, for 0.2 to 3600 seconds each:
// anything faster would flash. A delay puts off the beginning of the first turn; before it
// runs the end of an earlier one, so that emitters can shine one after the other.
//
// An emitter can stand anywhere in the field, except in a brick, closer than 0.5 to one, or
// in the path of one.
//
// # Drones
//
//	drones: N every SECONDS from X [X] [of KIND …]
//
//	drones: 2 every 12 from 16 48
//	drones: 3 every 8 from 32 of cone orb
//
// At most N drones, 1 to 3, are in the field at once. While there are fewer, one comes every
// so many seconds, 1 to 600, through a gate in the ceiling. There are one or two gates, their
// middles at least 2 away from the side walls and 4 from each other. While there is no room
// below a gate, nothing comes through it. docs/rules.md has the kinds; if none is named, all
// of them come.
//
// # Bosses
//
//	boss: KIND at X Y
//
//	boss: queen at 32 12
//
// A level with a boss is cleared when the boss is dead: bricks that must be broken break
// with it, and there need not be any. A boss needs room around its place, in which it moves:
// no brick, no path of one and no emitter may be in there, and it keeps 3 away from the
// walls. docs/rules.md has a table of the bosses and the room they need.
//
// # Challenges
//
//	twist: mirrored
//	limit: 1:30
//	medals: MEASURE BRONZE SILVER GOLD
//
//	medals: time 1:00 0:45 0:30
//	medals: bricks 10 20 30
//
// These make a room of the challenges of a level; in other modes it is an ordinary one.
// docs/rules.md has tables of the twists and the measures. Times are minutes and seconds,
// other measures are numbers, and each medal is harder to win than the one before.
//
// # Sets of other games
//
// Level sets of LBreakout2, LBreakoutHD, XBoing and KBreakOut are read as well. They are
// recognized by their text. Sets are in UTF-8; names may also be in ISO-8859-1.
//
// LBreakout's boards of 14 × 18 bricks keep their places, on a lattice of "boxes 4 2", and end
// three lines of a terminal above the paddle. All their bricks and bonuses exist here:
//
//	E  # @  a b c  v  x y z       wall, metal, chaos, plain, double, triple, hidden, regrow
//	d to k  *  !  F to K          plain of eight hues, bomb, seed, sprout
//	0 1 2 3 4 5 g + - l s m b w   the drops with these letters
//	f p ? > < j d c ~ ! & * } { W
//
// Missing names, and names that two levels share, get a number. What is not taken as it
// stands is noted, by line and column. Unknown characters become empty cells. Levels in which
// nothing must be broken are left out. Bricks that no ball can reach become cracked ones,
// which need not be broken; so do those that only an energy ball reaches, if they are more
// than a fifth of a level. A malformed set ends there.
//
// A file of XBoing has one level: the name, the seconds for a bonus, which are left out, and 15
// rows of 9 letters. The bricks become "boxes 6 2". XBoing's special blocks act when a ball hits
// them; here the brick holds a drop with the same effect, and need not be broken:
//
//	r g b t p y  w  X       plain of six hues, wall, bomb
//	0 1 2 3 4 5             plain, double, triple, quad; the last two take five and six hits there
//	?  d  H                 plain that holds chance, plain, chaos
//	B c M  L  m  s  R       cracked that holds weapon, life, split, catch, mirror
//	<  >  T  + D W          cracked that holds shrink, expand, more-time; cracked
//
// A set of KBreakOut is XML, with up to 24 rows of 20 letters for each level. The bricks become
// "boxes 3 2", or "boxes 3 1.5" if a level has bricks below row 18:
//
//	1 to 6  m  x  u  h      plain of six hues, triple, bomb, wall, hidden with two hits
//
// KBreakOut chooses the bricks with gifts at random for each game; here they are always the same
// ones. GiftLoseLife has no counterpart. Both magic gifts become zap, and points become the
// nearest drop.
//
// # Errors
//
// Every error in a file is found, not just the first one, and it is said where it is:
// "my.level:7:4: no 'x' in the legend: the legend has 'o'". Columns count characters, not
// bytes.
package levels
