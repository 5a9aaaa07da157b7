// Package connlimit limits connections to a server. It limits the number of open connections, of connections from one
// network and the networks that contain it, and of unauthenticated connections. It penalizes networks that have
// misbehaved. Refusing a connection
// costs a few map operations and no cryptography.
//
// Names and numbers follow sshd_config(5): MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and
// PerSourcePenalties. Unauthenticated connections are also counted by customer network, an IPv4 /24 or IPv6 /48,
// because a provider may assign such a network to a single customer. When the limits are reached, a new connection can
// replace an unauthenticated connection from a customer network with more unauthenticated connections. So clients that
// connect and send nothing cannot shut out the clients of other customers.
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
	PerSource int // authenticated connections of one network; larger networks have a multiple, see widerNetworks
	Reserve   int // connections of Total that only known visitors get

	// Limits for unauthenticated connections. With Start or more of them, a customer network that already has one is
	// refused another with the probability Chance, which rises to 1 at Full. Share is the maximum for one network. If a
	// customer network has more than Share, its oldest connection can be replaced immediately by one of another
	// customer network. All other connections can be replaced after minPendingTime.
	Start, Full int
	Chance      float64
	Share       int

	Rate  rate.Limit // new connections per second from one network, on average
	Burst int        // new connections from one network in one burst

	Handshakes int // new connections per second from all networks, and also the maximum in one burst

	Sources int // networks whose state is stored
}

// Defaults are the limits for a small server. Two processors can serve about 500 players and 50 key exchanges per
// second at the same time. An unauthenticated connection takes 40 KB, or 300 KB if the client announces a large packet,
// so 128 of them take 5 to 40 MB. Share is large enough for a class of students behind one address, who all compare the
// host key's fingerprint at the same time.
var Defaults = Limits{
	Total: 512, PerSource: 8, Reserve: 64,
	Start: 64, Chance: 0.3, Full: 128, Share: 32,
	Rate: 10.0 / 60, Burst: 10,
	Handshakes: 50,
	Sources:    1 << 16,
}

// minPendingTime is the time for which an unauthenticated connection is not replaced by a new one. A client that does
// not prompt its user signs in within this time.
const minPendingTime = 10 * time.Second

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
	Admitted   Refusal = iota // not refused
	Full                      // the server has no free connection
	Crowded                   // too many connections are unauthenticated
	SourceFull                // the network has its maximum of connections
	TooFast                   // the network opens connections too fast
	Penalized                 // the network has penalties
	NumRefusals
)

// String returns the identifier for logs and metrics.
func (r Refusal) String() string {
	return [NumRefusals]string{"admitted", "full", "crowded", "source_full", "too_fast", "penalized"}[r]
}

// Text returns the message for a refused visitor.
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

	mu         sync.Mutex
	open       int                      // open connections
	pending    []*Admission             // unauthenticated connections, oldest first
	customers  map[netip.Prefix]int     // unauthenticated connections by customer network
	wider      map[netip.Prefix]int     // authenticated connections by network of widerNetworks
	unknown    int                      // authenticated connections of unknown visitors
	handshakes *rate.Limiter            // new connections from all networks
	sources    map[netip.Prefix]*source // by network
	lastSweep  time.Time                // time of the last search for unused networks
}

// A source is the state of a network.
type source struct {
	authenticated int           // authenticated connections
	pending       int           // unauthenticated connections
	limiter       *rate.Limiter // new connections
	penaltyEnd    time.Time     // end of the network's penalties
	penalized     bool          // new connections are refused until penaltyEnd
}

// New returns a limiter. chance returns random numbers in 0…1; it is called with mu held.
func New(l Limits, chance func() float64) *Limiter {
	return &Limiter{
		limits: l, chance: chance, sources: make(map[netip.Prefix]*source), customers: make(map[netip.Prefix]int),
		wider:      make(map[netip.Prefix]int),
		handshakes: rate.NewLimiter(rate.Limit(l.Handshakes), l.Handshakes),
	}
}

