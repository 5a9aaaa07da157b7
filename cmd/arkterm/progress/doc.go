// Package progress defines the saved results of finished games.
//
// A [Score] is the result of one game. An [Achievement] is a player's best result in a level. A [Diary] lists the
// results of daily games. [Results] keeps scores and achievements in memory.
//
// A session sends each [Request] to its caller, which passes the request to [Do] together with a [Store]. The store is
// a file in the local game (arkterm), and a database in the SSH server (arkterm-arcade).
//
// A [Round] describes a game to the player: the stars, the player's previous best results, and the games offered next.
//
// The package does not access files or the clock.
package progress
