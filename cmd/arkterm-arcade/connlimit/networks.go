package connlimit

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Networks is a list of networks. It implements the interface pflag.Value for flags with values such as
// 10.0.0.0/8,2001:db8::/32.
type Networks []netip.Prefix

// Set replaces n with the networks in text, which are separated by commas. An address in the list is a network with
// only this address.
func (n *Networks) Set(text string) error {
	var all Networks
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		p, err := netip.ParsePrefix(item)
		if a, e := netip.ParseAddr(item); e == nil && a.Zone() == "" {
			p, err = a.Prefix(a.BitLen())
		}
		if err != nil || p != p.Masked() {
			return fmt.Errorf("unknown network %.40q (want networks, for example 10.0.0.0/8,2001:db8::/32)", item)
		}
		all = append(all, p)
	}
	*n = all
	return nil
}

// String returns the networks in the format of Set.
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

// Type returns the placeholder for the value in help texts.
func (n *Networks) Type() string { return "NETWORKS" }

// Contains reports whether an address belongs to one of the networks.
func (n Networks) Contains(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(n, func(p netip.Prefix) bool { return p.Contains(a) })
}
