// Package ansi encodes frames of cells as ECMA-48 control sequences for a terminal.
//
// An [Encoder] represents one terminal. It tracks the terminal's cells, cursor and style, and encodes only changes, in
// as few bytes as possible. A [Stream] does the same for recordings. [Text] writes one frame as colored lines of text.
// An [Emulator] interprets the sequences, for tests and tools.
//
// The package only produces bytes. It opens no terminal, sends no queries and never waits.
package ansi