// An Admission is an admitted connection.
type Admission struct {
	limiter    *Limiter
	source     *source
	customer   netip.Prefix // customer network
	wider      [len(widerNetworks)]netip.Prefix
	admittedAt time.Time // time of Admit
	evict      func()    // closes the connection
	pending    bool      // not authenticated
	known      bool      // the visitor is known; set by Authenticate
	released   bool      // Release was called, or the connection was evicted
}

// widerNetworks are networks that a provider may assign to one customer, with the multiples of PerSource that they can
// have. Without these limits, the 256 networks of a single customer could take all connections.
var widerNetworks = [...]struct{ bits4, bits6, multiple int }{{24, 56, 4}, {24, 48, 16}}

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
// a later connection replaces this connection before its authentication, Admit calls evict once. evict must close the
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
	// Limits for all networks are checked first, because this is cheap.
	if full != Admitted && len(l.pending) == 0 {
		return nil, nil, full
	}
	if l.handshakes.TokensAt(now) < 1 {
		return nil, nil, Crowded
	}

	s, of, wider := l.source(now, Network(a)), customer(a), widerNetworksOf(a)
	switch {
	case s.isPenalized(now):
		return nil, nil, Penalized
	case l.isSourceFull(s, wider), s.pending >= limits.Share:
		return nil, nil, SourceFull
	case s.limiter.TokensAt(now) < 1:
		return nil, nil, TooFast
	case full != Admitted:
		if victim = l.victim(now, l.customers[of], s.pending); victim == nil {
			return nil, nil, full
		}
		victim.release()
	case l.customers[of] > 0 && l.dropsAtRandom():
		return nil, nil, Crowded
	}

	// A refused connection does not count. Otherwise one network could use up the handshakes of all networks.
	s.limiter.AllowN(now, 1)
	l.handshakes.AllowN(now, 1)

	p = &Admission{
		limiter: l, source: s, customer: of, wider: wider, admittedAt: now, evict: evict, pending: true,
	}
	l.open++
	l.pending = append(l.pending, p)
	l.customers[of]++
	s.pending++
	return p, victim, Admitted
}

// widerNetworksOf returns the networks of widerNetworks that contain an address.
func widerNetworksOf(a netip.Addr) (all [len(widerNetworks)]netip.Prefix) {
	for i, w := range widerNetworks {
		all[i] = prefix(a, w.bits4, w.bits6)
	}
	return all
}

// isSourceFull reports whether a network or one of the wider networks has its maximum of authenticated connections.
func (l *Limiter) isSourceFull(s *source, wider [len(widerNetworks)]netip.Prefix) bool {
	for i, p := range wider {
		if l.wider[p] >= widerNetworks[i].multiple*l.limits.PerSource {
			return true
		}
	}
	return s.authenticated >= l.limits.PerSource
}

// dropsAtRandom reports whether to refuse a connection at random, because many are unauthenticated.
func (l *Limiter) dropsAtRandom() bool {
	limits, n := &l.limits, len(l.pending)
	rise := float64(n-limits.Start) / float64(limits.Full-limits.Start)
	return n >= limits.Start && l.chance() < limits.Chance+(1-limits.Chance)*rise
}

// victim returns the unauthenticated connection that a new one replaces. It selects the customer
// network with the most unauthenticated connections, then the network in it with the most, and returns the oldest of
// these connections. ofCustomer and ofSource count the unauthenticated connections from the new connection's customer
// network and network. victim returns nil if no other has more, or if minPendingTime protects the connection.
func (l *Limiter) victim(now time.Time, ofCustomer, ofSource int) *Admission {
	var v *Admission
	maxCustomer, maxSource := ofCustomer, ofSource
	for _, p := range l.pending {
		if n := l.customers[p.customer]; n > maxCustomer || n == maxCustomer && p.source.pending > maxSource {
			v, maxCustomer, maxSource = p, n, p.source.pending
		}
	}
	if v == nil || maxCustomer <= l.limits.Share && now.Sub(v.admittedAt) < minPendingTime {
		return nil
	}
	return v
}

