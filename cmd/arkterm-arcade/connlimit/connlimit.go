// Package connlimit limits the connections to a server, and the resources that visitors use. It limits the number of
// all open connections, of unauthenticated connections, and of the connections from each network. It refuses
// connections from networks that have misbehaved. Refusing a connection costs a few map operations and no cryptography.
//
// The names and values of limits follow sshd_config(5): MaxStartups, PerSourceMaxStartups, PerSourceNetBlockSize and
// PerSourcePenalties. The network of an Internet provider's customer can have several sizes, from a single address to
// an IPv6 /48. Therefore, each connection counts for all networks that contain its address and can belong to one
// customer, see sourceLevels. The largest of them is the customer network. When a limit is reached, a new connection
// can replace a connection from a network that has more connections. Therefore, no customer can shut out the others.
// The files ledger.go and bucket.go limit processor time, sent bytes and stored bytes.
package connlimit

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits contains the limits of a limiter. A limit of 0 or less admits no connection.
type Limits struct {
	MaxConnections   int // maximum number of open connections
	MaxPerSource     int // maximum number of authenticated connections of one network; multiplied for larger networks
	ReservedForKnown int // number of connections, out of MaxConnections, that are reserved for known visitors
	Block            Block

	// Limits for pending connections, which are not authenticated yet. MaxPending is their maximum number, and
	// MaxPendingPerSource is the maximum number for one network. If there are at least PendingStart, a new connection
	// is refused at random if its customer network already has a pending connection. The probability is PendingChance
	// at PendingStart, and rises to 1 at MaxPending.
	//
	// A customer network, see the package comment, can contain several networks. If a customer network has more than
	// MaxPendingPerSource pending connections, a new connection from another customer network can replace the oldest of
	// them immediately. All other pending connections can be replaced after minPendingTime.
	PendingStart, MaxPending int
	PendingChance            float64
	MaxPendingPerSource      int

	RatePerSource  rate.Limit // new connections per second from one network, on average
	BurstPerSource int        // new connections from one network in one burst

	HandshakeRate int // new connections per second from all networks on average, and in one burst

	MaxSources int // maximum number of networks and keys whose state is stored
}

// Defaults are the limits for a small server. Two processors can serve about 500 players and 50 key exchanges per
// second at the same time. A pending connection takes 40 KB, or 300 KB if the client announces a large packet, so 128
// of them take 5 to 40 MB. A connection stays pending while a user compares the host key's fingerprint.
// MaxPendingPerSource allows all students of a school class behind one address to do so at the same time.
var Defaults = Limits{
	MaxConnections: 512, MaxPerSource: 8, ReservedForKnown: 64,
	PendingStart: 64, PendingChance: 0.3, MaxPending: 128, MaxPendingPerSource: 32,
	RatePerSource: 10.0 / 60, BurstPerSource: 10,
	HandshakeRate: 50,
	MaxSources:    1 << 16,
}

// minPendingTime is the minimum age of an unauthenticated connection that a new connection can replace. A client that
// does not prompt its user signs in within this time.
const minPendingTime = 10 * time.Second

// A Fault is a reason for penalizing the network of a connection when the connection ends. Clients that disconnect, are
// slow or request unsupported services have no fault, because the limits bound the cost of such clients.
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
	minPenalty = 15 * time.Second // minimum sum of penalties for which connections of a network are refused
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
	Overdrawn                 // the network has used too much processor time for a while
	NumRefusals
)

// String returns the identifier of the refusal in logs and metrics.
func (r Refusal) String() string {
	return [NumRefusals]string{"admitted", "full", "crowded", "source_full", "too_fast", "penalized", "overdrawn"}[r]
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
		"Your network uses too much of the server's processor time. Please try again in a minute.",
	}[r]
}

