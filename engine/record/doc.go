// Package record stores games. A [Recording] contains the setup of a game and the input of every tick, from which the
// game can be replayed bit for bit. It is stored as text for reading and editing, or in a compressed container, which
// has a tenth of the size. A [Playback] plays a recording from its start, and a [Seeker] plays it from any tick.
//
// The package does not access files.
//
// # Text
//
// The text is UTF-8, with at most 8 MiB and four hours of ticks. A playback ignores empty lines, lines that start with
// # and an incomplete last line. The first line is "arkterm recording 1". The header has these lines and the lines of
// the setup. All are optional, and may be in any order. Level files have at most 512 KiB in all.
//
//	rules N             version of the rules; default: the current version
//	made, date, player  program, end time, name of the player; unverified
//	opponent NAME       second player: a bot's strength, or "human"
//	seal KEY MAC        signature of the machine, see formats.md
//	pack NAME           name of the levels
//	board DIGEST NAME   a level, and a digest of its contents
//	file NAME           a level file; its lines follow, each prefixed with |
//	assisted            the player has used an assist
//	parent HASH TICK    continues another game from the state HASH at TICK
//	level N …           state at the start; replaces first and lives
//
// # Setup
//
// The setup defines a new game. Share codes contain the lines marked (code):
//
//	mode NAME        game mode (code)
//	seed N           seed of the random number generator (code)
//	first N          first level; 1 to 1000 (code)
//	lives N          initial lives; default by difficulty; 1 to 15
//	difficulty NAME  difficulty; default medium (code)
//	assist NAMES     initial assists, separated by commas
//	speed N          speed of time in percent; default 100; 25 to 150
//	drops N          percentage of bricks with a drop; 0 to 100 (code)
//	day YYYY-MM-DD   day of a daily game, in UTC (code)
//	storm N          balls in a storm; default 200; 1 to 1000 (code balls)
//	to N             points that win a match; default 7; 1 to 21
//
// # Ticks
//
// After the line "play", the inputs follow. A tick is 1/240 s. N is a number of ticks:
//
//	N                  no input
//	N move M           move with keys; M is −64 (full speed left) to 64
//	N at X             target of the paddle's center, in 1/64 units
//	… fire … down      buttons: fire, warp, up, down, in this order
//	… | …              input of the second player, after a bar
//	N+D−D… N+D…        add each D to the target in turn, and hold the result for N ticks
//	N+D|−D+D|−D …      the targets of both players move
//	set difficulty …   new difficulty; optional: "assist NAMES", "speed N"
//	mark HASH          checkpoint: hash of the state, every 1,200 ticks
//	level N …          start of a level, see formats.md
//	expect FACT V      value that a test compares
//	end PHASE …        result: "ticks N score N level N hash HASH"
//
// A playback compares marks, level starts, expected values and the result, and reports the first difference.
// Recordings of older rules are played without these comparisons.
//
// Recordings count time in ticks, not in seconds. Therefore, a replay shows a game with "speed" or the assist "slow" at
// normal speed.
package record
