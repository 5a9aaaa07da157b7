//go:build unix

package store

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"arkterm/levels"
)

var editorKills = flag.Int("editorkills", 5, "number of processes that TestKillLosesOneEdit kills")

// Environment variables that turn the test binary into a process that edits a level: the folder of the journal and the
// level, and the number of the first change.
const (
	editorDirVariable   = "ARKTERM_TEST_EDITOR_DIR"
	editorFirstVariable = "ARKTERM_TEST_EDITOR_FIRST"
)

// openEdited returns the document of the level file my.level in a folder with the changes in its journal, and its text
// before these changes.
func openEdited(dir string) (j *LevelJournal, d *levels.Document, base string, err error) {
	path := filepath.Join(dir, "my.level")
	o, j, err := Folders{State: dir}.OpenLevel(path)
	if err == nil && j == nil {
		err = errors.New("no journal")
	}
	return j, o.Doc, o.OnDisk, err
}

// saveEvery is the number of changes after which the test saves the level.
const saveEvery = 25

// TestEditorChild runs as a child process. It edits a level until it is killed, and reports the number of each change
// to file descriptor 3.
func TestEditorChild(t *testing.T) {
	dir := os.Getenv(editorDirVariable)
	if dir == "" {
		return
	}
	report := os.NewFile(3, "report")
	first, _ := strconv.Atoi(os.Getenv(editorFirstVariable))
	j, d, base, err := openEdited(dir)
	if err != nil {
		t.Fatal(err)
	}
	for n := first; n < first+100_000; n++ {
		if err := editLevel(d, n); err != nil {
			t.Fatal(err)
		}
		j.Append(base, d.TakeRecords())
		if err := j.Write(); err != nil {
			t.Fatal(err)
		}
		if n%saveEvery == 0 {
			before := base
			base = d.Text()
			if err := SaveLevel(filepath.Join(dir, "my.level"), before, base); err != nil {
				t.Fatal(err)
			}
			d.MarkSaved()
			j.Reset()
			if err := j.Write(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := fmt.Fprintln(report, n); err != nil {
			return
		}
	}
}

// TestKillLosesOneEdit kills processes that edit a level, and fails if a process loses a change that it reported. The
// next process continues with the recovered changes.
func TestKillLosesOneEdit(t *testing.T) {
	dir := t.TempDir()
	want := newTestLevel("") // has the same changes
	if err := os.WriteFile(filepath.Join(dir, "my.level"), []byte(want.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	next, unreported := 1, 0
	for range *editorKills {
		last := runEditor(t, dir, next)
		j, d, _, err := openEdited(dir)
		if err != nil {
			t.Fatal(err)
		}
		got := d.Text()
		j.Close()
		for ; next <= last; next++ {
			if err := editLevel(want, next); err != nil {
				t.Fatal(err)
			}
		}
		if got != want.Text() { // the change in progress may be complete
			if err := editLevel(want, next); err != nil {
				t.Fatal(err)
			}
			next++
			unreported++
		}
		if got != want.Text() {
			t.Fatalf("after change %d, the recovered text is\n%s\nwant\n%s", next-1, got, want.Text())
		}
		want = d // the next process has the same steps
	}
	t.Logf("%d kills, %d changes, %d of them recovered without a report", *editorKills, next-1, unreported)
}

// runEditor starts a child process that edits the level, kills it after a few changes, and returns the number of the
// last reported change.
func runEditor(t *testing.T, dir string, first int) (last int) {
	t.Helper()
	cmd, report := startChild(t, "TestEditorChild", editorDirVariable+"="+dir,
		editorFirstVariable+"="+strconv.Itoa(first))
	last = first - 1
	for n := 1 + rand.N(40); n > 0 && report.Scan(); n-- {
		last, _ = strconv.Atoi(report.Text())
	}
	for range rand.N(2000) { // continue for a random time into the next change
		runtime.Gosched()
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for report.Scan() { // the rest of its report
		last, _ = strconv.Atoi(report.Text())
	}
	_ = cmd.Wait() // killed
	return last
}
