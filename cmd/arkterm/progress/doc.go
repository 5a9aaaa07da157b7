// Package progress defines the saved results of finished games.
//
// A [Score] is the result of a game, an [Achievement] is a player's best in a level, and a [Diary] lists the daily
// games. [Results] are scores and achievements in memory. A session sends a [Request], and [Do] carries it out in a
// [Store]: a file in the game, or a database in the arcade. A [Round] describes a game in words: its stars, the
// player's previous best, and the games to offer next.
//
// The package does not access files or the clock.
package progress
