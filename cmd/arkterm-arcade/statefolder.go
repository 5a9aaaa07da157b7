package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/format"
)

// A stateFolder is the path of a server's state folder. Its methods work whether or not the server runs. A running
// server applies changes of the block list within seconds.
type stateFolder string

// errNoArcade is the error for a folder that no server has used.
var errNoArcade = errors.New("no arcade has been open there")

// byPlayer blocks a player by name. The list contains the player's key.
const byPlayer = "player"

// A blockWay is a way to specify an entry of the block list.
type blockWay struct{ Name, Takes, Does string }

// blockWays returns byPlayer and the kinds of the list.
func blockWays() []blockWay {
	all := []blockWay{{byPlayer, "NAME", "the player of this name, by any of the player's keys"}}
	for i := range arcade.BlockKinds {
		k := &arcade.BlockKinds[i]
		all = append(all, blockWay{k.Name, k.Takes, k.Does})
	}
	return all
}

// list returns the path of the list.
func (f stateFolder) list() string { return filepath.Join(string(f), "blocked") }

// check returns an error unless a server has used the folder.
func (f stateFolder) check() error {
	if _, err := os.Stat(filepath.Join(string(f), "arcade.db")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", string(f), errNoArcade)
	} else if err != nil {
		return err
	}
	return nil
}

// read opens the database.
func (f stateFolder) read() (*leaderboard.DB, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return leaderboard.OpenReader(filepath.Join(string(f), "arcade.db"))
}

// entry returns the entry for a way and its argument.
func (f stateFolder) entry(players *leaderboard.DB, way, what, note string) (e arcade.BlockEntry, err error) {
	switch sum, isPrint := strings.CutPrefix(what, "SHA256:"); {
	case way == byPlayer:
		n, err := leaderboard.ParseName(what)
		if err != nil {
			return e, err
		}
		p, err := players.PlayerByName(n)
		if err != nil {
			return e, fmt.Errorf("%s: %w", n, err)
		}
		way, what = "key", p.ID
		if note == "" {
			note = p.Name.String()
		}
	case way == "key" && isPrint: // in the format of ssh-keygen -l
		if hash, err := base64.RawStdEncoding.DecodeString(sum); err == nil && len(hash) == sha256.Size {
			what = hex.EncodeToString(hash)
		}
	}
	if e, err = arcade.NewBlockEntry(way, what, note); err != nil {
		return e, fmt.Errorf("%s %.80q: %w", way, what, err)
	}
	return e, nil
}

// Block adds an entry to the list. It returns lines that describe the effect.
func (f stateFolder) Block(way, what, note string) (says []string, err error) {
	return f.change(way, what, note, arcade.AddBlock, consequences)
}

// Unblock removes an entry from the list. It returns lines that describe the effect.
func (f stateFolder) Unblock(way, what string) (says []string, err error) {
	return f.change(way, what, "", arcade.RemoveBlock, func(_ *leaderboard.DB, e arcade.BlockEntry) []string {
		switch e.Kind {
		case "name":
			return []string{"The name can be chosen again. Who has lost it keeps the one that they have now."}
		case "key":
			return []string{"They may come in again, and are the player that they were, unless they have not been here for too long."}
		}
		return []string{"Whoever comes from there may come in again."}
	})
}

// change edits the list.
func (f stateFolder) change(way, what, note string, edit func([]byte, arcade.BlockEntry) ([]byte, error), tell func(*leaderboard.DB, arcade.BlockEntry) []string) (says []string, err error) {
	players, err := f.read()
	if err != nil {
		return nil, err
	}
	defer players.Close()
	e, err := f.entry(players, way, what, note)
	if err != nil {
		return nil, err
	}
	about := tell(players, e) // before the server reacts
	if err := store.Edit(f.list(), arcade.MaxBlocklist, func(old []byte) ([]byte, error) { return edit(old, e) }); err != nil {
		return nil, fmt.Errorf("%s %s: %w", e.Kind, e.What, err)
	}
	return append(append([]string{e.String()}, about...), "The server reads the list within five seconds, or when it starts."), nil
}

