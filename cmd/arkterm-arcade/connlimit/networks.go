package connlimit

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Set sets the block to the prefix lengths in text, for example 32:64. It implements pflag.Value.
func (b *Block) Set(text string) error {
	var n Block
	if _, err := fmt.Sscanf(text+"\n", "%d:%d\n", &n.Bits4, &n.Bits6); err != nil || n.Bits4 < 8 || n.Bits4 > 32 ||
		n.Bits6 < 16 || n.Bits6 > 128 {
		return fmt.Errorf("unknown block %.40q (want the lengths of two prefixes, for example 32:64)", text)
	}
	*b = n
	return nil
}

// String returns the block in the format of Set.
func (b *Block) String() string {
	return fmt.Sprintf("%d:%d", cmp.Or(b.Bits4, 32), cmp.Or(b.Bits6, 64))
}

// Type returns the placeholder for the value in help texts.
func (b *Block) Type() string { return "BITS:BITS" }

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
