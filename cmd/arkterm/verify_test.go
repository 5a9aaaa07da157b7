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

	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
)

// giantLevel returns a level file of almost the maximum size. All bricks except the last one are spinning walls.
func giantLevel(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "arkterm levels 1\nlevel: %s\nballs: 3\n", name)
	for k := 0; b.Len() < 64<<10-200; k++ {
		fmt.Fprintf(&b, "hexagon: wall at %g %g, radius 0.3, spin 700\n", 1+0.8*float64(k%75), 1+0.8*float64(k/75))
	}
	b.WriteString("hexagon: plain at 32 36, radius 1\n")
	return b.String()
}

// hostileRecording returns a recording of four hours on giant levels.
func hostileRecording() []byte {
	var b strings.Builder
	b.WriteString("arkterm recording 1\n")
	for i := range 7 {
		fmt.Fprintf(&b, "file %d.level\n", i)
		for line := range strings.Lines(giantLevel(fmt.Sprint("Giant ", i))) {
			b.WriteString("|" + line)
		}
	}
	b.WriteString("play\n" + strings.Repeat("100000 fire\n4000 at 9\n", 33))
	return []byte(b.String())
}

// TestEndlessWorkIsRefused checks that a recording that would take hours is refused after the maximum work of a game,
// with little memory.
func TestEndlessWorkIsRefused(t *testing.T) {
	if testing.Short() { // slow, because the recordings are very long
		return
	}
	data := hostileRecording()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := replay.Open("hostile.ark", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.WorkLimit = 1_000_000
	v, err := f.Verify()
	runtime.ReadMemStats(&after)
	if cli.ExitCodeOf(err) != cli.ExitFile || !strings.Contains(err.Error(), "more work than any real game") {
		t.Errorf("Verify() = %v, want the error for too much work", err)
	}
	if v.Ticks == 0 || v.Ticks > 10_000 {
		t.Errorf("refused after %d ticks, want at most 10000", v.Ticks)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 256<<20 {
		t.Errorf("a recording of %d KiB took %d MiB of memory, want at most 256", len(data)>>10, n>>20)
	}
}

// TestEndlessWorkIsRefusedEverywhere checks that renderings and replay --json also refuse such a recording.
func TestEndlessWorkIsRefusedEverywhere(t *testing.T) {
	if testing.Short() { // slow, because the recordings are very long
		return
	}
	f, err := replay.Open("hostile.ark", hostileRecording(), nil)
	if err != nil {
		t.Fatal(err)
	}
	f.WorkLimit = 1_000_000
	_, err = replay.NewRendering(f, render.NewView(render.Options{}), 80, 24, 30, 0, 0)
	if cli.ExitCodeOf(err) != cli.ExitFile || !errors.Is(err, replay.ErrTooMuchWork) {
		t.Errorf("NewRendering: got error %v, want too much work", err)
	}
	if err := printReplay(io.Discard, f); cli.ExitCodeOf(err) != cli.ExitFile ||
		!errors.Is(err, replay.ErrTooMuchWork) {
		t.Errorf("printReplay: got error %v, want too much work", err)
	}
}

// TestFourHoursAreNotTooMuch checks that four hours on the shipped levels, or half an hour on one of them, need less
// work than verify allows.
func TestFourHoursAreNotTooMuch(t *testing.T) {
	if testing.Short() { // slow, because the recordings are very long
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
			t.Errorf("half an hour of %s needs work %d, want at most %d", l.Name, half, replay.MaxWork)
		}
		all, n = all+g.Work(), n+1
	}
	if all = all / n * 4 * 3600 / seconds; all > replay.MaxWork {
		t.Errorf("four hours need work %d, want at most %d", all, replay.MaxWork)
	}
}

// TestVerifyDetectsEditedRecordings edits a recording that was saved on this machine, without changing the game.
func TestVerifyDetectsEditedRecordings(t *testing.T) {
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
		code       cli.ExitCode
	}{
		{own, "here", cli.ExitOK},
		{strings.Replace(own, "Ann", "Bob", 1), "broken", cli.ExitVerify},
		{strings.Replace(own, "seal ", "# ", 1), "none", cli.ExitOK},
	} {
		name := filepath.Join(t.TempDir(), "game.ark")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if v := verifyFile(in, name, ""); v.exitCode != c.code || v.Seal != c.seal ||
			v.Verified != (c.code == cli.ExitOK) {
			t.Errorf("verifyFile() has exit code %d and seal %s (%s), want %d and %s", v.exitCode, v.Seal, v.Error,
				c.code, c.seal)
		}
	}
}
