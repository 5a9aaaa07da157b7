package arcade

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/sshd"
)

// The block list is read while the server runs. A key, a name and a network can be blocked and unblocked.
func TestBlockedPlayersAreDisconnected(t *testing.T) {
	dir := t.TempDir()
	block := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.applyBlocklist()
		if _, status := h.runCommand("ann", "name rude-name", ""); status != 0 {
			t.Fatal("the command \"name rude-name\" fails before the name is blocked")
		}

		// Name: the player's visit ends, the player gets another name, and the name and similar ones are refused.
		rude := h.visit("ann")
		block("name rude-name\n")
		h.applyBlocklist()
		if err := rude.Wait(); err == nil || !strings.Contains(rude.takeOutput(), "choose another one") {
			t.Errorf("the visit of rude-name ends with error %v; want an error, and a message about the name", err)
		}
		rude.client.Close()
		if text, status := h.runCommand("ann", "name", ""); status != 0 || strings.Contains(text, "rude") {
			t.Errorf("after the name was blocked, ann has the name %q, want a default name", text)
		}
		for _, name := range []string{"rude-name", "RUDE-NAME", "rude-narne"} {
			if text, status := h.runCommand("bob", "name "+name, ""); status == 0 ||
				!strings.Contains(text, "this name is reserved") {
				t.Errorf("command name %s: output %q, want a refusal", name, text)
			}
		}

		// Key: the player's visit ends, and new visits are refused. Other visits continue.
		ann, bob := h.visit("ann"), h.visit("bob")
		block("key " + filepath.Base(playerFolder("ann")) + "\n")
		h.applyBlocklist()
		synctest.Wait()
		err := ann.Wait()
		if e, ok := err.(*ssh.ExitError); !ok || e.ExitStatus() != 1 ||
			!strings.Contains(ann.takeOutput(), "you are blocked on this server") {
			t.Errorf("ann's visit ends with error %v, want status 1 and a message about the block", err)
		}
		if text, status := h.runCommand("ann", "name", ""); status != 1 ||
			!strings.Contains(text, "blocked on this server") {
			t.Errorf("command name of blocked ann: output %q, want a refusal", text)
		}
		if text, status := h.runCommand("bob", "name", ""); status != 0 {
			t.Errorf("command name of bob, who is not blocked: status %d, %q; want 0", status, text)
		}

		// Network: all visits from it end.
		block("net 198.51.100.0/24\n")
		h.applyBlocklist()
		if err := bob.Wait(); err == nil {
			t.Error("after bob's network was blocked, the visit ends without an error")
		}
		ann.client.Close()
		bob.client.Close()
		if n := len(h.users.open); n != 0 {
			t.Errorf("after all visits were ended, %d visits are open, want 0", n)
		}

		if err := os.Remove(filepath.Join(dir, "blocked")); err != nil {
			t.Fatal(err)
		}
		h.applyBlocklist()
		if text, status := h.runCommand("ann", "name", ""); status != 0 {
			t.Errorf("command name of unblocked ann: status %d, %q; want 0", status, text)
		}
	})
}

// A user is blocked only if the whole network of the connection is blocked.
func TestBlockedNetworks(t *testing.T) {
	visitor := &user{Conn: &sshd.Conn{Network: netip.MustParsePrefix("2001:db8:1:2::/64")}}
	for text, want := range map[string]bool{
		"net 2001:db8:1:2::/64": true, "net 2001:db8::/32": true, "net 2001:db8:1:2::7": false,
		"net 2001:db8:1:2::/128": false, "net 2001:db8:1:2::/65": false,
	} {
		l, err := ParseBlocklist("blocked", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a := new(Arcade)
		a.blocklist.list.Store(l)
		if got := a.isBlocked(visitor); got != want {
			t.Errorf("isBlocked with the list %q = %v, want %v", text, got, want)
		}
	}
}

// All players with a blocked name or a similar one get default names. A new player's default name is not blocked. A
// player is blocked if one of the player's keys is blocked.
func TestBlockedNamesAndKeys(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		block := func(text string) {
			if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			h.applyBlocklist()
		}
		// In lower case, the first name equals the blocked name; the second one only looks similar.
		for player, name := range map[string]string{"ann": "ΡΥΔΥ", "dora": "ρυ-δυ"} {
			if text, status := h.runCommand(player, "name "+name, ""); status != 0 {
				t.Fatalf("command name of %s: %q, want status 0", player, text)
			}
		}
		block("name ρυδυ\n")
		for _, player := range []string{"ann", "dora"} {
			text, _ := h.runCommand(player, "name", "")
			p, err := h.store.PlayerByKey(filepath.Base(playerFolder(player)))
			if err != nil || strings.ContainsAny(text, "Δδ") || p.NameChosen || p.Name.String()+"\n" != text {
				t.Errorf("%s has the name %q, and PlayerByKey returns %+v, %v; want an equal default name", player,
					text, p, err)
			}
		}

		defaultName, _ := h.runCommand("carl", "name", "")
		if err := h.deletePlayer(filepath.Base(playerFolder("carl"))); err != nil {
			t.Fatal(err)
		}
		block("name " + defaultName)
		if text, status := h.runCommand("carl", "name", ""); status != 0 || text == defaultName {
			t.Errorf("the new player has the name %q, want a default name that is not blocked", text)
		}

		text, _ := h.runCommand("bob", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		h.runCommand("bob2", "claim "+code, "")
		bob := h.visit("bob")
		block("key " + filepath.Base(playerFolder("bob2")) + "\n")
		if err := bob.Wait(); err == nil || !strings.Contains(bob.takeOutput(), "blocked on this server") {
			t.Errorf("after bob's other key was blocked, the visit ends with error %v; want an error with a message",
				err)
		}
		if text, status := h.runCommand("bob", "name", ""); status == 0 {
			t.Errorf("command name of bob, whose other key is blocked: output %q, want a refusal", text)
		}
		if text, status := h.runCommand("carl", "name", ""); status != 0 {
			t.Errorf("carl runs \"name\": status %d, output %q; want status 0", status, text)
		}
	})
}

