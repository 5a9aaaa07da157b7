package app

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
)

// shareDialog returns a session on the share dialog of a lost game. If file is not "", it is the recording's file.
func shareDialog(t *testing.T, file string) *testSession {
	p := newSession(t)
	p.keys("enter space")
	g := p.s.round.game
	g.Phase, g.Score, g.BestCombo = engine.Over, 12340, 12
	p.s.endRound(p.now)
	p.wait(2 * time.Second)
	if file != "" {
		p.s.SetRecordingFile(file)
	}
	p.choose("Share")
	p.wantScreen(shareScreen)
	return p
}

// TestShareCopiesALine checks that the dialog copies one line, which contains a code of the same game, and that the
// program prints it with the replay command.
func TestShareCopiesALine(t *testing.T) {
	p := shareDialog(t, "game.ark")
	copied := requests[CopyText](p)
	if len(copied) != 1 {
		t.Fatalf("%d texts are copied, want 1", len(copied))
	}
	line := copied[0].Text
	text, code, _ := strings.Cut(line, "arkterm play --code ")
	if strings.Contains(line, "\n") || text != "arkterm · Level 1 · Honeycomb · 12,340 points · " {
		t.Errorf("the copied line is %q", line)
	}
	share, err := replay.ParseCode(code)
	if err != nil || share.Score != 12340 || share.Seed != 42 {
		t.Errorf("the code contains %+v (error %v), want score 12340, seed 42", share, err)
	}
	shown := strings.Join(p.s.Menu.Lines, "")
	if !strings.Contains(strings.ReplaceAll(shown, " ", ""), strings.ReplaceAll(line, " ", "")) {
		t.Errorf("the dialog does not show the copied line: %q", shown)
	}
	if want := line + "\narkterm replay game.ark"; p.s.Farewell() != want {
		t.Errorf("Farewell() = %q, want %q", p.s.Farewell(), want)
	}
	p.choose("Copy again")
	if again := requests[CopyText](p); len(again) != 1 || again[0] != copied[0] {
		t.Errorf("Copy again copies %q, want the same line", again)
	}
	p.keys("esc")
	p.wantScreen(endedScreen)
}

// TestShareWritesClips checks that each clip is requested once, and that its result is shown and printed.
func TestShareWritesClips(t *testing.T) {
	p := shareDialog(t, "game.ark")
	p.choose("Save a GIF", "Save a cast")
	clips := requests[WriteClip](p)
	if len(clips) != 2 || clips[0].Format != "gif" || clips[1].Format != "cast" || clips[1].File != "game.ark" ||
		clips[0].Replay.Recording.End == nil {
		t.Fatalf("the requests are %+v, want a GIF and a cast of game.ark", clips)
	}
	if b := p.s.Menu.Buttons; len(b) != 2 {
		t.Errorf("after both clips, the buttons are %q, want 2", b)
	}
	if !p.shows("Writing the clip") {
		t.Error("the dialog does not show that a clip is written")
	}
	p.s.ClipWritten("other.ark", "other.gif", 1, nil)
	p.s.ClipWritten("game.ark", "game.gif", 90*engine.TicksPerSecond, nil)
	if !p.shows("Saved game.gif") || !strings.HasSuffix(p.s.Farewell(), "arkterm replay game.ark --from 90.0") {
		t.Errorf("after the clip, Farewell() = %q", p.s.Farewell())
	}
	p.s.ClipWritten("game.ark", "", 0, errors.New("disk is full"))
	if !p.shows("disk is full") {
		t.Error("the error is not shown")
	}
}

// TestShareWithoutFiles checks that a player of an arcade gets a line, but no clips and no file names.
func TestShareWithoutFiles(t *testing.T) {
	p := shareDialog(t, "")
	if b := p.s.Menu.Buttons; len(b) != 2 || strings.Contains(p.s.Farewell(), "arkterm replay") {
		t.Errorf("buttons %q, Farewell() = %q; want 2 buttons, no file", b, p.s.Farewell())
	}
}

// A line is broken at spaces and within long words. If it needs more than eight rows, the last row is an ellipsis.
func TestBreakLine(t *testing.T) {
	for _, test := range []struct {
		line string
		w    int
		want []string
	}{
		{"one two", 7, []string{"one two"}},
		{"one two", 6, []string{"one", "two"}},
		{"abcdefg", 3, []string{"abc", "def", "g"}},
		{"世界世", 4, []string{"世界", "世"}},
		{"世界世", 5, []string{"世界", "世"}},
		{"12345678", 1, []string{"1", "2", "3", "4", "5", "6", "7", "8"}},
		{"123456789", 1, []string{"1", "2", "3", "4", "5", "6", "7", "…"}},
	} {
		if got := breakLine(test.line, test.w); !slices.Equal(got, test.want) {
			t.Errorf("breakLine(%q, %d) = %q, want %q", test.line, test.w, got, test.want)
		}
	}
}
