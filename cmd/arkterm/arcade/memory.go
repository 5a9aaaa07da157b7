package arcade

import (
	"context"
	"errors"
	"runtime/metrics"
	"time"
)

// errFull is said to who comes while the server has no memory for another game, or for as much as one takes.
var errFull = errors.New("the arcade is full; please try again in a few minutes")

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

// When what a crowd has left behind is given back to the system. Go itself collects no garbage while nobody makes any, but
// once in two minutes, and hands back a tenth of what there is room for slowly or not at all.
const (
	lookEvery = 10 * time.Second
	ebbLooks  = 12 // in a row at which at most half of the most are here
	leastEbb  = 8  // who have gone: fewer leave nothing behind that is worth a collection
)

// An ebb tells when a crowd has gone.
type ebb struct {
	most int // of those who were here since it last had
	low  int // looks in a row at which at most half of them are
}

// look notes how many are here now, and reports whether a crowd has gone.
func (e *ebb) look(here int) (gone bool) {
	e.most = max(e.most, here)
	if here > e.most/2 || e.most-here < leastEbb {
		e.low = 0
		return false
	}
	if e.low++; e.low < ebbLooks {
		return false
	}
	*e = ebb{most: here}
	return true
}

// keepSmall calls free each time when a crowd has gone, until the context ends.
func keepSmall(ctx context.Context, here func() int, free func()) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for e := new(ebb); ; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		if e.look(here()) {
			free()
		}
	}
}
