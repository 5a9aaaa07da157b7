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

	"arkterm/cmd/arkterm-arcade/cluster"
	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm/progress"
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

// lostGame returns the recording of a game in which the player does not move. Only daily games have a day.
func lostGame(t *testing.T, mode engine.Mode, day engine.Day) string {
	t.Helper()
	pack := levels.PackFor(mode, day, levels.Shipped())
	c := engine.Config{Levels: pack.Levels}
	c.Mode, c.Seed, c.Difficulty, c.Drops = mode, 7, engine.DefaultDifficulty, progress.DefaultDrops
	if day != 0 {
		c.Day, c.Seed = day, day.Seed()
	}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	rec := replay.NewRecording("test", c, pack)
	for g.Phase != engine.Over && g.Tick < 180*engine.TicksPerSecond {
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

// modifyRecording returns a recording after a change.
func modifyRecording(t *testing.T, data string, change func(*record.Recording)) string {
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
		h := openArcade(t, dir)
		defer h.shutDown()
		first, _ := h.runCommand("ann", "name", "")
		if second, _ := h.runCommand("ann", "name", ""); first != second || !strings.Contains(first, "-") {
			t.Errorf("command name returns %q, and then %q; want the same default name", first, second)
		}
		for _, c := range []struct {
			player, words string
			status        int
			contains      string
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
				!strings.Contains(text, c.contains) {
				t.Errorf("command %q of visitor %q: status %d, output %q; want %d, output with %q", c.words, c.player,
					status, text, c.status,
					c.contains)
			}
		}

		text, _ := h.runCommand("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		if text, _ := h.runCommand("ann2", "claim "+code, ""); text != "this key now belongs to Ann\n" {
			t.Errorf("command claim: output %q, want the name Ann", text)
		}
		if text, _ := h.runCommand("ann2", "name", ""); text != "Ann\n" {
			t.Errorf("command name with the second key: output %q, want Ann", text)
		}
		for i := range 5 {
			text, _ := h.runCommand("bob", "claim 22222-22222", "")
			// There were two earlier attempts.
			if refused := strings.Contains(text, "too many attempts"); refused != (i >= 3) {
				t.Errorf("attempt %d to enter a code: output %q; want a refusal from attempt 6 on", i+3, text)
			}
		}
	})
}

// When a key is linked to another player, the visits with that key end with a message. Players can list their keys.
// Removing a key ends the visits with that key.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		text, _ := h.runCommand("ann", "link", "")
		code := strings.Fields(text[strings.Index(text, "claim"):])[1]
		second := h.visit("ann2")
		if text, _ := h.runCommand("ann2", "claim "+code, ""); text != "this key now belongs to Ann\n" {
			t.Fatalf("command claim: output %q, want the name Ann", text)
		}
		if err := second.Wait(); err != nil {
			t.Errorf("the visit with the linked key ends with error %v, want nil", err)
		}
		if text := second.takeOutput(); !strings.Contains(text,
			"your key now belongs to another player; connect again as Ann") || strings.Contains(text, "deleted") {
			t.Errorf("the final message is %q, want the reason for the end", text[max(0, len(text)-300):])
		}
		if h.exists(playerFolder("ann2")) {
			t.Error("the folder of the key's former player still exists")
		}

		text, _ = h.runCommand("ann", "keys", "")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if len(lines) != 2 || !strings.HasSuffix(lines[0], ", this one") != strings.HasSuffix(lines[1], ", this one") {
			t.Fatalf("command keys: %q, want two keys", text)
		}
		fingerprint := ssh.FingerprintSHA256(testKey("ann2").PublicKey())
		if !strings.Contains(text, fingerprint+"  since ") {
			t.Errorf("command keys: %q, want %s", text, fingerprint)
		}
		for words, want := range map[string]string{
			"keys remove " + ssh.FingerprintSHA256(testKey("ann").PublicKey()): "you are using this key",
			"keys remove SHA256:":         "too short; want at least 8 characters of the key",
			"keys remove SHA256:12345678": "you have no such key",
			"keys remove":                 "unknown arguments",
			"keys drop x":                 "unknown arguments",
		} {
			if text, status := h.runCommand("ann", words, ""); status == 0 || !strings.Contains(text, want) {
				t.Errorf("command %q: status %d, output %q; want an error with %q", words, status, text, want)
			}
		}
		second = h.visit("ann2")
		second.startGame()
		if text, status := h.runCommand("ann", "keys remove "+fingerprint[:20], ""); status != 0 ||
			text != "removed "+fingerprint+"\n" {
			t.Errorf("command keys remove: status %d, output %q; want 0, and the fingerprint", status, text)
		}
		_ = second.Wait()
		if text := second.takeOutput(); !strings.Contains(text, "your key has been removed from this account") ||
			!strings.Contains(text, "your game is saved") {
			t.Errorf("the final message is %q, want the reason for the end", text[max(0, len(text)-300):])
		}
		if text, _ := h.runCommand("ann2", "name", ""); text == "Ann\n" {
			t.Error("command name with the removed key returns Ann, want another player")
		}
		if text, _ := h.runCommand("ann", "keys", ""); strings.Count(text, "\n") != 1 {
			t.Errorf("command keys: %q, want one key", text)
		}
	})
}

