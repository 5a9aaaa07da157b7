// Package connlimit limits connections to a server. It limits the number of open connections, of connections from one
// network, and of unauthenticated connections, and it penalizes networks that have misbehaved. Refusing a connection
// costs a few map operations and no cryptography.
//
// Names and numbers follow sshd_config(5): MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and
// PerSourcePenalties. A provider assigns an IPv4 /24 or IPv6 /48 to one customer. A new visitor can take the place of
// an older unauthenticated connection whose customer has more places than the visitor's customer. So a silent client
// keeps a place only until another customer needs it.
package connlimit

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits are the limits of a limiter. A number of 0 or less admits no connection.
type Limits struct {
	Total     int // open connections
	PerSource int // authenticated connections of one network

	// Limits for unauthenticated connections. With Start or more of them, a customer network that already has one is
	// refused another with the probability Chance, which rises to 1 at Full. Share is the maximum for one network. A
	// customer with more than Share loses the oldest connection as soon as another customer needs the place. All
	// other connections keep their place for minStay.
	Start, Full int
	Chance      float64
	Share       int

	Rate  rate.Limit // new connections per second of one network, on average
	Burst int        // new connections of one network at the same time

	Handshakes int // new connections per second of all networks; the same number is allowed at the same time

	Sources int // remembered networks
}

// Defaults are the limits for a small server. Two processors can serve about 500 players and 50 key exchanges per
// second at the same time. An unauthenticated connection takes 40 KB, or 300 KB if the client announces a large packet,
// so 128 of them take 5 to 40 MB. Share allows for a class of students behind one address who all compare the host
// key's fingerprint at the same time.
var Defaults = Limits{
	Total: 512, PerSource: 8,
	Start: 64, Chance: 0.3, Full: 128, Share: 32,
	Rate: 10.0 / 60, Burst: 10,
	Handshakes: 50,
	Sources:    1 << 16,
}

// minStay is the minimum time for which an unauthenticated connection keeps its place when places run out. It is enough
// for a client that asks its user no questions.
const minStay = 10 * time.Second

// A Fault is a reason to penalize the network of a connection when the connection ends. Disconnecting, being slow and
// requesting unsupported services are not faults, because the limits bound their cost.
type Fault int

// The faults.
const (
	NoFault    Fault = iota
	BadAuth          // failed to authenticate
	Misbehaved       // sent too much, or broke the protocol
	numFaults
)

// penalties contains the penalty for each fault.
var penalties = [numFaults]time.Duration{BadAuth: 5 * time.Second, Misbehaved: 90 * time.Second}

const (
	minPenalty = 15 * time.Second // a network is refused when its penalties add up to this
	maxPenalty = 10 * time.Minute
)

// A Refusal is the reason for refusing a connection.
type Refusal int

// The refusals.
const (
	Admitted   Refusal = iota
	Full               // the server has no free connection
	Crowded            // too many connections are unauthenticated
	SourceFull         // the network has its maximum of connections
	TooFast            // the network opens connections too fast
	Penalized          // the network has penalties
	NumRefusals
)

// String returns the identifier for logs and metrics.
func (r Refusal) String() string {
	return [NumRefusals]string{"admitted", "full", "crowded", "source_full", "too_fast", "penalized"}[r]
}

// Text returns the text for refused visitors.
func (r Refusal) Text() string {
	return [NumRefusals]string{
		"",
		"The arcade is full. Please try again in a few minutes.",
		"Too many visitors are signing in. Please try again in a moment.",
		"There are too many connections from your network.",
		"Your network connects too often. Please try again in a minute.",
		"Too many connections from your network have failed. Please try again in a few minutes.",
	}[r]
}

// A Limiter counts connections. Its methods may be called from any goroutine.
type Limiter struct {
	limits Limits
	chance func() float64 // a random number in 0…1

	mu        sync.Mutex
	open      int          // open connections
	pending   []*Admission // unauthenticated connections, oldest first
	customers map[netip.Prefix]int
	all       *rate.Limiter
	sources   map[netip.Prefix]*source
	swept     time.Time
}

// A source is the state of a network.
type source struct {
	authenticated int // authenticated connections
	pending       int // unauthenticated connections
	bucket        *rate.Limiter
	until         time.Time // end of its penalties

	waiting bool // new connections are refused until then
}

// New returns a limiter. chance returns random numbers in 0…1; it is called with mu held.
func New(l Limits, chance func() float64) *Limiter {
	return &Limiter{
		limits: l, chance: chance, sources: make(map[netip.Prefix]*source), customers: make(map[netip.Prefix]int),
		all: rate.NewLimiter(rate.Limit(l.Handshakes), l.Handshakes),
	}
}

// An Admission is the admission of a connection.
type Admission struct {
	limiter  *Limiter
	source   *source
	customer netip.Prefix
	entered  time.Time
	evict    func()
	pending  bool
	released bool
}

// Network returns the network of an address: an IPv6 /64 or a single IPv4 address.
func Network(a netip.Addr) netip.Prefix { return prefix(a, 32, 64) }

// customer returns the largest network that a provider usually assigns to one customer: an IPv6 /48 or an IPv4 /24.
func customer(a netip.Addr) netip.Prefix { return prefix(a, 24, 48) }

// prefix returns the network of an address with a number of bits for IPv4 and IPv6. The zero address has the zero
// network.
func prefix(a netip.Addr, bits4, bits6 int) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := bits4
	if a.Is6() {
		bits = bits6
	}
	p, _ := a.Prefix(bits)
	return p
}

