package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/render"
	"arkterm/render/ansi"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// A castEvent is an event of a cast. Its time is in seconds since the start.
type castEvent struct {
	at   float64
	code string
	data string
}

// castQueries matches queries to the terminal and the marks around a frame, neither of which belong in a cast.
var castQueries = regexp.MustCompile("\x1b\\[[^@-~]*[cnqutp]|\x1b[\\]P_^]|\\?2026")

// readCast parses a cast strictly: a header, then events in order of time, without partial runes.
func readCast(t *testing.T, data []byte) (header map[string]any, events []castEvent) {
	t.Helper()
	if !utf8.Valid(data) || !bytes.HasSuffix(data, []byte("\n")) {
		t.Fatal("the cast is not UTF-8, or its last line is incomplete")
	}

	last := 0.0
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		if i == 0 {
			if err := json.Unmarshal(line, &header); err != nil {
				t.Fatalf("parse the header: %v", err)
			}
			continue
		}

		var parts []any
		if err := json.Unmarshal(line, &parts); err != nil || len(parts) != 3 {
			t.Fatalf("line %d: %v: %s", i+1, err, line)
		}

		e := castEvent{parts[0].(float64), parts[1].(string), parts[2].(string)}
		if header["version"] == 3.0 {
			e.at += last
		}
		if e.at < last {
			t.Fatalf("line %d: time %v after %v", i+1, e.at, last)
		}
		if q := castQueries.FindString(e.data); q != "" {
			t.Fatalf("line %d contains the query %q", i+1, q)
		}
		if strings.ContainsRune(e.data, utf8.RuneError) {
			t.Fatalf("line %d contains part of a rune: %q", i+1, e.data)
		}

		last = e.at
		events = append(events, e)
	}
	return header, events
}

