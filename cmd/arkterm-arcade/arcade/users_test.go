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

// says sends a command with a text on its standard input, and returns the answer and the exit status.
func (h *testArcade) says(name, words, in string) (text string, status int) {
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

// lost returns the recording of a game in which nobody moves.
func lost(t *testing.T, mode engine.Mode) string {
	t.Helper()
	pack := levels.For(mode, 0, levels.Shipped())
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

// changed returns a recording with a change.
func changed(t *testing.T, data string, change func(*record.Recording)) string {
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
		given, _ := h.says("ann", "name", "")
		if again, _ := h.says("ann", "name", ""); given != again || !strings.Contains(given, "-") {
			t.Errorf("given %q, then %q", given, again)
		}
		for _, c := range []struct {
			who, words string
			status     int
			says       string
		}{
			{"ann", "name Ann", 0, "you are Ann\n"},
			{"bob", "name ANN", 1, "this name or a similar one is taken"},
			{"bob", "name admin", 1, "not given away"},
			{"bob", "name か\u3099", 1, "letters"},
			{"bob", "name a b", 2, "too many words"},
			{"", "name carl", 1, "for players"},
			{"", "export", 1, "for players"},
			{"bob", "claim", 2, "which code?"},
			{"bob", "claim aaaaa-aaaaa", 1, "unknown code"},
			{"", "scores", 0, "no scores yet\n"},
			{"", "scores nonsense", 2, `no mode or difficulty "nonsense"`},
			{"", "replay 1", 1, "does not exist"},
			{"", "replay x", 2, "no number"},
			{"", "replay", 2, "which game?"},
			{"ann", "submit", 1, "not taken"},
		} {
			if text, status := h.says(c.who, c.words, ""); status != c.status || !strings.Contains(text, c.says) {
				t.Errorf("%s: %s: status %d, %q", c.who, c.words, status, text)
			}
		}

		text, _ := h.says("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		if text, _ := h.says("ann2", "claim "+code, ""); text != "this key is Ann now\n" {
			t.Errorf("claimed: %q", text)
		}
		if text, _ := h.says("ann2", "name", ""); text != "Ann\n" {
			t.Errorf("the second key is %q", text)
		}
		for i := range 5 {
			text, _ := h.says("bob", "claim 22222-22222", "")
			if tired := strings.Contains(text, "too many tries"); tired != (i >= 3) { // two were before
				t.Errorf("try %d: %q", i, text)
			}
		}
	})
}

// A visit whose key becomes another player's is told so, and not that somebody is deleted. A player can list their keys and take one
// away, whose visits end.
func TestKeysOfAPlayer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.says("ann", "name Ann", "")
		text, _ := h.says("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		second := h.come("ann2")
		if text, _ := h.says("ann2", "claim "+code, ""); text != "this key is Ann now\n" {
			t.Fatalf("claimed: %q", text)
		}
		if err := second.Wait(); err != nil {
			t.Errorf("the visit of the key ends by %v", err)
		}
		if text := second.sent(); !strings.Contains(text, "your key now belongs to another player: connect again as Ann") || strings.Contains(text, "deleted") {
			t.Errorf("it says %q", text[max(0, len(text)-300):])
		}
		if h.there(folder("ann2")) {
			t.Error("the folder of who the key was is there")
		}

		text, _ = h.says("ann", "keys", "")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 2 || !strings.HasSuffix(lines[0], ", this one") != strings.HasSuffix(lines[1], ", this one") {
			t.Fatalf("keys: %q", text)
		}
		print := ssh.FingerprintSHA256(key("ann2").PublicKey())
		if !strings.Contains(text, print+"  since ") {
			t.Errorf("keys: %q, want %s", text, print)
		}
		for words, want := range map[string]string{
			"keys remove " + ssh.FingerprintSHA256(key("ann").PublicKey()): "the key that you use now",
			"keys remove SHA256:":         "too short; type at least 8 characters of the key",
			"keys remove SHA256:12345678": "you have no such key",
			"keys remove":                 "is not clear",
			"keys drop x":                 "is not clear",
		} {
			if text, status := h.says("ann", words, ""); status == 0 || !strings.Contains(text, want) {
				t.Errorf("%s: %d, %q", words, status, text)
			}
		}
		second = h.come("ann2")
		second.play()
		if text, status := h.says("ann", "keys remove "+print[:20], ""); status != 0 || text != print+" is no longer yours\n" {
			t.Errorf("removed: %d, %q", status, text)
		}
		_ = second.Wait()
		if text := second.sent(); !strings.Contains(text, "your key was removed from this account") || !strings.Contains(text, "your game is saved") {
			t.Errorf("its visit ends with %q", text[max(0, len(text)-300):])
		}
		if text, _ := h.says("ann2", "name", ""); text == "Ann\n" {
			t.Error("the key is still Ann's")
		}
		if text, _ := h.says("ann", "keys", ""); strings.Count(text, "\n") != 1 {
			t.Errorf("keys left: %q", text)
		}
	})
}