// A Limiter counts connections and resources. Its methods may be called from any goroutine.
type Limiter struct {
	limits    Limits
	random    func() float64 // returns a random number in [0, 1)
	onPenalty func(Penalty)  // see OnPenalty; nil if there are no other servers

	mu               sync.Mutex
	numOpen          int                  // open connections
	pending          []*Admission         // unauthenticated connections, oldest first
	authenticated    []*Admission         // authenticated connections that can be replaced, oldest first
	numUnknown       int                  // authenticated connections of unknown visitors
	handshakeLimiter *rate.Limiter        // new connections from all networks
	sources          map[sourceID]*source // networks and keys, at most MaxSources
	lastSweep        time.Time            // time of the last search for unused sources
}

// A sourceID identifies a source: a network or a key.
type sourceID struct {
	network netip.Prefix
	key     string
}

// A source is the state of a network or a key, for which connections and resources are limited.
type source struct {
	authenticated int           // authenticated connections
	pending       int           // unauthenticated connections
	rateLimiter   *rate.Limiter // new connections
	penaltyEnd    time.Time     // time when all penalties are over
	penalized     bool          // new connections are refused until penaltyEnd
	account
}

// New returns a limiter. random returns random numbers in [0, 1). It is never called by two goroutines at the same
// time.
func New(l Limits, random func() float64) *Limiter {
	return &Limiter{
		limits: l, random: random, sources: make(map[sourceID]*source),
		handshakeLimiter: rate.NewLimiter(rate.Limit(l.HandshakeRate), l.HandshakeRate),
	}
}

// sourceLevels describes the sources of a connection, which are its networks of several sizes and its key. The prefix
// of each network is shorter than the prefix of Block by a number of bits. With the default Block, the networks of an
// IPv4 connection are a single address and a /24. Those of an IPv6 connection are a /64, a /56 and a /48.
var sourceLevels = [...]struct {
	bits4, bits6           int // by how many bits the prefix is shorter, for IPv4 and IPv6
	connections            int // factor for MaxPerSource, RatePerSource and BurstPerSource
	resources4, resources6 int // factor for the resources in ledger.go, for IPv4 and IPv6
}{{0, 0, 1, 1, 1}, {8, 8, 4, 4, 1}, {8, 16, 16, 4, 4}, keyLevel: {connections: 1, resources4: 1, resources6: 1}}

const keyLevel = 3

// An Admission represents an admitted connection.
type Admission struct {
	limiter          *Limiter
	sources          [len(sourceLevels)]*source // by level; nil for a guest's key, and for a repeated network
	customerNetwork  *source                    // state of the customer network, which is the largest network
	from             netip.Addr                 // address of the client
	key              string                     // the visitor's key; "" for a guest
	admittedAt       time.Time                  // time of Admit
	closePending     func()                     // closes the unauthenticated connection; the argument evict of Admit
	endAuthenticated func()                     // ends the authenticated connection; nil if it cannot be replaced
	pending          bool                       // not authenticated
	overdrawn        bool                       // the key has an Overdrawn penalty of another server; set by Identify
	known            bool                       // the visitor is known; set by Authenticate
	released         bool                       // the connection is no longer counted, after Release or an eviction
}

// A Block is the size of a network, as the lengths of its prefixes for IPv4 and IPv6. The zero value means /32 and /64.
type Block struct{ Bits4, Bits6 int }

// Network returns the network of an address. The network of the zero address is the zero prefix.
func (b Block) Network(a netip.Addr) netip.Prefix { return b.prefix(a, 0) }

// prefix returns the network of an address at an index of sourceLevels.
func (b Block) prefix(a netip.Addr, level int) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := cmp.Or(b.Bits4, 32) - sourceLevels[level].bits4
	if a.Is6() {
		bits = cmp.Or(b.Bits6, 64) - sourceLevels[level].bits6
	}
	p, _ := a.Prefix(max(bits, 0))
	return p
}

// Network returns the network of an address with the default Block: an IPv6 /64 or a single IPv4 address.
func Network(a netip.Addr) netip.Prefix { return Block{}.Network(a) }

// Network returns the network of an address.
func (l *Limiter) Network(a netip.Addr) netip.Prefix { return l.limits.Block.Network(a) }

