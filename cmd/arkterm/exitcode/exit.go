// Package exitcode defines the program's exit codes, and errors with an exit code. Scripts use the codes to
// distinguish, for example, an invalid command line, an invalid file and a recording that does not play back.
package exitcode

import (
	"errors"
	"fmt"
)

// A Code is an exit code of the program.
type Code int

// The exit codes. 129, 130 and 143 are the codes that shells report for programs ended by SIGHUP, SIGINT and SIGTERM.
const (
	OK        Code = 0
	Failure   Code = 1
	Usage     Code = 2 // invalid command line
	File      Code = 3 // missing or invalid input file
	Terminal  Code = 4 // the terminal is not suitable; the message gives advice
	Verify    Code = 5 // a recording does not play back
	Hangup    Code = 129
	Interrupt Code = 130
	Terminate Code = 143
)

// An Error is an error with an exit code.
type Error struct {
	code Code
	err  error
}

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Errorf returns an error with an exit code. The other arguments are as for fmt.Errorf.
func Errorf(code Code, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// CodeOf returns the exit code for the error that a command returned. It is Failure for an error without a code.
func CodeOf(err error) Code {
	if err == nil {
		return OK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.code
	}
	return Failure
}