// A beginning that several keys share removes none of them.
func TestABeginningOfSeveralKeysRemovesNone(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.says("ann", "name Ann", "")
		for _, end := range []string{"0", "1"} {
			code := leaderboard.NewCode()
			if err := h.boards.SaveCode(playerID("ann"), code, time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := h.boards.Claim(strings.Repeat("c", 63)+end, code, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if text, status := h.says("ann", "keys remove cccccccc", ""); status != 2 || !strings.Contains(text, `2 of your keys begin with "cccccccc"`) {
			t.Errorf("both: %d, %q", status, text)
		}
		if text, _ := h.says("ann", "keys", ""); strings.Count(text, "\n") != 3 {
			t.Errorf("keys left: %q", text)
		}
		if text, status := h.says("ann", "keys remove "+strings.Repeat("c", 63)+"1", ""); status != 0 {
			t.Errorf("one: %d, %q", status, text)
		}
		if keys, err := h.boards.Keys(playerID("ann")); err != nil || len(keys) != 2 || slices.ContainsFunc(keys, func(k leaderboard.Key) bool { return strings.HasSuffix(k.Hash, "c1") }) {
			t.Errorf("%v, %v", keys, err)
		}
	})
}

// A game that was played elsewhere is verified, and has boards of its own.
func TestSubmit(t *testing.T) {
	dir := t.TempDir()
	whole := lost(t, engine.Campaign)
	spoilt := map[string]string{
		"nothing":       "",
		"no recording":  "\x1b[2J",
		"too long":      strings.Repeat("x", replay.MaxSubmission+1),
		"cut":           whole[:len(whole)-20],
		"another score": changed(t, whole, func(r *record.Recording) { r.End.Score++ }),
		"no end":        changed(t, whole, func(r *record.Recording) { r.End = nil }),
		"other rules":   changed(t, whole, func(r *record.Recording) { r.Rules++ }),
		"other levels":  changed(t, whole, func(r *record.Recording) { r.Boards[0].Digest++ }),
		"continued":     changed(t, whole, func(r *record.Recording) { r.Parent = record.Parent{Hash: 1, Tick: 1} }),
		"practice":      lost(t, engine.Zen),
	}
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		for what, data := range spoilt {
			time.Sleep(5 * time.Minute) // a network hands in five in ten minutes
			if text, status := h.says("ann", "submit", data); status != 1 || !strings.Contains(text, "not taken: ") {
				t.Errorf("%s: status %d, %q", what, status, text)
			}
		}
		time.Sleep(11 * time.Minute)
		if text, status := h.says("ann", "submit", whole); status != 0 || !strings.Contains(text, "game 1\n") {
			t.Fatalf("status %d, %q", status, text)
		}
		if text, status := h.says("bob", "submit", whole); status != 1 || !strings.Contains(text, "submitted before") {
			t.Errorf("somebody else's: status %d, %q", status, text)
		}
		for i := range 4 {
			if text, _ := h.says("bob", "submit", "x"); strings.Contains(text, "too many tries") != (i == 3) {
				t.Errorf("try %d: %q", i, text)
			}
		}
		h.says("ann", "name Ann", "")
		if text, _ := h.says("", "scores campaign medium today submitted", ""); !strings.Contains(text, "Ann") || !strings.Contains(text, "submitted") {
			t.Errorf("its board: %q", text)
		}
		if text, _ := h.says("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("the other boards: %q", text)
		}
		data, _ := h.says("", "replay 1", "")
		r, err := replay.OpenSubmission([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Play(nil); err != nil {
			t.Errorf("its recording: %v", err)
		}
	})
}

// A game played here is on the boards, signed; then its player deletes themselves, and nothing of them is left.
func TestAGameAndTheEnd(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.says("ann", "name Ann", "")
		ann := h.come("ann")
		ann.play()
		for range 40 { // nobody moves
			time.Sleep(2 * time.Second)
			ann.press(" ")
			if all, err := h.boards.RecentTables(leaderboard.Solo, 1); err != nil || len(all) > 0 {
				break
			}
		}
		text, _ := h.says("", "scores", "")
		if !strings.Contains(text, " Ann ") {
			t.Fatalf("the boards: %q", text)
		}
		data, _ := h.says("bob", "replay 1", "")
		rec, err := record.Parse("", []byte(data))
		if err != nil || rec.Player != "Ann" {
			t.Errorf("its recording: %+v, %v", rec, err)
		}
		v := h.sitDown("", "vt220")
		if err := v.Start("replay 1"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if text := v.sent(); !strings.Contains(text, " space ") {
			t.Errorf("at a terminal: %q", text[max(0, len(text)-500):])
		}
		v.press("q")
		if text := v.sent(); !strings.Contains(text, "Race") {
			t.Errorf("after its recording: %q", text[max(0, len(text)-500):])
		}
		v.client.Close()

		var all exported
		text, _ = h.says("ann", "export", "")
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		if all.Name != "Ann" || len(all.Games) == 0 || len(all.Files) < 3 || len(all.Scores) != 1 || all.Statistics.Games == 0 {
			t.Errorf("exported %s with %d games, %d tables, %d files and %+v", all.Name, len(all.Games), len(all.Scores), len(all.Files), all.Statistics)
		}
		if strings.Contains(text, dir) {
			t.Error("a path of the server is exported")
		}

		h.says("ann", "name Anna", "")
		if all := h.lobby.Members(); len(all) == 0 || all[0].Name != "Anna" {
			t.Errorf("a name that was changed during the visit: %+v", all)
		}
		h.says("ann", "name Ann", "")
		if text, _ := h.says("ann", "delete", ""); !strings.Contains(text, "delete Ann") || !h.there(folder("ann")) {
			t.Errorf("asked once: %q", text)
		}
		if text, status := h.says("ann", "delete Ann", ""); status != 0 || text != "Ann is deleted\n" {
			t.Errorf("asked twice: %q", text)
		}
		if err := ann.Wait(); err != nil || !strings.Contains(ann.sent(), "your account and all data about you are deleted") {
			t.Errorf("the visit ends by %v", err)
		}
		if h.there(folder("ann")) {
			t.Error("the folder is there")
		}
		if text, _ := h.says("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("the boards: %q", text)
		}
		if text, _ := h.says("ann", "name", ""); text == "Ann\n" {
			t.Error("the name is there")
		}
	})
}