// Admit admits a connection or returns the reason for refusing it. The caller must call Release for each admission. If
// a later connection replaces this connection before its authentication, Admit calls evict once. evict must close the
// connection, and must not call the limiter. It may be nil if the caller calls Authenticate before the next Admit.
func (l *Limiter) Admit(now time.Time, a netip.Addr, evict func()) (*Admission, Refusal) {
	p, victim, refusal := l.admit(now, a, evict)
	if victim != nil {
		victim.closePending()
	}
	return p, refusal
}

// admit implements Admit, except that its caller must close the connection victim if it is not nil.
func (l *Limiter) admit(now time.Time, a netip.Addr, evict func()) (p, victim *Admission, refusal Refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	limits := &l.limits
	shortage := Admitted // reason for refusing a connection from any network
	if l.numOpen >= limits.MaxConnections {
		shortage = Full
	} else if len(l.pending) >= limits.MaxPending {
		shortage = Crowded
	}
	// Check the limits for all networks first, because this is cheap.
	if shortage != Admitted && len(l.pending)+len(l.authenticated) == 0 {
		return nil, nil, shortage
	}
	if l.handshakeLimiter.TokensAt(now) < 1 {
		return nil, nil, Crowded
	}

	p = &Admission{limiter: l, from: a, admittedAt: now, closePending: evict, pending: true}
	l.findSources(now, a, p)
	switch s := p.sources[0]; {
	case s.isPenalized(now):
		return nil, nil, Penalized
	case p.isSourceFull(), s.pending >= limits.MaxPendingPerSource:
		return nil, nil, SourceFull
	case p.isTooFast(now):
		return nil, nil, TooFast
	case p.isOverdrawn(now):
		return nil, nil, Overdrawn
	case shortage != Admitted:
		if victim = l.findVictim(now, p.customerNetwork.pending, s.pending); victim != nil {
			victim.release()
		} else if len(l.pending) >= limits.MaxPending || l.findReplaced(p, true) == nil {
			return nil, nil, shortage
		}
	case p.customerNetwork.pending > 0 && l.refusesAtRandom():
		return nil, nil, Crowded
	}

	// Count only admitted connections. Otherwise one network could use up the handshakes of all networks.
	l.handshakeLimiter.AllowN(now, 1)
	l.numOpen++
	l.pending = append(l.pending, p)
	for _, s := range p.networks() {
		if s != nil {
			s.rateLimiter.AllowN(now, 1)
			s.pending++
		}
	}
	return p, victim, Admitted
}

// findSources sets the networks of a new connection.
func (l *Limiter) findSources(now time.Time, a netip.Addr, p *Admission) {
	before := netip.Prefix{}
	for i := range p.networks() {
		network := l.limits.Block.prefix(a, i)
		if i == 0 || network != before {
			p.sources[i] = l.source(now, sourceID{network: network}, i)
			p.customerNetwork = p.sources[i]
		}
		before = network
	}
}

// networks returns the states of the connection's networks. Some are nil.
func (p *Admission) networks() []*source { return p.sources[:keyLevel] }

// isSourceFull reports whether one of the networks has its maximum of authenticated connections.
func (p *Admission) isSourceFull() bool {
	for i, s := range p.networks() {
		if s != nil && s.authenticated >= sourceLevels[i].connections*p.limiter.limits.MaxPerSource {
			return true
		}
	}
	return false
}

// isTooFast reports whether one of the networks opens connections too fast.
func (p *Admission) isTooFast(now time.Time) bool {
	for _, s := range p.networks() {
		if s != nil && s.rateLimiter.TokensAt(now) < 1 {
			return true
		}
	}
	return false
}

// refusesAtRandom reports whether to refuse a new connection. The probability depends on the number of unauthenticated
// connections, see Limits.
func (l *Limiter) refusesAtRandom() bool {
	limits, n := &l.limits, len(l.pending)
	rise := float64(n-limits.PendingStart) / float64(limits.MaxPending-limits.PendingStart)
	return n >= limits.PendingStart && l.random() < limits.PendingChance+(1-limits.PendingChance)*rise
}

