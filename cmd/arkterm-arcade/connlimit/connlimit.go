// Package connlimit limits the connections to a server: all open connections, those from one network and from the
// larger networks that contain it, and unauthenticated ones. It refuses connections from networks that have misbehaved.
// Refusing a connection costs a few map operations and no cryptography.
//
// The names and values of limits follow sshd_config(5): MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and
// PerSourcePenalties. Unauthenticated connections are also counted by customer network, an IPv4 /24 or IPv6 /48,
// because a provider may assign such a network to a single customer. When the limits are reached, a new connection can
// replace an unauthenticated connection from a customer network with more unauthenticated connections. Therefore,
// clients that connect and send nothing cannot shut out the clients of other customers.
package connlimit

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits contains the limits of a limiter. A limit of 0 or less admits no connection.
type Limits struct {
	Total     int // maximum number of open connections
	PerSource int // maximum number of authenticated connections of one network; a multiple for larger networks
	Reserve   int // number of connections, out of Total, that are reserved for known visitors

	// Limits for unauthenticated connections. If there are Start or more of them, and the customer network of a new
	// connection already has one, the new connection is refused with the probability Chance. The probability rises to 1
	// at Full, the maximum number. Share is the maximum number for one network. If a customer network has more than
	// Share, its oldest connection can be replaced immediately by one of another customer network. All other
	// connections can be replaced after minPendingTime.
	Start, Full int
	Chance      float64
	Share       int

	Rate  rate.Limit // new connections per second from one network, on average
	Burst int        // new connections from one network in one burst

	Handshakes int // new connections per second from all networks on average, and in one burst

	MaxSources int // maximum number of networks whose state is stored
}

// Defaults are the limits for a small server. Two processors can serve about 500 players and 50 key exchanges per
// second at the same time. An unauthenticated connection takes 40 KB, or 300 KB if the client announces a large packet,
// so 128 of them take 5 to 40 MB. Share is large enough for a class behind one address, in which all students compare
// the host key's fingerprint at the same time.
var Defaults = Limits{
	Total: 512, PerSource: 8, Reserve: 64,
	Start: 64, Chance: 0.3, Full: 128, Share: 32,
	Rate: 10.0 / 60, Burst: 10,
	Handshakes: 50,
	MaxSources: 1 << 16,
}

// minPendingTime is the time for which a new connection does not replace an unauthenticated one. A client that does not
// prompt its user signs in within this time.
const minPendingTime = 10 * time.Second

// A Fault is a reason for penalizing the network of a connection when the connection ends. It is not a fault if a
// client disconnects, is slow or requests unsupported services, because the limits bound the cost of these.
type Fault int

// The faults.
const (
	NoFault    Fault = iota
	BadAuth          // failed to authenticate
	Misbehaved       // sent too much, or violated the protocol
	numFaults
)

// penalties contains the penalty for each fault.
var penalties = [numFaults]time.Duration{BadAuth: 5 * time.Second, Misbehaved: 90 * time.Second}

const (
	minPenalty = 15 * time.Second // sum of penalties from which connections of a network are refused
	maxPenalty = 10 * time.Minute // maximum time for which connections of a network are refused
)

// A Refusal is the reason for refusing a connection, or Admitted.
type Refusal int

// The refusals.
const (
	Admitted   Refusal = iota // not refused
	Full                      // the server has its maximum of connections
	Crowded                   // the server has too many unauthenticated connections
	SourceFull                // the network has its maximum of connections
	TooFast                   // the network opens connections too fast
	Penalized                 // the sum of the network's penalties is too large
	NumRefusals
)

// String returns the identifier of the refusal in logs and metrics.
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
	random func() float64 // returns a random number in [0, 1)

	mu                sync.Mutex
	open              int                      // open connections
	pending           []*Admission             // unauthenticated connections, oldest first
	pendingByCustomer map[netip.Prefix]int     // unauthenticated connections by customer network
	widerCounts       map[netip.Prefix]int     // authenticated connections by network of widerNetworks
	unknownVisitors   int                      // authenticated connections of unknown visitors
	handshakeLimiter  *rate.Limiter            // new connections from all networks
	sources           map[netip.Prefix]*source // states of networks, see MaxSources
	lastSweep         time.Time                // time of the last search for unused networks
}