// All connections of a blocked network are closed. Visitors have time to receive the reason.
func TestBlockedNetworkIsDisconnected(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.blocklist.evict = []func(){h.server.EvictBlocked}
		ann, slow := h.visit("ann"), h.client("bob")
		s, err := slow.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := s.Start("submit"); err != nil { // without sending a recording
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte("net 198.51.100.0/24"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.applyBlocklist()
		if err := ann.Wait(); err == nil || !strings.Contains(ann.takeOutput(), "blocked on this server") {
			t.Errorf("ann's visit ends with error %v; want an error, and a message about the block", err)
		}
		start := time.Now()
		if _ = s.Wait(); time.Since(start) > 5*time.Second {
			t.Errorf("the command ends after %v, want at most 5 s", time.Since(start))
		}
	})
}

// withoutPaths removes paths from the errors of system calls with one and with two paths.
func TestErrorsWithoutPaths(t *testing.T) {
	dir := t.TempDir()
	_, openErr := os.Open(filepath.Join(dir, "none"))
	renameErr := os.Rename(filepath.Join(dir, "none"), filepath.Join(dir, "other"))
	for _, err := range []error{openErr, renameErr} {
		short := withoutPaths(fmt.Errorf("save: %w", err))
		if err == nil || strings.Contains(short.Error(), dir) || !strings.HasPrefix(short.Error(), "save: ") ||
			!errors.Is(short, fs.ErrNotExist) {
			t.Errorf("withoutPaths(save: %v) = %v, want the same error without a path", err, short)
		}
	}
}

// If a list cannot be read, the server tries again every few seconds, but logs the error only once.
func TestUnreadableBlocklistIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	a := &Arcade{Options: Options{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))}}
	path := filepath.Join(a.Dir, "blocked")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		a.applyBlocklist()
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 {
		t.Errorf("the error was logged %d times, want once:\n%s", n, &log)
	}

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	a.applyBlocklist()
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	a.applyBlocklist()
	if n := strings.Count(log.String(), "level=ERROR"); n != 2 {
		t.Errorf("after a change, the error was logged %d times, want once:\n%s", n-1, &log)
	}
}

// A sharedBlocklist is a blocklistStore in memory.
type sharedBlocklist struct {
	mu      sync.Mutex
	text    string
	version int64
	err     error
}

func (b *sharedBlocklist) set(text string, version int64, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text, b.version, b.err = text, version, err
}

func (b *sharedBlocklist) Blocklist(known int64) ([]byte, int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil || known == b.version {
		return nil, b.version, b.err
	}
	return []byte(b.text), b.version, nil
}

// Servers that share a database obey its block list within seconds. If the database fails, they keep the list.
func TestSharedBlocklist(t *testing.T) {
	shared := new(sharedBlocklist)
	dirs := []string{t.TempDir(), t.TempDir()}
	synctest.Test(t, func(t *testing.T) {
		var servers []*testArcade
		var visitors []*visitor
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		for _, dir := range dirs {
			h := openArcade(t, dir)
			defer h.shutDown()
			h.blocklist.db = shared
			go h.watchBlocklist(ctx)
			servers, visitors = append(servers, h), append(visitors, h.visit("ann"))
		}
		shared.set("key "+filepath.Base(playerFolder("ann"))+"\n", 1, nil)
		time.Sleep(blocklistInterval)
		for i, h := range servers {
			err := visitors[i].Wait()
			if err == nil || !strings.Contains(visitors[i].takeOutput(), errBlocked.Error()) {
				t.Errorf("server %d: the visit of a blocked player ends with error %v, want a message", i, err)
			}
			if _, status := h.runCommand("ann", "name", ""); status != 1 {
				t.Errorf("server %d: a blocked player is admitted", i)
			}
		}
		shared.set("", 2, errors.New("the database is down"))
		time.Sleep(blocklistInterval)
		if _, status := servers[1].runCommand("ann", "name", ""); status != 1 {
			t.Error("without the database, a blocked player is admitted")
		}
		shared.set("", 2, nil)
		time.Sleep(blocklistInterval)
		for i, h := range servers {
			if _, status := h.runCommand("ann", "name", ""); status != 0 {
				t.Errorf("server %d: an unblocked player is refused", i)
			}
		}
	})
}
