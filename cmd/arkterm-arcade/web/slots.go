package web

import (
	"net/netip"
	"sync"
)

// A slots counts the clients that use a service at the same time, in total and per network. The zero value is ready to
// use.
type slots struct {
	mu       sync.Mutex
	used     int                  // number of clients
	networks map[netip.Prefix]int // number of clients by network
}

// acquire counts a client until release is called. It refuses the client and returns ok as false if there are already
// limit clients, or perNetwork clients in the client's network. c is nil for a client that is not limited.
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

// release stops counting a client.
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
