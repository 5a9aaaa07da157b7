package web

import (
	"net/netip"
	"sync"
)

// places are for a few who may do something at once, in all and of one network. The zero value is ready.
type places struct {
	mu       sync.Mutex
	taken    int
	networks map[netip.Prefix]int // without those that have none
}

// take takes a place until leave is called, and reports false if there is none left, of most in all or of ofNetwork for one
// network. Of those behind proxies, for whom c is nil, the networks are not known.
func (p *places) take(c *client, most, ofNetwork int) (leave func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= most || c != nil && p.networks[c.network] >= ofNetwork {
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
