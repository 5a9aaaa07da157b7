package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"arkterm/cmd/arkterm/exitcode"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
)

// giant is a level file with as many bricks as it can hold, all of which spin; the last can be
// broken.
func giant(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "arkterm levels 1\nlevel: %s\nballs: 3\n", name)
	for k := 0; b.Len() < 64<<10-200; k++ {
		fmt.Fprintf(&b, "hexagon: wall at %g %g, radius 0.3, spin 700\n", 1+0.8*float64(k%75), 1+0.8*float64(k/75))
	}
	b.WriteString("hexagon: plain at 32 36, radius 1\n")
	return b.String()
}

// hostile is a recording of four hours on giant levels.
func hostile() []byte {
	var b strings.Builder
	b.WriteString("arkterm recording 1\n")
	for i := range 7 {
		fmt.Fprintf(&b, "file %d.level\n", i)
		for line := range strings.Lines(giant(fmt.Sprint("Giant ", i))) {
			b.WriteString("|" + line)
		}
	}
	b.WriteString("play\n" + strings.Repeat("100000 fire\n4000 at 9\n", 33))
	return []byte(b.String())
}

// A recording that would take hours is refused when it has cost what a game may, and takes
// little memory.
func TestEndlessWorkIsRefused(t *testing.T) {
	if testing.Short() { // recordings as large as they may be, in one goroutine
		return
	}
	data := hostile()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := replay.Open("hostile.ark", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.WorkLimit = 1_000_000
	v, err := f.Verify()
	runtime.ReadMemStats(&after)
	if exitcode.CodeOf(err) != exitcode.File || !strings.Contains(err.Error(), "more work than any game") {
		t.Errorf("got %v, want it to be refused", err)
	}
	if v.Ticks == 0 || v.Ticks > 10_000 {
		t.Errorf("refused after %d ticks", v.Ticks)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 256<<20 {
		t.Errorf("%d MiB of memory for %d KiB", n>>20, len(data)>>10)
	}
}

// Neither does any other command play it to its end.
func TestEndlessWorkIsRefusedEverywhere(t *testing.T) {
	if testing.Short() { // recordings as large as they may be, in one goroutine
		return
	}
	f, err := replay.Open("hostile.ark", hostile(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.WorkLimit = 1_000_000
	if _, err := replay.NewRendering(f, render.NewView(render.Options{}), 80, 24, 30, 0, 0); exitcode.CodeOf(err) != exitcode.File || !errors.Is(err, replay.ErrTooMuchWork) {
		t.Errorf("a rendering: %v", err)
	}
	if err := printReplay(io.Discard, f); exitcode.CodeOf(err) != exitcode.File || !errors.Is(err, replay.ErrTooMuchWork) {
		t.Errorf("replay without a terminal: %v", err)
	}
}

// The longest game that there can be on the shipped levels, as long on each as on the others, costs
// less than verify spends, and so does half an hour on any of them.
func TestFourHoursAreNotTooMuch(t *testing.T) {
	if testing.Short() { // recordings as large as they may be, in one goroutine
		return
	}
	const seconds = 20
	var all, n uint64
	for _, l := range levels.Shipped().Levels {
		g, err := engine.New(engine.Config{Levels: []spec.Level{l}})
		if err != nil {
			t.Fatal(err)
		}
		bot := bot.New(1)
		for range seconds * engine.TicksPerSecond {
			g.Step(engine.Input{bot.Play(g), engine.Idle})
		}
		if half := g.Work() * 1800 / seconds; half > replay.MaxWork {
			t.Errorf("half an hour of %s takes %d, verify spends %d", l.Name, half, replay.MaxWork)
		}
		all, n = all+g.Work(), n+1
	}
	if all = all / n * 4 * 3600 / seconds; all > replay.MaxWork {
		t.Errorf("four hours take %d, verify spends %d", all, replay.MaxWork)
	}
}

// A recording that was saved here and edited since is none that is verified, even where the game stays the same.
func TestVerifyTellsEditedRecordings(t *testing.T) {
	in := store.Folders{State: t.TempDir()}
	data, err := os.ReadFile(filepath.Join("testdata", "replays", "bot-1.ark"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse("bot-1.ark", data)
	if err != nil {
		t.Fatal(err)
	}
	rec = rec.Until(2000)
	rec.Player = "Ann"
	if rec, err = record.Parse("sealed", in.PackedSealed(rec)); err != nil {
		t.Fatal(err)
	}
	own := string(rec.Text())
	for _, c := range []struct {
		text, seal string
		code       exitcode.Code
	}{
		{own, "here", exitcode.OK},
		{strings.Replace(own, "Ann", "Bob", 1), "broken", exitcode.Verify},
		{strings.Replace(own, "seal ", "# ", 1), "none", exitcode.OK},
	} {
		name := filepath.Join(t.TempDir(), "game.ark")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if v := verifyFile(in, name, ""); v.code != c.code || v.Seal != c.seal || v.Verified != (c.code == exitcode.OK) {
			t.Errorf("code %d, seal %s (%s), want %d, %s", v.code, v.Seal, v.Error, c.code, c.seal)
		}
	}
}
