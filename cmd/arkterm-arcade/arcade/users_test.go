package arcade

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
)

// runCommand executes a command with standard input, and returns its output and exit status.
func (h *testArcade) runCommand(name, words, in string) (text string, status int) {
	h.t.Helper()
	c := h.client(name)
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	s.Stdin = strings.NewReader(in)
	out, err := s.CombinedOutput(words)
	if e, ok := errors.AsType[*ssh.ExitError](err); ok {
		return string(out), e.ExitStatus()
	}
	if err != nil {
		h.t.Fatalf("%s: %v", words, err)
	}
	return string(out), 0
}

// lostGame returns the recording of a game in which the player does not move.
func lostGame(t *testing.T, mode engine.Mode) string {
	t.Helper()
	pack := levels.PackFor(mode, 0, levels.Shipped())
	c := engine.Config{Levels: pack.Levels}
	c.Mode, c.Seed, c.Difficulty = mode, 7, engine.DefaultDifficulty
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	rec := replay.NewRecording("test", c, pack)
	for g.Phase != engine.Over && g.Tick < 60*engine.TicksPerSecond {
		in := engine.Input{engine.Idle, engine.Idle}
		if g.Tick%480 == 0 {
			in[0].Buttons = engine.Fire
		}
		g.Step(in)
		rec.Add(in)
	}
	rec.Close(g)
	return string(rec.Packed())
}

// modify returns a modified recording.
func modify(t *testing.T, data string, change func(*record.Recording)) string {
	t.Helper()
	rec, err := record.Parse("", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	change(rec)
	return string(rec.Packed())
}

func TestNamesAndKeys(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		given, _ := h.runCommand("ann", "name", "")
		if again, _ := h.runCommand("ann", "name", ""); given != again || !strings.Contains(given, "-") {
			t.Errorf("default name %q, then %q", given, again)
		}
		for _, c := range []struct {
			player, words string
			status        int
			says          string
		}{
			{"ann", "name Ann", 0, "your name is now Ann\n"},
			{"bob", "name ANN", 1, "this name or a similar one is taken"},
			{"bob", "name admin", 1, "this name is reserved"},
			{"bob", "name か\u3099", 1, "letters"},
			{"bob", "name a b", 2, "too many words"},
			{"", "name carl", 1, "needs an SSH key"},
			{"", "export", 1, "needs an SSH key"},
			{"bob", "claim", 2, "the code is missing"},
			{"bob", "claim aaaaa-aaaaa", 1, "unknown code"},
			{"", "scores", 0, "no scores yet\n"},
			{"", "scores nonsense", 2, `unknown mode or difficulty "nonsense"`},
			{"", "replay 1", 1, "does not exist"},
			{"", "replay x", 2, "not the number of a game"},
			{"", "replay", 2, "number of a game is missing"},
			{"ann", "submit", 1, "recording rejected"},
		} {
			if text, status := h.runCommand(c.player, c.words, ""); status != c.status ||
				!strings.Contains(text, c.says) {
				t.Errorf("%s: %s: status %d, %q", c.player, c.words, status, text)
			}
		}

		text, _ := h.runCommand("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		if text, _ := h.runCommand("ann2", "claim "+code, ""); text != "this key now belongs to Ann\n" {
			t.Errorf("claim: %q", text)
		}
		if text, _ := h.runCommand("ann2", "name", ""); text != "Ann\n" {
			t.Errorf("name of the second key: %q", text)
		}
		for i := range 5 {
			text, _ := h.runCommand("bob", "claim 22222-22222", "")
			// after two earlier attempts
			if refused := strings.Contains(text, "too many attempts"); refused != (i >= 3) {
				t.Errorf("attempt %d: %q", i, text)
			}
		}
	})
}

