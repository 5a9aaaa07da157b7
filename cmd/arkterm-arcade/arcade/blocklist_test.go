package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/admin"
	"arkterm/cmd/arkterm-arcade/sshd"
)

// The list is read while the server runs: a key, a name and a network, and back.
func TestWhoIsBlockedHasToGo(t *testing.T) {
	dir := t.TempDir()
	block := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.applyBlocklist()
		if _, status := h.says("ann", "name rude-name", ""); status != 0 {
			t.Fatal("a name is not taken")
		}

		// A name: its player has to go, is called something else, and nobody can take it, or one that looks like it.
		rude := h.come("ann")
		block("name rude-name\n")
		h.applyBlocklist()
		if err := rude.Wait(); err == nil || !strings.Contains(rude.sent(), "choose another one") {
			t.Errorf("the visit of rude-name ends by %v", err)
		}
		rude.client.Close()
		if text, status := h.says("ann", "name", ""); status != 0 || strings.Contains(text, "rude") {
			t.Errorf("ann is called %q", text)
		}
		for _, name := range []string{"rude-name", "RUDE-NAME", "rude-narne"} {
			if text, status := h.says("bob", "name "+name, ""); status == 0 || !strings.Contains(text, "not given away") {
				t.Errorf("%s: %q", name, text)
			}
		}

		// A key: who is there has to go, and does not come in again; others stay.
		ann, bob := h.come("ann"), h.come("bob")
		block("key " + filepath.Base(folder("ann")) + "\n")
		h.applyBlocklist()
		synctest.Wait()
		err := ann.Wait()
		if e, ok := err.(*ssh.ExitError); !ok || e.ExitStatus() != 1 || !strings.Contains(ann.sent(), "you are blocked on this server") {
			t.Errorf("ann's visit ends by %v", err)
		}
		if text, status := h.says("ann", "name", ""); status != 1 || !strings.Contains(text, "blocked on this server") {
			t.Errorf("ann: %q", text)
		}
		if text, status := h.says("bob", "name", ""); status != 0 {
			t.Errorf("bob: %q", text)
		}

		// A network: all who are there.
		block("net 198.51.100.0/24\n")
		h.applyBlocklist()
		if err := bob.Wait(); err == nil {
			t.Error("bob stays")
		}
		ann.client.Close()
		bob.client.Close()
		if n := len(h.users.open); n != 0 {
			t.Errorf("%d visitors are there", n)
		}

		if err := os.Remove(filepath.Join(dir, "blocked")); err != nil {
			t.Fatal(err)
		}
		h.applyBlocklist()
		if text, status := h.says("ann", "name", ""); status != 0 {
			t.Errorf("ann, later: %q", text)
		}
	})
}

// A network is blocked for those who come from any of its addresses, and no more of their household than was said.
func TestWhoComesFromABlockedNetwork(t *testing.T) {
	household := &user{Conn: &sshd.Conn{Network: netip.MustParsePrefix("2001:db8:1:2::/64")}}
	for text, want := range map[string]bool{
		"net 2001:db8:1:2::/64": true, "net 2001:db8::/32": true, "net 2001:db8:1:2::7": false, "net 2001:db8:1:2::/128": false, "net 2001:db8:1:2::/65": false,
	} {
		l, err := admin.Parse("blocked", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a := new(Arcade)
		a.blocked.Set(l)
		if got := a.isBlocked(household); got != want {
			t.Errorf("%s: shut out %v", text, got)
		}
	}
}

// Whoever has a name that is blocked, or one that looks like it, is called something else, and chooses anew. A name that is offered to
// somebody new is none of these. A player is blocked by any of their keys.
func TestBlockedNamesAndKeys(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		block := func(text string) {
			if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			h.applyBlocklist()
		}
		// In small letters the first is that name; the second looks like it, as it is.
		for who, name := range map[string]string{"ann": "ΡΥΔΥ", "dora": "ρυ-δυ"} {
			if text, status := h.says(who, "name "+name, ""); status != 0 {
				t.Fatal(text)
			}
		}
		block("name ρυδυ\n")
		for _, who := range []string{"ann", "dora"} {
			text, _ := h.says(who, "name", "")
			p, err := h.boards.PlayerByKey(filepath.Base(folder(who)))
			if err != nil || strings.ContainsAny(text, "Δδ") || p.Chosen || p.Name.String()+"\n" != text {
				t.Errorf("%s is called %q, %+v, %v", who, text, p, err)
			}
		}

		given, _ := h.says("carl", "name", "") // what carl would be called
		if err := h.deletePlayer(filepath.Base(folder("carl"))); err != nil {
			t.Fatal(err)
		}
		block("name " + given)
		if text, status := h.says("carl", "name", ""); status != 0 || text == given {
			t.Errorf("somebody new is called %q", text)
		}

		text, _ := h.says("bob", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		h.says("bob2", "claim "+code, "")
		bob := h.come("bob")
		block("key " + filepath.Base(folder("bob2")) + "\n")
		if err := bob.Wait(); err == nil || !strings.Contains(bob.sent(), "blocked on this server") {
			t.Errorf("bob's visit ends by %v", err)
		}
		if text, status := h.says("bob", "name", ""); status == 0 {
			t.Errorf("bob, by the other key: %q", text)
		}
		if text, status := h.says("carl", "name", ""); status != 0 {
			t.Errorf("carl: %q", text)
		}
	})
}

// Connections of a network that is blocked end whatever they do, and those who are told why have the time to read it.
func TestABlockedNetworkIsGone(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.blocked.evict = []func(){h.door.Evict}
		ann, slow := h.come("ann"), h.client("bob")
		s, err := slow.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := s.Start("submit"); err != nil { // and sends nothing
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "blocked"), []byte("net 198.51.100.0/24"), 0o600); err != nil {
			t.Fatal(err)
		}
		h.applyBlocklist()
		if err := ann.Wait(); err == nil || !strings.Contains(ann.sent(), "blocked on this server") {
			t.Errorf("ann's visit ends by %v", err)
		}
		begun := time.Now()
		if _ = s.Wait(); time.Since(begun) > 5*time.Second {
			t.Errorf("a command goes on for %v", time.Since(begun))
		}
	})
}

// The log has no path in it, by whichever call of the system it comes.
func TestErrorsWithoutPaths(t *testing.T) {
	dir := t.TempDir()
	_, opened := os.Open(filepath.Join(dir, "none"))
	renamed := os.Rename(filepath.Join(dir, "none"), filepath.Join(dir, "other"))
	for _, err := range []error{opened, renamed} {
		if bared := withoutPaths(fmt.Errorf("save: %w", err)); err == nil || strings.Contains(bared.Error(), dir) || !errors.Is(bared, fs.ErrNotExist) {
			t.Errorf("%v is logged as %v", err, bared)
		}
	}
}

// A list that cannot be read is tried again every few seconds, and logged once.
func TestAListThatCannotBeReadIsLoggedOnce(t *testing.T) {
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
		t.Errorf("logged %d times:\n%s", n, &log)
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
		t.Errorf("the next time it was logged %d times:\n%s", n-1, &log)
	}
}
