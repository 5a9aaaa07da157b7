package connlimit

import (
	"net/netip"
	"testing"
	"time"
)

// join admits and authenticates a connection with a key, which is "" for a guest.
func join(t *testing.T, limiter *Limiter, now time.Time, from netip.Addr, key string) *Admission {
	t.Helper()
	p, refusal := limiter.Admit(now, from, nil)
	if refusal == Admitted {
		p.Identify(now, key, nil)
		refusal = p.Authenticate(true)
	}
	if refusal != Admitted {
		t.Fatalf("a connection from %v is refused: %v", from, refusal)
	}
	return p
}

// onlyResources returns the default limits without the limits for new connections.
func onlyResources() Limits {
	l := Defaults
	l.RatePerSource, l.BurstPerSource, l.HandshakeRate = 1e6, 1e6, 1e6
	l.PendingStart, l.MaxPending, l.MaxPendingPerSource = 1e6, 1e6, 1e6
	return l
}

// All sessions of a customer together use at most the customer's share of a processor, and those of other customers are
// never delayed.
func TestWorkIsLimitedByCustomer(t *testing.T) {
	for name, c := range map[string]struct {
		from  func(i int) netip.Addr
		keys  []string
		share float64 // of a processor
	}{
		"one IPv4 address": {from: func(int) netip.Addr { return address(1) }, share: 0.1},
		"an IPv4 /24": {
			from: func(i int) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}) }, share: 0.4,
		},
		"a /64": {from: func(int) netip.Addr { return address6(0, 0) }, share: 0.1},
		"a /56": {from: func(i int) netip.Addr { return address6(0, i) }, share: 0.1},
		"a /48": {from: func(i int) netip.Addr { return address6(0, i<<8) }, share: 0.4},
		"one key": {
			from: func(i int) netip.Addr { return address6(i, 0) }, keys: []string{"k"}, share: 0.1,
		},
	} {
		limiter := New(onlyResources(), neverRefuse)
		var hostile, honest [8]*Admission
		var due [8]time.Time // when each hostile session works again
		for i := range hostile {
			key := ""
			if len(c.keys) > 0 {
				key = c.keys[0]
			}
			hostile[i], due[i] = join(t, limiter, startTime, c.from(i), key), startTime
			honest[i] = join(t, limiter, startTime, address(99), "")
		}

		const minutes, settle = 5, time.Minute
		var worked time.Duration // after settle
		for now := startTime; now.Sub(startTime) < minutes*time.Minute; now = now.Add(time.Second / 60) {
			for i, p := range hostile {
				if now.Before(due[i]) {
					continue
				}
				const work = 5 * time.Millisecond
				due[i] = now.Add(p.Charge(now, work, 0))
				if now.Sub(startTime) >= settle {
					worked += work
				}
				if wait := honest[i].Charge(now, 60*time.Microsecond, 200); wait != 0 {
					t.Fatalf("%s: a session of an honest customer waits for %v", name, wait)
				}
			}
		}
		if got := worked.Seconds() / (minutes*time.Minute - settle).Seconds(); got > c.share*1.02 ||
			got < c.share*0.9 {
			t.Errorf("%s uses %.1f %% of a processor, want %.1f %%", name, 100*got, 100*c.share)
		}
		now := startTime.Add(minutes * time.Minute)
		for _, p := range hostile {
			p.Release(now, NoFault)
		}
		if _, refusal := limiter.Admit(now, c.from(0), nil); len(c.keys) == 0 && refusal != Overdrawn {
			t.Errorf("%s: Admit after %d minutes = %v, want %v", name, minutes, refusal, Overdrawn)
		}
		checkAdmit(t, limiter, now.Add(time.Minute), c.from(0), Admitted)
	}
}

// The bytes that a customer sends are charged like processor time.
func TestBytesAreLimited(t *testing.T) {
	limiter := New(onlyResources(), neverRefuse)
	p, now, sent := join(t, limiter, startTime, address(1), ""), startTime, 0
	for now.Sub(startTime) < 10*time.Minute {
		sent += 20_000
		now = now.Add(p.Charge(now, 0, 20_000))
	}
	if perSecond := sent / 600; perSecond < 900_000 || perSecond > 1_100_000 {
		t.Errorf("a customer sends %d bytes per second, want about 1,000,000", perSecond)
	}
}

