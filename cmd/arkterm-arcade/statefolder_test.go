package main

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/leaderboard"
)

// keys of Ann, who has two, and Bob.
var ann, ann2, bob = strings.Repeat("a1", 32), strings.Repeat("a2", 32), strings.Repeat("b0", 32)

// arcade returns the folder of a server that is open.
func newTestFolder(t *testing.T) stateFolder {
	t.Helper()
	dir := t.TempDir()
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for i, key := range []string{ann, bob} {
		if _, err := s.SignIn(key, 9, now.AddDate(0, 0, i)); err != nil {
			t.Fatal(err)
		}
	}
	name, _ := leaderboard.ParseName("Ann")
	code := leaderboard.NewCode()
	if err := errors.Join(s.Rename(ann, name, true), s.SaveCode(ann, code, now)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim(ann2, code, now); err != nil {
		t.Fatal(err)
	}
	return stateFolder(dir)
}

func TestModeration(t *testing.T) {
	f := newTestFolder(t)
	for _, c := range []struct {
		way, what string
		says      string // "": it is an error
	}{
		{"player", "ÄNN", "by any of their 2 keys"},
		{"key", strings.ToUpper(ann), ""}, // that is Ann
		{"key", ann2, "Ann, with 0 games finished here, has to go"},
		{"key", leaderboard.Key{Hash: bob}.Fingerprint(), "by their key"},
		{"key", strings.Repeat("c0", 32), "Nobody has come with this key yet"},
		{"name", "ann", "Ann is called something else"},
		{"name", "ANN", ""},
		{"name", "carl", "Nobody can be called that"},
		{"net", "192.0.2.0/24", "who is there has to go"},
		{"net", "2001:db8:0:1::7", "2001:db8:0:1::/64 has them all"},
		{"net", "0.0.0.0/0", "That is everybody"},
		{"player", "dora", ""},
		{"player", "admin", ""},
		{"key", "SHA256:x", ""},
		{"net", "192.0.2.1/24", ""},
	} {
		says, err := f.Block(c.way, c.what, "")
		if text := strings.Join(says, "\n"); (err == nil) != (c.says != "") || !strings.Contains(text, c.says) {
			t.Errorf("block %s %s: %v\n%s", c.way, c.what, err, text)
		}
	}
	if _, err := f.Block("key", "SHA256:xx", ""); err == nil || !strings.Contains(err.Error(), `"SHA256:xx"`) {
		t.Errorf("a short fingerprint: %v", err)
	}
	all, wrong, err := f.Blocked()
	if err != nil || wrong != nil || len(all) != 9 || all[0].Player.String() != "Ann" || all[0].Note != "Ann" || all[1].Player.String() != "Ann" || !all[3].Player.IsZero() {
		t.Errorf("blocked: %+v, %v, %v", all, wrong, err)
	}
	text, err := os.ReadFile(filepath.Join(string(f), "blocked"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := arcade.ParseBlocklist("blocked", text)
	if err != nil || list.Len() != 9 || !list.Key(bob) {
		t.Errorf("the server reads %q: %v", text, err)
	}

	if says, err := f.Unblock("player", "ann"); err != nil || !strings.Contains(strings.Join(says, "\n"), "may come in again") {
		t.Errorf("unblocked: %q, %v", says, err)
	}
	if _, err := f.Unblock("player", "ann"); !errors.Is(err, arcade.ErrNotBlocked) {
		t.Errorf("unblocked again: %v", err)
	}
	if left, _, err := f.Blocked(); err != nil || len(left) != 8 {
		t.Errorf("left: %+v, %v", left, err)
	}
}

func TestPlayers(t *testing.T) {
	f := newTestFolder(t)
	all, err := f.Players("", 9)
	if err != nil || len(all) != 2 || all[0].ID != bob || all[1].Name.String() != "Ann" || len(all[1].Keys) != 2 {
		t.Errorf("players: %+v, %v", all, err)
	}
	if sum, _ := hex.DecodeString(bob); !strings.HasPrefix(all[0].Keys[0], "SHA256:") || len(sum) != 32 {
		t.Errorf("Bob's key: %q", all[0].Keys)
	}
	for word, want := range map[string]int{"ANN": 1, "nn": 1, "%": 0, "dora": 0} {
		if found, err := f.Players(word, 9); err != nil || len(found) != want {
			t.Errorf("%q: %+v, %v", word, found, err)
		}
	}
	if all, err := f.Players("", 1); err != nil || len(all) != 1 {
		t.Errorf("one: %+v, %v", all, err)
	}
}

// Whoever blocks less than a household's addresses is told so.
func TestAPartOfAHousehold(t *testing.T) {
	f := newTestFolder(t)
	for what, part := range map[string]bool{
		"2001:db8:0:1::7": true, "2001:db8:0:1::/128": true, "2001:db8:0:1:8000::/65": true, "2001:db8:0:1::/64": false, "2001:db8::/32": false, "192.0.2.7": false,
	} {
		says, err := f.Block("net", what, "")
		if text := strings.Join(says, "\n"); err != nil || strings.Contains(text, "2001:db8:0:1::/64 has them all") != part {
			t.Errorf("%s: %v\n%s", what, err, text)
		}
	}
}

// In a folder where no server was, or with a list that cannot be read, nothing is written.
func TestNothingIsWritten(t *testing.T) {
	if _, err := stateFolder(t.TempDir()).Block("net", "192.0.2.0/24", ""); !errors.Is(err, errNoArcade) {
		t.Errorf("another folder: %v", err)
	}
	f := newTestFolder(t)
	if err := os.WriteFile(f.list(), make([]byte, arcade.MaxBlocklist+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Block("net", "192.0.2.0/24", ""); err == nil {
		t.Error("a list that is too long is replaced")
	}
	if err := os.Remove(f.list()); err != nil {
		t.Fatal(err)
	}
	if all, wrong, err := f.Blocked(); err != nil || wrong != nil || len(all) != 0 {
		t.Errorf("no list: %+v, %v, %v", all, wrong, err)
	}
	if _, err := os.Stat(f.list()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("to look makes a list: %v", err)
	}
}
