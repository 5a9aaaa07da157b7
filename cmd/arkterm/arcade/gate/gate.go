// Package gate decides who may connect to a server: how many at once, how many of one network, how many that have
// not said yet who they are, and how long a network has to wait after it misbehaved. A connection that is refused
// costs a few map operations, and no cryptography.
//
// Names and numbers follow sshd_config(5): MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and
// PerSourcePenalties.
package gate

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits are the limits of a gate. Numbers of 0 or less mean that nobody comes in.
type Limits struct {
	Total     int // connections at once
	PerSource int // connections at once of one network

	// Connections that have not been authenticated yet. From Start on they are refused with the probability
	// Chance, which rises up to 1 at Full.
	Start, Full int
	Chance      float64

	Rate  rate.Limit // new connections a second of one network, in the long run
	Burst int        // and at once

	Handshakes int // new connections a second of all networks together, and at once

	Sources int // networks that are remembered
}

// Defaults are the limits for a small server: two processors carry some 500 players, and exchange keys with 50 clients
// a second beside.
var Defaults = Limits{
	Total: 512, PerSource: 8,
	Start: 16, Chance: 0.3, Full: 64,
	Rate: 10.0 / 60, Burst: 10,
	Handshakes: 50,
	Sources:    1 << 16,
}

// A Fault is what a connection did wrong. Its network is charged for it when the connection ends.
type Fault int

// The faults.
const (
	NoFault     Fault = iota
	NoAuth            // it left before it was authenticated
	BadAuth           // it failed to authenticate
	OutOfTime         // it did not authenticate in time
	Misbehaved        // it sent what no client sends, or too much of it
	faultsCount       // the number of faults
)

// Penalties: what each fault costs, from when on a network has to wait, and for how long at most.
var penalties = [faultsCount]time.Duration{
	NoAuth: time.Second, BadAuth: 5 * time.Second, OutOfTime: 10 * time.Second, Misbehaved: 90 * time.Second,
}

const (
	leastPenalty = 15 * time.Second
	mostPenalty  = 10 * time.Minute
)

// A Refusal says why a connection is refused.
type Refusal int

// The refusals.
const (
	Admitted   Refusal = iota
	Full               // the server is full
	Crowded            // too many are on their way in
	SourceFull         // the network has as many connections as it may have
	TooFast            // it opens them too fast
	Penalized          // it has to wait
	NumRefusals
)

// String returns the refusal as a word for logs and metrics.
func (r Refusal) String() string {
	return [NumRefusals]string{"admitted", "full", "crowded", "source_full", "too_fast", "penalized"}[r]
}

// Text returns the line that a refused client is sent. It is no part of the protocol: clients print it, or drop it.
func (r Refusal) Text() string {
	return [NumRefusals]string{
		"",
		"The arcade is full. Please try again in a few minutes.",
		"Too many are at the door. Please try again in a moment.",
		"There are too many connections from your network.",
		"Your network connects too often. Please try again in a minute.",
		"Your network has to wait for a while. Please try again in a few minutes.",
	}[r]
}

// A Gate keeps count of connections. It may be used from any goroutine.
type Gate struct {
	limits Limits
	chance func() float64 // a random number of 0…1

	mu      sync.Mutex
	inside  int // connections that have entered and not left
	early   int // those of them that are not authenticated
	all     *rate.Limiter
	sources map[netip.Prefix]*source
	swept   time.Time
}

// A source is what is remembered of a network.
type source struct {
	inside int
	bucket *rate.Limiter
	until  time.Time // when its penalties are over

	waiting bool // it is refused until then
}

// New returns a gate. chance returns random numbers of 0…1; it is called with the gate's lock held.
func New(l Limits, chance func() float64) *Gate {
	return &Gate{
		limits: l, chance: chance, sources: make(map[netip.Prefix]*source),
		all: rate.NewLimiter(rate.Limit(l.Handshakes), l.Handshakes),
	}
}

