package levels

import (
	"strings"
	"testing"
)

func TestNewDocumentIsPlayable(t *testing.T) {
	d := NewDocument("new.level")
	if p, err := Parse("new.level", []byte(d.Text())); err != nil || len(p.Levels) != 1 {
		t.Fatalf("Parse of a new document: %d levels, %v", len(p.Levels), err)
	}
	l := d.Level(0)
	if len(l.Problems) > 0 || len(l.Level.Bricks) != 19 || l.Level.Name != "Untitled" {
		t.Errorf("level %q with %d bricks and problems %v", l.Level.Name, len(l.Level.Bricks), l.Problems)
	}
	if d.Changed() || d.CanUndo() || d.CanRedo() || !strings.HasPrefix(d.Text(), FirstLine) {
		t.Error("the new document has changes")
	}
}