// A prefix that several keys have in common removes no key.
func TestAmbiguousKeyPrefix(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		for _, end := range []string{"0", "1"} {
			code := leaderboard.NewCode()
			if err := h.store.SaveCode(playerID("ann"), code, time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := h.store.Claim(strings.Repeat("c", 63)+end, code, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		if text, status := h.runCommand("ann", "keys remove cccccccc", ""); status != 2 ||
			!strings.Contains(text, `2 of your keys begin with "cccccccc"`) {
			t.Errorf("command keys remove with an ambiguous prefix: status %d, output %q; want 2", status, text)
		}
		if text, _ := h.runCommand("ann", "keys", ""); strings.Count(text, "\n") != 3 {
			t.Errorf("command keys: %q, want three keys", text)
		}
		if text, status := h.runCommand("ann", "keys remove "+strings.Repeat("c", 63)+"1", ""); status != 0 {
			t.Errorf("command keys remove with a complete key: status %d, output %q; want 0", status, text)
		}
		if keys, err := h.store.Keys(playerID("ann")); err != nil || len(keys) != 2 ||
			slices.ContainsFunc(keys, func(k leaderboard.Key) bool { return strings.HasSuffix(k.Hash, "c1") }) {
			t.Errorf("Keys() = %v, %v; want two keys without the removed one", keys, err)
		}
	})
}

// A game that was played on another computer is verified and added to separate leaderboards.
func TestSubmit(t *testing.T) {
	dir := t.TempDir()
	complete := lostGame(t, engine.Campaign, 0)
	invalid := map[string]string{
		"nothing":       "",
		"no recording":  "\x1b[2J",
		"too long":      strings.Repeat("x", replay.MaxSubmission+1),
		"cut":           complete[:len(complete)-20],
		"another score": modifyRecording(t, complete, func(r *record.Recording) { r.End.Score++ }),
		"no end":        modifyRecording(t, complete, func(r *record.Recording) { r.End = nil }),
		"other rules":   modifyRecording(t, complete, func(r *record.Recording) { r.Rules++ }),
		"other levels":  modifyRecording(t, complete, func(r *record.Recording) { r.Boards[0].Digest++ }),
		"continued": modifyRecording(t, complete,
			func(r *record.Recording) { r.Parent = record.Parent{Hash: 1, Tick: 1} }),
		"practice": lostGame(t, engine.Zen, 0),
	}

	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		for name, data := range invalid {
			time.Sleep(5 * time.Minute) // a network can submit five recordings in ten minutes
			if text, status := h.runCommand("ann", "submit", data); status != 1 ||
				!strings.Contains(text, "recording rejected: ") {
				t.Errorf("command submit with an invalid recording (%s): status %d, output %q; want 1, and a rejection",
					name, status, text)
			}
		}

		time.Sleep(11 * time.Minute)
		if text, status := h.runCommand("ann", "submit", complete); status != 0 || !strings.Contains(text, "game 1\n") {
			t.Fatalf("command submit with a valid recording: status %d, output %q; want 0, and game 1", status, text)
		}
		if text, status := h.runCommand("bob", "submit", complete); status != 1 ||
			!strings.Contains(text, "submitted before") {
			t.Errorf("command submit with another player's game: status %d, output %q; want 1, and a rejection", status,
				text)
		}
		for i := range 4 {
			if text, _ := h.runCommand("bob", "submit", "x"); strings.Contains(text, "too many attempts") != (i == 3) {
				t.Errorf("attempt %d to submit a game: output %q; want a refusal from attempt 6 on", i+2, text)
			}
		}

		h.runCommand("ann", "name Ann", "")
		if text, _ := h.runCommand("", "scores campaign medium today submitted", ""); !strings.Contains(text, "Ann") ||
			!strings.Contains(text, "submitted") {
			t.Errorf("the leaderboard of submitted games is %q, want a game of Ann", text)
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("the leaderboards of solo games are %q, want empty ones", text)
		}

		data, _ := h.runCommand("", "replay 1", "")
		r, err := replay.OpenSubmission([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Play(nil); err != nil {
			t.Errorf("Play of the downloaded recording: %v", err)
		}
	})
}

// Daily games can be submitted on their day and on the next day.
func TestSubmitDaily(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		for days, accepted := range map[int]bool{1: false, 0: true, -1: true, -2: false, -400: false} {
			day := dayOf(time.Now().AddDate(0, 0, days))
			text, status := h.runCommand("ann", "submit", lostGame(t, engine.Daily, day))
			if (status == 0) != accepted || !accepted && !strings.Contains(text, day.String()) {
				t.Errorf(
					"command submit with the daily game of day %+d: status %d, output %q; want it to be accepted: %v",
					days, status, text,
					accepted)
			}
		}
	})
}

