package record

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func TestContainerRoundTrip(t *testing.T) {
	r, g, _ := recordWild(t, 3)
	r.Close(g)
	packed := r.Packed()
	if len(packed) > len(r.Text())/2 {
		t.Errorf("Packed() has %d bytes for %d bytes of text, want at most half", len(packed), len(r.Text()))
	}
	back, err := Parse("x.ark", packed)
	if err != nil || back.Cut {
		t.Fatalf("Parse() of Packed(): error %v, Cut %v, want no error and false", err, back.Cut)
	}
	if !bytes.Equal(back.Packed(), packed) {
		t.Error("Parse and Packed change the container")
	}
	if fast := PackFast(r.Text()); len(fast) > 2*len(packed) {
		t.Errorf("PackFast returns %d bytes, Pack %d, want at most twice as many", len(fast), len(packed))
	}

	plain := r.Text()
	sealed := r.SealedText(func(text []byte) string {
		if !bytes.Equal(text, plain) {
			t.Errorf("SealedText passes a different text to seal:\n%s", text)
		}
		return "a seal"
	})
	if r.Seal = "a seal"; !bytes.Equal(sealed, r.Text()) {
		t.Error("SealedText differs from Text with the same seal")
	}
}

// A file that is truncated at any position can be played as far as it is complete, and Cut is set.
func TestTruncatedFiles(t *testing.T) {
	r, g, levels := recordWild(t, 8)
	r.Close(g)
	for name, data := range map[string][]byte{"text": r.Text(), "container": r.Packed()} {
		read, maxTick := 0, 0
		for n := len(data) - 1; n > 0; n -= 1 + len(data)/61 {
			part, err := Parse("x", data[:n])
			if err != nil {
				inHeader := strings.Contains(err.Error(), "play") || strings.Contains(err.Error(), "not a recording")
				if !inHeader && n > 700 {
					t.Fatalf("%s, %d bytes: %v", name, n, err)
				}
				continue
			}
			if !part.Cut && part.End == nil && name == "container" {
				t.Errorf("%s truncated to %d bytes: Cut = false, want true", name, n)
			}
			p, err := part.Play(levels, nil)
			if err != nil {
				t.Fatalf("%s, %d bytes: %v", name, n, err)
			}
			read, maxTick = read+1, max(maxTick, int(p.Tick))
		}
		if read < 10 || maxTick < r.Ticks()*9/10 {
			t.Errorf("%s: Parse reads %d truncated files, the longest with %d of %d ticks; want at least 10 and 90 %%",
				name, read, maxTick, r.Ticks())
		}
	}
}

// container returns a container with the given first line and checksum.
func container(line string, text []byte, crc uint32) []byte {
	var b bytes.Buffer
	b.WriteString(line)
	w, err := flate.NewWriter(&b, 9)
	if err != nil {
		panic(err)
	}
	w.Write(text)
	w.Close()
	return binary.LittleEndian.AppendUint32(b.Bytes(), crc)
}

func TestHostileContainers(t *testing.T) {
	if testing.Short() { // slow, because it compresses 512 MiB
		return
	}
	good := []byte("arkterm recording 1\nplay\n1\n")
	crc := crc32.ChecksumIEEE(good)
	line := func(n int) string { return fmt.Sprintf(packHeaderFormat, n) }
	bomb := make([]byte, 512<<20)
	for name, tt := range map[string]struct {
		data []byte
		want string
	}{
		"short length":     {container(line(3), good, crc), "the declared length of 3 bytes"},
		"long length":      {container(line(4000), good, crc), "the declared length of 4000 bytes"},
		"excessive length": {container(line(9<<20), good, crc), "longer than 8 MiB"},
		"negative length":  {container(line(-1), good, crc), "invalid first line"},
		"no number":        {container("arkterm ark 1 x\n", good, crc), "invalid first line"},
		"no end of line":   {[]byte("arkterm ark 1 99999999999999999999999999999999"), "invalid first line"},
		"only the magic":   {[]byte("arkterm ark "), "invalid first line"},
		"newer":            {container("arkterm ark 2 27\n", good, crc), "made by a newer arkterm"},
		"another checksum": {container(line(len(good)), good, crc+1), "damaged"},
		"trailing data":    {append(container(line(len(good)), good, crc), 'x'), "damaged"},
		"no stream":        {[]byte(line(27) + "\xff\xff\xff\xff"), "damaged"},
		"bomb":             {container(line(MaxText), bomb, 0), "the declared length of 8388608 bytes"},
		"long text":        {bytes.Repeat([]byte("\n"), MaxText+1), "longer than 8 MiB"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse("x", tt.data)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Parse() error = %v, want %q", name, err, tt.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 64<<20 {
			t.Errorf("%s: Parse allocates %d MiB, want at most 64", name, n>>20)
		}
	}
}