// When a key is linked to another player, its visit ends with that reason. Players can list their keys and remove one,
// which ends the visits with that key.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		text, _ := h.runCommand("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		second := h.visit("ann2")
		if text, _ := h.runCommand("ann2", "claim "+code, ""); text != "this key now belongs to Ann\n" {
			t.Fatalf("claim: %q", text)
		}
		if err := second.Wait(); err != nil {
			t.Errorf("the visit with the linked key ends with error %v", err)
		}
		if text := second.sent(); !strings.Contains(text,
			"your key now belongs to another player; connect again as Ann") || strings.Contains(text, "deleted") {
			t.Errorf("the final message is %q", text[max(0, len(text)-300):])
		}
		if h.exists(folder("ann2")) {
			t.Error("the folder of the key's former player exists")
		}

		text, _ = h.runCommand("ann", "keys", "")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 2 || !strings.HasSuffix(lines[0], ", this one") != strings.HasSuffix(lines[1], ", this one") {
			t.Fatalf("keys: %q", text)
		}
		print := ssh.FingerprintSHA256(key("ann2").PublicKey())
		if !strings.Contains(text, print+"  since ") {
			t.Errorf("keys: %q, want %s", text, print)
		}
		for words, want := range map[string]string{
			"keys remove " + ssh.FingerprintSHA256(key("ann").PublicKey()): "you are using this key",
			"keys remove SHA256:":         "too short; want at least 8 characters of the key",
			"keys remove SHA256:12345678": "you have no such key",
			"keys remove":                 "unknown arguments",
			"keys drop x":                 "unknown arguments",
		} {
			if text, status := h.runCommand("ann", words, ""); status == 0 || !strings.Contains(text, want) {
				t.Errorf("%s: %d, %q", words, status, text)
			}
		}
		second = h.visit("ann2")
		second.play()
		if text, status := h.runCommand("ann", "keys remove "+print[:20], ""); status != 0 ||
			text != "removed "+print+"\n" {
			t.Errorf("keys remove: %d, %q", status, text)
		}
		_ = second.Wait()
		if text := second.sent(); !strings.Contains(text, "your key has been removed from this account") ||
			!strings.Contains(text, "your game is saved") {
			t.Errorf("the final message is %q", text[max(0, len(text)-300):])
		}
		if text, _ := h.runCommand("ann2", "name", ""); text == "Ann\n" {
			t.Error("the removed key still belongs to Ann")
		}
		if text, _ := h.runCommand("ann", "keys", ""); strings.Count(text, "\n") != 1 {
			t.Errorf("remaining keys: %q", text)
		}
	})
}

