package web

import (
	"net/netip"
	"sync"
)

// places limits how many clients may do something at the same time, in total and per network. The zero value is ready
// to use.
type places struct {
	mu       sync.Mutex
	taken    int
	networks map[netip.Prefix]int // clients per network, without clients of proxies
}

// take takes a place until leave is called. It reports false if limit places are taken, or perNetwork places by the
// client's network. c is nil for a client behind a proxy, whose network is unknown.
func (p *places) take(c *client, limit, perNetwork int) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= limit || c != nil && p.networks[c.network] >= perNetwork {
		return nil, false
	}
	p.taken++
	if c != nil {
		if p.networks == nil {
			p.networks = make(map[netip.Prefix]int)
		}
		p.networks[c.network]++
	}
	return func() { p.leave(c) }, true
}

func (p *places) leave(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if c == nil {
		return
	}
	if p.networks[c.network]--; p.networks[c.network] == 0 {
		delete(p.networks, c.network)
	}
}
