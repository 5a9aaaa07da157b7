package connlimit

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"
)

var startTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// neverRefuse and alwaysRefuse are random number functions with which random refusals never or always happen.
func neverRefuse() float64  { return 1 }
func alwaysRefuse() float64 { return 0 }

// unlimited contains limits that are never reached.
var unlimited = Limits{
	MaxConnections: 1e6, MaxPerSource: 1e6, PendingStart: 1e6, MaxPending: 1e6, MaxPendingPerSource: 1e6,
	RatePerSource: 1e6, BurstPerSource: 1e6, HandshakeRate: 1e6, MaxSources: 1e6,
}

// address returns an address in the customer network with the number n.
func address(n uint32) netip.Addr {
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, n<<8)))
}

// admitAll admits one connection from each of n customer networks, whose numbers start at from.
func admitAll(t *testing.T, limiter *Limiter, now time.Time, from, n int) (all []*Admission) {
	t.Helper()
	for i := range n {
		p, refusal := limiter.Admit(now, address(uint32(from+i)), nil)
		if refusal != Admitted {
			t.Fatalf("Admit of connection %d of %d = %v, want admitted", i+1, n, refusal)
		}
		all = append(all, p)
	}
	return all
}

// checkAdmit checks that Admit returns want for an address.
func checkAdmit(t *testing.T, limiter *Limiter, now time.Time, from netip.Addr, want Refusal) {
	t.Helper()
	if p, refusal := limiter.Admit(now, from, nil); refusal != want || (p != nil) != (want == Admitted) {
		t.Errorf("Admit(%v) = %v, want %v", from, refusal, want)
	}
}

func TestNetwork(t *testing.T) {
	for a, want := range map[string]string{
		"192.0.2.7":           "192.0.2.7/32",
		"::ffff:192.0.2.7":    "192.0.2.7/32",
		"2001:db8:1:2:3::4":   "2001:db8:1:2::/64",
		"2001:db8:1:2:ff::1":  "2001:db8:1:2::/64",
		"fe80::1:2:3:4%eth0":  "fe80::/64",
		"::ffff:192.0.2.7%lo": "192.0.2.7/32",
	} {
		if got := Network(netip.MustParseAddr(a)).String(); got != want {
			t.Errorf("Network(%s) = %s, want %s", a, got, want)
		}
	}
	if got := (Block{24, 48}).Network(netip.MustParseAddr("2001:db8:1:2::")).String(); got != "2001:db8:1::/48" {
		t.Errorf("Network of a /48 Block = %s, want 2001:db8:1::/48", got)
	}
	if got := Network(netip.Addr{}); got.IsValid() {
		t.Errorf("Network of the zero address = %v, want the zero prefix", got)
	}
}

func TestTotalLimit(t *testing.T) {
	l := unlimited
	l.MaxConnections = 5
	limiter := New(l, neverRefuse)
	admitted := admitAll(t, limiter, startTime, 1, 5)
	checkAdmit(t, limiter, startTime, address(99), Full)

	admitted[2].Release(startTime, NoFault)
	admitted[2].Release(startTime, NoFault) // has no effect
	checkAdmit(t, limiter, startTime, address(99), Admitted)
	checkAdmit(t, limiter, startTime, address(100), Full)
}

func TestNetworkLimit(t *testing.T) {
	l := unlimited
	l.MaxPendingPerSource = 3
	limiter := New(l, neverRefuse)
	a, b := netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("2001:db8::2")
	first, _ := limiter.Admit(startTime, a, nil)
	checkAdmit(t, limiter, startTime, a, Admitted)
	checkAdmit(t, limiter, startTime, b, Admitted) // the same network
	checkAdmit(t, limiter, startTime, b, SourceFull)
	checkAdmit(t, limiter, startTime, netip.MustParseAddr("2001:db8:0:1::1"), Admitted)

	first.Release(startTime, NoFault)
	checkAdmit(t, limiter, startTime, b, Admitted)
}