// Whoever has many networks has no more tries than others: providers give a /48 of IPv6 to a customer.
func TestTriesAreCountedByCustomer(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		for _, words := range [][]string{{"claim", "22222-22222"}, {"submit"}, {"export"}} {
			tries := func(network int) (n int) {
				for ; ; n++ {
					v := &user{Conn: &sshd.Conn{Network: netip.MustParsePrefix(fmt.Sprintf("2001:db8:%d:%x::/64", network, n))}}
					if _, err := findCommand(words[0], false).run(h.Arcade, t.Context(), v, words[1:]); errors.Is(err, errTooManyAttempts) || n > 20 {
						return n
					}
				}
			}
			if one, other := tries(1), tries(2); one != 5 || other != 5 {
				t.Errorf("%s: one customer has %d tries, another one %d", words[0], one, other)
			}
		}
	})
}

// Backups are made once a day and rotated; folders of nobody and of players who have not come for long go.
func TestTheHouseIsKept(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.says("ann", "name Ann", "")
		bob := h.come("bob")
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
		if h.there("players", "stray") || !h.there(folder("bob")) {
			t.Error("a folder of nobody stays, or somebody's went")
		}
		time.Sleep(keepUnplayed)
		h.runMaintenance(t.Context(), time.Now())
		if h.there(folder("bob")) {
			t.Error("who has never finished a game stays for ever")
		}
	})
}

