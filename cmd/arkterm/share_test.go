package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"arkterm/engine"
	"arkterm/levels"
)

// aShare is a game on the shipped levels.
func aShare() *share {
	return &share{
		game: true, rules: engine.Rules, seed: 42, digest: engine.Digest(levels.Shipped().Levels),
		first: 2, difficulty: "hard", drops: 25, score: 12_000, player: "Ann",
	}
}

func mustCode(t testing.TB, s *share) string {
	t.Helper()
	code, err := s.code()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func TestCodesHoldWhatIsShared(t *testing.T) {
	own := *aShare()
	own.digest, own.pack, own.first = 0, "Mine", 0
	own.files = []levels.Source{{Name: "my.level", Text: "arkterm levels 1\nlevel: One\nhexagon: plain at 32 10, radius 4\n"}}
	alone := share{difficulty: "medium", pack: "Mine", files: own.files}
	for _, s := range []*share{aShare(), &own, &alone} {
		code := mustCode(t, s)
		got, err := parseCode(code)
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("%+v, want %+v: %v", got, s, err)
			continue
		}
		if _, err := got.open(); err != nil {
			t.Error(err)
		}
		wrapped := "\n  " + strings.Join(strings.SplitAfter(code, "A"), "\r\n ") + " "
		if got, err := parseCode(wrapped); err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("wrapped: %v", err)
		}
		if again := mustCode(t, got); again != code || !strings.HasPrefix(code, "YWsB") {
			t.Errorf("%s is %s when it is written again", code, again)
		}
	}
	if n := len(mustCode(t, aShare())); n > 160 {
		t.Errorf("a game is %d characters long", n)
	}
}

// A code that was cut anywhere, or in which one character is another one, is no other game.
func TestCodesNoticeEveryChange(t *testing.T) {
	code := mustCode(t, aShare())
	for i := range code {
		if _, err := parseCode(code[:i]); err == nil {
			t.Fatalf("cut after %d of %d: no error", i, len(code))
		}
		for _, c := range "AZaz09-_" {
			other := code[:i] + string(c) + code[i+1:]
			if _, err := parseCode(other); err == nil && other != code {
				t.Fatalf("%c in place %d: no error", c, i)
			}
		}
	}
}

// repack returns the code of a text, which may be no share's.
func repack(text string, size int) string {
	b, _ := (&share{}).code()
	raw, _ := base64.RawURLEncoding.DecodeString(b)
	raw = append(raw[:shareHeadLen:shareHeadLen], stored(text)...)
	binary.BigEndian.PutUint32(raw[shareHeadLen-4:], uint32(size))
	return sealed(raw)
}

// stored returns a short text as a stream of DEFLATE that is not compressed.
func stored(text string) []byte {
	n := len(text)
	return append([]byte{1, byte(n), byte(n >> 8), ^byte(n), ^byte(n >> 8)}, text...)
}

// sealed returns the code of bytes with a checksum that is right.
func sealed(raw []byte) string {
	binary.BigEndian.PutUint32(raw[len(shareHead):], crc32.ChecksumIEEE(raw[len(shareHead)+4:]))
	return base64.RawURLEncoding.EncodeToString(raw)
}