// A source is the state of a network.
type source struct {
	authenticated int           // authenticated connections
	pending       int           // unauthenticated connections
	rateLimiter   *rate.Limiter // new connections
	penaltyEnd    time.Time     // time when all penalties are over
	penalized     bool          // new connections are refused until penaltyEnd
}

// New returns a limiter. random returns random numbers in [0, 1). It is never called by two goroutines at the same
// time.
func New(l Limits, random func() float64) *Limiter {
	return &Limiter{
		limits: l, random: random, sources: make(map[netip.Prefix]*source),
		pendingByCustomer: make(map[netip.Prefix]int),
		widerCounts:       make(map[netip.Prefix]int),
		handshakeLimiter:  rate.NewLimiter(rate.Limit(l.Handshakes), l.Handshakes),
	}
}

// An Admission represents an admitted connection.
type Admission struct {
	limiter       *Limiter
	source        *source
	customer      netip.Prefix // customer network
	widerPrefixes [len(widerNetworks)]netip.Prefix
	admittedAt    time.Time // time of Admit
	evict         func()    // closes the connection
	pending       bool      // not authenticated
	known         bool      // the visitor is known; set by Authenticate
	released      bool      // the connection is no longer counted, after Release or an eviction
}

// widerNetworks describes the larger networks that a provider may assign to one customer, by the lengths of their
// prefixes for IPv4 and IPv6. Each can have a multiple of PerSource authenticated connections. Without these limits, a
// single customer with 256 networks could take all connections.
var widerNetworks = [...]struct{ bits4, bits6, multiple int }{{24, 56, 4}, {24, 48, 16}}

// Network returns the network of an address: an IPv6 /64 or a single IPv4 address.
func Network(a netip.Addr) netip.Prefix { return prefix(a, 32, 64) }

// customerNetwork returns the largest network that a provider usually assigns to one customer: an IPv6 /48 or an IPv4
// /24.
func customerNetwork(a netip.Addr) netip.Prefix { return prefix(a, 24, 48) }

// prefix returns the network of an address. bits4 and bits6 are the lengths of its prefix for IPv4 and IPv6. The
// network of the zero address is the zero prefix.
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
	p, victim, refusal := l.admit(now, a, evict)
	if victim != nil {
		victim.evict()
	}
	return p, refusal
}

// admit implements Admit, except that its caller must evict the victim.
func (l *Limiter) admit(now time.Time, a netip.Addr, evict func()) (p, victim *Admission, refusal Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limits := &l.limits
	shortage := Admitted // reason for refusing a connection from any network
	if l.open >= limits.Total {
		shortage = Full
	} else if len(l.pending) >= limits.Full {
		shortage = Crowded
	}
	// Limits for all networks are checked first, because this is cheap.
	if shortage != Admitted && len(l.pending) == 0 {
		return nil, nil, shortage
	}
	if l.handshakeLimiter.TokensAt(now) < 1 {
		return nil, nil, Crowded
	}

	s, customer, wider := l.source(now, Network(a)), customerNetwork(a), widerNetworksOf(a)
	switch {
	case s.isPenalized(now):
		return nil, nil, Penalized
	case l.isSourceFull(s, wider), s.pending >= limits.Share:
		return nil, nil, SourceFull
	case s.rateLimiter.TokensAt(now) < 1:
		return nil, nil, TooFast
	case shortage != Admitted:
		if victim = l.findVictim(now, l.pendingByCustomer[customer], s.pending); victim == nil {
			return nil, nil, shortage
		}
		victim.release()
	case l.pendingByCustomer[customer] > 0 && l.refusesAtRandom():
		return nil, nil, Crowded
	}

	// Count only admitted connections. Otherwise one network could use up the handshakes of all networks.
	s.rateLimiter.AllowN(now, 1)
	l.handshakeLimiter.AllowN(now, 1)

	p = &Admission{
		limiter: l, source: s, customer: customer, widerPrefixes: wider, admittedAt: now, evict: evict, pending: true,
	}
	l.open++
	l.pending = append(l.pending, p)
	l.pendingByCustomer[customer]++
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
		if l.widerCounts[p] >= widerNetworks[i].multiple*l.limits.PerSource {
			return true
		}
	}
	return s.authenticated >= l.limits.PerSource
}

