// Package progress defines the results that are kept of finished games.
//
// A [Score] is the result of a game, an [Achievement] the best of a player in a level, and a [Diary] lists the daily games. [Results] are
// scores and achievements in memory. A session sends a [Request], and [Do] carries it out in a [Store]: a file in the game, a database in
// the arcade. A [Round] describes a game in words: its stars, the player's best before it, and the games to offer after it.
//
// The package accesses no files and no clock.
package progress
