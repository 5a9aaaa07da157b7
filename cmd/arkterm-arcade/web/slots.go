package web

import (
	"net/netip"
	"sync"
)

// A slotLimiter limits the number of clients that use a service at the same time, in total and per network. The zero
// value is ready to use.
type slotLimiter struct {
	mu       sync.Mutex
	numUsed  int                  // number of clients
	networks map[netip.Prefix]int // number of clients by network
}

// acquire counts a client until release is called. ok is false if there are already limit clients, or perNetwork
// clients in the client's network. c is nil for a client that is not limited per network.
func (p *slotLimiter) acquire(c *client, limit, perNetwork int) (release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.numUsed >= limit || c != nil && p.networks[c.network] >= perNetwork {
		return nil, false
	}
	p.numUsed++
	if c != nil {
		if p.networks == nil {
			p.networks = make(map[netip.Prefix]int)
		}
		p.networks[c.network]++
	}
	return func() { p.release(c) }, true
}

// release stops counting a client.
func (p *slotLimiter) release(c *client) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.numUsed--
	if c == nil {
		return
	}
	if p.networks[c.network]--; p.networks[c.network] == 0 {
		delete(p.networks, c.network)
	}
}
