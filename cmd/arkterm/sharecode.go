package main

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/levels"
)

// A share is what fits into one line: levels of one's own, a game to be played again by others, or
// both. docs/formats.md describes its text and the code that this becomes.
type share struct {
	game       bool // there is one; else levels only
	rules      int  // of the game
	seed       uint64
	digest     uint64 // of all shipped levels, when it is played on them
	first      int    // index of the level
	mode       engine.Mode
	day        engine.Day // of a daily game
	storm      int        // balls of a storm; 0: as many as usual
	difficulty string
	drops      int
	score      int    // to beat; 0: none
	player     string // who has it
	pack       string // name of the levels
	files      []levels.Source
}

// The most that a code holds: as text, and as itself.
const (
	maxShared    = 80 << 10
	maxShareCode = 110 << 10 // arguments of programs may have 128 KiB
	maxSharedFew = 64        // of names, in runes
)

const shareMagic = "arkterm share 1"

// shareHead are the bytes before the packed text: two that tell a code from others, the version, the
// CRC-32 of all that follows it, and the length of the text.
var shareHead = [...]byte{'a', 'k', 1}

const shareHeadLen = len(shareHead) + 4 + 4

// text returns the share as text: the same one for the same share.
func (s *share) text() []byte {
	var b bytes.Buffer
	b.WriteString(shareMagic + "\n")
	if s.game {
		fmt.Fprintf(&b, "rules %d\nseed %d\n", s.rules, s.seed)
		if s.mode != engine.Campaign {
			fmt.Fprintf(&b, "mode %s\n", s.mode)
		}
		if s.day != 0 {
			fmt.Fprintf(&b, "day %s\n", s.day)
		}
		if s.storm != 0 {
			fmt.Fprintf(&b, "balls %d\n", s.storm)
		}
		if len(s.files) == 0 {
			fmt.Fprintf(&b, "levels %s\n", engine.HashText(s.digest))
		}
		fmt.Fprintf(&b, "first %d\ndifficulty %s\ndrops %d\n", s.first+1, s.difficulty, s.drops)
		if s.score > 0 {
			fmt.Fprintf(&b, "score %d\n", s.score)
		}
		if s.player != "" {
			fmt.Fprintf(&b, "player %s\n", s.player)
		}
	}
	if s.pack != "" {
		fmt.Fprintf(&b, "pack %s\n", s.pack)
	}
	for _, f := range s.files {
		fmt.Fprintf(&b, "file %d %s\n%s", len(f.Text), f.Name, f.Text)
	}
	return b.Bytes()
}

// code returns the share as one line.
func (s *share) code() (string, error) {
	text := s.text()
	if len(text) > maxShared {
		return "", fmt.Errorf("%d bytes are too many for a code, at most %d", len(text), maxShared)
	}
	var packed bytes.Buffer
	packed.Write(shareHead[:])
	packed.Write(make([]byte, 4))
	_ = binary.Write(&packed, binary.BigEndian, uint32(len(text))) // into memory
	w, _ := flate.NewWriter(&packed, flate.BestCompression)        // a level that there is
	_, _ = w.Write(text)
	_ = w.Close()
	b := packed.Bytes()
	binary.BigEndian.PutUint32(b[len(shareHead):], crc32.ChecksumIEEE(b[len(shareHead)+4:]))
	code := base64.RawURLEncoding.EncodeToString(b)
	if len(code) > maxShareCode {
		return "", fmt.Errorf("a code of %d characters, at most %d", len(code), maxShareCode)
	}
	return code, nil
}

// parseCode reads a code. Blanks in it, as of a letter that was wrapped, do not count.
func parseCode(code string) (*share, error) {
	if len(code) > 2*maxShareCode {
		return nil, fmt.Errorf("%d characters are too many for a code, at most %d", len(code), maxShareCode)
	}
	code = strings.Join(strings.Fields(code), "")
	code = code[strings.LastIndexByte(code, ':')+1:]
	if code == "" {
		return nil, errors.New("the code is empty")
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(code)
	if e, ok := errors.AsType[base64.CorruptInputError](err); ok && int(e) < len(code) {
		r, _ := utf8.DecodeRuneInString(code[e:])
		return nil, fmt.Errorf("%q at character %d is in no code", r, int(e)+1)
	}
	switch n := len(shareHead); {
	case err != nil:
		return nil, errCut
	case len(b) < n || !bytes.Equal(b[:n-1], shareHead[:n-1]):
		return nil, errors.New("not a code of arkterm's")
	case b[n-1] > shareHead[n-1]:
		return nil, fmt.Errorf("of version %d, made by a newer arkterm", b[n-1])
	case b[n-1] != shareHead[n-1] || len(b) < shareHeadLen || binary.BigEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[n+4:]):
		return nil, errCut
	}
	text, err := inflateShare(b[shareHeadLen:], binary.BigEndian.Uint32(b[shareHeadLen-4:]))
	if err != nil {
		return nil, err
	}
	return parseShare(text)
}

var errCut = errors.New("it was cut or changed on its way: the checksum is wrong")

// inflateShare unpacks a text of the given length, and no more.
func inflateShare(packed []byte, size uint32) ([]byte, error) {
	if size > maxShared {
		return nil, fmt.Errorf("it holds %d bytes, at most %d", size, maxShared)
	}
	text := make([]byte, size)
	r := flate.NewReader(bytes.NewReader(packed))
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errors.New("what is in it cannot be unpacked")
	}
	if n, _ := r.Read(make([]byte, 1)); n != 0 {
		return nil, errors.New("more is in it than it says")
	}
	return text, nil
}

