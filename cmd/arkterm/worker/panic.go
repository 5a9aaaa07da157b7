package worker

import (
	"fmt"
	"runtime/debug"
)

// A Panic is an error that something has panicked with, where that ends less than the program.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Caught returns the error for the value that recover has returned, in the function that called it;
// nil for nil.
func Caught(v any) error {
	if v == nil {
		return nil
	}
	return &Panic{v, debug.Stack()}
}
