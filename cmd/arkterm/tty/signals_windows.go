package tty

import "os"

// Windows has few signals: Ctrl-C comes as a key while the console is taken, Ctrl-Break is os.Interrupt, and that
// the window is closed, that the user logs off, or that the machine is shut down is SIGTERM, for which Go's runtime
// holds up the end by up to five seconds. There is no job control.

// attend has the console tell when the size of its window changes.
func (w *watch) attend() { w.term.tty.resized = w.term.Resized }

// survives reports that every signal ends the program.
func (w *watch) survives(os.Signal) bool { return false }

// suspends returns nil: the key Ctrl-Z does nothing.
func (w *watch) suspends() os.Signal { return nil }

// Obey reports that every signal ends the program.
func (t *Terminal) Obey(os.Signal) (stopped bool) { return false }