// The command scores prints at most eight leaderboards of each source that match its arguments.
func TestPrintedBoardsAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		for i := range 2 * len(engine.Difficulties) { // each mode and difficulty has a leaderboard
			table := progress.Table{
				Mode: []string{"campaign", "zen"}[i%2], Difficulty: engine.Difficulties[i/2].Name, Hash: "00",
				FirstLevel: 1, DropPercent: progress.DefaultDrops, Rules: engine.Rules,
			}
			_, err := h.store.Add(leaderboard.Game{
				Player: playerID("ann"), State: uint64(i), Recording: []byte("game"),
				Score: progress.Score{Table: table, Ended: time.Now(), Score: 100, Seed: uint64(i)},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for args, want := range map[string]int{"": 8, " hard": 2, " campaign hard": 1} {
			text, _ := h.runCommand("", "scores"+args, "")
			if n := strings.Count(text, " · All time\n"); n != want || strings.Count(text, " Ann ") != want {
				t.Errorf("command scores%s prints %d leaderboards, want %d:\n%s", args, n, want, text)
			}
		}
	})
}

// A finished game is on the leaderboards with a signed recording. When its player is deleted, all of the player's data
// is deleted.
func TestFinishedGameAndDeletion(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		ann := h.visit("ann")
		ann.startGame()
		for range 40 { // the player does not move
			time.Sleep(2 * time.Second)
			ann.press(" ")
			if all, err := h.store.Tables(leaderboard.Solo, 1); err != nil || len(all) > 0 {
				break
			}
		}
		text, _ := h.runCommand("", "scores", "")
		if !strings.Contains(text, " Ann ") {
			t.Fatalf("the leaderboards are %q, want a game of Ann", text)
		}
		data, _ := h.runCommand("bob", "replay 1", "")
		rec, err := record.Parse("", []byte(data))
		if err != nil || rec.Player != "Ann" {
			t.Errorf("the downloaded recording has the player %q, error %v; want Ann", rec.Player, err)
		}
		v := h.newVisitor("", "vt220")
		if err := v.Start("replay 1"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if text := v.takeOutput(); !strings.Contains(text, " space ") {
			t.Errorf("command replay in a terminal shows %q, want the keys of a replay", text[max(0, len(text)-500):])
		}
		v.press("q")
		if text := v.takeOutput(); !strings.Contains(text, "Race") {
			t.Errorf("after the replay, the screen is %q, want the actions for the game", text[max(0, len(text)-500):])
		}
		v.client.Close()

		var all exportData
		text, _ = h.runCommand("ann", "export", "")
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		if all.Name != "Ann" || len(all.Games) == 0 || len(all.Files) < 3 || len(all.Scores) != 1 ||
			all.Statistics.Games == 0 {
			t.Errorf("the export of %s has %d games, %d tables, %d files and the statistics %+v; want the data of Ann",
				all.Name, len(all.Games),
				len(all.Scores), len(all.Files), all.Statistics)
		}
		if strings.Contains(text, dir) {
			t.Error("the export contains a path of the server")
		}

		h.runCommand("ann", "name Anna", "")
		if all := h.lobby.Members(); len(all) == 0 || all[0].Name != "Anna" {
			t.Errorf("after a change of name, the lobby has the members %+v, want Anna", all)
		}
		h.runCommand("ann", "name Ann", "")
		if text, _ := h.runCommand("ann", "delete", ""); !strings.Contains(text, "delete Ann") ||
			!h.exists(playerFolder("ann")) {
			t.Errorf("command delete without confirmation: output %q, want an explanation", text)
		}
		if text, status := h.runCommand("ann", "delete Ann", ""); status != 0 || text != "deleted Ann\n" {
			t.Errorf("command delete with confirmation: output %q, want the deleted name", text)
		}
		if err := ann.Wait(); err != nil ||
			!strings.Contains(ann.takeOutput(), "your account and all data about you have been deleted") {
			t.Errorf("the visit of the deleted player ends with error %v; want nil, and a message", err)
		}
		if h.exists(playerFolder("ann")) {
			t.Error("the folder of the deleted player still exists")
		}
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" {
			t.Errorf("after the deletion, the leaderboards are %q, want empty ones", text)
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
		h := openArcade(t, dir)
		defer h.shutDown()
		for _, words := range [][]string{{"claim", "22222-22222"}, {"submit"}, {"export"}} {
			countAttempts := func(network int) (n int) {
				for ; ; n++ {
					v := &user{Conn: &sshd.Conn{Network: netip.MustParsePrefix(fmt.Sprintf("2001:db8:%d:%x::/64",
						network, n))}}
					if _, err := findCommand(words[0], false).run(h.Arcade, t.Context(), v, words[1:]); errors.Is(err,
						errTooManyAttempts) || n > 20 {
						return n
					}
				}
			}
			if one, other := countAttempts(1), countAttempts(2); one != 5 || other != 5 {
				t.Errorf("command %s: one customer has %d attempts, and another one has %d; want 5 each", words[0], one,
					other)
			}
		}
	})
}