// A prefix of several keys removes none of them.
func TestAmbiguousKeyPrefix(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		for _, end := range []string{"0", "1"} {
			code := leaderboard.NewCode()
			if err := h.boards.SaveCode(playerID("ann"), code, time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := h.boards.Claim(strings.Repeat("c", 63)+end, code, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if text, status := h.runCommand("ann", "keys remove cccccccc", ""); status != 2 ||
			!strings.Contains(text, `2 of your keys begin with "cccccccc"`) {
			t.Errorf("ambiguous prefix: %d, %q", status, text)
		}
		if text, _ := h.runCommand("ann", "keys", ""); strings.Count(text, "\n") != 3 {
			t.Errorf("remaining keys: %q", text)
		}
		if text, status := h.runCommand("ann", "keys remove "+strings.Repeat("c", 63)+"1", ""); status != 0 {
			t.Errorf("complete key: %d, %q", status, text)
		}
		if keys, err := h.boards.Keys(playerID("ann")); err != nil || len(keys) != 2 ||
			slices.ContainsFunc(keys, func(k leaderboard.Key) bool { return strings.HasSuffix(k.Hash, "c1") }) {
			t.Errorf("remaining keys %v, %v", keys, err)
		}
	})
}

// A game that was played on another computer is verified, and is on separate leaderboards.
func TestSubmit(t *testing.T) {
	dir := t.TempDir()
	whole := lostGame(t, engine.Campaign)
	invalid := map[string]string{
		"nothing":       "",
		"no recording":  "\x1b[2J",
		"too long":      strings.Repeat("x", replay.MaxSubmission+1),
		"cut":           whole[:len(whole)-20],
		"another score": modify(t, whole, func(r *record.Recording) { r.End.Score++ }),
		"no end":        modify(t, whole, func(r *record.Recording) { r.End = nil }),
		"other rules":   modify(t, whole, func(r *record.Recording) { r.Rules++ }),
		"other levels":  modify(t, whole, func(r *record.Recording) { r.Boards[0].Digest++ }),
		"continued":     modify(t, whole, func(r *record.Recording) { r.Parent = record.Parent{Hash: 1, Tick: 1} }),
		"practice":      lostGame(t, engine.Zen),
	}
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		for name, data := range invalid {
			time.Sleep(5 * time.Minute) // a network can submit five recordings in ten minutes
			if text, status := h.runCommand("ann", "submit", data); status != 1 ||
				!strings.Contains(text, "recording rejected: ") {
				t.Errorf("%s: status %d, %q", name, status, text)
			}
		}
		time.Sleep(11 * time.Minute)
		if text, status := h.runCommand("ann", "submit", whole); status != 0 || !strings.Contains(text, "game 1\n") {
			t.Fatalf("status %d, %q", status, text)
		}
		if text, status := h.runCommand("bob", "submit", whole); status != 1 ||
			!strings.Contains(text, "submitted before") {
			t.Errorf("another player's game: status %d, %q", status, text)
		}
		for i := range 4 {
			if text, _ := h.runCommand("bob", "submit", "x"); strings.Contains(text, "too many attempts") != (i == 3) {
				t.Errorf("attempt %d: %q", i, text)
			}
		}
		h.runCommand("ann", "name Ann", "")
		if text, _ := h.runCommand("", "scores campaign medium today submitted", ""); !strings.Contains(text, "Ann") ||
			!strings.Contains(text, "submitted") {
			t.Errorf("leaderboard: %q", text)
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("leaderboards of solo games: %q", text)
		}
		data, _ := h.runCommand("", "replay 1", "")
		r, err := replay.OpenSubmission([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Play(nil); err != nil {
			t.Errorf("recording: %v", err)
		}
	})
}

// A finished game is on the leaderboards with a signed recording. When its player is deleted, all of the player's data
// is deleted.
func TestFinishedGameAndDeletion(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		ann := h.visit("ann")
		ann.play()
		for range 40 { // the player does not move
			time.Sleep(2 * time.Second)
			ann.press(" ")
			if all, err := h.boards.RecentTables(leaderboard.Solo, 1); err != nil || len(all) > 0 {
				break
			}
		}
		text, _ := h.runCommand("", "scores", "")
		if !strings.Contains(text, " Ann ") {
			t.Fatalf("leaderboards: %q", text)
		}
		data, _ := h.runCommand("bob", "replay 1", "")
		rec, err := record.Parse("", []byte(data))
		if err != nil || rec.Player != "Ann" {
			t.Errorf("recording: %+v, %v", rec, err)
		}
		v := h.newVisitor("", "vt220")
		if err := v.Start("replay 1"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if text := v.sent(); !strings.Contains(text, " space ") {
			t.Errorf("replay in a terminal: %q", text[max(0, len(text)-500):])
		}
		v.press("q")
		if text := v.sent(); !strings.Contains(text, "Race") {
			t.Errorf("after the replay: %q", text[max(0, len(text)-500):])
		}
		v.client.Close()

		var all exported
		text, _ = h.runCommand("ann", "export", "")
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		if all.Name != "Ann" || len(all.Games) == 0 || len(all.Files) < 3 || len(all.Scores) != 1 ||
			all.Statistics.Games == 0 {
			t.Errorf("export of %s has %d games, %d tables, %d files and %+v", all.Name, len(all.Games),
				len(all.Scores), len(all.Files), all.Statistics)
		}
		if strings.Contains(text, dir) {
			t.Error("the export contains a path of the server")
		}

		h.runCommand("ann", "name Anna", "")
		if all := h.lobby.Members(); len(all) == 0 || all[0].Name != "Anna" {
			t.Errorf("members after a change of name: %+v", all)
		}
		h.runCommand("ann", "name Ann", "")
		if text, _ := h.runCommand("ann", "delete", ""); !strings.Contains(text, "delete Ann") ||
			!h.exists(folder("ann")) {
			t.Errorf("delete without confirmation: %q", text)
		}
		if text, status := h.runCommand("ann", "delete Ann", ""); status != 0 || text != "deleted Ann\n" {
			t.Errorf("delete with confirmation: %q", text)
		}
		if err := ann.Wait(); err != nil ||
			!strings.Contains(ann.sent(), "your account and all data about you have been deleted") {
			t.Errorf("the visit ends with error %v", err)
		}
		if h.exists(folder("ann")) {
			t.Error("the folder of the deleted player exists")
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("leaderboards after the deletion: %q", text)
		}
		if text, _ := h.runCommand("ann", "name", ""); text == "Ann\n" {
			t.Error("the name of the deleted player is not free")
		}
	})
}

