// Package exit holds the codes that the program ends with, and errors that know theirs: a mistake
// on the command line, a broken file and a recording that does not play back are told apart by
// scripts, so whoever finds the fault says which it is, and main only passes it on.
package exit

import (
	"errors"
	"fmt"
)

// A Code is what the program ends with.
type Code int

// The exit codes. 129, 130 and 143 are what a shell shows for an end by SIGHUP, SIGINT
// and SIGTERM, and by a signal is how the program then ends.
const (
	OK        Code = 0
	Failure   Code = 1
	Usage     Code = 2 // the command line makes no sense
	File      Code = 3 // a level is missing or wrong
	Terminal  Code = 4 // the terminal cannot be played on; the message advises
	Verify    Code = 5 // a recording does not play back
	Hangup    Code = 129
	Interrupt Code = 130
	Terminate Code = 143
)

// An Error is an error that knows its exit code.
type Error struct {
	code Code
	err  error
}

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Errorf returns an error with a code, with the text of fmt.Errorf.
func Errorf(code Code, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// CodeOf returns the exit code for what a command returned. An error without a code is a
// failure.
func CodeOf(err error) Code {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.code
	}
	return Failure
}