func TestNetworkRate(t *testing.T) {
	l := unlimited
	l.RatePerSource, l.BurstPerSource = 0.5, 3
	limiter := New(l, neverRefuse)
	for range 3 {
		checkAdmit(t, limiter, startTime, address(1), Admitted)
	}
	checkAdmit(t, limiter, startTime, address(1), TooFast)
	checkAdmit(t, limiter, startTime.Add(1900*time.Millisecond), address(1), TooFast)
	checkAdmit(t, limiter, startTime.Add(2*time.Second), address(1), Admitted)
	checkAdmit(t, limiter, startTime.Add(2*time.Second), address(1), TooFast)
	checkAdmit(t, limiter, startTime.Add(2*time.Second), address(2), Admitted)

	checkAdmit(t, limiter, startTime.Add(-time.Hour), address(2), Admitted) // a clock that was set back adds no tokens
	checkAdmit(t, limiter, startTime.Add(time.Hour), address(1), Admitted)
}

// Refused connections from one network do not use up the handshakes of other networks.
func TestFloodUsesNoHandshakes(t *testing.T) {
	l := unlimited
	l.RatePerSource, l.BurstPerSource, l.HandshakeRate = 1, 5, 50
	limiter := New(l, neverRefuse)
	for range 10_000 {
		if p, _ := limiter.Admit(startTime, address(1), nil); p != nil {
			p.Release(startTime, NoFault)
		}
	}
	for _, p := range admitAll(t, limiter, startTime, 2, 45) { // the flood has used 5 of the 50 handshakes
		p.Release(startTime, NoFault)
	}
	checkAdmit(t, limiter, startTime, address(99), Crowded)
	checkAdmit(t, limiter, startTime.Add(20*time.Millisecond), address(99), Admitted)
}

// With at least PendingStart unauthenticated connections, further ones are refused at random, but only from customer
// networks that already have such a connection.
func TestRandomRefusal(t *testing.T) {
	l := unlimited
	l.PendingStart, l.MaxPending, l.PendingChance = 10, 30, 0.3
	limiter := New(l, alwaysRefuse)
	first := admitAll(t, limiter, startTime, 1, 10)
	checkAdmit(t, limiter, startTime, address(1), Crowded)
	checkAdmit(t, limiter, startTime, address(11), Admitted)

	limiter.random = neverRefuse
	checkAdmit(t, limiter, startTime, address(1), Admitted)
	admitAll(t, limiter, startTime, 12, 18)

	for _, p := range first {
		p.Authenticate(false)
		p.Authenticate(false)
	}
	if all, pending := limiter.CountConnections(); all != 30 || pending != 20 {
		t.Errorf("CountConnections() = %d, %d; want 30, 20", all, pending)
	}

	// Halfway between PendingStart and MaxPending, the probability is halfway between PendingChance and 1.
	random := rand.New(rand.NewPCG(1, 2))
	limiter.random = random.Float64
	refused := 0
	for range 10_000 {
		if p, refusal := limiter.Admit(startTime, address(11), nil); refusal == Crowded {
			refused++
		} else {
			p.Release(startTime, NoFault)
		}
	}
	if refused < 6300 || refused > 6700 {
		t.Errorf("Admit refuses %d of 10,000 connections, want about 6,500", refused)
	}
}