// The networks of one customer share a limit of attempts. For IPv6, providers assign up to a /48 to a customer.
func TestAttemptsAreLimitedByCustomer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		for _, words := range [][]string{{"claim", "22222-22222"}, {"submit"}, {"export"}} {
			tries := func(network int) (n int) {
				for ; ; n++ {
					v := &user{Conn: &sshd.Conn{Network: netip.MustParsePrefix(fmt.Sprintf("2001:db8:%d:%x::/64",
						network, n))}}
					if _, err := findCommand(words[0], false).run(h.Arcade, t.Context(), v, words[1:]); errors.Is(err,
						errTooManyAttempts) || n > 20 {
						return n
					}
				}
			}
			if one, other := tries(1), tries(2); one != 5 || other != 5 {
				t.Errorf("%s: one customer has %d attempts, another one has %d; want 5", words[0], one, other)
			}
		}
	})
}

// Maintenance makes a backup per day and rotates backups. It removes orphaned folders and inactive players.
func TestMaintenance(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		bob := h.visit("bob")
		bob.client.Close()
		time.Sleep(5 * time.Second)
		stray := filepath.Join(h.playersDir(), "stray")
		if err := os.Mkdir(stray, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(stray, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
		for range 2 * (keepBackups + 1) {
			h.runMaintenance(t.Context(), time.Now())
			h.runMaintenance(t.Context(), time.Now())
			time.Sleep(backupInterval / 2)
		}
		names, err := backups(filepath.Join(dir, "backups"))
		if err != nil || len(names) != keepBackups {
			t.Errorf("backups %v, %v", names, err)
		}
		if h.exists("players", "stray") || !h.exists(folder("bob")) {
			t.Error("an orphaned folder exists, or the folder of a player was removed")
		}
		time.Sleep(keepUnplayed)
		h.runMaintenance(t.Context(), time.Now())
		if h.exists(folder("bob")) {
			t.Error("an inactive player without finished games was not removed")
		}
	})
}

// backupNames returns the names of the backups.
func (h *testArcade) backupNames() []string {
	h.t.Helper()
	names, err := backups(filepath.Join(h.Dir, "backups"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.t.Error(err)
	}
	return names
}

// The first backup is made when there is a player. A deleted player is gone from all backups after a week, even if
// there are no other players.
func TestBackupsAndDeletion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backupNames(); len(names) > 0 {
			t.Errorf("backups without a player: %v", names)
		}
		h.runCommand("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backupNames(); len(names) != 1 {
			t.Errorf("backups with a player: %v, want one", names)
		}
		h.runCommand("ann", "delete Ann", "")
		for range keepBackups {
			time.Sleep(backupInterval)
			h.runMaintenance(t.Context(), time.Now())
		}
		names := h.backupNames()
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(h.Dir, "backups", name))
			if err != nil || bytes.Contains(data, []byte(playerID("ann"))) {
				t.Errorf("backup %s contains the deleted player, or error: %v", name, err)
			}
		}
		if len(names) != keepBackups {
			t.Errorf("backups after a week: %v", names)
		}
	})
}

// If the database is lost, the server creates an empty one, but keeps backups and players' folders for restoring it.
// This also holds after some players have returned.
func TestLostDatabase(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		for _, player := range []string{"ann", "bob", "eve"} {
			h.visit(player).client.Close()
			time.Sleep(5 * time.Second)
			if err := os.Chtimes(filepath.Join(dir, folder(player)), time.Unix(0, 0), time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
		}
		h.runMaintenance(t.Context(), time.Now())
		good := h.backupNames()
		h.end()
		lost, _ := filepath.Glob(filepath.Join(dir, "arcade.db*"))
		for _, path := range lost {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}

		h = open(t, dir)
		defer h.end()
		for day := range 2 * keepBackups {
			h.runMaintenance(t.Context(), time.Now())
			time.Sleep(backupInterval)
			if day == keepBackups {
				h.runCommand("ann", "name Ann", "")
			}
		}
		if names := h.backupNames(); !slices.Equal(names, good) {
			t.Errorf("the backups have changed from %v to %v", good, names)
		}
		for _, player := range []string{"ann", "bob", "eve"} {
			if !h.exists(folder(player)) {
				t.Errorf("the folder of %s was removed", player)
			}
		}
	})
}

