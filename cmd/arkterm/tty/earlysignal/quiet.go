// Package earlysignal makes some signals end the process silently. Without it, Go's runtime would print the stacks of
// all goroutines for these signals, such as SIGQUIT (Ctrl-\) and SIGABRT. Faults of the program itself are not
// affected.
//
// The package has few imports, so it is initialized before nearly all other packages. Their initialization takes about
// 10 ms, and a signal may arrive during that time. Code that handles these signals calls [Yield] before and [Take]
// afterwards.
package earlysignal
