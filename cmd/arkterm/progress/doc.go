// Package progress defines the saved results of finished games.
//
// A [Score] is the result of a game. An [Achievement] is a player's best result in a level. A [Diary] lists the results
// of daily games. [Results] are scores and achievements in memory. A session sends a [Request], and [Do] executes it in
// a [Store], which is a file in the game and a database in the arcade. A [Round] describes a game for the player: its
// stars, the player's previous best, and the games to offer next.
//
// The package does not access files or the clock.
package progress
