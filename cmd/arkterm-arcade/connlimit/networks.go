package connlimit

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Networks are networks of addresses. It is a flag's value: networks with commas between, as 10.0.0.0/8,2001:db8::/32;
// an address is a network of one.
type Networks []netip.Prefix

// Set sets the networks.
func (n *Networks) Set(text string) error {
	var all Networks
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		p, err := netip.ParsePrefix(one)
		if a, e := netip.ParseAddr(one); e == nil && a.Zone() == "" {
			p, err = a.Prefix(a.BitLen())
		}
		if err != nil || p != p.Masked() {
			return fmt.Errorf("want networks, as 10.0.0.0/8,2001:db8::/32, not %.40q", one)
		}
		all = append(all, p)
	}
	*n = all
	return nil
}

// String returns the networks as Set takes them.
func (n *Networks) String() string {
	if n == nil {
		return ""
	}
	all := make([]string, len(*n))
	for i, p := range *n {
		all[i] = p.String()
	}
	return strings.Join(all, ",")
}

// Type returns what the manual calls the value.
func (n *Networks) Type() string { return "NETWORKS" }

// Contains reports whether an address is of one of the networks.
func (n Networks) Contains(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(n, func(p netip.Prefix) bool { return p.Contains(a) })
}