// Admit admits a connection or returns the reason for refusing it. The caller must call Release for each admission. If
// the unauthenticated connection loses its place, a later call of Admit calls evict once. evict must close the
// connection, and must not call the limiter. It may be nil if the caller calls Authenticate before the next Admit.
func (l *Limiter) Admit(now time.Time, a netip.Addr, evict func()) (*Admission, Refusal) {
	p, victim, why := l.admit(now, a, evict)
	if victim != nil {
		victim.evict()
	}
	return p, why
}

func (l *Limiter) admit(now time.Time, a netip.Addr, evict func()) (p, victim *Admission, why Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limits := &l.limits
	full := Admitted
	if l.open >= limits.Total {
		full = Full
	} else if len(l.pending) >= limits.Full {
		full = Crowded
	}
	// The shared limits are checked first, because this is cheap.
	if full != Admitted && len(l.pending) == 0 {
		return nil, nil, full
	}
	if l.all.TokensAt(now) < 1 {
		return nil, nil, Crowded
	}

	s, of := l.source(now, Network(a)), customer(a)
	switch {
	case s.waits(now):
		return nil, nil, Penalized
	case s.authenticated >= limits.PerSource, s.pending >= limits.Share:
		return nil, nil, SourceFull
	case s.bucket.TokensAt(now) < 1:
		return nil, nil, TooFast
	case full != Admitted:
		if victim = l.victim(now, l.customers[of], s.pending); victim == nil {
			return nil, nil, full
		}
		victim.release()
	case l.customers[of] > 0 && l.dropped():
		return nil, nil, Crowded
	}

	// A refused connection does not count. Otherwise one network could use up the handshakes of all networks.
	s.bucket.AllowN(now, 1)
	l.all.AllowN(now, 1)

	p = &Admission{limiter: l, source: s, customer: of, entered: now, evict: evict, pending: true}
	l.open++
	l.pending = append(l.pending, p)
	l.customers[of]++
	s.pending++
	return p, victim, Admitted
}

// dropped reports whether a connection is refused at random because many are unauthenticated.
func (l *Limiter) dropped() bool {
	limits, n := &l.limits, len(l.pending)
	rise := float64(n-limits.Start) / float64(limits.Full-limits.Start)
	return n >= limits.Start && l.chance() < limits.Chance+(1-limits.Chance)*rise
}

// victim returns the unauthenticated connection that loses its place to a visitor. It is the oldest one of the customer
// and network with the most unauthenticated connections. victim returns nil if these do not have more than the
// visitor's own customer and network, or if the connection may still keep its place.
func (l *Limiter) victim(now time.Time, ofCustomer, ofSource int) *Admission {
	var v *Admission
	maxCustomer, maxSource := ofCustomer, ofSource
	for _, p := range l.pending {
		if n := l.customers[p.customer]; n > maxCustomer || n == maxCustomer && p.source.pending > maxSource {
			v, maxCustomer, maxSource = p, n, p.source.pending
		}
	}
	if v == nil || maxCustomer <= l.limits.Share && now.Sub(v.entered) < minStay {
		return nil
	}
	return v
}

// waits reports whether connections from a network are refused because of penalties. Once the penalties add up to
// minPenalty, connections are refused until all penalties are over.
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
	if last := now.Add(maxPenalty); s.until.After(last) {
		s.until = last
	}
	s.waiting = s.waiting || s.until.Sub(now) >= minPenalty
}

// sweepInterval is the minimum time between two searches for networks that can be forgotten, while the table is full.
const sweepInterval = time.Second

// source returns the state of a network. If the table of networks is full, it returns a new state that is not stored.
// So an attacker who fills the table cannot shut out others, and the shared limits still apply.
func (l *Limiter) source(now time.Time, p netip.Prefix) *source {
	if s := l.sources[p]; s != nil {
		return s
	}
	if len(l.sources) >= l.limits.Sources && now.Sub(l.swept) >= sweepInterval {
		l.swept = now
		for p, s := range l.sources {
			if s.authenticated+s.pending == 0 && !now.Before(s.until) &&
				s.bucket.TokensAt(now) >= float64(l.limits.Burst) {
				delete(l.sources, p)
			}
		}
	}
	s := &source{bucket: rate.NewLimiter(l.limits.Rate, l.limits.Burst)}
	if len(l.sources) < l.limits.Sources {
		l.sources[p] = s
	}
	return s
}

// Authenticate notes that the connection was authenticated. It returns SourceFull if the network has its maximum of
// authenticated connections; the caller must then close this one.
func (p *Admission) Authenticate() Refusal {
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	if p.released || !p.pending {
		return Admitted
	}
	if p.source.authenticated >= p.limiter.limits.PerSource {
		return SourceFull
	}
	p.authenticate()
	p.source.authenticated++
	return Admitted
}

// authenticate removes the admission from the unauthenticated connections.
func (p *Admission) authenticate() {
	g := p.limiter
	p.pending = false
	p.source.pending--
	if g.customers[p.customer]--; g.customers[p.customer] == 0 {
		delete(g.customers, p.customer)
	}
	i := slices.Index(g.pending, p)
	g.pending = slices.Delete(g.pending, i, i+1)
}

// Release notes the end of the connection and charges its network for a fault. Further calls do nothing.
func (p *Admission) Release(now time.Time, f Fault) {
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	if !p.released {
		p.release()
		p.source.charge(now, penalties[f])
	}
}

func (p *Admission) release() {
	p.released = true
	p.limiter.open--
	if p.pending {
		p.authenticate()
	} else {
		p.source.authenticated--
	}
}

// Count returns the number of connections, and how many of them are unauthenticated.
func (l *Limiter) Count() (all, unauthenticated int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open, len(l.pending)
}

// Sources returns the number of remembered networks.
func (l *Limiter) Sources() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.sources)
}