// Maintenance makes a backup per day and rotates backups. It removes orphaned folders and inactive players.
func TestMaintenance(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		bob := h.visit("bob")
		bob.client.Close()
		time.Sleep(5 * time.Second)
		orphan := filepath.Join(h.playersDir(), "orphan")
		if err := os.Mkdir(orphan, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(orphan, time.Unix(0, 0), time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
		for range 2 * (maxBackups + 1) {
			h.runMaintenance(t.Context(), time.Now())
			h.runMaintenance(t.Context(), time.Now())
			time.Sleep(backupInterval / 2)
		}
		names, err := listBackups(filepath.Join(dir, "backups"))
		if err != nil || len(names) != maxBackups {
			t.Errorf("listBackups() = %v, %v; want %d names", names, err, maxBackups)
		}
		if h.exists("players", "orphan") || !h.exists(playerFolder("bob")) {
			t.Error("after maintenance, an orphaned folder exists, or the folder of a player does not")
		}
		time.Sleep(keepWithoutGames)
		h.runMaintenance(t.Context(), time.Now())
		if h.exists(playerFolder("bob")) {
			t.Error("an inactive player without finished games was not removed")
		}
	})
}

// backupNames returns the names of the backups.
func (h *testArcade) backupNames() []string {
	h.t.Helper()
	names, err := listBackups(filepath.Join(h.Dir, "backups"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.t.Errorf("list backups: %v", err)
	}
	return names
}

// The first backup is made at the start, and the second one an hour later. A deleted player is gone from all backups
// after a week, even if there are no other players.
func TestBackupsAndDeletion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		h.runMaintenance(t.Context(), time.Now())
		h.runCommand("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backupNames(); len(names) != 1 {
			t.Errorf("after the start, the backups are %v, want one", names)
		}
		time.Sleep(maintenanceInterval)
		h.runMaintenance(t.Context(), time.Now())
		if names := h.backupNames(); len(names) != 2 {
			t.Errorf("after an hour, the backups are %v, want two", names)
		}
		h.runCommand("ann", "delete Ann", "")
		for range maxBackups {
			time.Sleep(backupInterval)
			h.runMaintenance(t.Context(), time.Now())
		}
		names := h.backupNames()
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(h.Dir, "backups", name))
			if err != nil || bytes.Contains(data, []byte(playerID("ann"))) {
				t.Errorf("backup %s contains the deleted player, or cannot be read: %v", name, err)
			}
		}
		if len(names) != maxBackups {
			t.Errorf("after a week, the backups are %v, want %d of them", names, maxBackups)
		}
	})
}

