// Package blocklist is whom an arcade does not let in: keys, names and networks, as who runs it writes them down.
//
//	# what comes after # is for people
//	key 5c1f…e9          the player with this key, by whichever of their keys they come; or the key alone
//	name rude.name       nobody is called that, or anything that looks like it
//	net 192.0.2.0/24     nobody comes from there, neither by ssh nor to the page
//
// It is values: the file is its caller's affair.
package blocklist

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/names"
	"arkterm/engine/scan"
)

// MaxFile is the length of the longest file that is read, in bytes.
const MaxFile = 1 << 20

// A List is whom an arcade does not let in. The zero value is nobody.
type List struct {
	keys  map[string]bool // SHA-256 of public keys, in hexadecimal
	names map[string]bool // skeletons, and names in small letters: see [names.Name.Folded]
	nets  connlimit.Networks

	called []names.Name // as they were written
}

// A Kind is a word that a line may begin with.
type Kind struct {
	Name  string
	Takes string // what stands behind it, for help
	Does  string // what comes of it, for help

	take func(l *List, rest string) error
	same func(a, b *List) bool // two lists of one entry each are of the same
}

// Kinds has a row for each kind.
var Kinds = [...]Kind{
	{
		Name: "key", Takes: "KEY", Does: "the player with this key is not let in, by whichever of their keys they come",
		take: func(l *List, rest string) error {
			if sum, err := hex.DecodeString(rest); err != nil || len(sum) != 32 {
				return errors.New("want the 64 hexadecimal digits of a key's SHA-256")
			}
			l.keys[strings.ToLower(rest)] = true
			return nil
		},
		same: func(a, b *List) bool { return maps.Equal(a.keys, b.keys) },
	},
	{
		Name: "name", Takes: "NAME", Does: "nobody is called that, or anything that looks like it",
		take: func(l *List, rest string) error {
			n, err := names.Parse(rest)
			if errors.Is(err, names.ErrRude) { // somebody may have it from before
				n, err = names.Kept(rest), nil
			}
			if err != nil {
				return err
			}
			l.called = append(l.called, n)
			l.names[n.Skeleton()], l.names[n.Folded()] = true, true
			return nil
		},
		same: func(a, b *List) bool { return a.Name(b.called[0]) && b.Name(a.called[0]) },
	},
	{
		Name: "net", Takes: "NETWORK", Does: "nobody comes from there, neither by ssh nor to the page",
		take: func(l *List, rest string) error {
			var n connlimit.Networks
			if err := n.Set(rest); err != nil {
				return err
			}
			l.nets = append(l.nets, n...)
			return nil
		},
		same: func(a, b *List) bool { return slices.Equal(a.nets, b.nets) },
	},
}

// kindNamed returns the kind with a name; nil: there is none.
func kindNamed(name string) *Kind {
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i]
		}
	}
	return nil
}

func newList() *List { return &List{keys: make(map[string]bool), names: make(map[string]bool)} }

// Parse reads a list. The error lists all wrong lines as name:line: message. The list has the other lines.
// It is nil if the text is not UTF-8.
func Parse(name string, text []byte) (*List, error) {
	text, err := scan.Text(text)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	l := newList()
	var all []error
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" {
			continue
		}
		kind := kindNamed(word)
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

// Key reports whether a key is blocked: its SHA-256 in hexadecimal; "" is none.
func (l *List) Key(key string) bool { return l.keys[key] }

// Keys returns the keys.
func (l *List) Keys() []string { return slices.Sorted(maps.Keys(l.keys)) }

// Names returns the names that nobody has.
func (l *List) Names() []names.Name { return l.called }

// Name reports whether nobody may be called that.
func (l *List) Name(n names.Name) bool { return l.names[n.Skeleton()] || l.names[n.Folded()] }

// Address reports whether nobody may come from an address.
func (l *List) Address(a netip.Addr) bool { return l.nets.Contains(a) }

// Network reports whether nobody may come from any address of a network.
func (l *List) Network(p netip.Prefix) bool {
	return slices.ContainsFunc(l.nets, func(n netip.Prefix) bool { return n.Bits() <= p.Bits() && n.Contains(p.Addr()) })
}

// Len returns how many entries there are.
func (l *List) Len() int { return len(l.keys) + len(l.called) + len(l.nets) }

// A Current is the list that counts at the moment. Its zero value is an empty one. Its methods may be called in any goroutine.
type Current struct{ list atomic.Pointer[List] }

// Set makes another list count; nil is an empty one.
func (c *Current) Set(l *List) { c.list.Store(l) }

// List returns the list.
func (c *Current) List() *List {
	if l := c.list.Load(); l != nil {
		return l
	}
	return new(List)
}

// Address reports whether nobody may come from an address.
func (c *Current) Address(a netip.Addr) bool { return c.List().Address(a) }