// All networks of a /56, with any number of keys, store at most 20 MB per day.
func TestStorageIsLimited(t *testing.T) {
	limiter := New(onlyResources(), neverRefuse)
	var all []*Admission
	for i := range 32 {
		all = append(all, join(t, limiter, startTime, address6(0, i), string(rune('a'+i))))
	}
	other := join(t, limiter, startTime, address6(1, 0), "other")
	const size = 10_000
	for day := range 2 {
		stored := 0
		for minute := range 24 * 60 {
			now := startTime.AddDate(0, 0, day).Add(time.Duration(minute) * time.Minute)
			for _, p := range all {
				if p.ChargeStorage(now, size) {
					stored += size
				}
			}
			if minute%15 == 0 && !other.ChargeStorage(now, size) {
				t.Fatal("a game of another customer is not stored")
			}
		}
		if stored > 20e6 || stored < 9e6 {
			t.Errorf("on day %d, the /56 stores %d KB, want at most 20 MB", day, stored>>10)
		}
	}
}

// ReserveMemory limits the memory of each network, and of the networks that contain it.
func TestCustomerMemoryIsLimited(t *testing.T) {
	limiter := New(onlyResources(), neverRefuse)
	a, b := join(t, limiter, startTime, address6(0, 0), ""), join(t, limiter, startTime, address6(0, 0), "")
	c, d := join(t, limiter, startTime, address6(0, 1), ""), join(t, limiter, startTime, address6(0, 256), "")
	for i, step := range []struct {
		p    *Admission
		n    int64
		want bool
	}{{a, 60, true}, {b, 60, false}, {b, 40, true}, {c, 1, false}, {d, 100, true}, {a, -60, true}, {c, 60, true}} {
		if got := step.p.ReserveMemory(step.n, 100); got != step.want {
			t.Errorf("step %d: ReserveMemory(%d) = %v, want %v", i, step.n, got, step.want)
		}
	}
}

// On a full server, a visitor replaces the latest connection of the customer with the most connections, and a known
// visitor can replace any unknown one. No other connections are replaced.
func TestFullServerReplaces(t *testing.T) {
	type visit struct {
		from  netip.Addr
		key   string
		known bool
	}
	guest := func(customer int) visit { return visit{from: address6(customer, 0)} }
	for name, c := range map[string]struct {
		before   []visit // 6 connections, which fill the server
		next     visit
		want     Refusal
		replaced int // index in before; -1 if none
	}{
		"largest network": {
			[]visit{guest(1), guest(2), guest(2), guest(2), guest(3), guest(3)}, guest(4), Admitted, 3,
		},
		"guests of the largest network": {
			[]visit{guest(1), guest(2), guest(2), {address6(2, 0), "k", false}, guest(3), guest(3)},
			guest(4),
			Admitted, 2,
		},
		"networks within one /48": {
			[]visit{guest(1), {from: address6(2, 0)}, {from: address6(2, 1)}, guest(3), guest(4), guest(5)},
			guest(6),
			Admitted, 2,
		},
		"equal networks": {
			[]visit{guest(1), guest(2), guest(3), guest(4), guest(5), guest(6)}, guest(7), Full, -1,
		},
		"the visitor's network is the largest": {
			[]visit{guest(1), guest(1), guest(2), guest(2), guest(3), guest(3)}, guest(1), Full, -1,
		},
		"a new key": {
			[]visit{guest(1), guest(2), guest(3), guest(4), guest(5), guest(6)},
			visit{address6(7, 0), "k", false},
			Full, -1,
		},
		"a known visitor": {
			[]visit{guest(1), guest(2), {address6(3, 0), "k", true}, guest(4), guest(5), {address6(6, 0), "l", true}},
			visit{address6(7, 0), "m", true},
			Admitted, 4,
		},
	} {
		l := onlyResources()
		l.MaxConnections, l.ReservedForKnown = 6, 0
		limiter, replaced := New(l, neverRefuse), -1
		try := func(v visit, evict func()) Refusal {
			p, refusal := limiter.Admit(startTime, v.from, nil)
			if refusal != Admitted {
				return refusal
			}
			p.Identify(startTime, v.key, evict)
			if refusal = p.Authenticate(v.known); refusal != Admitted {
				p.Release(startTime, NoFault)
			}
			return refusal
		}
		for i, v := range c.before {
			if refusal := try(v, func() { replaced = i }); refusal != Admitted {
				t.Fatalf("%s: connection %d is refused: %v", name, i, refusal)
			}
		}
		if refusal := try(c.next, func() {}); refusal != c.want || replaced != c.replaced {
			t.Errorf("%s: the visitor's connection = %v and replaces connection %d; want %v, %d", name, refusal,
				replaced,
				c.want, c.replaced)
		}
		if open, pending := limiter.CountConnections(); open != 6 || pending != 0 {
			t.Errorf("%s: CountConnections() = %d, %d; want 6, 0", name, open, pending)
		}
	}
}
