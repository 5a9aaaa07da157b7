package door

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A key is made once, by whoever is first, and only its owner can read it.
func TestHostKeyIsMadeOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	var mu sync.Mutex
	var wg sync.WaitGroup
	found := map[string]bool{}
	for range 8 {
		wg.Go(func() {
			k, _, err := HostKey(path)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			found[string(k.PublicKey().Marshal())] = true
		})
	}
	wg.Wait()
	if len(found) != 1 {
		t.Errorf("%d keys", len(found))
	}
	if _, made, err := HostKey(path); made || err != nil {
		t.Errorf("made again: %v, %v", made, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// A bad key is never replaced.
func TestABadHostKeyStays(t *testing.T) {
	for what, c := range map[string]struct {
		text string
		mode os.FileMode
		says string
	}{
		"readable": {"x", 0o644, "others can read"},
		"writable": {"x", 0o620, "others can read"},
		"empty":    {"", 0o600, "no host key"},
		"text":     {"not a key", 0o600, "no host key"},
		"large":    {strings.Repeat("x", mostKeyBytes+1), 0o600, "too large"},
	} {
		path := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, made, err := HostKey(path)
		if err == nil || made || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", what, err)
		}
		if text, _ := os.ReadFile(path); !bytes.Equal(text, []byte(c.text)) {
			t.Errorf("%s: the file has changed", what)
		}
	}
	dir := t.TempDir()
	if _, _, err := HostKey(dir); err == nil {
		t.Error("a folder is a key")
	}
	if _, _, err := HostKey(filepath.Join(dir, "none", "key")); err == nil {
		t.Error("a key without a folder")
	}
}