// If the limit of unauthenticated connections is reached, a new connection replaces the oldest one of the customer
// network with the most unauthenticated connections.
func TestEviction(t *testing.T) {
	at := netip.MustParseAddr
	type step struct {
		after   time.Duration
		n       int // number of connections
		from    netip.Addr
		want    Refusal
		evicted netip.Addr // address of the evicted connection; zero if none
	}

	var nets4, nets6 []step // an attacker with many networks
	for i := range 20 {
		nets4 = append(nets4, step{n: 1, from: at(fmt.Sprintf("198.51.1.%d", i))})
		nets6 = append(nets6, step{n: 1, from: at(fmt.Sprintf("2001:db8:1:%x::1", i))})
	}
	a, b, c, d := at("198.51.1.1"), at("198.51.2.1"), at("198.51.3.1"), at("198.51.4.1")

	for name, steps := range map[string][]step{
		"many networks of a customer": append(nets4,
			step{n: 1, from: b, evicted: at("198.51.1.0")}, step{n: 1, from: d, evicted: a},
			step{n: 1, from: at("198.51.1.99"), evicted: at("198.51.1.2")}),
		"many networks of a customer, IPv6": append(nets6,
			step{n: 1, from: b, evicted: at("2001:db8:1::1")},
			step{n: 1, from: at("2001:db8:1:ff::1"), evicted: at("2001:db8:1:1::1")}),
		"customers within their share keep their connections for minPendingTime": {
			{n: 8, from: a},
			{n: 7, from: b},
			{n: 5, from: c},
			{n: 1, from: d, want: Crowded},
			{after: minPendingTime, n: 1, from: d, evicted: a},
			{n: 1, from: d, evicted: a},
			{n: 1, from: d, evicted: b},
		},
		"the new connection's customer has the most": {
			{n: 5, from: a},
			{n: 5, from: b},
			{n: 5, from: c},
			{n: 5, from: d},
			{after: time.Minute, n: 1, from: a, want: Crowded},
		},
		"a neighbor of the attacker": {
			{n: 6, from: a},
			{n: 8, from: at("198.51.1.2")},
			{n: 6, from: at("198.51.1.3")},
			{n: 1, from: at("198.51.1.4"), evicted: at("198.51.1.2")},
		},
		"one network reaches its limit": {{n: 8, from: a}, {n: 1, from: a, want: SourceFull}, {n: 1, from: b}},
	} {
		l := unlimited
		l.PendingStart, l.MaxPending, l.MaxPendingPerSource = 20, 20, 8
		limiter, now := New(l, neverRefuse), startTime
		var evicted netip.Addr
		for i, s := range steps {
			now = now.Add(s.after)
			for range s.n {
				evicted = netip.Addr{}
				_, refusal := limiter.Admit(now, s.from, func() { evicted = s.from })
				if refusal != s.want || evicted != s.evicted {
					t.Errorf("%s, step %d: Admit(%v) = %v and evicts %v; want %v, and to evict %v", name, i, s.from,
						refusal,
						evicted, s.want, s.evicted)
				}
			}
		}
		if all, pending := limiter.CountConnections(); all != pending || pending > l.MaxPending {
			t.Errorf("%s: CountConnections() = %d, %d; want equal numbers, at most %d", name, all, pending,
				l.MaxPending)
		}
	}
}

// A server without free connections also evicts an unauthenticated connection. Authenticate and Release of an evicted
// connection have no effect.
func TestFullServerEvicts(t *testing.T) {
	l := unlimited
	l.MaxConnections, l.MaxPendingPerSource = 4, 1
	limiter := New(l, neverRefuse)
	admitAll(t, limiter, startTime, 1, 1)[0].Authenticate(false)
	evicted := 0
	var admissions []*Admission
	for i := range 3 {
		p, refusal := limiter.Admit(startTime, netip.AddrFrom4([4]byte{9, 9, 9, byte(i)}), func() { evicted++ })
		if refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
		admissions = append(admissions, p)
	}
	checkAdmit(t, limiter, startTime, address(2), Admitted)
	checkAdmit(t, limiter, startTime, address(3), Admitted)
	checkAdmit(t, limiter, startTime, address(4), Full) // no customer has two connections
	if all, pending := limiter.CountConnections(); evicted != 2 || all != 4 || pending != 3 {
		t.Errorf("%d connections were evicted, and CountConnections() = %d, %d; want 2, and 4, 3", evicted, all,
			pending)
	}
	if refusal := admissions[0].Authenticate(false); refusal != Admitted {
		t.Errorf("Authenticate of an evicted connection = %v, want %v", refusal, Admitted)
	}
	admissions[0].Release(startTime, NoFault)
	if all, pending := limiter.CountConnections(); all != 4 || pending != 3 {
		t.Errorf("after the end of an evicted connection, CountConnections() = %d, %d; want 4, 3", all, pending)
	}
}

// Only authenticated connections count for MaxPerSource.
func TestPerSourceCountsAuthenticatedConnections(t *testing.T) {
	l := unlimited
	l.MaxPerSource = 2
	limiter := New(l, neverRefuse)
	var all []*Admission
	for range 4 {
		p, refusal := limiter.Admit(startTime, address(1), nil)
		if refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
		all = append(all, p)
	}
	for i, want := range []Refusal{Admitted, Admitted, SourceFull} {
		if refusal := all[i].Authenticate(false); refusal != want {
			t.Errorf("Authenticate of connection %d = %v, want %v", i, refusal, want)
		}
	}
	checkAdmit(t, limiter, startTime, address(1), SourceFull)
	all[0].Release(startTime, NoFault)
	if refusal := all[3].Authenticate(false); refusal != Admitted {
		t.Errorf("Authenticate after a release = %v, want %v", refusal, Admitted)
	}
}

