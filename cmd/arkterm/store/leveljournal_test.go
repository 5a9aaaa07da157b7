package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/engine/spec"
	"arkterm/levels"
)

// newTestLevel returns a document with the text of a file.
func newTestLevel(path string) *levels.Document {
	return levels.ParseDocument(path, levels.NewDocument(path).Text())
}

// openTestJournal opens a journal and closes it after the test.
func openTestJournal(t *testing.T, in Folders, path string) *LevelJournal {
	t.Helper()
	j, err := OpenLevelJournal(in, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(j.Close)
	return j
}

// recoverTest returns the result of Recover, or fails.
func recoverTest(t *testing.T, j *LevelJournal) (doc *levels.Document, base string) {
	t.Helper()
	doc, base, err := j.Recover("")
	if err != nil {
		t.Fatal(err)
	}
	return doc, base
}

// editLevel changes a document. The change depends only on n and the text.
func editLevel(d *levels.Document, n int) error {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	grid := d.Level(0).Drawings[0].Grid
	cell := grid.Nearest(levels.Cell{Row: r.IntN(grid.Rows), Col: r.IntN(grid.Cols)})
	switch r.IntN(8) {
	case 0:
		d.Undo()
		return nil
	case 1:
		d.Redo()
		return nil
	case 2:
		return d.Apply(levels.SetKey{Key: "par score", Value: fmt.Sprint(n + 1)})
	}
	d.BeginGesture()
	defer d.EndGesture()
	brick := levels.Brick{Kind: spec.Kind(r.IntN(3)), Hue: uint8(r.IntN(spec.NumHues))}
	return d.Apply(levels.SetCells{Cells: []levels.Dab{{Cell: cell, Brick: brick, Empty: r.IntN(5) == 0}}})
}

// editJournal makes n changes and appends each to the journal. It returns the text after each record.
func editJournal(t *testing.T, j *LevelJournal, d *levels.Document, base string, n int) (texts []string) {
	t.Helper()
	for i := range n {
		if err := editLevel(d, i); err != nil {
			t.Fatal(err)
		}
		records := d.TakeRecords()
		j.Append(base, records)
		for range records {
			texts = append(texts, d.Text())
		}
	}
	if err := j.Write(); err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestJournalRestoresChanges(t *testing.T) {
	in := Folders{State: t.TempDir()}
	path := filepath.Join(t.TempDir(), "my.level")
	j := openTestJournal(t, in, path)
	if doc, _ := recoverTest(t, j); doc != nil {
		t.Fatal("a new journal has changes")
	}
	d := newTestLevel(path)
	first := d.Text()
	editJournal(t, j, d, first, 40)
	j.Close()

	j = openTestJournal(t, in, path)
	doc, base := recoverTest(t, j)
	if doc == nil || doc.Text() != d.Text() || base != first || !doc.Changed() {
		t.Fatalf("recovered %v with base %q, want the text\n%s", doc, base, d.Text())
	}
	editJournal(t, j, doc, base, 5)
	for doc.Undo() {
	}
	if doc.Text() != first {
		t.Errorf("after undoing all steps, the text is\n%s\nwant\n%s", doc.Text(), first)
	}
	doc.Redo()
	want := doc.Text()
	j.Append(base, doc.TakeRecords())
	j.Close()

	j = openTestJournal(t, in, path)
	if doc, _ := recoverTest(t, j); doc == nil || doc.Text() != want || !doc.CanRedo() {
		t.Error("the journal does not contain the undone steps")
	}
	j.Reset()
	j.Close()
	if left, _ := os.ReadDir(in.State); len(left) > 0 {
		t.Errorf("%d files are left after a reset, want none", len(left))
	}
}

func TestJournalOfANewFile(t *testing.T) {
	in := Folders{State: t.TempDir()}
	for _, path := range []string{"", filepath.Join(t.TempDir(), "new.level")} {
		o, j, err := in.OpenLevel(path)
		if err != nil || o.Recovered || o.Doc.Changed() {
			t.Fatalf("open a new file: %v, recovered %t", err, o.Recovered)
		}
		editJournal(t, j, o.Doc, o.OnDisk, 5)
		j.Close()
		again, j, err := in.OpenLevel(path)
		if err != nil || !again.Recovered || again.Doc.Text() != o.Doc.Text() || again.OnDisk != "" {
			t.Fatalf("open the new file again: %v, recovered %t, the text is\n%s", err, again.Recovered,
				again.Doc.Text())
		}
		j.Close()
	}
}

func TestJournalOfASavedFile(t *testing.T) {
	in := Folders{State: t.TempDir()}
	path := filepath.Join(t.TempDir(), "my.level")
	o, j, err := in.OpenLevel(path)
	if err != nil {
		t.Fatal(err)
	}
	editJournal(t, j, o.Doc, o.OnDisk, 5)
	saved := o.Doc.Text()
	if err := SaveLevel(path, o.OnDisk, saved); err != nil {
		t.Fatal(err)
	}
	editJournal(t, j, o.Doc, o.OnDisk, 6) // the program crashes before the journal is reset
	j.Close()
	again, j, err := in.OpenLevel(path)
	if err != nil || !again.Recovered || again.OnDisk != saved || again.Doc.Text() != o.Doc.Text() {
		t.Fatalf("open the saved file: %v, recovered %t", err, again.Recovered)
	}
	if err := SaveLevel(path, again.OnDisk, again.Doc.Text()); err != nil {
		t.Fatal(err)
	}
	j.Close()
	again, j, err = in.OpenLevel(path)
	if err != nil || again.Recovered || again.Doc.Text() != o.Doc.Text() || again.Doc.Changed() {
		t.Errorf("open the file without unsaved changes: %v, recovered %t", err, again.Recovered)
	}
	editJournal(t, j, again.Doc, again.OnDisk, 7)
	j.Close()

	// Another program changes the file.
	if err := os.WriteFile(path, []byte("arkterm levels 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	other, j, err := in.OpenLevel(path)
	if err != nil || !other.Recovered || other.Doc.Text() != again.Doc.Text() {
		t.Fatalf("open the changed file: %v, recovered %t", err, other.Recovered)
	}
	j.Close()
	if err := SaveLevel(path, other.OnDisk, other.Doc.Text()); err == nil {
		t.Error("the changes of another program are lost")
	}
}

func TestJournalsAreSeparate(t *testing.T) {
	in := Folders{State: t.TempDir()}
	texts := map[string]string{}
	var open []*LevelJournal
	for i, path := range []string{"", "a.level", "b.level", "a.level"} { // the last one is for another process
		j := openTestJournal(t, in, path)
		recoverTest(t, j)
		d := newTestLevel(path)
		if i == 3 {
			if j.file.Name() == open[1].file.Name() {
				t.Fatal("two processes use the same journal")
			}
			continue
		}
		editJournal(t, j, d, d.Text(), 10+i)
		open, texts[path] = append(open, j), d.Text()
	}
	for _, j := range open {
		j.Close()
	}
	for path, want := range texts {
		if doc, _ := recoverTest(t, openTestJournal(t, in, path)); doc == nil || doc.Text() != want {
			t.Errorf("the journal of %q has other changes", path)
		}
	}
}

func TestTruncatedJournalKeepsCompleteLines(t *testing.T) {
	in := Folders{State: t.TempDir()}
	j := openTestJournal(t, in, "")
	d := levels.ParseDocument("", levels.FirstLine+"\nlevel: A\nrows:\n")
	first := d.Text()
	texts := editJournal(t, j, d, first, 8)
	j.Close()
	name := j.file.Name()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}

	for n := range len(whole) + 1 {
		want := max(0, bytes.Count(whole[:n], []byte("\n"))-1) // without the first line
		if _, _, records, _, err := readJournal(string(whole[:n])); err != nil || len(records) != want {
			t.Fatalf("%d bytes have %d records, want %d; error %v", n, len(records), want, err)
		}
		if n%9 > 0 { // opening files is slow
			continue
		}
		if err := os.WriteFile(name, whole[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := OpenLevelJournal(in, "")
		if err != nil {
			t.Fatal(err)
		}
		doc, base := recoverTest(t, j)
		j.Close()
		switch {
		case want == 0 && doc != nil:
			t.Fatalf("%d bytes without a change give a document", n)
		case want > 0 && (doc == nil || base != first || doc.Text() != texts[want-1]):
			t.Fatalf("%d bytes do not give the text after %d changes", n, want)
		}
	}
}

func TestJournalContinuesAfterDamage(t *testing.T) {
	in := Folders{State: t.TempDir()}
	j := openTestJournal(t, in, "")
	d := newTestLevel("")
	first := d.Text()
	texts := editJournal(t, j, d, first, 12)
	j.Close()
	name := j.file.Name()
	text, _ := os.ReadFile(name)
	lines := strings.SplitAfter(string(text), "\n")
	lines[8] = strings.Replace(lines[8], " ", "  ", 1) // the checksum does not match
	if err := os.WriteFile(name, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}

	j = openTestJournal(t, in, "")
	doc, base := recoverTest(t, j)
	if doc == nil || doc.Text() != texts[6] {
		t.Fatal("the changes before the damaged line are lost")
	}
	editJournal(t, j, doc, base, 20)
	j.Close()
	if again, _ := recoverTest(t, openTestJournal(t, in, "")); again == nil || again.Text() != doc.Text() {
		t.Error("changes after a damaged line are lost")
	}
}

func TestJournalOfALaterVersionIsKept(t *testing.T) {
	in := Folders{State: t.TempDir()}
	name := filepath.Join(in.State, "workshop-new.edits")
	want := withChecksum(`arkterm edits 2 "" ""`) + withChecksum("change 1")
	if err := os.WriteFile(name, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
	j := openTestJournal(t, in, "")
	if _, _, err := j.Recover(""); err == nil || !strings.Contains(err.Error(), "newer arkterm") {
		t.Errorf("error %v, want one about a newer arkterm", err)
	}
	j.Close()
	if got, err := os.ReadFile(name); string(got) != want {
		t.Errorf("the file has %q, %v, want the same as before", got, err)
	}
}

func TestJournalRetriesFailedWrites(t *testing.T) {
	in := Folders{State: t.TempDir()}
	j := openTestJournal(t, in, "")
	d := newTestLevel("")
	first := d.Text()
	file := j.file
	closed, err := os.Open(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	j.file = closed
	if err := editLevel(d, 3); err != nil {
		t.Fatal(err)
	}
	j.Append(first, d.TakeRecords())
	if err := j.Write(); !errors.Is(err, os.ErrClosed) {
		t.Fatalf("error %v, want a closed file", err)
	}
	j.file = file
	j.Close()
	if doc, _ := recoverTest(t, openTestJournal(t, in, "")); doc == nil || doc.Text() != d.Text() {
		t.Error("the change is lost after a failed write")
	}
}
