package worker

import (
	"fmt"
	"runtime/debug"
)

// A Panic is an error that represents a recovered panic. The rest of the program continues.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Caught returns a *Panic for v, the result of recover in the calling function; nil for nil.
func Caught(v any) error {
	if v == nil {
		return nil
	}
	return &Panic{v, debug.Stack()}
}