// findVictim returns the unauthenticated connection that a new connection replaces, or nil. It selects the customer
// network with the most unauthenticated connections, and in it the network with the most. It returns the oldest
// unauthenticated connection of this network.
//
// customerPending and sourcePending are the numbers of unauthenticated connections from the new connection's customer
// network and network. findVictim returns nil if no other network has more, or if minPendingTime protects the oldest
// connection.
func (l *Limiter) findVictim(now time.Time, customerPending, sourcePending int) *Admission {
	var v *Admission
	maxCustomer, maxSource := customerPending, sourcePending
	for _, p := range l.pending {
		n, m := p.customerNetwork.pending, p.sources[0].pending
		if n > maxCustomer || n == maxCustomer && m > maxSource {
			v, maxCustomer, maxSource = p, n, m
		}
	}
	if v == nil || maxCustomer <= l.limits.MaxPendingPerSource && now.Sub(v.admittedAt) < minPendingTime {
		return nil
	}
	return v
}

// findReplaced returns the authenticated connection that the new connection p replaces on a full server, or nil. It
// selects the customer network with the most authenticated connections. In this network, it selects the newest
// connection of a guest, or the newest connection if there is no guest.
//
// The replacement must not leave the selected network with fewer connections than p's customer network. This condition
// does not apply if a known visitor replaces an unknown one. An unknown visitor never replaces a known one.
// mayBeKnown is true before the server knows whether p's visitor is known.
func (l *Limiter) findReplaced(p *Admission, mayBeKnown bool) *Admission {
	var v *Admission
	for _, c := range l.authenticated {
		n := c.customerNetwork.authenticated
		switch {
		case n <= p.customerNetwork.authenticated+1 && (c.known || !p.known && !mayBeKnown):
		case c.known && !p.known && !mayBeKnown: // c may use a connection that is reserved for known visitors
		case v == nil, n > v.customerNetwork.authenticated,
			n == v.customerNetwork.authenticated && (c.isGuest() || !v.isGuest()):
			v = c
		}
	}
	return v
}

// isPenalized reports whether connections from a network are refused because of penalties. Once the penalties add up to
// minPenalty, connections are refused until all penalties are over.
func (s *source) isPenalized(now time.Time) bool {
	s.penalized = s.penalized && now.Before(s.penaltyEnd)
	return s.penalized
}

// penalize adds a penalty to a network. A penalty starts when the previous ones are over. All penalties end within
// maxPenalty from now.
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

// sweepInterval is the minimum time between two searches for unused sources while the table of sources is full.
const sweepInterval = time.Second

// source returns the state of a network or key at an index of sourceLevels. If the table of sources is full, it returns
// a new state that is not stored. Therefore, an attacker who fills the table cannot shut out others. The limits for all
// networks still apply.
func (l *Limiter) source(now time.Time, id sourceID, level int) *source {
	if s := l.sources[id]; s != nil {
		return s
	}
	if len(l.sources) >= l.limits.MaxSources && now.Sub(l.lastSweep) >= sweepInterval {
		l.lastSweep = now
		for id, s := range l.sources {
			if s.isUnused(now) {
				delete(l.sources, id)
			}
		}
	}
	n, resources := sourceLevels[level].connections, sourceLevels[level].resources6
	if id.network.Addr().Is4() {
		resources = sourceLevels[level].resources4
	}
	s := &source{
		rateLimiter: rate.NewLimiter(l.limits.RatePerSource*rate.Limit(n), l.limits.BurstPerSource*n),
		account:     newAccount(resources, l.limits.MaxPerSource),
	}
	if len(l.sources) < l.limits.MaxSources {
		l.sources[id] = s
	}
	return s
}

// isUnused reports whether a new source would have the same state.
func (s *source) isUnused(now time.Time) bool {
	return s.authenticated+s.pending == 0 && !now.Before(s.penaltyEnd) &&
		s.rateLimiter.TokensAt(now) >= float64(s.rateLimiter.Burst()) && s.account.isUnused(now)
}

