// Package ansi turns frames of cells into the bytes that a terminal is sent for them, in the control
// sequences of ECMA-48 that every terminal of the last decades knows.
//
// An [Encoder] stands for one terminal: it remembers what that shows, where its cursor is and in
// which style it writes, and sends what differs in the shortest form. A [Stream] is the same for a
// recording of what one sees, and [Text] writes one frame as lines of text with colours.
//
// The package knows no terminal: it opens, asks and waits for nothing.
package ansi
