package replay

import (
	"os"
	"path/filepath"
	"testing"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/record"
)

// FuzzVerify verifies arbitrary recordings, on the levels in them or on the shipped levels. No input causes a panic or
// exceeds the work limit.
func FuzzVerify(f *testing.F) {
	for _, name := range []string{"bot-1.ark", "bot-3.ark"} {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "replays", name))
		if err != nil {
			f.Fatal(err)
		}
		rec, err := record.Parse(name, data)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(rec.Until(3000).Text())
		f.Add(rec.SplitLevels()[7].Until(rec.Starts()[6].Tick + 2000).Packed())
	}
	f.Add(
		[]byte(
			"arkterm recording 1\nfile a\n|arkterm levels 1\n|level: A\n|balls: 3\n|shots: 9\n|hexagon: plain at " +
				"32 20, radius 3, spin 90\n|emitter: at 2 20, angle 0, spin 40\nlives 2\nplay\n9 fire\n" +
				"2000 at 99 fire\nend over ticks 1 score 2 level 1 hash 0123456789abcdef\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		replay, err := Open("x", data, nil)
		if err == nil {
			replay.WorkLimit = 8_000
			_, err = replay.Verify()
		}
		if code := cli.ExitCodeOf(err); code != cli.ExitOK && code != cli.ExitFile && code != cli.ExitVerify {
			t.Fatalf("the error %v has exit code %d", err, code)
		}
	})
}