// A Pass stands for a connection that is inside.
type Pass struct {
	gate  *Gate
	from  *source
	early bool
	left  bool
}

// Network returns the network that an address belongs to: a /64 of IPv6, a single address of IPv4.
func Network(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{} // the address of no network
	}
	return p
}

// Enter lets a connection in, or says why not. A pass must be left.
func (g *Gate) Enter(now time.Time, a netip.Addr) (*Pass, Refusal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := &g.limits

	// What all share comes first: it is looked up at no cost.
	if g.inside >= l.Total {
		return nil, Full
	}
	if g.turnedAway() || g.all.TokensAt(now) < 1 {
		return nil, Crowded
	}

	s := g.source(now, Network(a))
	switch {
	case s.waits(now):
		return nil, Penalized
	case s.inside >= l.PerSource:
		return nil, SourceFull
	case !s.bucket.AllowN(now, 1):
		return nil, TooFast
	}

	g.all.AllowN(now, 1) // last, so that one network cannot use up what all share

	g.inside++
	g.early++
	s.inside++
	return &Pass{gate: g, from: s, early: true}, Admitted
}

// turnedAway reports whether a connection is refused since too many are on their way in: the more there are, the
// likelier, so that a flood does not shut everybody else out.
func (g *Gate) turnedAway() bool {
	l := &g.limits
	switch {
	case g.early >= l.Full:
		return true
	case g.early < l.Start:
		return false
	}
	return g.chance() < l.Chance+(1-l.Chance)*float64(g.early-l.Start)/float64(l.Full-l.Start)
}

// waits reports whether a network has to wait. Once its penalties add up to leastPenalty, it waits until all of
// them are over.
func (s *source) waits(now time.Time) bool {
	s.waiting = s.waiting && now.Before(s.until)
	return s.waiting
}

// charge adds a penalty.
func (s *source) charge(now time.Time, cost time.Duration) {
	if cost == 0 {
		return
	}
	if s.until.Before(now) {
		s.until = now
	}
	s.until = s.until.Add(cost)
	if last := now.Add(mostPenalty); s.until.After(last) {
		s.until = last
	}
	s.waiting = s.waiting || s.until.Sub(now) >= leastPenalty
}

// sweepEvery is how often the networks are gone through for ones to forget, while there is no room for more.
const sweepEvery = time.Second

// source returns what is remembered of a network. If there is no room for it, it is not remembered, but let in: the
// limits that all share still hold, and who fills the memory shall not shut the others out.
func (g *Gate) source(now time.Time, p netip.Prefix) *source {
	if s := g.sources[p]; s != nil {
		return s
	}
	if len(g.sources) >= g.limits.Sources && now.Sub(g.swept) >= sweepEvery {
		g.swept = now
		for p, s := range g.sources {
			if s.inside == 0 && !now.Before(s.until) && s.bucket.TokensAt(now) >= float64(g.limits.Burst) {
				delete(g.sources, p)
			}
		}
	}
	s := &source{bucket: rate.NewLimiter(g.limits.Rate, g.limits.Burst)}
	if len(g.sources) < g.limits.Sources {
		g.sources[p] = s
	}
	return s
}

// Known says that the connection was authenticated.
func (p *Pass) Known() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.known()
}

func (p *Pass) known() {
	if p.early {
		p.early = false
		p.gate.early--
	}
}

// Leave says that the connection has ended, and what it did wrong. Only the first call counts.
func (p *Pass) Leave(now time.Time, f Fault) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.left {
		return
	}
	p.left = true
	p.known()
	p.gate.inside--
	p.from.inside--
	p.from.charge(now, penalties[f])
}

// Inside returns how many connections are inside, and how many of these are not authenticated yet.
func (g *Gate) Inside() (all, early int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside, g.early
}

// Sources returns how many networks are remembered.
func (g *Gate) Sources() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.sources)
}
