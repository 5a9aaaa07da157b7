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
	"arkterm/render/text"
)

// A stateFolder is a server's state folder. Its methods can be called while the server is running. A running server
// applies changes of the block list within seconds.
type stateFolder struct {
	dir      string // path
	storeURL string // URL of a PostgreSQL database; "" if the database is arcade.db in the folder
}

// errNoArcade is the error for a folder without arcade.db.
var errNoArcade = errors.New("no arcade.db (want the state folder of a server that runs without --store)")

// errLogDamaged is the error for a database whose log SQLite would discard.
var errLogDamaged = errors.New("arcade.db-wal is damaged; start the server, which logs how many changes are lost")

// playerKind is the argument of the commands block and unblock that is followed by a player name. The block list
// contains the hash of the player's first key instead of the name.
const playerKind = "player"

// blockKinds returns playerKind and the kinds of entries in a block list.
func blockKinds() []argKind {
	all := []argKind{{playerKind, "NAME", "the player with this name and all keys of the player"}}
	for i := range arcade.BlockKinds {
		k := &arcade.BlockKinds[i]
		all = append(all, argKind{k.Name, k.Value, k.Help})
	}
	return all
}

// blocklistPath returns the path of the block list.
func (f stateFolder) blocklistPath() string { return filepath.Join(f.dir, "blocked") }

// checkDB returns errNoArcade if no server has used the folder, and errLogDamaged if SQLite would discard a damaged log
// when it opens the database. Only the server may open such a database, because it logs the loss.
func (f stateFolder) checkDB() error {
	path := filepath.Join(f.dir, "arcade.db")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", f.dir, errNoArcade)
	} else if err != nil {
		return err
	}
	if d, err := leaderboard.FindLogDamage(path); err != nil || d.NumLost == 0 {
		return err
	}
	if lock, err := store.Lock(filepath.Join(f.dir, "lock")); err == nil { // otherwise a server is writing the log
		lock.Close()
		return errLogDamaged
	}
	return nil
}

// openDB opens the server's database for reading.
func (f stateFolder) openDB() (*leaderboard.DB, error) {
	if f.storeURL != "" {
		return leaderboard.OpenPostgresEditor(f.storeURL)
	}
	if err := f.checkDB(); err != nil {
		return nil, err
	}
	return leaderboard.OpenReader(filepath.Join(f.dir, "arcade.db"))
}

// openEditor opens the server's database for reading and writing.
func (f stateFolder) openEditor() (*leaderboard.DB, error) {
	if f.storeURL != "" {
		return leaderboard.OpenPostgresEditor(f.storeURL)
	}
	if err := f.checkDB(); err != nil {
		return nil, err
	}
	return leaderboard.OpenEditor(filepath.Join(f.dir, "arcade.db"))
}

// newEntry returns the block list entry for the arguments of block or unblock.
func (f stateFolder) newEntry(players *leaderboard.DB, kind, value, note string) (e arcade.BlockEntry, err error) {
	switch sum, isFingerprint := strings.CutPrefix(value, "SHA256:"); {
	case kind == playerKind:
		n, err := leaderboard.ParseName(value)
		if err != nil {
			return e, err
		}
		p, err := players.PlayerByName(n)
		if err != nil {
			return e, fmt.Errorf("%s: %w", n, err)
		}
		kind, value = "key", p.ID
		if note == "" {
			note = p.Name.String()
		}
	case kind == "key" && isFingerprint: // in the format of ssh-keygen -l
		if hash, err := base64.RawStdEncoding.DecodeString(sum); err == nil && len(hash) == sha256.Size {
			value = hex.EncodeToString(hash)
		}
	}
	if e, err = arcade.NewBlockEntry(kind, value, note); err != nil {
		return e, fmt.Errorf("%s %.80q: %w", kind, value, err)
	}
	return e, nil
}

// Block adds an entry to the block list. It returns lines that describe the effect.
func (f stateFolder) Block(kind, value, note string) (lines []string, err error) {
	return f.change(kind, value, note, arcade.AddBlock, blockEffects)
}

// Unblock removes an entry from the block list. It returns lines that describe the effect.
func (f stateFolder) Unblock(kind, value string) (lines []string, err error) {
	return f.change(kind, value, "", arcade.RemoveBlock, func(_ *leaderboard.DB, e arcade.BlockEntry) []string {
		switch e.Kind {
		case "name":
			return []string{"Players can choose this name again. A player who was renamed keeps the new name."}
		case "key":
			return []string{"The player can sign in again. The account still exists, unless it was deleted " +
				"because of inactivity."}
		}
		return []string{"Connections from this network are accepted again."}
	})
}

// change edits the block list by calling edit with its text and an entry. It returns lines of text: the entry, the
// result of describe, and when the server applies the change.
func (f stateFolder) change(kind, value, note string, edit func([]byte, arcade.BlockEntry) ([]byte, error),
	describe func(*leaderboard.DB, arcade.BlockEntry) []string,
) (lines []string, err error) {
	players, err := f.openDB()
	if err != nil {
		return nil, err
	}
	defer players.Close()
	e, err := f.newEntry(players, kind, value, note)
	if err != nil {
		return nil, err
	}
	// Call describe before the edit, because a running server renames players when it reads the new list.
	lines = append([]string{e.String()}, describe(players, e)...)
	addOrRemove := func(old []byte) ([]byte, error) { return edit(old, e) }
	if f.storeURL != "" {
		err = players.EditBlocklist(addOrRemove)
	} else {
		err = store.Edit(f.blocklistPath(), arcade.MaxBlocklist, addOrRemove)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", e.Kind, e.Value, err)
	}
	return append(lines, "The server reads the list within five seconds, or when it starts."), nil
}