// The networks of one customer together get only a part of the connections, and other visitors get the others.
func TestWiderNetworksAreLimited(t *testing.T) {
	for name, c := range map[string]struct {
		from func(i int) netip.Addr
		want int // admitted connections
	}{
		"all /64 of a /56": {func(i int) netip.Addr { return address6(0, i%256) }, 4 * Defaults.MaxPerSource},
		"all /64 of a /48": {func(i int) netip.Addr { return address6(0, i) }, 16 * Defaults.MaxPerSource},
		"an IPv4 /24": {
			func(i int) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}) },
			4 * Defaults.MaxPerSource,
		},
	} {
		l := Defaults
		l.HandshakeRate, l.BurstPerSource = 1e6, 1e6
		limiter := New(l, neverRefuse)
		admitted := 0
		var last *Admission
		for i := range 2000 {
			if p, refusal := limiter.Admit(startTime, c.from(i), func() {}); refusal == Admitted &&
				p.Authenticate(false) == Admitted {
				admitted++
				last = p
			}
		}
		if admitted != c.want {
			t.Errorf("%s: %d connections were admitted, want %d", name, admitted, c.want)
		}
		for i := range 200 {
			p, refusal := limiter.Admit(startTime, address6(1+i, 0), nil)
			if refusal != Admitted || p.Authenticate(false) != Admitted {
				t.Errorf("%s: visitor %d from another network was refused: %v", name, i, refusal)
			}
		}
		last.Release(startTime, NoFault)
		if p, refusal := limiter.Admit(startTime, c.from(1999), nil); refusal != Admitted ||
			p.Authenticate(false) != Admitted {
			t.Errorf("%s: after a connection had ended, a new one was refused: %v", name, refusal)
		}
	}
}

// address6 returns an address in a /64 of a customer's /48.
func address6(customer, network int) netip.Addr {
	return netip.AddrFrom16([16]byte{
		0x20, 1, 0xd, 0xb8, byte(customer >> 8), byte(customer), byte(network >> 8),
		byte(network), 15: 1,
	})
}

// The last connections are for visitors who have visited before.
func TestReserve(t *testing.T) {
	l := unlimited
	l.MaxConnections, l.ReservedForKnown = 5, 2
	limiter := New(l, neverRefuse)
	var last *Admission
	for i, c := range []struct {
		known bool
		want  Refusal
	}{{false, Admitted}, {true, Admitted}, {false, Admitted}, {false, Admitted}, {false, Full}, {true, Admitted}} {
		p, refusal := limiter.Admit(startTime, address(uint32(i)), nil)
		if refusal != Admitted {
			t.Fatalf("Admit of connection %d = %v, want admitted", i, refusal)
		}
		if refusal := p.Authenticate(c.known); refusal != c.want {
			t.Errorf("Authenticate(%v) of connection %d = %v, want %v", c.known, i, refusal, c.want)
		}
		if c.want != Admitted {
			p.Release(startTime, NoFault)
		} else if !c.known {
			last = p
		}
	}
	last.Release(startTime, NoFault)
	if p, refusal := limiter.Admit(startTime, address(9), nil); refusal != Admitted ||
		p.Authenticate(false) != Admitted {
		t.Errorf("after a connection of an unknown visitor had ended, a new one was refused: %v", refusal)
	}
}

// With the limits that docs/arcade.md recommends for a class, all students can answer the host key question at the same
// time, and other visitors are admitted.
func TestClassSignsIn(t *testing.T) {
	for _, chance := range []func() float64{alwaysRefuse, neverRefuse} {
		l := Defaults
		l.MaxPerSource, l.RatePerSource, l.BurstPerSource = 40, 40.0/60, 40
		limiter := New(l, chance)
		var class []*Admission
		for i := range 30 {
			p, refusal := limiter.Admit(startTime, address(1), func() { t.Errorf("student %d was evicted", i) })
			if refusal != Admitted {
				t.Fatalf("Admit of student %d = %v, want admitted", i, refusal)
			}
			class = append(class, p)
		}
		checkAdmit(t, limiter, startTime, address(2), Admitted)
		for i, p := range class {
			if refusal := p.Authenticate(false); refusal != Admitted {
				t.Errorf("Authenticate of student %d = %v, want admitted", i, refusal)
			}
		}
	}
}