// If the database is lost, the server creates an empty one. It keeps backups and players' folders, which are needed to
// restore the database, even after some players have returned.
func TestLostDatabase(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		for _, player := range []string{"ann", "bob", "eve"} {
			h.visit(player).client.Close()
			time.Sleep(5 * time.Second)
			if err := os.Chtimes(filepath.Join(dir, playerFolder(player)), time.Unix(0, 0),
				time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
		}
		h.runMaintenance(t.Context(), time.Now())
		before := h.backupNames()
		h.shutDown()
		lost, _ := filepath.Glob(filepath.Join(dir, "arcade.db*"))
		for _, path := range lost {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}

		h = openArcade(t, dir)
		defer h.shutDown()
		for day := range 2 * maxBackups {
			h.runMaintenance(t.Context(), time.Now())
			time.Sleep(backupInterval)
			if day == maxBackups {
				h.runCommand("ann", "name Ann", "")
			}
		}
		if names := h.backupNames(); !slices.Equal(names, before) {
			t.Errorf("the backups have changed from %v to %v, want no change", before, names)
		}
		for _, player := range []string{"ann", "bob", "eve"} {
			if !h.exists(playerFolder(player)) {
				t.Errorf("the folder of %s was removed", player)
			}
		}
	})
}

// If the clock was ahead for some time, backups are still made once a day.
func TestBackupsAfterWrongClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, t.TempDir())
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		h.runMaintenance(t.Context(), time.Now().Add(20*backupInterval))
		for hour := range 48 {
			h.runMaintenance(t.Context(), time.Now().Add(time.Duration(hour)*maintenanceInterval))
		}
		if names := h.backupNames(); len(names) != 3 {
			t.Errorf("after two days, the backups are %v, want 3", names)
		}
	})
}

// If a game cannot be saved, the final message reports it, and the log contains the error once per visit.
func TestGameCannotBeSaved(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(2 * time.Second)
		if err := os.RemoveAll(filepath.Join(dir, playerFolder("ann"))); err != nil {
			t.Fatal(err)
		}
		// Replace the folder by a file, so that no file can be written there.
		if err := os.WriteFile(filepath.Join(dir, playerFolder("ann")), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		h.shutDown()
		_ = ann.Wait()
		if n := strings.Count(log.String(), "write file"); n != 1 || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("the log contains the error %d times, or the player's ID; want the error once:\n%s", n, &log)
		}
		text := ann.takeOutput()
		if !strings.Contains(text, "the server is closing; your game could not be saved") ||
			strings.Contains(text, dir) {
			t.Errorf("ann has received %q, want the message that the game could not be saved",
				text[max(0, len(text)-300):])
		}
	})
}

// If the file for saved games cannot be created, the final message reports it.
func TestSaveFileCannotBeCreated(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		var log strings.Builder
		h.Log = slog.New(slog.NewTextHandler(&log, nil))
		// Create a folder where the server needs a file.
		if err := os.MkdirAll(filepath.Join(dir, playerFolder("ann"), "game.lock"), 0o700); err != nil {
			t.Fatal(err)
		}
		ann := h.visit("ann")
		ann.startGame()
		time.Sleep(2 * time.Second)
		h.shutDown()
		_ = ann.Wait()
		if text := ann.takeOutput(); !strings.Contains(text, "the server is closing; your game could not be saved") {
			t.Errorf("ann has received %q, want the message that the game could not be saved",
				text[max(0, len(text)-300):])
		}
		if !strings.Contains(log.String(), "open saved games") || strings.Contains(log.String(), playerID("ann")) {
			t.Errorf("the log does not contain the error, or contains the player's ID:\n%s", &log)
		}
	})
}

