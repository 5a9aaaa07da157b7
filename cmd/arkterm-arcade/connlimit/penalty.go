package connlimit

import (
	"net/netip"
	"time"
)

// A Penalty is a reason for refusing connections of a network or a key. Servers share penalties. Therefore, all servers
// refuse a network or key that one of them has refused.
type Penalty struct {
	Network   netip.Prefix `json:"network,omitzero"`
	Key       string       `json:"key,omitempty"`
	Fault     Fault        `json:"fault,omitempty"`     // fault with which a connection of the network ended
	Overdrawn bool         `json:"overdrawn,omitempty"` // the network or key uses too much processor time
}

// Times of shared penalties for processor time.
const (
	overdrawnInterval = 2 * time.Second // time between two penalties that a server shares for the same source
	overdrawnTime     = 5 * time.Second // time for which other servers refuse connections after a penalty
)

// OnPenalty sets the function that the limiter calls for each new penalty, to send it to other servers. It must be
// called before Admit. The function must not call the limiter or block.
func (l *Limiter) OnPenalty(share func(Penalty)) { l.onPenalty = share }

// Penalize applies a penalty that another server has imposed.
func (l *Limiter) Penalize(now time.Time, p Penalty) {
	l.mu.Lock()
	defer l.mu.Unlock()
	level := keyLevel
	if p.Key == "" {
		if level = l.levelOf(p.Network); level < 0 {
			return
		}
	}
	s := l.source(now, sourceID{p.Network, p.Key}, level)
	if p.Fault > NoFault && p.Fault < numFaults && level == 0 {
		s.penalize(now, penalties[p.Fault])
	}
	if p.Overdrawn {
		s.refusedUntil = now.Add(overdrawnTime).UnixNano()
	}
}

// levelOf returns the index of sourceLevels for a network, or -1 if no level has the size of the network.
func (l *Limiter) levelOf(network netip.Prefix) int {
	for i := range keyLevel {
		if network.IsValid() && l.limits.Block.prefix(network.Addr(), i) == network {
			return i
		}
	}
	return -1
}

// newOverdrafts returns penalties for the sources of a connection that have used too much processor time for FloodTime.
// It returns a penalty for the same source at most every overdrawnInterval. The caller must hold the limiter's mu.
func (p *Admission) newOverdrafts(now time.Time) (all []Penalty) {
	if p.limiter.onPenalty == nil {
		return nil
	}
	for i, s := range p.sources {
		if s == nil || !s.work.IsFlooding(now) || now.UnixNano() < s.nextShareTime {
			continue
		}
		s.nextShareTime = now.Add(overdrawnInterval).UnixNano()
		penalty := Penalty{Key: p.key, Overdrawn: true}
		if i != keyLevel {
			penalty = Penalty{Network: p.limiter.limits.Block.prefix(p.from, i), Overdrawn: true}
		}
		all = append(all, penalty)
	}
	return all
}