// If the clock was ahead for some time, backups are still made once a day.
func TestBackupsAfterWrongClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now().Add(20*backupInterval))
		for hour := range 48 {
			h.runMaintenance(t.Context(), time.Now().Add(time.Duration(hour)*maintenanceInterval))
		}
		if names := h.backupNames(); len(names) != 3 {
			t.Errorf("backups after two days: %v, want 3", names)
		}
	})
}

// If a game cannot be saved, the final message reports it, and the log contains the error once per visit.
func TestGameCannotBeSaved(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		ann := h.visit("ann")
		ann.play()
		time.Sleep(2 * time.Second)
		if err := os.RemoveAll(filepath.Join(dir, folder("ann"))); err != nil {
			t.Fatal(err)
		}
		// so that no file can be written there
		if err := os.WriteFile(filepath.Join(dir, folder("ann")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		h.end()
		_ = ann.Wait()
		if n := strings.Count(log.String(), "write file"); n != 1 || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("the log contains the error %d times:\n%s", n, &log)
		}
		text := ann.sent()
		if !strings.Contains(text, "the server is closing; your game could not be saved") ||
			strings.Contains(text, dir) {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
	})
}

// If the file for saved games cannot be created, the final message reports it.
func TestSaveFileCannotBeCreated(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		// a folder where a file is needed
		if err := os.MkdirAll(filepath.Join(dir, folder("ann"), "game.lock"), 0o700); err != nil {
			t.Fatal(err)
		}
		ann := h.visit("ann")
		ann.play()
		time.Sleep(2 * time.Second)
		h.end()
		_ = ann.Wait()
		if text := ann.sent(); !strings.Contains(text, "the server is closing; your game could not be saved") {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
		if !strings.Contains(log.String(), "open saved games") || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("log:\n%s", &log)
		}
	})
}

// A fullStore is a store on a disk that can be full.
type fullStore struct {
	leaderboard.Store
	full atomic.Bool
}

func (f *fullStore) Add(g leaderboard.Game) (leaderboard.Placing, error) {
	if f.full.Load() {
		return leaderboard.Placing{}, errors.New("no space left on device")
	}
	return f.Store.Add(g)
}

// While the disk is full, a finished game is not ranked and the server is not healthy. Afterwards the game is ranked.
func TestFinishedGameOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.writeQueue.Close(time.Second)
		disk := &fullStore{Store: h.boards}
		disk.full.Store(true)
		h.writeQueue = leaderboard.NewWriteQueue(disk, func(error) {})
		s := &server{Arcade: h.Arcade}

		ann := h.visit("ann")
		ann.play()
		var text string
		for n := 0; n < 40 && !strings.Contains(text, "saved as soon as"); n++ { // the player does not move
			time.Sleep(4 * time.Second)
			text += ann.sent()
			ann.press(" ")
		}
		if !strings.Contains(text, "saved as soon as") {
			t.Errorf("the player gets no message that the game waits: %.3000q", text)
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" || s.checkHealth(t.Context()) == nil {
			t.Errorf("the server is healthy, or the leaderboards are not empty: %q", text)
		}
		disk.full.Store(false)
		time.Sleep(time.Minute)
		if text, _ := h.runCommand("", "scores", ""); text == "no scores yet\n" || s.checkHealth(t.Context()) != nil {
			t.Errorf("with free space, the leaderboards are %q", text)
		}
	})
}

// A submission that takes too long is aborted and frees its place in the queue.
func TestSlowSubmission(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		c := h.client("ann")
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := s.Start("submit"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(submitTime / 2)
		if n := len(h.submitQueue); n != 1 {
			t.Errorf("%d submissions in the queue, want 1", n)
		}
		begun := time.Now()
		_ = s.Wait()
		if took := time.Since(begun); took > submitTime {
			t.Errorf("the submission was aborted after another %v", took)
		}
		synctest.Wait()
		if n := len(h.submitQueue); n != 0 {
			t.Errorf("%d submissions in the queue, want 0", n)
		}
	})
}