// A fullStore is a store on a disk that can be full.
type fullStore struct {
	leaderboard.Store
	isFull atomic.Bool
}

func (f *fullStore) Add(g leaderboard.Game) (leaderboard.Placing, error) {
	if f.isFull.Load() {
		return leaderboard.Placing{}, errors.New("no space left on device")
	}
	return f.Store.Add(g)
}

// While the disk is full, a finished game is not ranked and the server is not healthy. Afterwards the game is ranked.
func TestFinishedGameOnFullDisk(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.writeQueue.Close(time.Second)
		disk := &fullStore{Store: h.store}
		disk.isFull.Store(true)
		h.writeQueue = leaderboard.NewWriteQueue(disk, func(error) {})
		s := &server{Arcade: h.Arcade}

		ann := h.visit("ann")
		ann.startGame()
		var text string
		for n := 0; n < 40 && !strings.Contains(text, "not saved yet"); n++ { // the player does not move
			time.Sleep(4 * time.Second)
			text += ann.takeOutput()
			ann.press(" ")
		}
		if !strings.Contains(text, "not saved yet") {
			t.Errorf("the output is %.3000q, want the message that the game waits for the disk", text)
		}
		healthErr := func() error { _, err := s.checkHealth(t.Context()); return err }
		if text, _ := h.runCommand("", "scores", ""); text != "no scores yet\n" || healthErr() == nil {
			t.Errorf("on a full disk, the server is healthy, or the leaderboards are not empty: %q", text)
		}
		disk.isFull.Store(false)
		time.Sleep(time.Minute)
		if text, _ := h.runCommand("", "scores", ""); text == "no scores yet\n" || healthErr() != nil {
			t.Errorf("with free space, the server is not healthy, or the leaderboards are empty: %q", text)
		}
	})
}

// A disconnectedBus is a connection to a NATS server that does not run.
type disconnectedBus struct{ cluster.Bus }

func (disconnectedBus) Status() error { return errors.New("not connected") }
func (disconnectedBus) Close()        {}

// A proxy still sends visitors to a server without a connection to NATS.
func TestHealthWithoutNATS(t *testing.T) {
	h := openArcade(t, t.TempDir())
	defer h.shutDown()
	h.bus = disconnectedBus{}
	warning, err := (&server{Arcade: h.Arcade}).checkHealth(t.Context())
	if err != nil || warning == nil || !strings.Contains(warning.Error(), "NATS") {
		t.Errorf("checkHealth = %v, %v; want a warning about NATS and no error", warning, err)
	}
}

// A submission that takes too long is aborted and removed from the queue.
func TestSlowSubmission(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
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
		time.Sleep(submitTimeout / 2)
		if n := len(h.submitQueue); n != 1 {
			t.Errorf("the queue contains %d submissions, want 1", n)
		}
		start := time.Now()
		_ = s.Wait()
		if elapsed := time.Since(start); elapsed > submitTimeout {
			t.Errorf("the submission was aborted %v after half of its time, want at most %v", elapsed, submitTimeout)
		}
		synctest.Wait()
		if n := len(h.submitQueue); n != 0 {
			t.Errorf("the queue contains %d submissions, want 0", n)
		}
	})
}

// A client that does not read its export does not block the exports of others. The number of exports per network is
// limited.
func TestUnreadExport(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		h.runCommand("ann", "name Ann", "")
		dir := filepath.Join(dir, playerFolder("ann"))
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
		if !h.exportMu.TryLock() {
			t.Fatal("an unread export blocks other exports")
		}
		h.exportMu.Unlock()

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
		h := openArcade(t, dir)
		defer h.shutDown()
		unblock := make(chan struct{})
		visit := h.newUser(nil)
		answered, refused := 0, 0
		for range 100 {
			visit.request(func(leaderboard.Store) error {
				<-unblock
				answered++
				return nil
			}, func(_ time.Duration, err error) {
				if errors.Is(err, errTooManyRequests) {
					refused++
				}
			})
		}
		close(unblock)
		synctest.Wait()
		visit.request(func(leaderboard.Store) error {
			answered++
			return nil
		}, func(time.Duration, error) {})
		synctest.Wait()
		for _, f := range visit.inbox.queue {
			f(0)
		}
		if answered != maxUnanswered+1 || refused != 100-maxUnanswered {
			t.Errorf("%d of 101 requests were answered and %d were refused, want %d and %d", answered, refused,
				maxUnanswered+1, 100-maxUnanswered)
		}
	})
}

