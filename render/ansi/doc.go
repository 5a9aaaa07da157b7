// Package ansi encodes frames of cells as bytes for a terminal, with the ECMA-48 control sequences that
// practically every terminal understands.
//
// An [Encoder] stands for one terminal: it remembers the terminal's cells, cursor and style, and sends only
// changes, in the shortest form. A [Stream] does the same for recordings. [Text] writes one frame as
// coloured lines of text.
//
// The package opens no terminal, sends no queries and waits for nothing.
package ansi