// Other visitors are admitted while an attacker keeps as many unauthenticated connections as possible, from all
// networks of one customer.
func TestOneCustomerCannotShutOutOthers(t *testing.T) {
	limiter := New(Defaults, rand.New(rand.NewPCG(1, 2)).Float64)
	now, open, evicted := startTime, []*Admission{}, map[*Admission]bool{}
	attack := func() {
		for net := range 256 {
			var p *Admission
			p, refusal := limiter.Admit(now, netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", net)),
				func() { evicted[p] = true })
			if refusal == Admitted {
				open = append(open, p)
			}
		}
		for len(open) > 0 && (evicted[open[0]] || now.Sub(open[0].admittedAt) > 119*time.Second) {
			open[0].Release(now, NoFault)
			open = open[1:]
		}
	}

	// The attacker opens as many connections as possible for a minute. Then visitors also connect.
	for range 60 {
		attack()
		now = now.Add(time.Second)
	}
	if _, pending := limiter.CountConnections(); pending < Defaults.MaxPending/2 {
		t.Fatalf("the attacker has %d connections, want at least %d", pending, Defaults.MaxPending/2)
	}

	admitted := 0
	for i := range 100 { // visitors who need half a minute to sign in
		now = now.Add(time.Second)
		if p, refusal := limiter.Admit(now, address(uint32(i)),
			func() { t.Errorf("visitor %d was evicted", i) }); refusal == Admitted {
			admitted++
			defer p.Release(now, NoFault)
			if i >= 30 {
				defer p.Authenticate(false)
			}
		}
		attack()
	}
	if admitted < 95 {
		t.Errorf("%d of 100 visitors were admitted, want at least 95", admitted)
	}
}

// Other visitors are admitted while an attacker authenticates as many connections as possible, from all networks of one
// customer. The attacker gets at most 32 connections at the same time.
func TestOneCustomerGetsFewConnections(t *testing.T) {
	for name, end := range map[string]bool{"connections that last": false, "connections that end": true} {
		limiter, now, seats, admitted := New(Defaults, neverRefuse), startTime, 0, 0
		for step := range 120 * 50 {
			for net := range 16 {
				p, refusal := limiter.Admit(now, address6(0, (16*step+net)%256), func() {})
				switch {
				case refusal != Admitted:
				case p.Authenticate(false) != Admitted, end:
					p.Release(now, NoFault)
				default:
					seats++
				}
			}
			if step%50 != 0 {
			} else if p, refusal := limiter.Admit(now, address(uint32(step)), nil); refusal == Admitted &&
				p.Authenticate(false) == Admitted {
				admitted++
			}
			now = now.Add(time.Second / 50)
		}
		if admitted < 114 || seats > 32 {
			t.Errorf(
				"%s: %d of 120 visitors are admitted, and the attacker has %d connections; want at least 114, at "+
					"most 32",
				name, admitted, seats)
		}
	}
}

func TestPenalties(t *testing.T) {
	connectAndFail := func(limiter *Limiter, now time.Time, f Fault) Refusal {
		p, refusal := limiter.Admit(now, address(1), nil)
		if p != nil {
			p.Release(now, f)
		}
		return refusal
	}

	// When the sum of small penalties is large enough, connections are refused until all of them are over.
	limiter := New(unlimited, neverRefuse)
	for range 3 {
		if refusal := connectAndFail(limiter, startTime, BadAuth); refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
	}
	checkAdmit(t, limiter, startTime, address(1), Penalized)
	checkAdmit(t, limiter, startTime.Add(14*time.Second), address(1), Penalized)
	checkAdmit(t, limiter, startTime, address(2), Admitted)
	checkAdmit(t, limiter, startTime.Add(15*time.Second), address(1), Admitted)

	// Small penalties with long pauses between them have no effect.
	limiter = New(unlimited, neverRefuse)
	for i := range 100 {
		if refusal := connectAndFail(limiter, startTime.Add(time.Duration(i)*6*time.Second),
			BadAuth); refusal != Admitted {
			t.Fatalf("Admit after %d penalties = %v, want admitted", i, refusal)
		}
	}

	// Connections are refused immediately after large penalties, for at most maxPenalty.
	limiter = New(unlimited, neverRefuse)
	var admitted []*Admission
	for range 100 {
		p, refusal := limiter.Admit(startTime, address(1), nil)
		if refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
		admitted = append(admitted, p)
	}
	for _, p := range admitted {
		p.Release(startTime, Misbehaved)
	}
	checkAdmit(t, limiter, startTime.Add(maxPenalty-time.Second), address(1), Penalized)
	checkAdmit(t, limiter, startTime.Add(maxPenalty), address(1), Admitted)
}

