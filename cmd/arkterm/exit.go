package main

import (
	"errors"
	"fmt"
)

// An exitCode is what the program ends with.
type exitCode int

// The exit codes. 129, 130 and 143 are what a shell shows for an end by SIGHUP, SIGINT
// and SIGTERM, and by a signal is how the program then ends.
const (
	exitOK       exitCode = 0
	exitFailure  exitCode = 1
	exitUsage    exitCode = 2 // the command line makes no sense
	exitFile     exitCode = 3 // a level is missing or wrong
	exitTerminal exitCode = 4 // the terminal cannot be played on; the message advises
	exitVerify   exitCode = 5 // a recording does not play back
	exitHangup   exitCode = 129
	exitInt      exitCode = 130
	exitTerm     exitCode = 143
)

// An exitError is an error that knows its exit code.
type exitError struct {
	code exitCode
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// fail returns an error with a code, with the text of fmt.Errorf.
func fail(code exitCode, format string, args ...any) error {
	return &exitError{code, fmt.Errorf(format, args...)}
}

// codeOf returns the exit code for what a command returned. An error without a code is a
// failure.
func codeOf(err error) exitCode {
	if err == nil {
		return exitOK
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	return exitFailure
}
