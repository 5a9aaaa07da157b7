package cli

import (
	"errors"
	"fmt"
)

// An ExitCode is an exit code of a program. Scripts use the codes to distinguish, for example, an invalid command line,
// an invalid file and a recording that does not play back.
type ExitCode int

// The exit codes. 129, 130 and 143 are the codes that shells report for programs ended by SIGHUP, SIGINT and SIGTERM.
const (
	ExitOK        ExitCode = 0
	ExitFailure   ExitCode = 1
	ExitUsage     ExitCode = 2 // invalid command line
	ExitFile      ExitCode = 3 // missing or invalid input file
	ExitTerminal  ExitCode = 4 // the terminal is not suitable; the message gives advice
	ExitVerify    ExitCode = 5 // a recording does not reproduce its result, or its seal is broken
	ExitHangup    ExitCode = 129
	ExitInterrupt ExitCode = 130
	ExitTerminate ExitCode = 143
)

// An Error is an error with an exit code.
type Error struct {
	code ExitCode
	err  error
}

func (e *Error) Error() string { return e.err.Error() }
func (e *Error) Unwrap() error { return e.err }

// Errorf returns an error with an exit code. The other arguments are as for fmt.Errorf.
func Errorf(code ExitCode, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// ExitCodeOf returns the exit code for the error that a command returned. It is ExitFailure for an error without a
// code.
func ExitCodeOf(err error) ExitCode {
	if err == nil {
		return ExitOK
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.code
	}
	return ExitFailure
}
