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
	keys     map[string]bool // SHA-256 hashes of public keys, in hexadecimal
	names    map[string]bool // skeletons and lower-case names, see [leaderboard.Name.Folded]
	networks connlimit.Networks

	nameList []leaderboard.Name // blocked names in the spelling of the file
}

// A BlockKind is a kind of entry in a block list.
type BlockKind struct {
	Name  string // first word of the line
	Value string // placeholder for the value in help texts
	Help  string // description of the blocked players or addresses, for help texts

	add   func(l *Blocklist, value string) error // parses a value and adds it to a list
	equal func(a, b *Blocklist) bool             // reports whether two lists with one entry each are equal
}

// BlockKinds contains all kinds of entries.
var BlockKinds = [...]BlockKind{
	{
		Name: "key", Value: "KEY", Help: "the player with this key, and all other keys of the player",
		add: func(l *Blocklist, value string) error {
			if sum, err := hex.DecodeString(value); err != nil || len(sum) != 32 {
				return errors.New("want the 64 hexadecimal digits of a key's SHA-256 hash")
			}
			l.keys[strings.ToLower(value)] = true
			return nil
		},
		equal: func(a, b *Blocklist) bool { return maps.Equal(a.keys, b.keys) },
	},
	{
		Name: "name", Value: "NAME", Help: "this name and similar ones",
		add: func(l *Blocklist, value string) error {
			n, err := leaderboard.ParseName(value)
			if errors.Is(err, leaderboard.ErrNameRude) { // earlier versions accepted such names
				n, err = leaderboard.StoredName(value), nil
			}
			if err != nil {
				return err
			}
			l.nameList = append(l.nameList, n)
			l.names[n.Skeleton()], l.names[n.Folded()] = true, true
			return nil
		},
		equal: func(a, b *Blocklist) bool { return a.BlocksName(b.nameList[0]) && b.BlocksName(a.nameList[0]) },
	},
	{
		Name: "net", Value: "NETWORK", Help: "addresses of this network, for SSH and the web page",
		add: func(l *Blocklist, value string) error {
			var n connlimit.Networks
			if err := n.Set(value); err != nil {
				return err
			}
			l.networks = append(l.networks, n...)
			return nil
		},
		equal: func(a, b *Blocklist) bool { return slices.Equal(a.networks, b.networks) },
	},
}

// findBlockKind returns the kind with the given name, or nil.
func findBlockKind(name string) *BlockKind {
	for i := range BlockKinds {
		if BlockKinds[i].Name == name {
			return &BlockKinds[i]
		}
	}
	return nil
}

// newBlocklist returns an empty list to which entries can be added.
func newBlocklist() *Blocklist {
	return &Blocklist{keys: make(map[string]bool), names: make(map[string]bool)}
}

// ParseBlocklist parses a block list. It returns a list with the entries of all valid lines, and an error that
// describes all invalid lines, each as name:line: message. If the text is not UTF-8, the list is nil.
func ParseBlocklist(name string, text []byte) (*Blocklist, error) {
	text, err := parse.Text(text)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	l := newBlocklist()
	var errs []error
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" {
			continue
		}
		kind := findBlockKind(word)
		if kind == nil {
			errs = append(errs, fmt.Errorf("%s:%d: want key, name or net, not %.40q", name, number, word))
			continue
		}
		if err := kind.add(l, strings.TrimSpace(value)); err != nil {
			errs = append(errs, fmt.Errorf("%s:%d: %w", name, number, err))
		}
	}
	return l, errors.Join(errs...)
}

// BlocksKey reports whether a key is blocked. key is its SHA-256 in hexadecimal.
func (l *Blocklist) BlocksKey(key string) bool { return l.keys[key] }

// Keys returns the blocked keys, sorted.
func (l *Blocklist) Keys() []string { return slices.Sorted(maps.Keys(l.keys)) }

// Names returns the blocked names.
func (l *Blocklist) Names() []leaderboard.Name { return l.nameList }

// BlocksName reports whether a name is blocked.
func (l *Blocklist) BlocksName(n leaderboard.Name) bool {
	return l.names[n.Skeleton()] || l.names[n.Folded()]
}

// BlocksAddress reports whether an address is blocked.
func (l *Blocklist) BlocksAddress(a netip.Addr) bool { return l.networks.Contains(a) }

// BlocksNetwork reports whether all addresses of a network are blocked.
func (l *Blocklist) BlocksNetwork(p netip.Prefix) bool {
	return slices.ContainsFunc(l.networks,
		func(n netip.Prefix) bool { return n.Bits() <= p.Bits() && n.Contains(p.Addr()) })
}

// Len returns the number of entries.
func (l *Blocklist) Len() int { return len(l.keys) + len(l.nameList) + len(l.networks) }