// blockEffects returns lines that describe the effect of a new entry.
func blockEffects(players *leaderboard.DB, e arcade.BlockEntry) []string {
	switch e.Kind {
	case "key":
		p, err := findPlayer(players, e.Value)
		if errors.Is(err, leaderboard.ErrNoPlayer) {
			return []string{"No player has used this key. It can no longer be used to sign in."}
		}
		if err != nil {
			return []string{"look up the player with this key: " + err.Error()}
		}
		keyText := "this key"
		if keys, err := players.Keys(p.ID); err != nil || len(keys) != 1 {
			keyText = fmt.Sprintf("any of the player's %d keys", len(keys))
		}
		return []string{
			fmt.Sprintf("%s (%s finished) is disconnected and can no longer sign in with %s.", p.Name,
				text.NumberOf(p.Games, "game"), keyText),
			"The games of the player stay on the leaderboards. The player can still connect as a guest or with a " +
				"new key; use net to block a network.",
		}
	case "name":
		n, _ := leaderboard.ParseName(e.Value)
		lines := []string{"No player can have this name or a similar one."}
		if p, err := players.PlayerByName(n); err == nil {
			lines = append(lines,
				fmt.Sprintf("%s gets a default name, also on the leaderboards, and can choose another one.", p.Name))
		}
		return lines
	}

	lines := []string{"SSH and web connections from this network are closed and refused."}
	if p, err := netip.ParsePrefix(e.Value); err == nil && p.Bits() == 0 {
		lines = append(lines, "This blocks all addresses.")
	}

	// Warn about a network that is only a part of a household's network.
	p, err := netip.ParsePrefix(e.Value)
	if a, single := netip.ParseAddr(e.Value); single == nil {
		p, err = a.Prefix(a.BitLen())
	}
	const householdBits = 64 // prefix length of the network that a provider usually assigns to a household
	if err == nil && p.Addr().Is6() && !p.Addr().Is4In6() && p.Bits() > householdBits {
		net, _ := p.Addr().Prefix(householdBits)
		lines = append(lines,
			fmt.Sprintf("This is only a part of %s, which usually belongs to one household. Its open connections "+
				"are closed without a message.", net))
	}
	return lines
}

// findPlayer returns the player with a key or an ID. The ID is the hash of the player's first key, which the player may
// have removed.
func findPlayer(players *leaderboard.DB, key string) (leaderboard.Player, error) {
	key = strings.ToLower(key)
	p, err := players.PlayerByID(key)
	if errors.Is(err, leaderboard.ErrNoPlayer) {
		p, err = players.PlayerByKey(key)
	}
	return p, err
}

// A blockedEntry is an entry of the block list, with the name of the player who has the key.
type blockedEntry struct {
	arcade.BlockEntry
	Player leaderboard.Name // zero for unknown keys and for other kinds of entries
}

// Blocked returns the valid entries of the block list. The error invalid describes the invalid lines; it is nil if
// there are none.
func (f stateFolder) Blocked() (all []blockedEntry, invalid, err error) {
	players, err := f.openDB()
	if err != nil {
		return nil, nil, err
	}
	defer players.Close()
	var text []byte
	if f.storeURL != "" {
		text, _, err = players.Blocklist(-1)
	} else {
		text, err = store.ReadLimited(f.blocklistPath(), arcade.MaxBlocklist)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	_, invalid = arcade.ParseBlocklist(filepath.Base(f.blocklistPath()), text)
	for _, e := range arcade.BlockEntries(text) {
		b := blockedEntry{BlockEntry: e}
		if e.Kind == "key" {
			if p, err := findPlayer(players, e.Value); err == nil {
				b.Player = p.Name
			}
		}
		all = append(all, b)
	}
	return all, invalid, nil
}

// A playerInfo describes a player in the output of the command players.
type playerInfo struct {
	Name       leaderboard.Name `json:"name"`
	ID         string           `json:"id"` // name of the player's folder
	Games      int              `json:"games"`
	Hidden     bool             `json:"hidden"`
	FirstVisit time.Time        `json:"since"` // start of the first visit
	LastVisit  time.Time        `json:"seen"`  // start of the last visit
	Keys       []string         `json:"keys"`  // fingerprints
}

// Players returns up to limit players whose names contain a word, most recently seen first.
func (f stateFolder) Players(word string, limit int) (all []playerInfo, err error) {
	players, err := f.openDB()
	if err != nil {
		return nil, err
	}
	defer players.Close()
	found, err := players.Players(word, limit)
	if err != nil {
		return nil, err
	}
	for _, p := range found {
		row := playerInfo{
			Name: p.Name, ID: p.ID, Games: p.Games, Hidden: p.Hidden, FirstVisit: p.FirstVisit.UTC(),
			LastVisit: p.LastVisit.UTC(), Keys: []string{},
		}
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
