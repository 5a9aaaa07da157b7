//go:build unix

package leaderboard

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

var numKills = flag.Int("kills", 4,
	"number of processes that TestKillLosesNoGame kills; 200 of them take half a minute")

// childPathVariable is the name of an environment variable that makes the test binary a child process. Its value is the
// path of the database to which the child adds games.
const childPathVariable = "ARKTERM_TEST_BOARD_CHILD"

// TestChild is the child process. It adds games until it is killed, and writes the ID of each acknowledged game to file
// descriptor 3.
func TestChild(t *testing.T) {
	path := os.Getenv(childPathVariable)
	if path == "" {
		return
	}
	reports := os.NewFile(3, "reports")
	s := openTestDB(t, path)
	ann := signIn(t, s, "aaaa")
	queue := NewWriteQueue(s, func(error) {})
	done := make(chan Placing)
	for i := range 100_000 {
		n := ann.Games + i + 1
		ended := testNow.Add(time.Duration(n) * time.Hour) // fewer than MaxDailyGames end on a day
		queue.AddGame(testGame(ann.ID, n, 100+i, ended),
			func() []byte { return make([]byte, rand.N(40_000)) },
			func(p Placing, err error) {
				if err != nil {
					t.Errorf("AddGame reports error %v, want nil", err)
				}
				done <- p
			})
		if _, err := fmt.Fprintln(reports, (<-done).ID); err != nil {
			return
		}
	}
}

// If the server is killed, every acknowledged game is in the database with its recording, and the database is not
// damaged.
func TestKillLosesNoGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	lastID := 0 // of the last acknowledged game
	for range *numKills {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
		cmd.Env = append(os.Environ(), childPathVariable+"="+path)
		cmd.ExtraFiles = []*os.File{w}
		var output strings.Builder
		cmd.Stdout, cmd.Stderr = &output, &output
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}

		w.Close()
		reports := bufio.NewScanner(r)
		for n := 1 + rand.N(12); n > 0 && reports.Scan(); n-- {
			lastID, _ = strconv.Atoi(reports.Text())
		}
		for range rand.N(2000) { // let the child start with the next game
			runtime.Gosched()
		}

		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for reports.Scan() { // reports that were sent before the kill
			lastID, _ = strconv.Atoi(reports.Text())
		}
		_ = cmd.Wait() // returns an error, because the process was killed
		r.Close()
		if lastID == 0 {
			t.Fatalf("the child process has reported no game; its output is %s", &output)
		}
		checkGames(t, path, lastID)
	}
	t.Logf("%d kills, %d acknowledged games", *numKills, lastID)
}

// checkGames fails the test unless the database contains all games up to the ID lastID and at most one more, each with
// its recording.
func checkGames(t *testing.T, path string, lastID int) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Damage.NumLost > 0 {
		t.Fatalf("after a kill, the log of the database is damaged: %+v", s.Damage)
	}
	var kept, all, recordings int
	if err := s.reader.QueryRow("SELECT count(*) FILTER (WHERE id <= ?), count(*), (SELECT count(*) FROM "+
		"recordings) FROM games", lastID).
		Scan(&kept, &all, &recordings); err != nil {
		t.Fatal(err)
	}
	if kept != lastID || all > lastID+1 || recordings != all {
		t.Fatalf("the database has %d of %d acknowledged games, %d other games and %d recordings; "+
			"want all acknowledged games, at most 1 other, and a recording of each", kept, lastID, all-kept, recordings)
	}
}