// backedUp returns the names of an arcade's backups.
func (h *testArcade) backedUp() []string {
	h.t.Helper()
	names, err := backups(filepath.Join(h.Dir, "backups"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.t.Error(err)
	}
	return names
}

// The first backup of a new server has somebody in it, and whoever is deleted is in none after a week, though nobody else was ever there.
func TestBackupsAreOfSomebody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backedUp(); len(names) > 0 {
			t.Errorf("nobody has come, and there are %v", names)
		}
		h.says("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backedUp(); len(names) != 1 {
			t.Errorf("somebody has come, and there are %v", names)
		}
		h.says("ann", "delete Ann", "")
		for range keepBackups {
			time.Sleep(backupInterval)
			h.runMaintenance(t.Context(), time.Now())
		}
		names := h.backedUp()
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(h.Dir, "backups", name))
			if err != nil || bytes.Contains(data, []byte(playerID("ann"))) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if len(names) != keepBackups {
			t.Errorf("after a week there are %v", names)
		}
	})
}

// A database that is lost is replaced by an empty one: then backups and players' folders stay, for who restores it, even if some come again.
func TestALostDatabaseCostsNothingElse(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		for _, who := range []string{"ann", "bob", "eve"} {
			h.come(who).client.Close()
			time.Sleep(5 * time.Second)
			if err := os.Chtimes(filepath.Join(dir, folder(who)), time.Unix(0, 0), time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
		}
		h.runMaintenance(t.Context(), time.Now())
		good := h.backedUp()
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
				h.says("ann", "name Ann", "")
			}
		}
		if names := h.backedUp(); !slices.Equal(names, good) {
			t.Errorf("the backups were %v and are %v", good, names)
		}
		for _, who := range []string{"ann", "bob", "eve"} {
			if !h.there(folder(who)) {
				t.Errorf("the folder of %s is gone", who)
			}
		}
	})
}

// A clock that was ahead for a while neither keeps backups from being made nor makes one each hour.
func TestBackupsWhenTheClockWasWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, t.TempDir())
		defer h.end()
		h.says("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now().Add(20*backupInterval))
		for hour := range 48 {
			h.runMaintenance(t.Context(), time.Now().Add(time.Duration(hour)*maintenanceInterval))
		}
		if names := h.backedUp(); len(names) != 3 {
			t.Errorf("in two days there are %v", names)
		}
	})
}

// On a disk that is full who is known plays on, and is not told that a game is saved which is not. The log says so once in a visit.
func TestNothingIsSaidToBeSavedThatIsNot(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		ann := h.come("ann")
		ann.play()
		time.Sleep(2 * time.Second)
		if err := os.RemoveAll(filepath.Join(dir, folder("ann"))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, folder("ann")), nil, 0o600); err != nil { // nothing can be written there
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		h.end()
		_ = ann.Wait()
		if n := strings.Count(log.String(), "file not written"); n != 1 || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("%d times there is in the log:\n%s", n, &log)
		}
		text := ann.sent()
		if !strings.Contains(text, "the server is closing; your game could not be saved") || strings.Contains(text, dir) {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
	})
}

// Nor is it said where no game could be saved from the beginning.
func TestNothingIsSaidToBeSavedWithoutAFile(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		if err := os.MkdirAll(filepath.Join(dir, folder("ann"), "game.lock"), 0o700); err != nil { // which is to be a file
			t.Fatal(err)
		}
		ann := h.come("ann")
		ann.play()
		time.Sleep(2 * time.Second)
		h.end()
		_ = ann.Wait()
		if text := ann.sent(); !strings.Contains(text, "the server is closing; your game could not be saved") {
			t.Errorf("sent %q", text[max(0, len(text)-300):])
		}
		if !strings.Contains(log.String(), "will not be saved") || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("in the log there is:\n%s", &log)
		}
	})
}

// A fullStore is a store on a disk that may be full.
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

// While the disk is full a finished game is not said to be on a board, and the server not to be well; once there is room
// it is.
func TestAGameOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.writeQueue.Close(time.Second)
		disk := &fullStore{Store: h.boards}
		disk.full.Store(true)
		h.writeQueue = leaderboard.NewWriteQueue(disk, func(error) {})
		s := &server{Arcade: h.Arcade}

		ann := h.come("ann")
		ann.play()
		var text string
		for n := 0; n < 40 && !strings.Contains(text, "saved as soon as"); n++ { // nobody moves
			time.Sleep(4 * time.Second)
			text += ann.sent()
			ann.press(" ")
		}
		if !strings.Contains(text, "saved as soon as") {
			t.Errorf("nobody is told that the game waits: %.3000q", text)
		}
		if text, _ := h.says("", "scores", ""); text != "no scores yet\n" || s.checkHealth(t.Context()) == nil {
			t.Errorf("all is well, and the boards have %q", text)
		}
		disk.full.Store(false)
		time.Sleep(time.Minute)
		if text, _ := h.says("", "scores", ""); text == "no scores yet\n" || s.checkHealth(t.Context()) != nil {
			t.Errorf("with room: %q", text)
		}
	})
}