// refusesAtRandom reports whether to refuse a new connection. The probability depends on the number of unauthenticated
// connections, see Limits.
func (l *Limiter) refusesAtRandom() bool {
	limits, n := &l.limits, len(l.pending)
	rise := float64(n-limits.Start) / float64(limits.Full-limits.Start)
	return n >= limits.Start && l.random() < limits.Chance+(1-limits.Chance)*rise
}

// findVictim returns the unauthenticated connection that a new one replaces, or nil. It selects the customer network
// with the most unauthenticated connections, then the network in it with the most, and returns the oldest of these
// connections. customerPending and sourcePending are the numbers of unauthenticated connections from the customer
// network and the network of the new connection. findVictim returns nil if no other network has more, or if
// minPendingTime protects the oldest connection.
func (l *Limiter) findVictim(now time.Time, customerPending, sourcePending int) *Admission {
	var v *Admission
	maxCustomer, maxSource := customerPending, sourcePending
	for _, p := range l.pending {
		if n := l.pendingByCustomer[p.customer]; n > maxCustomer || n == maxCustomer && p.source.pending > maxSource {
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

// penalize adds a penalty to a network. Penalties follow each other in time, up to maxPenalty from now.
func (s *source) penalize(now time.Time, penalty time.Duration) {
	if penalty == 0 {
		return
	}
	if s.penaltyEnd.Before(now) {
		s.penaltyEnd = now
	}
	s.penaltyEnd = s.penaltyEnd.Add(penalty)
	if last := now.Add(maxPenalty); s.penaltyEnd.After(last) {
		s.penaltyEnd = last
	}
	s.penalized = s.penalized || s.penaltyEnd.Sub(now) >= minPenalty
}

// sweepInterval is the minimum time between two searches for unused networks while the table of networks is full.
const sweepInterval = time.Second

// source returns the state of a network. If the table of networks is full, it returns a new state that is not stored.
// Therefore, an attacker who fills the table cannot shut out others. The limits for all networks still apply.
func (l *Limiter) source(now time.Time, p netip.Prefix) *source {
	if s := l.sources[p]; s != nil {
		return s
	}
	if len(l.sources) >= l.limits.MaxSources && now.Sub(l.lastSweep) >= sweepInterval {
		l.lastSweep = now
		for p, s := range l.sources {
			if s.authenticated+s.pending == 0 && !now.Before(s.penaltyEnd) &&
				s.rateLimiter.TokensAt(now) >= float64(l.limits.Burst) {
				delete(l.sources, p)
			}
		}
	}
	s := &source{rateLimiter: rate.NewLimiter(l.limits.Rate, l.limits.Burst)}
	if len(l.sources) < l.limits.MaxSources {
		l.sources[p] = s
	}
	return s
}

// Authenticate records that the connection was authenticated, and returns Admitted. known reports whether the visitor
// is known, for example from earlier visits. If the network has its maximum of authenticated connections, Authenticate
// returns SourceFull. If only connections for known visitors are left, it returns Full. The caller must close a refused
// connection.
func (p *Admission) Authenticate(known bool) Refusal {
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case p.released || !p.pending:
		return Admitted
	case l.isSourceFull(p.source, p.widerPrefixes):
		return SourceFull
	case !known && l.unknownVisitors >= l.limits.Total-l.limits.Reserve:
		return Full
	}
	p.removePending()
	p.known = known
	p.countAuthenticated(1)
	return Admitted
}

// countAuthenticated adds d, which is 1 or -1, to the counts of authenticated connections.
func (p *Admission) countAuthenticated(d int) {
	l := p.limiter
	p.source.authenticated += d
	if !p.known {
		l.unknownVisitors += d
	}
	for i, n := range p.widerPrefixes {
		if slices.Contains(p.widerPrefixes[:i], n) { // both rows of widerNetworks have the same IPv4 network
			continue
		}
		if l.widerCounts[n] += d; l.widerCounts[n] == 0 {
			delete(l.widerCounts, n)
		}
	}
}

// removePending removes the connection from the unauthenticated ones.
func (p *Admission) removePending() {
	l := p.limiter
	p.pending = false
	p.source.pending--
	if l.pendingByCustomer[p.customer]--; l.pendingByCustomer[p.customer] == 0 {
		delete(l.pendingByCustomer, p.customer)
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

// release implements Release without a penalty. The caller must hold the limiter's mu.
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
