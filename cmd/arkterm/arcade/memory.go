package arcade

import (
	"errors"
	"runtime/metrics"
)

// errFull is said to who comes while the server has no memory for another game.
var errFull = errors.New("there is no room for another game at the moment; please try again in a few minutes")

// full reports whether the server has no memory for another game. A fifth of what it may take is left to those who are
// there, and to what a collection of garbage has not found yet.
func (a *Arcade) full() bool { return a.Memory > 0 && a.used() >= a.Memory/5*4 }

// memoryUsed returns how much memory the program uses, in bytes: what Go has from the system, but what it holds ready for later.
func memoryUsed() int64 {
	samples := [...]metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples[:])
	total, free, released := samples[0].Value.Uint64(), samples[1].Value.Uint64(), samples[2].Value.Uint64()
	return int64(total - free - released)
}