// Who sends a recording slowly, or none at all, is thrown out, and leaves the place to others.
func TestASlowSubmission(t *testing.T) {
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
			t.Errorf("%d are at it", n)
		}
		begun := time.Now()
		_ = s.Wait()
		if took := time.Since(begun); took > submitTime {
			t.Errorf("it took %v more", took)
		}
		synctest.Wait()
		if n := len(h.submitQueue); n != 0 {
			t.Errorf("%d are still at it", n)
		}
	})
}

// Who does not read their export holds up nobody else's, and cannot have many.
func TestAnExportIsNotRead(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		h.says("ann", "name Ann", "")
		of := filepath.Join(dir, folder("ann"))
		if err := os.MkdirAll(of, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(of, "large"), make([]byte, 4<<20), 0o600); err != nil {
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
			t.Fatal("others wait for who does not read")
		}
		h.exporting.Unlock()
		for range 10 {
			text, status := h.says("bob", "export", "")
			if status != 0 && strings.Contains(text, errTooManyAttempts.Error()) {
				return
			}
		}
		t.Error("a network has as many exports as it likes")
	})
}

// Whoever asks for more than there are answers to is told so, and leaves the desk to others.
func TestQuestionsOfOneVisitAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		answer := make(chan struct{})
		visit := h.newUser(nil)
		begun, refused := 0, 0
		for range 100 {
			visit.ask(func(leaderboard.Store) error {
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
		visit.ask(func(leaderboard.Store) error {
			begun++
			return nil
		}, func(time.Duration, error) {})
		synctest.Wait()
		for _, f := range visit.inbox.waiting {
			f(0)
		}
		if begun != maxUnanswered+1 || refused != 100-maxUnanswered {
			t.Errorf("%d of 101 questions are answered, and %d refused", begun, refused)
		}
	})
}

// A network brings so many new players an hour; those who are known come in all the same. Once the arcade is full, those who
// have not played go sooner.
func TestNewcomersAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir)
		defer h.end()
		comes := func(n int, from string) *user {
			return h.identify(&sshd.Conn{Key: fmt.Sprintf("%064d", n), Network: netip.MustParsePrefix(from)})
		}
		for n := range maxNewPlayers {
			if v := comes(n, fmt.Sprintf("2001:db8:1:%d::/64", n)); v.isGuest() {
				t.Fatalf("newcomer %d is a guest: %s", n, v.notice)
			}
		}
		if v := comes(1000, "2001:db8:1:ffff::/64"); !v.isGuest() || !strings.Contains(v.notice, "from your network") {
			t.Errorf("one too many of a /48: %+v", v)
		}
		if v := comes(1, "2001:db8:1:ffff::/64"); v.isGuest() {
			t.Error("somebody who is known is a guest")
		}
		if comes(1001, "2001:db8:2::/64").isGuest() || comes(1002, "192.0.2.7/32").isGuest() {
			t.Error("newcomers of another network are guests")
		}
		for n := range maxNewPlayers + 1 {
			if comes(2000+n, "127.0.0.1/32").isGuest() {
				t.Fatal("newcomers of this machine are limited")
			}
		}
		h.newPlayers.MaxNetworks = 1
		if v := comes(1003, "192.0.2.8/32"); !v.isGuest() || !strings.Contains(v.notice, "or from very many") {
			t.Errorf("of one network too many: %+v", v)
		}
		time.Sleep(newPlayersWindow + time.Second)
		if comes(1000, "2001:db8:1:ffff::/64").isGuest() {
			t.Error("an hour later a newcomer is a guest")
		}

		time.Sleep(keepCrowding)
		if h.runMaintenance(t.Context(), time.Now()); comes(1, "192.0.2.7/32").player.New {
			t.Error("who has not played is gone after a day")
		}
		time.Sleep(keepCrowding + time.Hour)
		h.playerLimitHit.Store(true)
		if h.runMaintenance(t.Context(), time.Now()); !comes(1, "192.0.2.7/32").player.New {
			t.Error("in a crowd, who has not played stays")
		}
	})
}
