package main

import (
	"bytes"
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
	"arkterm/cmd/arkterm/store"
)

// SHA-256 hashes of Ann's two keys and of Bob's key.
var annKey, annSecondKey, bobKey = strings.Repeat("a1", 32), strings.Repeat("a2", 32), strings.Repeat("b0", 32)

// newTestFolder returns the state folder of a running server.
func newTestFolder(t *testing.T) stateFolder {
	t.Helper()
	dir := t.TempDir()
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for i, key := range []string{annKey, bobKey} {
		if _, err := s.SignIn(key, 9, now.AddDate(0, 0, i)); err != nil {
			t.Fatal(err)
		}
	}
	name, _ := leaderboard.ParseName("Ann")
	code := leaderboard.NewCode()
	if err := errors.Join(s.Rename(annKey, name, true), s.SaveCode(annKey, code, now)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Claim(annSecondKey, code, now); err != nil {
		t.Fatal(err)
	}
	return stateFolder{dir: dir}
}

func TestBlockAndUnblock(t *testing.T) {
	f := newTestFolder(t)
	for _, c := range []struct {
		kind, value string
		want        string // part of the described effect; "" if an error is expected
	}{
		{"player", "ÄNN", "with any of the player's 2 keys"},
		{"key", strings.ToUpper(annKey), ""}, // already blocked as Ann's ID
		{"key", annSecondKey, "Ann (0 games finished) is disconnected"},
		{"key", leaderboard.Key{Hash: bobKey}.Fingerprint(), "with this key"},
		{"key", strings.Repeat("c0", 32), "No player has used this key"},
		{"name", "ann", "Ann gets a default name"},
		{"name", "ANN", ""},
		{"name", "carl", "No player can have this name"},
		{"net", "192.0.2.0/24", "are closed and refused"},
		{"net", "2001:db8:0:1::7", "only a part of 2001:db8:0:1::/64"},
		{"net", "0.0.0.0/0", "This blocks all addresses"},
		{"player", "dora", ""},
		{"player", "admin", ""},
		{"key", "SHA256:x", ""},
		{"net", "192.0.2.1/24", ""},
	} {
		lines, err := f.Block(c.kind, c.value, "")
		if text := strings.Join(lines, "\n"); (err == nil) != (c.want != "") || !strings.Contains(text, c.want) {
			t.Errorf("Block(%s, %s) = %[4]q, %[3]v; want a text with %[5]q, or an error if it is empty", c.kind,
				c.value, err, text, c.want)
		}
	}
	if _, err := f.Block("key", "SHA256:xx", ""); err == nil || !strings.Contains(err.Error(), `"SHA256:xx"`) {
		t.Errorf("Block with a short fingerprint: error %v, want an error that quotes it", err)
	}
	all, invalid, err := f.Blocked()
	if err != nil || invalid != nil || len(all) != 9 || all[0].Player.String() != "Ann" || all[0].Note != "Ann" ||
		all[1].Player.String() != "Ann" || !all[3].Player.IsZero() {
		t.Errorf("Blocked() = %+v, %v, %v; want 9 entries, 3 of them with the right players", all, invalid, err)
	}
	text, err := os.ReadFile(filepath.Join(f.dir, "blocked"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := arcade.ParseBlocklist("blocked", text)
	if err != nil || list.Len() != 9 || !list.BlocksKey(bobKey) {
		t.Errorf("the block list is %q, error %v; want 9 entries, including Bob's key", text, err)
	}

	if lines, err := f.Unblock("player", "ann"); err != nil ||
		!strings.Contains(strings.Join(lines, "\n"), "can sign in again") {
		t.Errorf("Unblock(player, ann) = %q, %v; want a text that Ann can sign in again", lines, err)
	}
	if _, err := f.Unblock("player", "ann"); !errors.Is(err, arcade.ErrNotBlocked) {
		t.Errorf("second Unblock(player, ann): error %v, want ErrNotBlocked", err)
	}
	if left, _, err := f.Blocked(); err != nil || len(left) != 8 {
		t.Errorf("after Unblock, Blocked() = %+v, %v; want 8 entries", left, err)
	}
}

func TestPlayers(t *testing.T) {
	f := newTestFolder(t)
	all, err := f.Players("", 9)
	if err != nil || len(all) != 2 || all[0].ID != bobKey || all[1].Name.String() != "Ann" || len(all[1].Keys) != 2 {
		t.Errorf(`Players("", 9) = %+v, %v; want Bob and Ann with her two keys`, all, err)
	}
	if sum, _ := hex.DecodeString(bobKey); !strings.HasPrefix(all[0].Keys[0], "SHA256:") || len(sum) != 32 {
		t.Errorf("Bob's keys are %q, want SHA256 fingerprints", all[0].Keys)
	}
	for word, want := range map[string]int{"ANN": 1, "nn": 1, "%": 0, "dora": 0} {
		if found, err := f.Players(word, 9); err != nil || len(found) != want {
			t.Errorf("Players(%q, 9) = %+v, %v; want %d players", word, found, err, want)
		}
	}
	if all, err := f.Players("", 1); err != nil || len(all) != 1 {
		t.Errorf(`Players("", 1) = %+v, %v; want one player`, all, err)
	}
}

// Block warns about a network that is only a part of an IPv6 /64.
func TestBlockPartOfNetwork(t *testing.T) {
	f := newTestFolder(t)
	for network, wantWarning := range map[string]bool{
		"2001:db8:0:1::7": true, "2001:db8:0:1::/128": true, "2001:db8:0:1:8000::/65": true, "2001:db8:0:1::/64": false,
		"2001:db8::/32": false, "192.0.2.7": false,
	} {
		lines, err := f.Block("net", network, "")
		if text := strings.Join(lines, "\n"); err != nil ||
			strings.Contains(text, "only a part of 2001:db8:0:1::/64") != wantWarning {
			t.Errorf("Block(net, %s) = %[3]q, %[2]v; want a warning: %[4]v", network, err, text, wantWarning)
		}
	}
}

// Block writes nothing in a folder that no server has used, or if the block list is too long.
func TestBlockFails(t *testing.T) {
	if _, err := (stateFolder{dir: t.TempDir()}).Block("net", "192.0.2.0/24", ""); !errors.Is(err, errNoArcade) {
		t.Errorf("Block in an unused folder: error %v, want errNoArcade", err)
	}
	f := newTestFolder(t)
	if err := os.WriteFile(f.blocklistPath(), make([]byte, arcade.MaxBlocklist+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Block("net", "192.0.2.0/24", ""); err == nil {
		t.Error("no error for a block list that is too long")
	}
	if err := os.Remove(f.blocklistPath()); err != nil {
		t.Fatal(err)
	}
	if all, invalid, err := f.Blocked(); err != nil || invalid != nil || len(all) != 0 {
		t.Errorf("Blocked() without a list = %+v, %v, %v; want no entries and no errors", all, invalid, err)
	}
	if _, err := os.Stat(f.blocklistPath()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading has created the list: %v", err)
	}
}

// Status describes the metrics of the last status file, and whether the server still updates it.
func TestStatus(t *testing.T) {
	f := newTestFolder(t)
	path := filepath.Join(f.dir, arcade.StatusFile)
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	status := func() string {
		t.Helper()
		lines, err := f.Status(now)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines, "\n") + "\n"
	}
	if got := status(); !strings.Contains(got, "server      not running\nplayers     2\n") {
		t.Errorf("Status() without a status file =\n%s\nwant a server that is not running", got)
	}

	metrics := "# HELP arkterm_playing Visitors.\narkterm_playing 1200\narkterm_gate_total{answer=\"too_fast\"} 7\n" +
		"arkterm_full_total 2\narkterm_ticks_missed_total 5\narkterm_memory_used_bytes 2.5e+07\n" +
		"arkterm_memory_limit_bytes 800000000\nno value\narkterm_playing x\n" +
		"arkterm_key_seconds_bucket{le=\"0.002\"} 0\narkterm_key_seconds_bucket{le=\"0.005\"} 60\n" +
		"arkterm_key_seconds_bucket{le=\"0.01\"} 98\narkterm_key_seconds_bucket{le=\"0.02\"} 100\n" +
		"arkterm_key_seconds_count 100\n"
	if err := os.WriteFile(path, []byte(metrics), 0o600); err != nil {
		t.Fatal(err)
	}
	for age, server := range map[time.Duration]string{
		5 * time.Second: "running", time.Hour: "not responding: no update since 2026-11-27 11:00:00",
	} {
		if err := os.Chtimes(path, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
		want := "server      " + server + "\nsessions    1,200 on 0 connections, "
		got := status()
		for _, want := range []string{
			want, "\nrefused     too fast 7, memory 2\n", "\nlate        5 ticks missed\n",
			"\np50/p99     frames late 0.0/0.0 ms, key to frame 4.5/15.0 ms, drawing 0.0/0.0 ms, database 0.0/0.0 ms\n",
			"\nmemory      25.0 MB of 800.0 MB, ", "\nbackups     none\n",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("after %v, the status does not contain %q:\n%s", age, want, got)
			}
		}
	}
}

// If no server is running, the commands do not open a database with a damaged log, because this would remove the log.
func TestDamagedLogIsKept(t *testing.T) {
	from, f := newTestFolder(t), stateFolder{dir: t.TempDir()}
	var log []byte
	for _, name := range []string{"arcade.db", "arcade.db-wal"} {
		data, err := os.ReadFile(filepath.Join(from.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if log = data; name == "arcade.db-wal" {
			log[100] ^= 1
		}
		if err := os.WriteFile(filepath.Join(f.dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Status(time.Now()); !errors.Is(err, errLogDamaged) {
		t.Errorf("Status: error %v, want %v", err, errLogDamaged)
	}
	if left, err := os.ReadFile(filepath.Join(f.dir, "arcade.db-wal")); err != nil || !bytes.Equal(left, log) {
		t.Errorf("the log has changed, or cannot be read: %v", err)
	}

	lock, err := store.Lock(filepath.Join(f.dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, err := f.Status(time.Now()); errors.Is(err, errLogDamaged) {
		t.Error("Status of a running server reports a write in progress as damage")
	}
}
