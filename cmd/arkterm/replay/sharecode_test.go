package replay

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// newShare returns a share of a game on the shipped levels.
func newShare() *Share {
	return &Share{
		HasGame: true, Rules: engine.Rules, Digest: spec.Digest(levels.Shipped().Levels),
		Setup: engine.Setup{Seed: 42, First: 2, Difficulty: engine.Hard, Drops: 25}, Score: 12_000, Player: "Ann",
	}
}

// mustCode returns the code of a share.
func mustCode(t testing.TB, s *Share) string {
	t.Helper()
	code, err := s.Code()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestCodesRoundTrip(t *testing.T) {
	own := *newShare()
	own.Digest, own.packName, own.First = 0, "Mine", 0
	own.Files = []levels.Source{{
		Name: "my.level",
		Text: "arkterm levels 1\nlevel: One\nhexagon: plain at 32 10, radius 4\n",
	}}
	alone := Share{packName: "Mine", Files: own.Files}
	for _, s := range []*Share{newShare(), &own, &alone} {
		code := mustCode(t, s)
		got, err := ParseCode(code)
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("the code is parsed as %+v (error %v), want %+v", got, err, s)
			continue
		}
		if _, err := got.Open(); err != nil {
			t.Errorf("Open() fails: %v", err)
		}
		wrapped := "\n arkterm play --code  " + strings.Join(strings.SplitAfter(code, "A"), "\r\n ") + " and more"
		if got, err := ParseCode(wrapped); err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("the code with white space is parsed differently: %v", err)
		}
		framed := "│ " + strings.Join(strings.SplitAfter(code, "B"), " │   │\n  │ ") + "  │"
		if got, err := ParseCode(framed); err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("the code with the frame of a dialog is parsed differently: %v", err)
		}
		if again := mustCode(t, got); again != code || !strings.HasPrefix(code, "YWsC") {
			t.Errorf("encoded again, the code %s is %s", code, again)
		}
	}
	if n := len(mustCode(t, newShare())); n > 160 {
		t.Errorf("the code of a game has %d characters, want at most 160", n)
	}
}

