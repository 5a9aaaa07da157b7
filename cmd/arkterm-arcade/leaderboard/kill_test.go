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

var kills = flag.Int("kills", 4, "how many processes TestKillLosesNoGame kills; 200 takes half a minute")

// childVariable makes the test binary a child process that writes games into the database at the path that it holds.
const childVariable = "ARKTERM_TEST_BOARD_CHILD"

// TestChild is not a test but the child process: it hands in games until it is killed, and reports each acknowledged one on
// file 3.
func TestChild(t *testing.T) {
	path := os.Getenv(childVariable)
	if path == "" {
		return
	}
	told := os.NewFile(3, "told")
	s := opened(t, path)
	ann := enter(t, s, "aaaa")
	d := NewWriteQueue(s, func(error) {})
	done := make(chan Placing)
	for i := range 100_000 {
		d.AddGame(game(ann.ID, ann.Games+i+1, 100+i, now), func() []byte { return make([]byte, rand.N(40_000)) }, func(p Placing, err error) {
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

// However the server dies, a game whose player was told is there with its recording, and the database is sound: Open
// checks it.
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
		for range rand.N(2000) { // some way into the next one
			runtime.Gosched()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for told.Scan() { // its reports before it died
			last, _ = strconv.Atoi(told.Text())
		}
		_ = cmd.Wait() // killed
		r.Close()
		if last == 0 {
			t.Fatalf("the child said: %s", &said)
		}
		checkKept(t, path, last)
	}
	t.Logf("%d kills, %d games acknowledged", *kills, last)
}

// checkKept fails unless the games up to last are there with recordings, and at most one more.
func checkKept(t *testing.T, path string, last int) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var kept, all, recordings int
	if err := s.reader.QueryRow("SELECT count(*) FILTER (WHERE id <= ?), count(*), (SELECT count(*) FROM recordings) FROM games", last).
		Scan(&kept, &all, &recordings); err != nil {
		t.Fatal(err)
	}
	if kept != last || all > last+1 || recordings != all {
		t.Fatalf("%d of %d acknowledged games are there, %d more, %d recordings", kept, last, all-kept, recordings)
	}
}
