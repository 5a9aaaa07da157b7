package gate

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"
)

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// never and always are chances of being turned away.
func never() float64  { return 1 }
func always() float64 { return 0 }

// wide are limits that nothing reaches.
var wide = Limits{Total: 1e6, PerSource: 1e6, Start: 1e6, Full: 1e6, Rate: 1e6, Burst: 1e6, Handshakes: 1e6, Sources: 1e6}

// address returns the nth address.
func address(n uint32) netip.Addr {
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, n)))
}

// enter lets n connections in from addresses of their own, the first of them number from.
func enter(t *testing.T, g *Gate, now time.Time, from, n int) (all []*Pass) {
	t.Helper()
	for i := range n {
		p, why := g.Enter(now, address(uint32(from+i)))
		if why != Admitted {
			t.Fatalf("connection %d of %d: %v", i+1, n, why)
		}
		all = append(all, p)
	}
	return all
}

// refused checks that a connection is refused.
func refused(t *testing.T, g *Gate, now time.Time, from netip.Addr, want Refusal) {
	t.Helper()
	if p, why := g.Enter(now, from); why != want || (p != nil) != (want == Admitted) {
		t.Errorf("%v, want %v", why, want)
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
			t.Errorf("%s: %s, want %s", a, got, want)
		}
	}
	if got := Network(netip.Addr{}); got.IsValid() {
		t.Errorf("no address: %v", got)
	}
}

func TestLimitOfAll(t *testing.T) {
	l := wide
	l.Total = 5
	g := New(l, never)
	inside := enter(t, g, start, 1, 5)
	refused(t, g, start, address(99), Full)

	inside[2].Leave(start, NoFault)
	inside[2].Leave(start, NoFault) // counts once
	refused(t, g, start, address(99), Admitted)
	refused(t, g, start, address(100), Full)
}

func TestLimitOfOneNetwork(t *testing.T) {
	l := wide
	l.PerSource = 3
	g := New(l, never)
	a, b := netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("2001:db8::2")
	first, _ := g.Enter(start, a)
	refused(t, g, start, a, Admitted)
	refused(t, g, start, b, Admitted) // the same network
	refused(t, g, start, b, SourceFull)
	refused(t, g, start, netip.MustParseAddr("2001:db8:0:1::1"), Admitted)

	first.Leave(start, NoFault)
	refused(t, g, start, b, Admitted)
}

func TestRateOfOneNetwork(t *testing.T) {
	l := wide
	l.Rate, l.Burst = 0.5, 3
	g := New(l, never)
	for range 3 {
		refused(t, g, start, address(1), Admitted)
	}
	refused(t, g, start, address(1), TooFast)
	refused(t, g, start.Add(1900*time.Millisecond), address(1), TooFast)
	refused(t, g, start.Add(2*time.Second), address(1), Admitted)
	refused(t, g, start.Add(2*time.Second), address(1), TooFast)
	refused(t, g, start.Add(2*time.Second), address(2), Admitted)

	refused(t, g, start.Add(-time.Hour), address(2), Admitted) // a clock that went back fills nothing
	refused(t, g, start.Add(time.Hour), address(1), Admitted)
}

// A flood of one network must not use up the handshakes of all.
func TestAFloodTakesNoHandshakes(t *testing.T) {
	l := wide
	l.Rate, l.Burst, l.Handshakes = 1, 5, 50
	g := New(l, never)
	for range 10_000 {
		if p, _ := g.Enter(start, address(1)); p != nil {
			p.Leave(start, NoFault)
		}
	}
	for _, p := range enter(t, g, start, 2, 45) {
		p.Leave(start, NoFault)
	}
	refused(t, g, start, address(99), Crowded)
	refused(t, g, start.Add(20*time.Millisecond), address(99), Admitted)
}

// The more are on their way in, the likelier one is turned away; who is in is not counted.
func TestTurnedAwayEarly(t *testing.T) {
	l := wide
	l.Start, l.Full, l.Chance = 10, 30, 0.3
	g := New(l, always)
	first := enter(t, g, start, 1, 10)
	refused(t, g, start, address(99), Crowded)

	g.chance = never
	enter(t, g, start, 11, 20)
	refused(t, g, start, address(99), Crowded) // full

	for _, p := range first {
		p.Known()
		p.Known()
	}
	if all, early := g.Inside(); all != 30 || early != 20 {
		t.Errorf("%d inside, %d early; want 30 and 20", all, early)
	}

	// Half-way between Start and Full it is half-way between Chance and 1.
	random := rand.New(rand.NewPCG(1, 2))
	g.chance = random.Float64
	away := 0
	for range 10_000 {
		if p, why := g.Enter(start, address(99)); why == Crowded {
			away++
		} else {
			p.Leave(start, NoFault)
		}
	}
	if away < 6300 || away > 6700 {
		t.Errorf("%d of 10,000 turned away, want 6,500", away)
	}
}

