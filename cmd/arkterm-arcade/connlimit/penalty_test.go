package connlimit

import (
	"net/netip"
	"testing"
	"time"
)

// newSharing returns limiters that share their penalties.
func newSharing(n int) (all []*Limiter, now *time.Time) {
	now = new(time.Time)
	*now = startTime
	for i := range n {
		l := New(unlimited, neverRefuse)
		l.OnPenalty(func(p Penalty) {
			for k, other := range all {
				if k != i {
					other.Penalize(*now, p)
				}
			}
		})
		all = append(all, l)
	}
	return all, now
}

// A network whose connections misbehave on several servers is refused by all of them. Other networks are not.
func TestSharedFaults(t *testing.T) {
	servers, now := newSharing(3)
	for i := range 3 { // the sum of three penalties is the minimum for a refusal
		for _, l := range servers {
			checkAdmit(t, l, *now, address(1), Admitted)
		}
		p, _ := servers[i].Admit(*now, address(1), nil)
		p.Release(*now, BadAuth)
		p.Release(*now, BadAuth) // has no effect
	}
	for _, l := range servers {
		checkAdmit(t, l, *now, address(1), Penalized)
		checkAdmit(t, l, *now, address(2), Admitted)
	}
	*now = now.Add(3*penalties[BadAuth] + time.Second)
	for _, l := range servers {
		checkAdmit(t, l, *now, address(1), Admitted)
	}
}

// If a customer uses too much processor time on one server, the others refuse the customer's networks and key.
func TestSharedOverdraft(t *testing.T) {
	servers, now := newSharing(2)
	one, two := servers[0], servers[1]
	guest, _ := one.Admit(*now, address(1), nil)
	player, _ := one.Admit(*now, address(2), nil)
	player.Identify(*now, "key", nil)
	work := func(d time.Duration) {
		for end := now.Add(d); now.Before(end); *now = now.Add(time.Second) {
			guest.Charge(*now, 1e6*time.Second, 0)
			player.sources[keyLevel].work.Take(*now, 0)
			player.Charge(*now, 1e6*time.Second, 0)
		}
	}
	signIn := func(key string) Refusal {
		p, refusal := two.Admit(*now, address(3), nil)
		if refusal != Admitted {
			t.Fatalf("Admit of another network = %v, want admitted", refusal)
		}
		defer p.Release(*now, NoFault)
		p.Identify(*now, key, nil)
		return p.Authenticate(false)
	}

	work(FloodTime / 2)
	checkAdmit(t, two, *now, address(1), Admitted)
	work(FloodTime)
	checkAdmit(t, two, *now, address(1), Overdrawn)
	checkAdmit(t, two, *now, address(4), Admitted)
	if got := signIn("key"); got != Overdrawn {
		t.Errorf("Authenticate with the key from another network = %v, want overdrawn", got)
	}
	if got := signIn("another key"); got != Admitted {
		t.Errorf("Authenticate with another key = %v, want admitted", got)
	}
	*now = now.Add(overdrawnTime + time.Second)
	checkAdmit(t, two, *now, address(1), Admitted)
	if got := signIn("key"); got != Admitted {
		t.Errorf("Authenticate some seconds later = %v, want admitted", got)
	}
}

// Penalties with unknown networks are ignored.
func TestInvalidPenalties(t *testing.T) {
	l := New(unlimited, neverRefuse)
	for _, text := range []string{"192.0.2.0/25", "2001:db8::/63"} {
		l.Penalize(startTime, Penalty{Network: netip.MustParsePrefix(text), Fault: Misbehaved})
	}
	l.Penalize(startTime, Penalty{Fault: Misbehaved})
	l.Penalize(startTime, Penalty{Network: netip.MustParsePrefix("192.0.2.7/32"), Fault: numFaults})
	if n := l.NumSources(); n > 1 {
		t.Errorf("NumSources() = %d after invalid penalties, want at most 1", n)
	}
	checkAdmit(t, l, startTime, netip.MustParseAddr("192.0.2.7"), Admitted)
}