// The table of networks is bounded, and an attacker who fills it cannot shut out others.
func TestSourcesAreBounded(t *testing.T) {
	l := unlimited
	l.MaxSources, l.MaxPendingPerSource, l.RatePerSource, l.BurstPerSource = 100, 1, 1, 10
	limiter := New(l, neverRefuse)
	for i := range 1000 {
		p, refusal := limiter.Admit(startTime, address(uint32(i)), nil)
		if refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
		p.Release(startTime, Misbehaved)
		if n := limiter.NumSources(); n > 100 {
			t.Fatalf("NumSources() = %d, want at most 100", n)
		}
	}
	checkAdmit(t, limiter, startTime, address(5), Penalized) // one of the first 100

	later := startTime.Add(time.Hour)
	checkAdmit(t, limiter, later, address(5000), Admitted)
	checkAdmit(t, limiter, later, address(5000), SourceFull)
	if n := limiter.NumSources(); n != 2 {
		t.Errorf("after an hour, NumSources() = %d, want 2: the network and the /24", n)
	}
}

func TestRefusalsHaveTexts(t *testing.T) {
	for r := Admitted + 1; r < NumRefusals; r++ {
		if r.String() == "" || r.Text() == "" {
			t.Errorf("refusal %d has no identifier or no message", r)
		}
	}
	for f := NoFault + 1; f < numFaults; f++ {
		if penalties[f] == 0 {
			t.Errorf("fault %d has no penalty, want a duration above 0", f)
		}
	}
}

func TestNetworks(t *testing.T) {
	var n Networks
	if err := n.Set("10.0.0.0/8, 192.0.2.1,2001:db8::/32"); err != nil ||
		n.String() != "10.0.0.0/8,192.0.2.1/32,2001:db8::/32" {
		t.Fatalf("Set: error %v, networks %v; want 10.0.0.0/8,192.0.2.1/32,2001:db8::/32", err, &n)
	}
	for a, want := range map[string]bool{
		"10.1.2.3": true, "::ffff:10.1.2.3": true, "192.0.2.1": true, "2001:db8::7%eth0": true,
		"11.0.0.1": false, "192.0.2.2": false, "2001:db9::": false, "::": false,
	} {
		if n.Contains(netip.MustParseAddr(a)) != want {
			t.Errorf("Contains(%s) = %v, want %v", a, !want, want)
		}
	}
	if n.Contains(netip.Addr{}) || Networks(nil).Contains(netip.MustParseAddr("::")) {
		t.Error("Contains of the zero address, or of an empty list, = true, want false")
	}
	for _, text := range []string{"", "10.0.0.1/8", "10.0.0.0/33", "all", "10.0.0.0/8,,", "fe80::1%eth0/64"} {
		if n.Set(text) == nil {
			t.Errorf("Set(%q) = nil, want an error", text)
		}
	}
}

func TestBlock(t *testing.T) {
	var b Block
	if b.String() != "32:64" {
		t.Errorf("the zero block is %v, want 32:64", &b)
	}
	for _, text := range []string{"8:16", "32:128", "24:48"} {
		if err := b.Set(text); err != nil || b.String() != text {
			t.Errorf("Set(%q): error %v, block %v", text, err, &b)
		}
	}
	for _, text := range []string{"", "24", "7:48", "33:48", "24:15", "24:129", "24:48:1", "24,48"} {
		if b.Set(text) == nil || b.String() != "24:48" {
			t.Errorf("Set(%q) = nil, or has changed the block to %v; want an error", text, &b)
		}
	}
}

// The penalties of a network end after at most ten minutes.
func TestPenaltiesEndAfterTenMinutes(t *testing.T) {
	limiter := New(unlimited, neverRefuse)
	var admitted []*Admission
	for range 1000 {
		p, refusal := limiter.Admit(startTime, address(1), nil)
		if refusal != Admitted {
			t.Fatalf("Admit = %v, want %v", refusal, Admitted)
		}
		admitted = append(admitted, p)
	}
	for _, p := range admitted {
		p.Release(startTime, Misbehaved)
	}
	checkAdmit(t, limiter, startTime.Add(10*time.Minute-time.Second), address(1), Penalized)
	checkAdmit(t, limiter, startTime.Add(10*time.Minute), address(1), Admitted)
}
