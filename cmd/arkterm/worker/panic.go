package worker

import (
	"fmt"
	"runtime/debug"
)

// A Panic is an error that describes a recovered panic. The rest of the program continues to run.
type Panic struct {
	Value any    // argument of panic
	Stack []byte // stack trace
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Caught returns a *Panic for v, the result of recover in the calling function. It returns nil if v is nil.
func Caught(v any) error {
	if v == nil {
		return nil
	}
	return &Panic{v, debug.Stack()}
}
