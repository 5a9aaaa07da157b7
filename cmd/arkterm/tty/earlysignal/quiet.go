// Package earlysignal makes signals end the process silently for which Go's runtime would print the stacks of all
// goroutines, such as SIGQUIT (Ctrl-\) and SIGABRT. Faults of the program itself are not affected.
//
// The package has few imports, so it is initialized before nearly all other packages. Their initialization takes about
// 10 ms, and a signal may arrive during that time. Code that handles these signals calls [Yield] before and [Take]
// afterwards.
package earlysignal