func TestPenalties(t *testing.T) {
	fail := func(g *Gate, now time.Time, f Fault) Refusal {
		p, why := g.Enter(now, address(1))
		if p != nil {
			p.Leave(now, f)
		}
		return why
	}

	// Small ones count from their sum on, and then until all of them are over.
	g := New(wide, never)
	for range 3 {
		if why := fail(g, start, BadAuth); why != Admitted {
			t.Fatal(why)
		}
	}
	refused(t, g, start, address(1), Penalized)
	refused(t, g, start.Add(14*time.Second), address(1), Penalized)
	refused(t, g, start, address(2), Admitted)
	refused(t, g, start.Add(15*time.Second), address(1), Admitted)

	// Far apart they are forgotten.
	g = New(wide, never)
	for i := range 100 {
		if why := fail(g, start.Add(time.Duration(i)*6*time.Second), BadAuth); why != Admitted {
			t.Fatalf("number %d: %v", i, why)
		}
	}

	// Large ones count at once, and have an end.
	g = New(wide, never)
	var inside []*Pass
	for range 100 {
		p, why := g.Enter(start, address(1))
		if why != Admitted {
			t.Fatal(why)
		}
		inside = append(inside, p)
	}
	for _, p := range inside {
		p.Leave(start, Misbehaved)
	}
	refused(t, g, start.Add(mostPenalty-time.Second), address(1), Penalized)
	refused(t, g, start.Add(mostPenalty), address(1), Admitted)
}

// What is remembered of networks is bounded, and nobody is shut out by who fills it.
func TestMemoryIsBounded(t *testing.T) {
	l := wide
	l.Sources, l.PerSource, l.Rate, l.Burst = 100, 1, 1, 10
	g := New(l, never)
	for i := range 1000 {
		p, why := g.Enter(start, address(uint32(i)))
		if why != Admitted {
			t.Fatal(why)
		}
		p.Leave(start, Misbehaved)
		if n := g.Sources(); n > 100 {
			t.Fatalf("%d networks remembered", n)
		}
	}
	refused(t, g, start, address(5), Penalized) // it is one of the first 100

	later := start.Add(time.Hour)
	refused(t, g, later, address(5000), Admitted)
	refused(t, g, later, address(5000), SourceFull)
	if n := g.Sources(); n != 1 {
		t.Errorf("%d networks remembered, want 1", n)
	}
}

func TestEveryRefusalHasWords(t *testing.T) {
	for r := Admitted + 1; r < NumRefusals; r++ {
		if r.String() == "" || r.Text() == "" {
			t.Errorf("refusal %d has no words", r)
		}
	}
	for f := NoFault + 1; f < faultsCount; f++ {
		if penalties[f] == 0 {
			t.Errorf("fault %d costs nothing", f)
		}
	}
}

func TestNetworks(t *testing.T) {
	var n Networks
	if err := n.Set("10.0.0.0/8, 192.0.2.1,2001:db8::/32"); err != nil || n.String() != "10.0.0.0/8,192.0.2.1/32,2001:db8::/32" {
		t.Fatal(n, err)
	}
	for a, want := range map[string]bool{
		"10.1.2.3": true, "::ffff:10.1.2.3": true, "192.0.2.1": true, "2001:db8::7%eth0": true,
		"11.0.0.1": false, "192.0.2.2": false, "2001:db9::": false, "::": false,
	} {
		if n.Contains(netip.MustParseAddr(a)) != want {
			t.Errorf("%s: want %v", a, want)
		}
	}
	if n.Contains(netip.Addr{}) || Networks(nil).Contains(netip.MustParseAddr("::")) {
		t.Error("no address, or no network")
	}
	for _, text := range []string{"", "10.0.0.1/8", "10.0.0.0/33", "all", "10.0.0.0/8,,", "fe80::1%eth0/64"} {
		if n.Set(text) == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
