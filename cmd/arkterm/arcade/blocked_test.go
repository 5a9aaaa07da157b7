package arcade

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"golang.org/x/crypto/ssh"
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
		h.door.Blocked = h.blocked.Address
		h.guard()
		if _, status := h.says("ann", "name rude-name", ""); status != 0 {
			t.Fatal("a name is not taken")
		}

		// A name: its player has to go, is called something else, and nobody can take it, or one that looks like it.
		rude := h.come("ann")
		block("name rude-name\n")
		h.guard()
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
		h.guard()
		synctest.Wait()
		err := ann.Wait()
		if e, ok := err.(*ssh.ExitError); !ok || e.ExitStatus() != 1 || !strings.Contains(ann.sent(), "you are not let in here") {
			t.Errorf("ann's visit ends by %v", err)
		}
		if text, status := h.says("ann", "name", ""); status != 1 || !strings.Contains(text, "not let in") {
			t.Errorf("ann: %q", text)
		}
		if text, status := h.says("bob", "name", ""); status != 0 {
			t.Errorf("bob: %q", text)
		}

		// A network: all who are there.
		block("net 198.51.100.0/24\n")
		h.guard()
		if err := bob.Wait(); err == nil {
			t.Error("bob stays")
		}
		ann.client.Close()
		bob.client.Close()
		if n := len(h.visitors.here); n != 0 {
			t.Errorf("%d visitors are there", n)
		}

		if err := os.Remove(filepath.Join(dir, "blocked")); err != nil {
			t.Fatal(err)
		}
		h.guard()
		if text, status := h.says("ann", "name", ""); status != 0 {
			t.Errorf("ann, later: %q", text)
		}
	})
}

// The log has no path in it, by whichever call of the system it comes.
func TestErrorsWithoutPaths(t *testing.T) {
	dir := t.TempDir()
	_, opened := os.Open(filepath.Join(dir, "none"))
	renamed := os.Rename(filepath.Join(dir, "none"), filepath.Join(dir, "other"))
	for _, err := range []error{opened, renamed} {
		if bared := bare(fmt.Errorf("save: %w", err)); err == nil || strings.Contains(bared.Error(), dir) || !errors.Is(bared, fs.ErrNotExist) {
			t.Errorf("%v is logged as %v", err, bared)
		}
	}
}