// The share code of a level does not depend on the names of its file and its pack.
func TestCodeOfALevelIgnoresFileNames(t *testing.T) {
	var codes []string
	for _, file := range [...]string{"levels/a.level", "b.level"} {
		pack, err := levels.Read(file, []byte("arkterm levels 1\nlevel: The Hut\nhexagon: plain at 32 10, radius 4\n"))
		if err != nil {
			t.Fatal(err)
		}
		var s Share
		s.AddLevels(pack)
		if s.packName != "The Hut" || s.Files[0].Name != "the-hut.level" {
			t.Errorf("%s: the share has the pack %q with %q, want The Hut with the-hut.level", file, s.packName,
				s.Files[0].Name)
		}
		code, err := s.Code()
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	if codes[0] != codes[1] {
		t.Errorf("two files with the same level have the codes %q", codes)
	}
}

// The texts of older codes have a different order of lines and contain defaults. They can still be parsed.
func TestOlderCodes(t *testing.T) {
	const text = "arkterm share 1\nrules 5\nseed 7\nmode storm\nballs 90\nlevels 13d22a5f171dd759\nfirst 3\n" +
		"difficulty medium\ndrops 0\nscore 12000\nplayer Ann\n"
	s, err := parseShare([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Setup{Mode: engine.Storm, Seed: 7, First: 2, Difficulty: engine.Medium, Storm: 90}
	if s.Setup != want || !s.HasGame || s.Score != 12_000 || s.Player != "Ann" {
		t.Errorf("parseShare() = %+v, want a game with %+v", s, want)
	}
}

// A code that is incomplete or has one wrong character results in an error.
func TestCodesDetectChanges(t *testing.T) {
	code := mustCode(t, newShare())
	for i := range code {
		if _, err := ParseCode(code[:i]); err == nil {
			t.Fatalf("no error for the first %d of %d characters", i, len(code))
		}
		for _, c := range "AZaz09-_" {
			other := code[:i] + string(c) + code[i+1:]
			if _, err := ParseCode(other); err == nil && other != code {
				t.Fatalf("no error for a code with %c at position %d", c, i)
			}
		}
	}
}

// repack returns the code of version 1 of a text, with a size in its header. Neither needs to be valid.
func repack(text string, size int) string {
	raw := append([]byte{'a', 'k', 1}, make([]byte, shareHeadLen1-3)...)
	binary.BigEndian.PutUint32(raw[shareHeadLen1-4:], uint32(size))
	return codeWithChecksum(append(raw, deflateStored(text)...))
}

// deflateStored returns a text of less than 64 KiB as an uncompressed DEFLATE stream.
func deflateStored(text string) []byte {
	n := len(text)
	return append([]byte{1, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, text...)
}

// codeWithChecksum returns the code of the bytes raw, with a valid checksum.
func codeWithChecksum(raw []byte) string {
	binary.BigEndian.PutUint32(raw[len(shareHead):], checksum(raw))
	return base64.RawURLEncoding.EncodeToString(raw)
}

func TestCodeErrors(t *testing.T) {
	valid := mustCode(t, newShare())
	newer := append([]byte("ak\x03"), make([]byte, 20)...)
	large := codeWithChecksum([]byte("ak\x02\x00\x00\x00\x00\xff\xff\xff\x7f\x01a"))
	game := "arkterm share 1\nrules 4\nseed 42\nlevels 0123456789abcdef\n"
	for code, want := range map[string]string{
		"":      "the code is empty",
		"YWsB!": `character 5 of the code is '!', want letters, digits, - and _`,
		valid[:len(valid)-3]: fmt.Sprintf("incomplete (%d of %d", len(valid)-3,
			len(valid)),
		valid[:40] + "\n": fmt.Sprintf("incomplete (40 of %d characters)",
			len(valid)),
		valid[:40] + "," + valid[41:]:                       "character 41 of the code is ','",
		valid[:40] + "0" + valid[40:]:                       "wrong checksum",
		large:                                               "want a text of at most 81920 bytes",
		"YWsBabc":                                           "wrong checksum",
		"aGVsbG8gd29ybGQ":                                   "not a share code of arkterm",
		codeWithChecksum(newer):                             "version 3 was made by a newer arkterm",
		strings.Repeat("A", 300_000):                        "want at most",
		repack("arkterm share 1\n", 1<<31):                  "the text has 2147483648 bytes (want at most 81920)",
		repack("arkterm share 1\n", 99):                     "cannot be decompressed",
		repack("arkterm share 1\n", 3):                      "longer than its header states",
		repackWhole("rubbish"):                              `the decoded text begins with "rubbish"`,
		repackWhole("arkterm share 1\n"):                    "neither a game nor a level",
		repackWhole("arkterm share 1\nseed 1\n"):            "description of the game is incomplete",
		repackWhole(game + "file 0 x\n"):                    "description of the game is incomplete",
		repackWhole(game + "seed 42\n"):                     `line 5: duplicate "seed"`,
		repackWhole(game + "color red\n"):                   "unknown key",
		repackWhole(game + " 3\n"):                          "unknown key",
		repackWhole(game + "drops 101\n"):                   "want a number from 0 to 100",
		repackWhole(game + "player \x1b[2J\n"):              "want a name",
		repackWhole(game + "difficulty usual\n"):            "want kids, very-easy, easy, medium or hard",
		repackWhole("arkterm share 1\nfile 99999999 x\n"):   "0 bytes are left",
		repackWhole("arkterm share 1\nfile -1 x\n"):         "0 bytes are left",
		repackWhole("arkterm share 1\nscore 3\nfile 0 x\n"): `but the line "seed" is missing`,
	} {
		if _, err := ParseCode(code); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseCode(%.40q) fails with %v, want %q", code, err, want)
		}
	}
	for want, change := range map[string]func(*Share){
		"another version of arkterm": func(s *Share) { s.Digest++ },
		"rules version 1000":         func(s *Share) { s.Rules = 1000 },
		"invalid levels in the share:\nx:1:1: ": func(s *Share) {
			s.Files = []levels.Source{{Name: "x", Text: "rubbish"}}
		},
	} {
		s := newShare()
		change(s)
		if _, err := s.Open(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Open() fails with %v, want %q", err, want)
		}
	}
}

// repackWhole returns the code of a text with the right size.
func repackWhole(text string) string { return repack(text, len(text)) }

// Any code is parsed in bounded time and memory, and a valid one can be encoded again.
func FuzzParseShare(f *testing.F) {
	f.Add(newShare().text())
	f.Add([]byte("arkterm share 1\nrules 5\nseed 1\nmode daily\nday 2026-11-22\nballs 7\nlevels 13d22a5f171dd759\n"))
	f.Add([]byte("arkterm share 1\npack Mine\nfile 3 x.level\nabc"))
	f.Add([]byte("arkterm share 1\npack Mine\nfile 3 x.level\nabc 1")) // the last line has no key
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = ParseCode(string(text))
		if len(text) < 1<<16 {
			_, _ = ParseCode(repackWhole(string(text)))
		}
		s, err := parseShare(text)
		if err != nil {
			return
		}
		again, err := parseShare(s.text())
		if err != nil || !reflect.DeepEqual(again, s) || !bytes.Equal(again.text(), s.text()) {
			t.Fatalf("the share %+v is encoded and parsed as %+v (error %v)", s, again, err)
		}
		_, _ = s.Open()
	})
}

// Codes of all versions stay readable, so the compressed form of a text never changes.
func TestCompressedFormIsStable(t *testing.T) {
	const text = "arkterm levels 1\nlevel: Two Hills\nlegend:\n  o plain 3\nrows:\n  . o . o\n   o o o o\n"
	const want = "dfEuVa3NZVR3TLbHe3iK"
	packed := compress([]byte(text))
	if got := base64.RawURLEncoding.EncodeToString(packed); got != want {
		t.Errorf("compress() = %s, want %s", got, want)
	}
	if got := decompress(packed, len(text)); string(got) != text {
		t.Errorf("decompress() = %q, want %q", got, text)
	}
}

// A text of any bytes is decompressed to itself, and damaged forms do not crash.
func FuzzCompress(f *testing.F) {
	f.Add([]byte("hexagon: plain at 3 4, radius 2\n"))
	f.Add(bytes.Repeat([]byte{0, 255}, 200))
	f.Fuzz(func(t *testing.T, text []byte) {
		text = text[:min(len(text), 1<<12)]
		packed := compress(text)
		if got := decompress(packed, len(text)); !bytes.Equal(got, text) {
			t.Errorf("decompress() = %q, want %q", got, text)
		}
		decompress(text, len(packed))
	})
}

// The levels of the game are typical levels, so nearly all have short codes. Comments are not shared.
func TestShippedLevelsHaveShortCodes(t *testing.T) {
	const maxShort, maxLong = 500, 1 // characters, and number of longer codes
	const step = 3                   // for speed
	files, err := filepath.Glob("../../../levels/shipped/*.level")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d levels, error %v", len(files), err)
	}
	long := 0
	for i := 0; i < len(files); i += step {
		file := files[i]
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pack, err := levels.Read(file, text)
		if err != nil {
			t.Fatal(err)
		}
		s := &Share{}
		s.AddLevels(pack)
		code := mustCode(t, s)
		if len(code) > maxShort {
			long++
		}
		shared, err := ParseCode(code)
		if err != nil {
			t.Fatal(err)
		}
		got, err := shared.Open()
		if err != nil || spec.Digest(got.Levels) != spec.Digest(pack.Levels) ||
			strings.Contains(s.Files[0].Text, "\n# ") {
			t.Errorf("%s: the shared level differs: %q (error %v)", file, shared.Files, err)
		}
	}
	if long > maxLong {
		t.Errorf("%d codes have more than %d characters, want at most %d", long, maxShort, maxLong)
	}
}