// A client that does not read its export does not block the exports of others. The number of exports per network is
// limited.
func TestUnreadExport(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.runCommand("ann", "name Ann", "")
		dir := filepath.Join(dir, folder("ann"))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "large"), make([]byte, 4<<20), 0o600); err != nil {
			t.Fatal(err)
		}
		c := h.client("ann")
		defer c.Close()
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.StdoutPipe(); err != nil {
			t.Fatal(err)
		}
		if err := s.Start("export"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if !h.exporting.TryLock() {
			t.Fatal("an unread export blocks other exports")
		}
		h.exporting.Unlock()
		for range 10 {
			text, status := h.runCommand("bob", "export", "")
			if status != 0 && strings.Contains(text, errTooManyAttempts.Error()) {
				return
			}
		}
		t.Error("the number of exports per network is not limited")
	})
}

// The number of unanswered requests of a visit is limited, so that it cannot fill the queue.
func TestUnansweredRequestsAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		answer := make(chan struct{})
		visit := h.newUser(nil)
		begun, refused := 0, 0
		for range 100 {
			visit.request(func(leaderboard.Store) error {
				<-answer
				begun++
				return nil
			}, func(_ time.Duration, err error) {
				if errors.Is(err, errTooManyRequests) {
					refused++
				}
			})
		}
		close(answer)
		synctest.Wait()
		visit.request(func(leaderboard.Store) error {
			begun++
			return nil
		}, func(time.Duration, error) {})
		synctest.Wait()
		for _, f := range visit.inbox.waiting {
			f(0)
		}
		if begun != maxUnanswered+1 || refused != 100-maxUnanswered {
			t.Errorf("%d of 101 requests are answered, %d are refused", begun, refused)
		}
	})
}

// The number of new players per hour and network is limited, but known players can sign in. When the maximum number of
// players is reached, players without finished games are removed sooner.
func TestNewPlayersAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		comes := func(n int, from string) *user {
			return h.identify(&sshd.Conn{Key: fmt.Sprintf("%064d", n), Network: netip.MustParsePrefix(from)})
		}
		for n := range maxNewPlayers {
			if v := comes(n, fmt.Sprintf("2001:db8:1:%d::/64", n)); v.isGuest() {
				t.Fatalf("new player %d is a guest: %s", n, v.notice)
			}
		}
		if v := comes(1000, "2001:db8:1:ffff::/64"); !v.isGuest() || !strings.Contains(v.notice, "from your network") {
			t.Errorf("new player beyond the limit of a /48: %+v", v)
		}
		if v := comes(1, "2001:db8:1:ffff::/64"); v.isGuest() {
			t.Error("a known player is a guest")
		}
		if comes(1001, "2001:db8:2::/64").isGuest() || comes(1002, "192.0.2.7/32").isGuest() {
			t.Error("new players from other networks are guests")
		}
		for n := range maxNewPlayers + 1 {
			if comes(2000+n, "127.0.0.1/32").isGuest() {
				t.Fatal("new players from this machine are limited")
			}
		}
		h.newPlayers.MaxNetworks = 1
		if v := comes(1003, "192.0.2.8/32"); !v.isGuest() || !strings.Contains(v.notice, "or from many networks") {
			t.Errorf("new player beyond the limit of networks: %+v", v)
		}
		time.Sleep(newPlayersWindow + time.Second)
		if comes(1000, "2001:db8:1:ffff::/64").isGuest() {
			t.Error("an hour later, a new player is a guest")
		}

		time.Sleep(keepCrowding)
		if h.runMaintenance(t.Context(), time.Now()); comes(1, "192.0.2.7/32").player.New {
			t.Error("a player without finished games was removed after a day")
		}
		time.Sleep(keepCrowding + time.Hour)
		h.playerLimitHit.Store(true)
		if h.runMaintenance(t.Context(), time.Now()); !comes(1, "192.0.2.7/32").player.New {
			t.Error("with the limit reached, a player without finished games was not removed")
		}
	})
}