// parseShare reads the text of a share.
func parseShare(text []byte) (*share, error) {
	line, rest, _ := strings.Cut(string(text), "\n")
	if line != shareMagic {
		return nil, fmt.Errorf("it begins with %s, want %q", clipped(line), shareMagic)
	}
	s := &share{difficulty: engine.Difficulties[engine.Medium].Name}
	given := map[string]bool{}
	for n := 2; rest != ""; n++ {
		line, rest, _ = strings.Cut(rest, "\n")
		key, value, _ := strings.Cut(line, " ")
		if given[key] && key != "file" {
			return nil, fmt.Errorf("line %d: a second %q", n, key)
		}
		given[key] = true
		var err error
		if key == "file" {
			rest, err = s.takeFile(value, rest)
		} else {
			err = s.take(key, value)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, clipped(key), err)
		}
	}
	s.game = given["seed"]
	for _, key := range [...]string{"rules", "mode", "day", "balls", "levels", "first", "difficulty", "drops", "score", "player"} {
		if !s.game && given[key] {
			return nil, fmt.Errorf("it has a line %q and no game", key)
		}
	}
	switch {
	case !s.game && len(s.files) == 0:
		return nil, errors.New("there is neither a game nor a level in it")
	case s.game && !given["rules"], s.game && given["levels"] == (len(s.files) > 0):
		return nil, errors.New("it does not say which game")
	}
	return s, nil
}

// take takes a line of a share.
func (s *share) take(key, value string) (err error) {
	number := func(p *int, lo, hi int) {
		if *p, err = strconv.Atoi(value); err != nil || *p < lo || *p > hi {
			err = fmt.Errorf("want a whole number, %d to %d", lo, hi)
		}
	}
	switch key {
	case "rules":
		number(&s.rules, 1, 1<<20)
	case "seed":
		s.seed, err = strconv.ParseUint(value, 10, 64)
	case "levels":
		s.digest, err = strconv.ParseUint(value, 16, 64)
	case "mode":
		s.mode, err = engine.ModeNamed(value)
	case "day":
		s.day, err = engine.ParseDay(value)
	case "balls":
		number(&s.storm, 1, engine.MaxStorm)
	case "first":
		number(&s.first, 1, 1000)
		s.first--
	case "difficulty":
		s.difficulty = value
		_, err = engine.DifficultyNamed(value)
	case "drops":
		number(&s.drops, 0, 100)
	case "score":
		number(&s.score, 0, 1<<30)
	case "player":
		s.player, err = sharedName(value)
	case "pack":
		s.pack, err = sharedName(value)
	default:
		err = errors.New("there is no such line")
	}
	return err
}

// takeFile takes a file of the length that its line says.
func (s *share) takeFile(value, rest string) (string, error) {
	size, name, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil || n < 0 || n > len(rest) {
		return "", fmt.Errorf("a length of %s, %d bytes are left", clipped(size), len(rest))
	}
	if name, err = sharedName(name); err != nil {
		return "", err
	}
	s.files = append(s.files, levels.Source{Name: name, Text: rest[:n]})
	return rest[n:], nil
}

// sharedName refuses names that are not for a terminal.
func sharedName(s string) (string, error) {
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxSharedFew ||
		strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("want a name of at most %d characters", maxSharedFew)
	}
	return s, nil
}

// clipped returns what a message can show of somebody's text.
func clipped(s string) string { return fmt.Sprintf("%.20q", s) }

// open returns the levels of the share.
func (s *share) open() (levels.Pack, error) {
	if len(s.files) > 0 {
		pack, err := levels.FromSources(s.pack, s.files)
		if err != nil {
			return pack, fmt.Errorf("the levels in it are not right:\n%w", err)
		}
		if s.first >= len(pack.Levels) {
			return pack, fmt.Errorf("it begins with level %d of %d", s.first+1, len(pack.Levels))
		}
		return pack, s.current()
	}
	pack := levelsOf(s.mode, s.day, levels.Shipped())
	if s.digest != engine.Digest(pack.Levels) || s.first >= len(pack.Levels) {
		return pack, errors.New("it is for the levels of another version of arkterm")
	}
	return pack, s.current()
}

// current reports a game of other rules: with them it would be another one.
func (s *share) current() error {
	if s.game && s.rules != engine.Rules {
		return fmt.Errorf("a game by rules %d, and these are rules %d: it would be another one", s.rules, engine.Rules)
	}
	return nil
}

// is reports whether a game with the configuration is the one that is shared: the player may have
// chosen another level or difficulty since.
func (s *share) is(c *engine.Config) bool {
	d, err := engine.DifficultyNamed(s.difficulty)
	return err == nil && s.game && c.Mode == s.mode && c.Day == s.day && c.Seed == s.seed && c.First == s.first && c.Difficulty == d && c.Drops == s.drops
}

// toBeat says what there is to beat, or "".
func (s *share) toBeat() string {
	of := ""
	if s.day != 0 {
		of = " on " + s.day.String()
	}
	switch {
	case s.score == 0:
		return ""
	case s.player == "":
		return fmt.Sprintf("%d points to beat%s.", s.score, of)
	}
	return fmt.Sprintf("%s has %d points%s: beat that.", s.player, s.score, of)
}

// label is what stands before a code, for people: which daily game it is, and what there is to beat.
// Whoever reads a code leaves out all before the last colon.
func (s *share) label() string {
	switch {
	case s.day == 0:
		return ""
	case s.score == 0:
		return fmt.Sprintf("arkterm-daily-%s:", s.day)
	}
	return fmt.Sprintf("arkterm-daily-%s-%d-points:", s.day, s.score)
}
