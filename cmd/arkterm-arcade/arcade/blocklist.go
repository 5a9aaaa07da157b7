package arcade

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/engine/parse"
)

// MaxBlocklist is the maximum length of a block list in bytes.
const MaxBlocklist = 1 << 20

// A Blocklist contains keys, names and networks that a server does not admit. The zero value is empty.
//
//	# a comment
//	key 5c1f…e9          the player with this key, and all other keys of that player
//	name rude.name       this name and similar ones
//	net 192.0.2.0/24     addresses of this network, for SSH and the web page
type Blocklist struct {
	keys  map[string]bool // SHA-256 hashes of public keys, in hexadecimal
	names map[string]bool // skeletons and lower-case names, see [leaderboard.Name.Folded]
	nets  connlimit.Networks

	called []leaderboard.Name // as written in the file
}

// A BlockKind is a kind of entry in a block list. Its name is the first word of the line.
type BlockKind struct {
	Name  string
	Takes string // the argument, for help
	Does  string // the effect, for help

	take func(l *Blocklist, rest string) error
	same func(a, b *Blocklist) bool // reports whether two lists of one entry each are equal
}

// BlockKinds has a row for each kind of entry.
var BlockKinds = [...]BlockKind{
	{
		Name: "key", Takes: "KEY", Does: "the player with this key, and all other keys of the player",
		take: func(l *Blocklist, rest string) error {
			if sum, err := hex.DecodeString(rest); err != nil || len(sum) != 32 {
				return errors.New("want the 64 hexadecimal digits of a key's SHA-256 hash")
			}
			l.keys[strings.ToLower(rest)] = true
			return nil
		},
		same: func(a, b *Blocklist) bool { return maps.Equal(a.keys, b.keys) },
	},
	{
		Name: "name", Takes: "NAME", Does: "this name and similar ones",
		take: func(l *Blocklist, rest string) error {
			n, err := leaderboard.ParseName(rest)
			if errors.Is(err, leaderboard.ErrNameRude) { // an earlier version may have accepted it
				n, err = leaderboard.StoredName(rest), nil
			}
			if err != nil {
				return err
			}
			l.called = append(l.called, n)
			l.names[n.Skeleton()], l.names[n.Folded()] = true, true
			return nil
		},
		same: func(a, b *Blocklist) bool { return a.Name(b.called[0]) && b.Name(a.called[0]) },
	},
	{
		Name: "net", Takes: "NETWORK", Does: "addresses of this network, for SSH and the web page",
		take: func(l *Blocklist, rest string) error {
			var n connlimit.Networks
			if err := n.Set(rest); err != nil {
				return err
			}
			l.nets = append(l.nets, n...)
			return nil
		},
		same: func(a, b *Blocklist) bool { return slices.Equal(a.nets, b.nets) },
	},
}

// blockKindNamed returns the kind with a name, or nil.
func blockKindNamed(name string) *BlockKind {
	for i := range BlockKinds {
		if BlockKinds[i].Name == name {
			return &BlockKinds[i]
		}
	}
	return nil
}

func newBlocklist() *Blocklist {
	return &Blocklist{keys: make(map[string]bool), names: make(map[string]bool)}
}

// ParseBlocklist parses a block list. The error describes all invalid lines, each as name:line: message. The list
// contains the valid lines. It is nil if the text is not UTF-8.
func ParseBlocklist(name string, text []byte) (*Blocklist, error) {
	text, err := parse.Text(text)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	l := newBlocklist()
	var all []error
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" {
			continue
		}
		kind := blockKindNamed(word)
		if kind == nil {
			all = append(all, fmt.Errorf("%s:%d: want key, name or net, not %.40q", name, number, word))
			continue
		}
		if err := kind.take(l, strings.TrimSpace(rest)); err != nil {
			all = append(all, fmt.Errorf("%s:%d: %w", name, number, err))
		}
	}
	return l, errors.Join(all...)
}

// Key reports whether a key is blocked. key is its SHA-256 in hexadecimal.
func (l *Blocklist) Key(key string) bool { return l.keys[key] }

// Keys returns the keys.
func (l *Blocklist) Keys() []string { return slices.Sorted(maps.Keys(l.keys)) }

// Names returns the blocked names.
func (l *Blocklist) Names() []leaderboard.Name { return l.called }

// Name reports whether a name is blocked.
func (l *Blocklist) Name(n leaderboard.Name) bool {
	return l.names[n.Skeleton()] || l.names[n.Folded()]
}

// Address reports whether an address is blocked.
func (l *Blocklist) Address(a netip.Addr) bool { return l.nets.Contains(a) }

// Network reports whether all addresses of a network are blocked.
func (l *Blocklist) Network(p netip.Prefix) bool {
	return slices.ContainsFunc(l.nets,
		func(n netip.Prefix) bool { return n.Bits() <= p.Bits() && n.Contains(p.Addr()) })
}

// Len returns the number of entries.
func (l *Blocklist) Len() int { return len(l.keys) + len(l.called) + len(l.nets) }