// A text with as much content as possible does not need much more memory.
func TestParseMemory(t *testing.T) {
	if testing.Short() { // slow, because of recordings of the maximum size
		return
	}
	for name, line := range map[string]string{
		"empty lines": "\n",
		"steps":       "1 fire\n1\n",
		"moves":       "1 +1 -1 +1 -1 +1 -1 +1 -1 +1 -1\n",
		"facts":       "expect lives 5\n",
		"words":       "# a b c d e f g h i j\n",
	} {
		head := "arkterm recording 1\nplay\n1 at 5\n"
		text := []byte(head + strings.Repeat(line, (MaxText-len(head))/len(line)))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		r, err := Parse("x", text)
		runtime.GC()
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: Parse() error = %v, want none", name, err)
		}
		if n := int64(after.HeapAlloc) - int64(before.HeapAlloc); n > 200<<20 {
			t.Errorf("%s: the parsed recording uses %d MiB, want at most 200", name, n>>20)
		}
		runtime.KeepAlive(r)
	}
}

func TestOlderRulesAreNotCompared(t *testing.T) {
	text := "arkterm recording 1\nrules 0\nplay\n1200\nmark 0123456789abcdef\n" +
		"end over ticks 9 score 9 level 9 hash 0123456789abcdef\n"
	r, err := Parse("x", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Begin([]spec.Level{honeycomb()})
	for err == nil && !p.Ended() {
		_, err = p.Next()
	}
	if err != nil || p.CurrentRules() || p.Game.Tick != 1200 {
		t.Errorf("playback of older rules: error %v, CurrentRules() = %v, tick %d; want none, false and 1200",
			err, p.CurrentRules(), p.Game.Tick)
	}
	newer := strings.Replace(text, "rules 0", fmt.Sprintf("rules %d", engine.Rules+1), 1)
	if _, err := Parse("x", []byte(newer)); err == nil || !strings.Contains(err.Error(), "made by a newer arkterm") {
		t.Errorf("Parse() of newer rules: error %v, want one with \"made by a newer arkterm\"", err)
	}
}

// A mismatch contains the tick of the last matching checkpoint.
func TestMismatchNamesLastCheckpoint(t *testing.T) {
	r, _, levels := recordWild(t, 4)
	for i := range r.notes {
		if i >= 3 {
			r.notes[i].want = engine.HashText(uint64(i))
		}
	}
	_, err := r.Play(levels, nil)
	m, ok := errors.AsType[*Mismatch](err)
	if !ok || m.Tick != 4*checkpointInterval || m.Agreed != 3*checkpointInterval {
		t.Errorf("Play() error = %v, want a mismatch between ticks 3600 and 4800", err)
	}
}

// Level files are stored unchanged in the recording.
func TestLevelFilesRoundTrip(t *testing.T) {
	r := New(engine.Config{Levels: []spec.Level{honeycomb()}}, "Mine")
	r.Files = []File{
		{"a b.level", "arkterm levels 1\n# x\n\n| bar\n  rows:\n"}, {"empty.level", ""}, {"c.level", "play\n"},
	}
	back, err := Parse("x", r.Text())
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range back.Files {
		if f != r.Files[i] {
			t.Errorf("Parse() = file %q, want %q", f, r.Files[i])
		}
	}
	if !FilesFit(r.Files) || FilesFit([]File{{"x", strings.Repeat("x", 65<<10)}}) || FilesFit(make([]File, 1000)) {
		t.Error("FilesFit does not accept the files of the recording, or accepts 65 KiB or 1000 files")
	}
}

// Names in the header cannot break the header or a terminal.
func TestHeaderNamesAreSanitized(t *testing.T) {
	r := New(engine.Config{Levels: []spec.Level{honeycomb()}}, "a\nplay\n1")
	r.Player = "\x1b[31mAnn\u202e\x00\nseed 9" + strings.Repeat("x", 500)
	r.Add(engine.Input{engine.Idle, engine.Idle})
	back, err := Parse("x", r.Text())
	if err != nil || back.Seed != 0 || strings.ContainsAny(back.Player, "\x1b\x00\u202e\n") || len(back.Player) > 100 {
		t.Errorf("Parse() = %+v, %v, want seed 0 and a short player name without control characters", back, err)
	}
	if _, err := Parse("x", []byte("arkterm recording 1\nplayer \x1b[31mAnn\nplay\n")); err == nil {
		t.Error("Parse accepts a control character in a player name, want an error")
	}
}

// FuzzUnpack parses containers. The parser must not panic or use more memory than a recording can need, and an accepted
// complete file has one canonical form.
func FuzzUnpack(f *testing.F) {
	r, g, _ := recordWild(f, 1)
	r.Close(g)
	packed := r.Packed()
	f.Add(packed)
	f.Add(packed[:len(packed)/2])
	f.Add(Pack([]byte("arkterm recording 1\nplay\n12 move -3 fire | at 99\nexpect score 0\n")))
	f.Add(Pack([]byte("arkterm recording 1\nlevel 2 tick 9 lives 3 paddle 20\nfile a\n|x\n" +
		"parent 0123456789abcdef 9\nplay\n4 at 7\n4 +1 3 -1\nmark 0123456789abcdef\nlevel 3 hash 0123456789abcdef\n" +
		"end over ticks 1 score 2 level 3 hash 0123456789abcdef\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, cut, err := Unpack(data)
		if err != nil {
			return
		}
		if len(text) > MaxText {
			t.Fatalf("Unpack() = %d bytes of text, want at most %d", len(text), MaxText)
		}
		for _, packed := range [][]byte{Pack(text), PackFast(text)} {
			if back, c, err := Unpack(packed); err != nil || c || !bytes.Equal(back, text) {
				t.Fatalf("Unpack() of a packed text differs from it: error %v, cut %v", err, c)
			}
		}
		r, err := Parse("x", data)
		if err != nil {
			return
		}
		if cut && !r.Cut {
			t.Fatal("Unpack reports a truncated container, but Cut is not set")
		}
		canonical := r.Packed()
		if back, err := Parse("x", canonical); err != nil || !bytes.Equal(back.Packed(), canonical) {
			t.Fatalf("Packed() after Parse() differs from the container: error %v\n%s", err, r.Text())
		}
	})
}

// FuzzPlayback plays accepted recordings for a while. No start, input or length may cause a panic, and the invariants
// must hold.
func FuzzPlayback(f *testing.F) {
	f.Add([]byte("arkterm recording 1\nplay\n60 fire\n500 at 9\n4 +60 +60 3 -9\n"), uint8(0))
	f.Add([]byte("arkterm recording 1\nlevel 2 tick 999 score 100 lives 2 chance 7 fire 1 paddle 20.5 moved -3 "+
		"key 1 held 4\nplay\n9\n9 fire\n900 move 9\n"), uint8(1))
	f.Add([]byte("arkterm recording 1\nlives 7\nplay\n3456000 fire | fire\n"+
		"end over ticks 1 score 2 level 3 hash 0123456789abcdef\n"), uint8(2))
	boards := [][]spec.Level{{honeycomb(), honeycomb()}, {mixed(), mixed()}, {honeycomb(), mixed(), honeycomb()}}
	f.Fuzz(func(t *testing.T, text []byte, board uint8) {
		r, err := Parse("x", text)
		if err != nil {
			return
		}
		r.Boards = nil
		p, _ := r.Begin(boards[int(board)%len(boards)])
		if p == nil {
			return
		}
		for range 2 * engine.TicksPerSecond {
			if more, _ := p.Next(); !more {
				break
			}
		}
		if err := p.Game.Check(); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	})
}
