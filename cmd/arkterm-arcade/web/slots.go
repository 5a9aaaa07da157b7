package web

import (
	"net/netip"
	"sync"
)

// slots limits the number of clients of a service at the same time, in total and per network. The zero value is ready
// to use.
type slots struct {
	mu       sync.Mutex
	used     int                  // number of clients
	networks map[netip.Prefix]int // clients by network, without clients of proxies
}

// acquire takes a slot until release is called. It reports false if limit slots are in use, or perNetwork slots by the
// client's network. c is nil for a client behind a proxy, whose network is unknown.
func (p *slots) acquire(c *client, limit, perNetwork int) (release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.used >= limit || c != nil && p.networks[c.network] >= perNetwork {
		return nil, false
	}
	p.used++
	if c != nil {
		if p.networks == nil {
			p.networks = make(map[netip.Prefix]int)
		}
		p.networks[c.network]++
	}
	return func() { p.release(c) }, true
}

// release returns the slot of a client.
func (p *slots) release(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used--
	if c == nil {
		return
	}
	if p.networks[c.network]--; p.networks[c.network] == 0 {
		delete(p.networks, c.network)
	}
}
