package sshd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// If several servers call HostKeys at the same time, each host key is created only once. Only its owner can read it.
func TestHostKeysAreMadeOnce(t *testing.T) {
	dir := t.TempDir()
	var mu sync.Mutex
	var wg sync.WaitGroup
	found := map[string]bool{}

	for range 8 {
		wg.Go(func() {
			keys, _, err := HostKeys(dir)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("HostKeys: %v", err)
				return
			}
			for _, k := range keys {
				found[string(k.PublicKey().Marshal())] = true
			}
		})
	}
	wg.Wait()
	if len(found) != len(keyKinds) {
		t.Errorf("concurrent calls of HostKeys return %d different keys, want %d", len(found), len(keyKinds))
	}

	keys, created, err := HostKeys(dir)
	if created || err != nil {
		t.Errorf("later call of HostKeys: created %v, error %v; want false, nil", created, err)
	}
	for i, kind := range keyKinds {
		if info, err := os.Stat(filepath.Join(dir, kind.file)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, error %v; want mode 0600", kind.file, info.Mode(), err)
		}
		if print := Fingerprint(keys[i]); keys[i].PublicKey().Type() != kind.algorithm ||
			!strings.HasSuffix(print, " ("+kind.name+")") {
			t.Errorf("%s contains a key of type %s with the fingerprint %s, want a key of its kind", kind.file,
				keys[i].PublicKey().Type(), print)
		}
		for port, host := range map[string]string{"22": "play.example.org ", "2222": "[play.example.org]:2222 "} {
			line := KnownHosts(keys[i], "play.example.org", port)
			if !strings.HasPrefix(line, host+kind.algorithm+" AAAA") || strings.Contains(line, "\n") {
				t.Errorf("KnownHosts for port %s = %q, want a line for the host %s", port, line, host)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("HostKeys leaves the temporary files %v, want none", left)
	}
}

// A folder of an older version keeps its Ed25519 key and gets the second key.
func TestSecondKeyForOldFolder(t *testing.T) {
	dir := t.TempDir()
	old, _, err := HostKeys(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "host_ecdsa")); err != nil {
		t.Fatal(err)
	}
	keys, created, err := HostKeys(dir)
	if err != nil || !created || len(keys) != 2 || Fingerprint(keys[0]) != Fingerprint(old[0]) ||
		Fingerprint(keys[1]) == Fingerprint(old[1]) {
		t.Errorf("HostKeys: created %v, error %v; want the old Ed25519 key and a new ECDSA key", created, err)
	}
}

// A file without a valid host key causes an error and is never replaced.
func TestBadHostKeys(t *testing.T) {
	other := t.TempDir()
	if _, _, err := HostKeys(other); err != nil {
		t.Fatal(err)
	}
	for i, kind := range keyKinds {
		wrong, err := os.ReadFile(filepath.Join(other, keyKinds[1-i].file))
		if err != nil {
			t.Fatal(err)
		}

		for name, c := range map[string]struct {
			text string
			mode os.FileMode
			want string
		}{
			"readable": {"x", 0o644, "others can read"},
			"writable": {"x", 0o620, "others can read"},
			"empty":    {"", 0o600, "parse host key"},
			"text":     {"not a key", 0o600, "parse host key"},
			"large":    {strings.Repeat("x", maxKeyBytes+1), 0o600, "too large"},
			"other":    {string(wrong), 0o600, "want " + kind.algorithm},
		} {
			dir := t.TempDir()
			path := filepath.Join(dir, kind.file)
			if err := os.WriteFile(path, []byte(c.text), c.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			_, created, err := HostKeys(dir)
			if err == nil || created || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s, %s: error %v, want one with %q and the path", kind.file, name, err, c.want)
			}
			if text, _ := os.ReadFile(path); !bytes.Equal(text, []byte(c.text)) {
				t.Errorf("%s, %s: HostKeys has changed the file", kind.file, name)
			}
		}
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, kind.file), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, _, err := HostKeys(dir); err == nil {
			t.Errorf("HostKeys with a folder instead of the file %s: no error", kind.file)
		}
	}
	if _, _, err := HostKeys(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("HostKeys with a missing folder: no error")
	}
}