// Identify records the visitor's key, which is "" for a guest. It must be called before Authenticate. After this
// connection is authenticated, another connection can replace it. In this case, Authenticate of the other connection
// calls evict once. evict must end this connection, and must not call the limiter.
func (p *Admission) Identify(now time.Time, key string, evict func()) {
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	p.endAuthenticated = evict
	if p.key = key; key != "" {
		p.sources[keyLevel] = l.source(now, sourceID{key: key}, keyLevel)
		p.overdrawn = now.UnixNano() < p.sources[keyLevel].refusedUntil
	}
}

// isGuest reports whether the visitor has no key.
func (p *Admission) isGuest() bool { return p.sources[keyLevel] == nil }

// Authenticate records that the connection was authenticated, and returns Admitted. known reports whether the visitor
// is known, for example from earlier visits. Authenticate returns SourceFull if the network has its maximum of
// authenticated connections. It returns Overdrawn if another server has reported in the last few seconds that the key
// uses too much processor time. If the server is full, or only connections for known visitors are left, Authenticate
// replaces another connection or returns Full. The caller must close a refused connection.
func (p *Admission) Authenticate(known bool) Refusal {
	replaced, refusal := p.authenticate(known)
	if replaced != nil {
		replaced.endAuthenticated()
	}
	return refusal
}

// authenticate implements Authenticate, except that its caller must end the connection replaced if it is not nil.
func (p *Admission) authenticate(known bool) (replaced *Admission, _ Refusal) {
	l := p.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if p.released || !p.pending {
		return nil, Admitted
	}
	if p.isSourceFull() {
		return nil, SourceFull
	}
	if p.overdrawn {
		return nil, Overdrawn
	}
	p.known = known
	isFull := l.numOpen-len(l.pending) >= l.limits.MaxConnections ||
		!known && l.numUnknown >= l.limits.MaxConnections-l.limits.ReservedForKnown
	if isFull {
		if replaced = l.findReplaced(p, false); replaced == nil {
			return nil, Full
		}
		replaced.release()
	}
	p.removePending()
	p.countAuthenticated(1)
	return replaced, Admitted
}

// countAuthenticated adds d, which is 1 or -1, to the counts of authenticated connections.
func (p *Admission) countAuthenticated(d int) {
	l := p.limiter
	if !p.known {
		l.numUnknown += d
	}
	for _, s := range p.sources {
		if s != nil {
			s.authenticated += d
		}
	}
	switch {
	case p.endAuthenticated == nil:
	case d > 0:
		l.authenticated = append(l.authenticated, p)
	default:
		i := slices.Index(l.authenticated, p)
		l.authenticated = slices.Delete(l.authenticated, i, i+1)
	}
}

// removePending removes the connection from the unauthenticated ones.
func (p *Admission) removePending() {
	l := p.limiter
	p.pending = false
	for _, s := range p.networks() {
		if s != nil {
			s.pending--
		}
	}
	i := slices.Index(l.pending, p)
	l.pending = slices.Delete(l.pending, i, i+1)
}

// Release records the end of the connection and adds the penalty for a fault to its network. Further calls do nothing.
func (p *Admission) Release(now time.Time, f Fault) {
	l := p.limiter
	l.mu.Lock()
	released := p.released
	if !released {
		p.release()
		p.sources[0].penalize(now, penalties[f])
	}
	l.mu.Unlock()
	if !released && penalties[f] > 0 && l.onPenalty != nil {
		l.onPenalty(Penalty{Network: l.limits.Block.Network(p.from), Fault: f})
	}
}

// release implements Release without a penalty. The caller must hold the limiter's mu.
func (p *Admission) release() {
	p.released = true
	p.limiter.numOpen--
	if p.pending {
		p.removePending()
	} else {
		p.countAuthenticated(-1)
	}
}

// CountConnections returns the number of open connections, and the number of unauthenticated ones.
func (l *Limiter) CountConnections() (all, unauthenticated int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.numOpen, len(l.pending)
}

// NumSources returns the number of networks and keys whose state is stored.
func (l *Limiter) NumSources() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.sources)
}