// consequences describes the effect of an entry.
func consequences(players *leaderboard.DB, e arcade.BlockEntry) []string {
	switch e.Kind {
	case "key":
		p, err := playerOf(players, e.What)
		if errors.Is(err, leaderboard.ErrNoPlayer) {
			return []string{"Nobody has come with this key yet; nobody will come in with it."}
		}
		if err != nil {
			return []string{"Whose key it is cannot be said: " + err.Error()}
		}
		by := "their key"
		if keys, err := players.Keys(p.ID); err != nil || len(keys) != 1 {
			by = fmt.Sprintf("any of their %d keys", len(keys))
		}
		return []string{
			fmt.Sprintf("%s, with %s finished here, has to go, and does not come in by %s.", p.Name, format.Count(p.Games, "game"), by),
			"Their games stay on the boards. They can still come as a guest, or with a new key: a network is blocked by net.",
		}
	case "name":
		n, _ := leaderboard.ParseName(e.What)
		says := []string{"Nobody can be called that, or anything that looks like it."}
		if p, err := players.PlayerByName(n); err == nil {
			says = append(says, fmt.Sprintf("%s is called something else, on the boards too, and may choose again.", p.Name))
		}
		return says
	}
	says := []string{"Nobody comes in from there, by ssh or to the page; who is there has to go."}
	if p, err := netip.ParsePrefix(e.What); err == nil && p.Bits() == 0 {
		says = append(says, "That is everybody.")
	}
	p, err := netip.ParsePrefix(e.What)
	if a, alone := netip.ParseAddr(e.What); alone == nil {
		p, err = a.Prefix(a.BitLen())
	}
	const household = 64
	if err == nil && p.Addr().Is6() && !p.Addr().Is4In6() && p.Bits() > household {
		net, _ := p.Addr().Prefix(household)
		says = append(says, fmt.Sprintf("It is a part of the addresses of one household: %s has them all. Who is there now is cut off without a word.", net))
	}
	return says
}

// playerOf returns the player with a key or ID. The player may have removed the first key, which is the ID.
func playerOf(players *leaderboard.DB, key string) (leaderboard.Player, error) {
	key = strings.ToLower(key)
	p, err := players.PlayerByID(key)
	if errors.Is(err, leaderboard.ErrNoPlayer) {
		p, err = players.PlayerByKey(key)
	}
	return p, err
}

// A blockedEntry is an entry of the list with the name of the player who has the key.
type blockedEntry struct {
	arcade.BlockEntry
	Player leaderboard.Name // the zero value for other keys and for other kinds of entries
}

// Blocked returns the valid entries of the list. wrong describes the invalid lines.
func (f stateFolder) Blocked() (all []blockedEntry, wrong, err error) {
	players, err := f.read()
	if err != nil {
		return nil, nil, err
	}
	defer players.Close()
	text, err := store.ReadLimited(f.list(), arcade.MaxBlocklist)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	_, wrong = arcade.ParseBlocklist(filepath.Base(f.list()), text)
	for _, e := range arcade.BlockEntries(text) {
		b := blockedEntry{BlockEntry: e}
		if e.Kind == "key" {
			if p, err := playerOf(players, e.What); err == nil {
				b.Player = p.Name
			}
		}
		all = append(all, b)
	}
	return all, wrong, nil
}

// A playerInfo describes a player for the command players.
type playerInfo struct {
	Name   leaderboard.Name `json:"name"`
	ID     string           `json:"id"` // of the folder
	Games  int              `json:"games"`
	Hidden bool             `json:"hidden"`
	Since  time.Time        `json:"since"`
	Seen   time.Time        `json:"seen"`
	Keys   []string         `json:"keys"` // fingerprints
}

// Players returns at most limit players whose names contain a word, the last seen first.
func (f stateFolder) Players(word string, limit int) (all []playerInfo, err error) {
	players, err := f.read()
	if err != nil {
		return nil, err
	}
	defer players.Close()
	found, err := players.Players(word, limit)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		row := playerInfo{Name: p.Name, ID: p.ID, Games: p.Games, Hidden: p.Hidden, Since: p.Since.UTC(), Seen: p.Seen.UTC(), Keys: []string{}}
		keys, err := players.Keys(p.ID)
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			row.Keys = append(row.Keys, k.Fingerprint())
		}
		all = append(all, row)
	}
	return all, nil
}
