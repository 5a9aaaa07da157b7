// Package earlysignal ends the process silently by signals to which Go's runtime replies with the stacks of all
// goroutines, such as SIGQUIT (Ctrl-\) and SIGABRT. Faults of the program itself are not affected.
//
// It has few imports, so it is initialized before nearly all other packages. Their initialization takes about 10 ms,
// and a signal may arrive during that time. Code that handles these signals calls [Yield] before and [Take]
// afterwards.
package earlysignal