// isPenalized reports whether connections from a network are refused because of penalties. Once the penalties add up to
// minPenalty, connections are refused until all penalties are over.
func (s *source) isPenalized(now time.Time) bool {
	s.penalized = s.penalized && now.Before(s.penaltyEnd)
	return s.penalized
}

// penalize adds a penalty of the given time.
func (s *source) penalize(now time.Time, cost time.Duration) {
	if cost == 0 {
		return
	}
	if s.penaltyEnd.Before(now) {
		s.penaltyEnd = now
	}
	s.penaltyEnd = s.penaltyEnd.Add(cost)
	if last := now.Add(maxPenalty); s.penaltyEnd.After(last) {
		s.penaltyEnd = last
	}
	s.penalized = s.penalized || s.penaltyEnd.Sub(now) >= minPenalty
}

// sweepInterval is the minimum time between two searches for unused networks in a full table.
const sweepInterval = time.Second

// source returns the state of a network. If the table of networks is full, it returns a new state that is not stored.
// So an attacker who fills the table cannot shut out others, and the limits for all networks still apply.
func (l *Limiter) source(now time.Time, p netip.Prefix) *source {
	if s := l.sources[p]; s != nil {
		return s
	}
	if len(l.sources) >= l.limits.Sources && now.Sub(l.lastSweep) >= sweepInterval {
		l.lastSweep = now
		for p, s := range l.sources {
			if s.authenticated+s.pending == 0 && !now.Before(s.penaltyEnd) &&
				s.limiter.TokensAt(now) >= float64(l.limits.Burst) {
				delete(l.sources, p)
			}
		}
	}
	s := &source{limiter: rate.NewLimiter(l.limits.Rate, l.limits.Burst)}
	if len(l.sources) < l.limits.Sources {
		l.sources[p] = s
	}
	return s
}

// Authenticate records that the connection was authenticated. known is true for a visitor who has visited before. It
// returns SourceFull if the network has its maximum of authenticated connections, or Full if only the reserve for known
// visitors is left. The caller must then close this connection.
func (p *Admission) Authenticate(known bool) Refusal {
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case p.released || !p.pending:
		return Admitted
	case l.isSourceFull(p.source, p.wider):
		return SourceFull
	case !known && l.unknown >= l.limits.Total-l.limits.Reserve:
		return Full
	}
	p.removePending()
	p.known = known
	p.countAuthenticated(1)
	return Admitted
}

// countAuthenticated adds 1 or -1 to the counts of authenticated connections.
func (p *Admission) countAuthenticated(d int) {
	l := p.limiter
	p.source.authenticated += d
	if !p.known {
		l.unknown += d
	}
	for i, n := range p.wider {
		if slices.Contains(p.wider[:i], n) { // an IPv4 /24 is in both rows
			continue
		}
		if l.wider[n] += d; l.wider[n] == 0 {
			delete(l.wider, n)
		}
	}
}

// removePending removes the admission from the unauthenticated connections.
func (p *Admission) removePending() {
	l := p.limiter
	p.pending = false
	p.source.pending--
	if l.customers[p.customer]--; l.customers[p.customer] == 0 {
		delete(l.customers, p.customer)
	}
	i := slices.Index(l.pending, p)
	l.pending = slices.Delete(l.pending, i, i+1)
}

// Release records the end of the connection and adds the penalty for a fault to its network. Further calls do nothing.
func (p *Admission) Release(now time.Time, f Fault) {
	p.limiter.mu.Lock()
	defer p.limiter.mu.Unlock()
	if !p.released {
		p.release()
		p.source.penalize(now, penalties[f])
	}
}

func (p *Admission) release() {
	p.released = true
	p.limiter.open--
	if p.pending {
		p.removePending()
	} else {
		p.countAuthenticated(-1)
	}
}

// Count returns the number of open connections, and the number of unauthenticated ones.
func (l *Limiter) Count() (all, unauthenticated int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open, len(l.pending)
}

// Sources returns the number of networks whose state is stored.
func (l *Limiter) Sources() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.sources)
}