func TestCodesThatAreWrong(t *testing.T) {
	newer := append([]byte("ak\x02"), make([]byte, 20)...)
	game := "arkterm share 1\nrules 4\nseed 42\nlevels 0123456789abcdef\n"
	for code, want := range map[string]string{
		"":                                                  "the code is empty",
		"YWsB!":                                             `'!' at character 5 is in no code`,
		"YWsBabc":                                           "the checksum is wrong",
		"aGVsbG8gd29ybGQ":                                   "not a code of arkterm's",
		sealed(newer):                                       "version 2, made by a newer arkterm",
		strings.Repeat("A", 300_000):                        "too many for a code",
		repack("arkterm share 1\n", 1<<31):                  "it holds 2147483648 bytes, at most 81920",
		repack("arkterm share 1\n", 99):                     "cannot be unpacked",
		repack("arkterm share 1\n", 3):                      "more is in it than it says",
		repackWhole("rubbish"):                              `it begins with "rubbish"`,
		repackWhole("arkterm share 1\n"):                    "neither a game nor a level",
		repackWhole("arkterm share 1\nseed 1\n"):            "does not say which game",
		repackWhole(game + "file 0 x\n"):                    "does not say which game",
		repackWhole(game + "seed 42\n"):                     `line 5: a second "seed"`,
		repackWhole(game + "color red\n"):                   "there is no such line",
		repackWhole(game + "drops 101\n"):                   "want a whole number, 0 to 100",
		repackWhole(game + "player \x1b[2J\n"):              "want a name",
		repackWhole(game + "difficulty usual\n"):            "no such difficulty",
		repackWhole("arkterm share 1\nfile 99999999 x\n"):   "0 bytes are left",
		repackWhole("arkterm share 1\nfile -1 x\n"):         "0 bytes are left",
		repackWhole("arkterm share 1\nscore 3\nfile 0 x\n"): `a line "score" and no game`,
	} {
		if _, err := parseCode(code); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", code, err, want)
		}
	}
	for change, want := range map[string]func(*share){
		"another version of arkterm": func(s *share) { s.digest++ },
		"a game by rules 1000":       func(s *share) { s.rules = 1000 },
		"the levels in it are not right:\nx:1:1: ": func(s *share) {
			s.files = []levels.Source{{Name: "x", Text: "rubbish"}}
		},
	} {
		s := aShare()
		want(s)
		if _, err := s.open(); err == nil || !strings.Contains(err.Error(), change) {
			t.Errorf("%v, want %q", err, change)
		}
	}
}

func repackWhole(text string) string { return repack(text, len(text)) }

// What is shared of a recording is the game that it is of: played again with the same inputs, it
// comes to the same end.
func TestASharedGameIsTheSameGame(t *testing.T) {
	s, err := shareFile(userFolders(), filepath.Join("testdata", "replays", "bot-1.ark"), "")
	if err != nil {
		t.Fatal(err)
	}
	f := playFlags{code: mustCode(t, s)}
	if err := f.takeCode(); err != nil {
		t.Fatal(err)
	}
	set, err := f.settings(func(string) string { return "" }, userFolders())
	if err != nil {
		t.Fatal(err)
	}
	ses, err := newSession(set, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := ses.play(0); err != nil {
		t.Fatal(err)
	}
	film := castFilm(t)
	want, err := film.begin()
	if err != nil {
		t.Fatal(err)
	}
	if ses.round.game.Hash() != want.Game.Hash() || s.score != film.rec.End.Score {
		t.Errorf("another game: score %d, drops %d, %s", s.score, s.drops, s.difficulty)
	}
}

// The card at the end says what there was to beat, of that game and of no other one.
func TestTheEndSaysWhatThereWasToBeat(t *testing.T) {
	shared := aShare()
	p := sit(t, withBot, func(set *settings) {
		set.shared, set.first = shared, shared.first
		set.choices.set[optDifficulty][byFlag], set.choices.set[optDrops][byFlag] = shared.difficulty, "25"
	})
	if got := strings.Join(p.s.account(), "\n"); !strings.Contains(got, "To beat     12000") {
		t.Errorf("of that game:\n%s", got)
	}
	p.s.round.config.First++
	if got := strings.Join(p.s.account(), "\n"); strings.Contains(got, "To beat") {
		t.Errorf("of another game:\n%s", got)
	}
}

// Whatever a code says, reading it ends, takes little, and gives what can be written again.
func FuzzParseShare(f *testing.F) {
	f.Add(aShare().text())
	f.Add([]byte("arkterm share 1\nrules 5\nseed 1\nmode daily\nday 2026-11-22\nballs 7\nlevels 13d22a5f171dd759\n"))
	f.Add([]byte("arkterm share 1\npack Mine\nfile 3 x.level\nabc"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, _ = parseCode(string(text))
		if len(text) < 1<<16 {
			_, _ = parseCode(repackWhole(string(text)))
		}
		s, err := parseShare(text)
		if err != nil {
			return
		}
		again, err := parseShare(s.text())
		if err != nil || !reflect.DeepEqual(again, s) || !bytes.Equal(again.text(), s.text()) {
			t.Fatalf("%+v\n%+v\n%v", s, again, err)
		}
		_, _ = s.open()
	})
}
