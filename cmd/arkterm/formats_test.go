package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine/record"
)

// TestTheExampleInTheDocsPlays checks that the example in docs/formats.md is a valid recording, in the form that
// arkterm writes. With -update the example is recorded again, for new rules.
func TestTheExampleInTheDocsPlays(t *testing.T) {
	doc, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	text := example(string(doc), "arkterm recording 1")
	if *update {
		renewExample(t, string(doc), text)
		return
	}
	name := filepath.Join(t.TempDir(), "example.ark")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openReplay(store.UserFolders(), name, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := string(f.Recording.Text()); got != text {
		t.Errorf("arkterm writes the example as\n%s", got)
	}
	v := verifyFile(store.UserFolders(), name, "")
	if !v.Verified || v.Player != "Ann" || v.Level != 2 || v.Checkpoints != 3 {
		t.Errorf("verified: %+v\nwith the current rules, the example is\n%s", v, recordAgain(t, f))
	}
}

// example returns the indented block of a document that begins with the line first.
func example(doc, first string) string {
	var b strings.Builder
	in := false
	for line := range strings.Lines(doc) {
		code, indented := strings.CutPrefix(line, "    ")
		if in = indented && (in || strings.TrimSpace(code) == first); in {
			b.WriteString(code)
		} else if b.Len() > 0 {
			break
		}
	}
	return b.String()
}

// renewExample replaces the example in docs/formats.md by a recording of the same inputs with the current rules.
func renewExample(t *testing.T, doc, text string) {
	t.Helper()
	rec, err := record.Parse("example", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	pack, err := replay.PackOf(rec)
	if err != nil {
		t.Fatal(err)
	}
	rec.Boards = nil // the digests may have changed
	text = indented(text)
	doc = strings.Replace(doc, text, indented(string(recordAgain(t, &replay.Replay{Recording: rec, Pack: pack}))), 1)
	if err := os.WriteFile("../../docs/formats.md", []byte(doc), 0o644); err != nil {
		t.Fatal(err)
	}
}

// indented returns a text with four spaces before each line.
func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// recordAgain returns a new recording of the inputs of a replay.
func recordAgain(t *testing.T, f *replay.Replay) []byte {
	t.Helper()
	recording := record.New(f.Recording.Config(f.Pack.Levels), f.Recording.Pack)
	recording.Program, recording.Date = f.Recording.Program, f.Recording.Date
	recording.Player, recording.Files = f.Recording.Player, f.Recording.Files
	p, err := f.Recording.Begin(f.Pack.Levels)
	for p != nil && !p.Ended() {
		recording.Add(p.Input())
		_, err = p.Next()
		recording.Checkpoint(p.Game)
	}
	if _, differs := errors.AsType[*record.Mismatch](err); err != nil && !differs {
		t.Fatal(err)
	}
	recording.Close(p.Game)
	return recording.Text()
}