// The number of new players per hour and network is limited, but known players can sign in. When the maximum number of
// players is reached, players without finished games are removed sooner.
func TestNewPlayersAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		identify := func(n int, from string) *user {
			return h.identify(&sshd.Conn{Key: fmt.Sprintf("%064d", n), Network: netip.MustParsePrefix(from)})
		}

		for n := range maxNewPlayers {
			if v := identify(n, fmt.Sprintf("2001:db8:1:%d::/64", n)); v.isGuest() {
				t.Fatalf("new player %d is a guest with the notice %q, want a player", n, v.notice)
			}
		}
		if v := identify(1000, "2001:db8:1:ffff::/64"); !v.isGuest() ||
			!strings.Contains(v.notice, "from your network") {
			t.Errorf("a new player beyond the limit of a /48: guest %v, notice %q; want a guest and the reason",
				v.isGuest(), v.notice)
		}
		if v := identify(1, "2001:db8:1:ffff::/64"); v.isGuest() {
			t.Error("a known player is a guest")
		}
		if identify(1001, "2001:db8:2::/64").isGuest() || identify(1002, "192.0.2.7/32").isGuest() {
			t.Error("new players from other networks are guests")
		}
		for n := range maxNewPlayers + 1 {
			if identify(2000+n, "127.0.0.1/32").isGuest() {
				t.Fatal("a new player from this machine is a guest, want no limit")
			}
		}

		h.newPlayers.MaxNetworks = 1
		if v := identify(1003, "192.0.2.8/32"); !v.isGuest() || !strings.Contains(v.notice, "or from many networks") {
			t.Errorf("a new player beyond the limit of networks: guest %v, notice %q; want a guest and the reason",
				v.isGuest(), v.notice)
		}
		time.Sleep(newPlayersWindow + time.Second)
		if identify(1000, "2001:db8:1:ffff::/64").isGuest() {
			t.Error("an hour later, a new player is a guest")
		}

		time.Sleep(keepWithoutGamesWhenFull)
		if h.runMaintenance(t.Context(), time.Now()); identify(1, "192.0.2.7/32").player.New {
			t.Error("a player without finished games was removed after a day")
		}
		time.Sleep(keepWithoutGamesWhenFull + time.Hour)
		h.playerLimitReached.Store(true)
		if h.runMaintenance(t.Context(), time.Now()); !identify(1, "192.0.2.7/32").player.New {
			t.Error("with the limit reached, a player without finished games was not removed")
		}
	})
}

// In a full arcade, a visitor takes the place of one from the network with the most visitors, who receives the reason,
// and whose game is saved.
func TestVisitorIsReplaced(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openArcade(t, dir)
		defer h.shutDown()
		limits := connlimit.Defaults
		limits.MaxConnections, limits.ReservedForKnown = 3, 0
		h.server.Limiter = connlimit.New(limits, func() float64 { return 1 })
		first, second := h.visit("ann"), h.visit("bob")
		second.startGame()
		time.Sleep(10 * time.Second)
		h.from = netip.MustParseAddr("203.0.113.1")
		other := h.visit("")
		h.from = netip.MustParseAddr("203.0.114.1")
		next := h.visit("")
		time.Sleep(5 * time.Second)
		for v, want := range map[*visitor]bool{first: false, second: true, other: false, next: false} {
			text := v.takeOutput()
			if strings.Contains(text, "taken your place; your game is saved") != want {
				t.Errorf("a visitor, who must be replaced: %v, receives %q", want, text[max(0, len(text)-200):])
			}
		}
		if h.NumPlaying() != 3 {
			t.Errorf("%d visitors are in the arcade, want 3", h.NumPlaying())
		}
		for _, v := range []*visitor{first, other, next} {
			v.client.Close()
		}
	})
}