// castReplay returns a shipped recording.
func castReplay(t *testing.T) *replay.Replay {
	t.Helper()
	f, err := openReplay(store.UserFolders(), filepath.Join("testdata", "replays", "bot-1.ark"), "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// castBeginning returns this recording up to a tick. A rendering first plays the whole game to find its bookmarks, so a
// short game is faster.
func castBeginning(t *testing.T, to uint64) *replay.Replay {
	t.Helper()
	f := castReplay(t)
	f.Recording = f.Recording.Until(to)
	return f
}

func newTestRendering(t *testing.T, from, to uint64) *replay.Rendering {
	t.Helper()
	s, err := replay.NewRendering(castBeginning(t, to), render.NewView(render.Options{}), 80, 24, 30, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func makeCast(t *testing.T, format replay.CastFormat, from, to uint64) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := newTestRendering(t, from, to).Cast(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// castRange returns the ticks that the tests render. The second level begins between them.
func castRange(t *testing.T) (from, to uint64) {
	t.Helper()
	starts := castReplay(t).Recording.Starts()
	if len(starts) < 2 {
		t.Fatal("the game has only one level")
	}
	return starts[0].Tick - 8*engine.TicksPerSecond, starts[0].Tick + 4*engine.TicksPerSecond
}

func TestCastsShowTheGame(t *testing.T) {
	if testing.Short() { // casts of whole recordings take long
		return
	}
	from, to := castRange(t)
	for _, format := range []replay.CastFormat{replay.CastV2, replay.CastV3} {
		data := makeCast(t, format, from, to)
		if !bytes.Equal(data, makeCast(t, format, from, to)) {
			t.Errorf("%s: two casts of the same game differ", format)
		}
		header, events := readCast(t, data)
		if want := float64(format[1] - '0'); header["version"] != want || header["idle_time_limit"] != 2.0 {
			t.Errorf("%s: header %v", format, header)
		}
		if first := events[0]; first.at != 0 || first.code != "o" || !strings.Contains(first.data, "\x1b[2J") {
			t.Errorf("%s: the first event is %v, want output at 0 that clears the screen", format, first)
		}
		end := events[len(events)-1]
		if math.Abs(end.at-14) > 0.0005 || math.Abs(end.at-events[len(events)-2].at-2) > 0.1 {
			t.Errorf("%s: the last events are at %v and %v, want 14 s and 2 s before", format, end.at,
				events[len(events)-2].at)
		}
		compareCast(t, format, newTestRendering(t, from, to), events)
	}
}

// compareCast writes a cast to a terminal emulator and compares it with each frame.
func compareCast(t *testing.T, format replay.CastFormat, s *replay.Rendering, events []castEvent) {
	t.Helper()
	screen := ansi.NewEmulator(80, 24)
	frames, outputs := 0, 0
	err := s.Each(func(at time.Duration, f *cell.Frame) error {
		outputs = 0
		for len(events) > 0 && events[0].at < at.Seconds()+0.001 {
			if e := events[0]; e.code == "o" {
				outputs++
				_, _ = screen.Write([]byte(e.data))
			}
			events = events[1:]
		}
		if d := screen.Diff(f, cell.Truecolor); d != "" || outputs > 1 {
			return fmt.Errorf("at %v, after %d outputs: %s", at, outputs, d)
		}
		frames++
		return nil
	})
	if err != nil || frames != 12*30+1 {
		t.Errorf("%s: %d frames, want %d: %v", format, frames, 12*30+1, err)
	}
}

func TestCastsMarkLevelsAndCombos(t *testing.T) {
	if testing.Short() { // casts of whole recordings take long
		return
	}
	from, to := castRange(t)
	_, events := readCast(t, makeCast(t, replay.CastV2, from, to))
	var marks []castEvent
	for _, e := range events {
		if e.code == "m" {
			marks = append(marks, e)
		}
	}
	pack := castReplay(t).Pack
	if len(marks) < 2 || marks[0].at != 0 || marks[0].data != "Level 1: "+pack.Levels[0].Name {
		t.Fatalf("markers %v, want level 1 at 0 s first", marks)
	}
	second := marks[len(marks)-1]
	for _, m := range marks {
		if strings.HasPrefix(m.data, "Level 2") {
			second = m
		}
	}
	if second.at != 8 || second.data != "Level 2: "+pack.Levels[1].Name {
		t.Errorf("markers %v, want level 2 at 8 s", marks)
	}
	if !strings.Contains(fmt.Sprint(newTestRendering(t, 0, to).Bookmarks), "Combo of ") {
		t.Error("no bookmark for a combo")
	}
}

// TestCastTimesDoNotDrift checks that rounding errors of times do not add up.
func TestCastTimesDoNotDrift(t *testing.T) {
	for _, format := range []replay.CastFormat{replay.CastV2, replay.CastV3} {
		c := replay.CastClock{Format: format}
		text := []byte("{\"version\": " + string(format[1]) + "}\n")
		for k := range 100_000 {
			text = c.Append(text, time.Duration(k)*time.Second/240, replay.CastOutput, []byte("x"))
		}
		_, events := readCast(t, text)
		for k, e := range events {
			if math.Abs(e.at-float64(k)/240) > 0.00051 {
				t.Fatalf("%s: event %d is at %v, want %v", format, k, e.at, float64(k)/240)
			}
		}
	}
}

func TestCastHeaderHasThemeAndDate(t *testing.T) {
	if testing.Short() { // casts of whole recordings take long
		return
	}
	f := castReplay(t)
	f.Recording.Date, f.Recording.Player = "2026-11-21T20:15:00Z", "Ann <3"
	theme := theme.All[1]
	s, err := replay.NewRendering(f, render.NewView(render.Options{Theme: theme}), 100, 30, 20, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []replay.CastFormat{replay.CastV2, replay.CastV3} {
		var b bytes.Buffer
		if err := s.Cast(&b, format); err != nil {
			t.Fatal(err)
		}
		h, _ := readCast(t, b.Bytes())
		term, w, rows := h, "width", "height"
		if format == replay.CastV3 {
			term, w, rows = h["term"].(map[string]any), "cols", "rows"
		}
		colors := term["theme"].(map[string]any)
		if colors["fg"] != fmt.Sprintf("#%06x", uint32(theme.Text)) ||
			colors["bg"] != fmt.Sprintf("#%06x", uint32(theme.Back)) ||
			len(strings.Split(colors["palette"].(string), ":")) != 16 || term[w] != 100.0 || term[rows] != 30.0 ||
			h["timestamp"] != 1795292100.0 || !strings.HasPrefix(h["title"].(string), "arkterm: Ann <3, ") {
			t.Errorf("%s: the header %v has another theme, size, date or title", format, h)
		}
	}
}

// TestNoCastOfAnotherGame checks that a recording whose checkpoints differ is not rendered.
func TestNoCastOfAnotherGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wrong.ark")
	if err := os.WriteFile(path, []byte("arkterm recording 1\nplay\n240\nmark 0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openReplay(store.UserFolders(), path, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = replay.NewRendering(f, render.NewView(render.Options{}), 80, 24, 30, 0, 0)
	if cli.ExitCodeOf(err) != cli.ExitVerify {
		t.Errorf("NewRendering: got error %v, want one with exit code %d", err, cli.ExitVerify)
	}
}
