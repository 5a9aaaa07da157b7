// Package earlysignal ends the process by a signal as other programs end: at once, and silently. Go's runtime
// would answer SIGQUIT, SIGSEGV and others that somebody sends with the stacks of all goroutines, which
// is no answer to a Ctrl-\ at a command that takes too long.
//
// It holds from its own initialization on, which comes before that of nearly all other packages since it
// imports so little: the program's own take some ten milliseconds, in which a signal may come already.
// Whoever handles these signals himself calls [Yield], and [Take] when that is over.
//
// What a process does at a signal is one thing in a process, as the handlers of os/signal are. So is this.
// Faults of the program itself are no signals that somebody sends; the runtime reports them as ever.
package earlysignal
