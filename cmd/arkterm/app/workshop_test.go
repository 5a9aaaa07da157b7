package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/editor"
	"arkterm/levels"
)

// oneHit is the text of a level that is cleared by one hit.
const oneHit = "arkterm levels 1\nlevel: Test\nhexagon: plain 1 at 30.5 20, radius 9\n"

// editing opens a level file in the editor.
func editing(set *Setup) {
	set.Edit = &LevelFile{File: "test.level", OnDisk: oneHit, Doc: levels.ParseDocument("test.level", oneHit)}
}

// TestTestPlay plays a level of the editor. Esc returns to the editor, and nothing is saved.
func TestTestPlay(t *testing.T) {
	p := newSession(t, editing)
	if p.s.ID() != editor.Screen {
		t.Fatalf("the screen is %v, want the editor", p.s.ID())
	}
	p.keys("right f5 space")
	if p.s.ID() != playingScreen {
		t.Fatalf("the screen is %v, want a game", p.s.ID())
	}
	p.keys("p")
	p.choose("Continue editing")
	p.keys("f5 esc")
	if p.s.ID() != editor.Screen {
		t.Fatalf("the screen is %v, want the editor", p.s.ID())
	}
	p.keys("f5 space")
	p.waitFor("the end of the game", func() bool { return p.s.ID() == editor.Screen })
	if !strings.Contains(p.s.Draw(p.now).String(), "Level cleared") {
		t.Errorf("no result in\n%s", p.s.Draw(p.now))
	}
	for _, r := range p.s.Requests(p.now) {
		switch r.(type) {
		case SaveGame, SaveReplay:
			t.Errorf("a test play requests %T", r)
		}
	}
}

// TestChangesAreLogged checks that each change of the document reaches the journal.
func TestChangesAreLogged(t *testing.T) {
	p := newSession(t, editing)
	p.keys("space u")
	n := 0
	for _, r := range p.s.Requests(p.now) {
		if l, ok := r.(AppendJournal); ok && l.Base == oneHit {
			n += len(l.Records)
		}
	}
	if n != 2 {
		t.Errorf("%d records, want 2", n)
	}
}

// TestClosedEditorIsNotLogged checks that closing the editor discards the journal, and that nothing is added later.
func TestClosedEditorIsNotLogged(t *testing.T) {
	p := newSession(t, editing)
	p.keys("space")
	p.s.leaveEditor(p.now)
	if n := len(requests[DiscardJournal](p)); n != 1 {
		t.Errorf("the journal is discarded %d times, want once", n)
	}
	if added := requests[AppendJournal](p); len(added) > 0 {
		t.Errorf("changes of a closed editor are added to the journal: %+v", added)
	}
}

// TestEditorInTextMode checks that the editor shows the drawing as text, and that numbers choose commands.
func TestEditorInTextMode(t *testing.T) {
	r := newTextSession(t, false, editing)
	lines := r.takeLines()
	i := slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(l, ". use the tool") })
	if i < 0 {
		t.Fatalf("no numbered commands in %q", lines)
	}
	number, _, _ := strings.Cut(lines[i], ".")
	for _, digit := range number {
		r.press(string(digit))
	}
	r.press("enter")
	r.wait(time.Second)
	if said := strings.Join(r.takeLines(), "\n"); !strings.Contains(said, "plain 1") {
		t.Errorf("after painting, the editor says %q", said)
	}
}
