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
)

var kills = flag.Int("kills", 4, "number of processes that TestKillLosesNoGame kills; 200 take half a minute")

// childVariable makes the test binary a child process. It contains the path of the database to which the child adds
// games.
const childVariable = "ARKTERM_TEST_BOARD_CHILD"

// TestChild is the child process. It adds games until it is killed, and writes the number of each acknowledged game to
// file 3.
func TestChild(t *testing.T) {
	path := os.Getenv(childVariable)
	if path == "" {
		return
	}
	told := os.NewFile(3, "told")
	s := openTestDB(t, path)
	ann := signIn(t, s, "aaaa")
	d := NewWriteQueue(s, func(error) {})
	done := make(chan Placing)
	for i := range 100_000 {
		d.AddGame(game(ann.ID, ann.Games+i+1, 100+i, now), func() []byte { return make([]byte, rand.N(40_000)) },
			func(p Placing, err error) {
				if err != nil {
					t.Error(err)
				}
				done <- p
			})
		if _, err := fmt.Fprintln(told, (<-done).ID); err != nil {
			return
		}
	}
}

// If the server is killed, every acknowledged game is in the database with its recording, and the database is not
// damaged.
func TestKillLosesNoGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	last := 0
	for range *kills {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
		cmd.Env = append(os.Environ(), childVariable+"="+path)
		cmd.ExtraFiles = []*os.File{w}
		var said strings.Builder
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		told := bufio.NewScanner(r)
		for n := 1 + rand.N(12); n > 0 && told.Scan(); n-- {
			last, _ = strconv.Atoi(told.Text())
		}
		for range rand.N(2000) { // let the child start with the next game
			runtime.Gosched()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for told.Scan() { // reports from before its end
			last, _ = strconv.Atoi(told.Text())
		}
		_ = cmd.Wait() // killed
		r.Close()
		if last == 0 {
			t.Fatalf("the child has reported no game: %s", &said)
		}
		checkGames(t, path, last)
	}
	t.Logf("%d kills, %d acknowledged games", *kills, last)
}

// checkGames fails the test unless the database contains all games up to last and at most one more, each with its
// recording.
func checkGames(t *testing.T, path string, last int) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var kept, all, recordings int
	if err := s.reader.QueryRow("SELECT count(*) FILTER (WHERE id <= ?), count(*), (SELECT count(*) FROM "+
		"recordings) FROM games", last).
		Scan(&kept, &all, &recordings); err != nil {
		t.Fatal(err)
	}
	if kept != last || all > last+1 || recordings != all {
		t.Fatalf("%d of %d acknowledged games, %d other games, %d recordings", kept, last, all-kept, recordings)
	}
}
