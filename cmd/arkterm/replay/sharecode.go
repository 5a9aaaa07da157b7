package replay

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/levels"
)

// A Share is a game, levels, or both, that a player sends to other players. It does not contain shipped levels. A share
// code encodes a share in one line of text. docs/formats.md describes the formats of the share's text and of the code.
type Share struct {
	engine.Setup        // setup of the game
	HasGame      bool   // false if the share contains only levels
	Rules        int    // engine.Rules of the game
	Digest       uint64 // spec.Digest of the shipped levels, if the game is played on them
	Score        int    // score to beat; 0 if none
	Player       string // name of the player with that score
	packName     string // name of the pack in Files
	Files        []levels.Source
}

// Limits of a share code.
const (
	maxShared     = 80 << 10  // length of the text, in bytes
	maxShareCode  = 110 << 10 // in bytes; a command-line argument can have 128 KiB
	maxSharedName = 64        // length of a name, in runes
)

// shareMagic is the first line of a share's text.
const shareMagic = "arkterm share 1"

// shareHead is the start of a share code: two magic bytes and the version. It is followed by the CRC-32 of the rest of
// the code, the length of the text and the length of the compressed text as unsigned varints, and the compressed text.
//
// In version 1, the length of the text is a number of four bytes, the length of the compressed text is missing, and the
// text is compressed with DEFLATE.
var shareHead = [...]byte{'a', 'k', 2}

// codeStart is the start of all share codes: the magic bytes in base64.
const codeStart = "YWs"

// shareHeadLen1 is the number of bytes before the compressed text in version 1.
const shareHeadLen1 = len(shareHead) + crc32.Size + 4

// text returns the share as text. Equal shares have equal texts.
func (s *Share) text() []byte {
	var b bytes.Buffer
	b.WriteString(shareMagic + "\n")
	if s.HasGame {
		fmt.Fprintf(&b, "rules %d\n", s.Rules)
		s.writeSetup(&b)
		if len(s.Files) == 0 {
			fmt.Fprintf(&b, "levels %s\n", engine.HashText(s.Digest))
		}
		if s.Score > 0 {
			fmt.Fprintf(&b, "score %d\n", s.Score)
		}
		if s.Player != "" {
			fmt.Fprintf(&b, "player %s\n", s.Player)
		}
	}
	if s.packName != "" {
		fmt.Fprintf(&b, "pack %s\n", s.packName)
	}
	for _, f := range s.Files {
		fmt.Fprintf(&b, "file %d %s\n%s", len(f.Text), f.Name, f.Text)
	}
	return b.Bytes()
}

// writeSetup writes the seed and all fields that differ from the default setup. The line with the seed shows that the
// share contains a game.
func (s *Share) writeSetup(b *bytes.Buffer) {
	for _, f := range engine.SetupFields() {
		text := f.Text(&s.Setup)
		if f.Code == "" || text == f.Text(&engine.Setup{}) && f.Name != "seed" {
			continue
		}
		fmt.Fprintf(b, "%s %s\n", f.Code, text)
	}
}

// Code returns the share code of s. It returns an error if the share is too large.
func (s *Share) Code() (string, error) {
	text := s.text()
	if len(text) > maxShared {
		return "", fmt.Errorf("encode share: the text has %d bytes (want at most %d)", len(text), maxShared)
	}

	packed := compress(text)
	b := append(shareHead[:], make([]byte, crc32.Size)...)
	b = binary.AppendUvarint(b, uint64(len(text)))
	b = binary.AppendUvarint(b, uint64(len(packed)))
	b = append(b, packed...)
	binary.BigEndian.PutUint32(b[len(shareHead):], checksum(b))
	code := base64.RawURLEncoding.EncodeToString(b)
	if len(code) > maxShareCode {
		return "", fmt.Errorf("encode share: the code has %d characters (want at most %d)", len(code), maxShareCode)
	}
	return code, nil
}

// codeAlphabet contains the characters of a share code, which is base64 for URLs.
const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// checksum returns the checksum of a decoded share code.
func checksum(b []byte) uint32 { return crc32.ChecksumIEEE(b[len(shareHead)+crc32.Size:]) }

// ContainsCode reports whether a text contains the start of a share code.
func ContainsCode(text string) bool {
	_, ok := cutCode(text)
	return ok
}

// cutCode removes everything before the start of a share code in text. It also removes white space, such as line breaks
// in an email, and the frame of a dialog, because a player may have copied the code from the screen. If text contains
// no share code, ok is false.
func cutCode(text string) (code string, ok bool) {
	code = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '│' || r == '|' {
			return -1
		}
		return r
	}, parse.WithoutMark(text))
	if i := strings.Index(code, codeStart); i >= 0 {
		return code[i:], true
	}
	return code, false
}

// ParseCode parses a share code. It ignores white space, frames and everything before the code. After a code of the
// current version, it also ignores everything after the code.
func ParseCode(code string) (*Share, error) {
	if len(code) > 2*maxShareCode {
		return nil, fmt.Errorf("the text with the code has %d bytes (want at most %d)", len(code), 2*maxShareCode)
	}

	code, found := cutCode(code)
	switch {
	case code == "":
		return nil, errors.New("the code is empty")
	case !found:
		return nil, fmt.Errorf("not a share code of arkterm (want a code that starts with %s)", codeStart)
	}
	n := strings.IndexFunc(code, func(r rune) bool { return !strings.ContainsRune(codeAlphabet, r) })
	valid := code
	if n >= 0 {
		valid = code[:n]
	}
	if size := codeSize(valid); size > 0 && size <= len(valid) {
		return decodeShare(valid[:size])
	} else if n >= 0 {
		r, _ := utf8.DecodeRuneInString(code[n:])
		return nil, fmt.Errorf("character %d of the code is %q, want letters, digits, - and _", n+1, r)
	} else if size > 0 {
		return nil, fmt.Errorf("the code is incomplete (%d of %d characters)", len(valid), size)
	}
	return decodeShare(valid)
}

// codeSize returns the number of characters of a code that begins with the given text, or 0 if it is unknown.
func codeSize(code string) int {
	head, _ := base64.RawURLEncoding.DecodeString(code[:min(len(code)/4*4, 32)])
	if !bytes.HasPrefix(head, shareHead[:]) {
		return 0
	}
	size, _, packed := cutShareHead(head)
	if size == 0 {
		return 0
	}
	return base64.RawURLEncoding.EncodedLen(len(head) - len(packed) + size)
}

// cutShareHead splits a decoded code of the current version. size is the length of the compressed text, and textSize is
// the length of the text. packed contains the bytes of b after the head. If the head is incomplete or invalid, size is
// 0.
func cutShareHead(b []byte) (size, textSize int, packed []byte) {
	b = b[min(len(b), len(shareHead)+crc32.Size):]
	text, n := binary.Uvarint(b)
	compressed, m := binary.Uvarint(b[max(n, 0):])
	if n <= 0 || m <= 0 || text > maxShared || compressed > maxShareCode {
		return 0, 0, nil
	}
	return int(compressed), int(text), b[n+m:]
}

// decodeShare decodes a complete code.
func decodeShare(code string) (*Share, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(code)
	n := len(shareHead)
	switch {
	case err != nil || len(b) < n:
		return nil, errChecksum
	case b[n-1] > shareHead[n-1]:
		return nil, fmt.Errorf("share code version %d was made by a newer arkterm", b[n-1])
	case b[n-1] == 0 || len(b) < n+crc32.Size || binary.BigEndian.Uint32(b[n:]) != checksum(b):
		return nil, errChecksum
	case b[n-1] == 1:
		if len(b) < shareHeadLen1 {
			return nil, errChecksum
		}
		text, err := inflateShare(b[shareHeadLen1:], binary.BigEndian.Uint32(b[shareHeadLen1-4:]))
		if err != nil {
			return nil, err
		}
		return parseShare(text)
	}
	size, textSize, packed := cutShareHead(b)
	if size == 0 || size != len(packed) {
		return nil, fmt.Errorf("invalid length (want a text of at most %d bytes)", maxShared)
	}
	return parseShare(decompress(packed, textSize))
}

// errChecksum is the error for a damaged share code.
var errChecksum = errors.New("the code is incomplete or was changed (wrong checksum)")

// inflateShare decompresses a text of the given length.
func inflateShare(packed []byte, size uint32) ([]byte, error) {
	if size > maxShared {
		return nil, fmt.Errorf("the text has %d bytes (want at most %d)", size, maxShared)
	}
	text := make([]byte, size)
	r := flate.NewReader(bytes.NewReader(packed))
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errors.New("the text cannot be decompressed")
	}
	if n, _ := r.Read(make([]byte, 1)); n != 0 {
		return nil, errors.New("the text is longer than its header states")
	}
	return text, nil
}

// parseShare parses the text of a share.
func parseShare(text []byte) (*Share, error) {
	line, rest, _ := strings.Cut(string(text), "\n")
	if line != shareMagic {
		return nil, fmt.Errorf("the decoded text begins with %s, want %q", quoteStart(line), shareMagic)
	}
	s := &Share{}

	given := map[string]bool{} // keys of the lines so far
	gameKey := ""              // key of the first line about a game
	for n := 2; rest != ""; n++ {
		line, rest, _ = strings.Cut(rest, "\n")
		key, value, _ := strings.Cut(line, " ")
		if given[key] && key != "file" {
			return nil, fmt.Errorf("line %d: duplicate %q", n, key)
		}
		given[key] = true
		if gameKey == "" && key != "pack" && key != "file" {
			gameKey = key
		}
		var err error
		if key == "file" {
			rest, err = s.parseFile(value, rest)
		} else {
			err = s.parseLine(key, value)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, quoteStart(key), err)
		}
	}

	s.HasGame = given["seed"]
	if !s.HasGame && gameKey != "" {
		return nil, fmt.Errorf("line %q is about a game, but the line \"seed\" is missing", gameKey)
	}
	switch {
	case !s.HasGame && len(s.Files) == 0:
		return nil, errors.New("the share contains neither a game nor a level")
	case s.HasGame && !given["rules"], s.HasGame && given["levels"] == (len(s.Files) > 0):
		return nil, errors.New("the description of the game is incomplete (want rules, and either levels or files)")
	}
	return s, nil
}

// parseLine parses a line of a share, which consists of a key and a value.
func (s *Share) parseLine(key, value string) (err error) {
	switch key {
	case "rules":
		return parse.Int(value, &s.Rules, 1, 1<<20)
	case "levels":
		s.Digest, err = strconv.ParseUint(value, 16, 64)
	case "score":
		return parse.Int(value, &s.Score, 0, engine.MaxScore)
	case "player":
		s.Player, err = sharedName(value)
	case "pack":
		s.packName, err = sharedName(value)
	default:
		for _, f := range engine.SetupFields() {
			if f.Code != "" && f.Code == key { // fields without a code are not part of a share
				return f.Read(&s.Setup, value)
			}
		}
		return errors.New("unknown key")
	}
	return err
}

// parseFile parses a file. The value of its line contains the length and the name, and rest starts with the content. It
// returns the text after the file.
func (s *Share) parseFile(value, rest string) (string, error) {
	size, name, _ := strings.Cut(value, " ")
	n, err := strconv.Atoi(size)
	if err != nil || n < 0 || n > len(rest) {
		return "", fmt.Errorf("invalid length %s (%d bytes are left)", quoteStart(size), len(rest))
	}
	if name, err = sharedName(name); err != nil {
		return "", err
	}
	s.Files = append(s.Files, levels.Source{Name: name, Text: rest[:n]})
	return rest[n:], nil
}

// sharedName returns s, or an error if s is empty, too long or contains characters that cannot be printed.
func sharedName(s string) (string, error) {
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxSharedName ||
		strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("want a name of at most %d characters", maxSharedName)
	}
	return s, nil
}

// quoteStart quotes the beginning of an untrusted text for a message.
func quoteStart(s string) string { return fmt.Sprintf("%.20q", s) }

// Open returns the levels of the share. It returns an error if they are invalid or belong to another version of the
// program, or if the game has other rules.
func (s *Share) Open() (levels.Pack, error) {
	if len(s.Files) > 0 {
		pack, err := levels.FromSources(s.packName, s.Files)
		if err != nil {
			return pack, fmt.Errorf("invalid levels in the share:\n%w", err)
		}
		if s.First >= len(pack.Levels) {
			return pack, fmt.Errorf("the game begins with level %d, but the share has only %d", s.First+1,
				len(pack.Levels))
		}
		return pack, s.checkRules()
	}
	pack := levels.PackFor(s.Mode, s.Day, levels.CampaignWithDigest(s.Digest))
	if s.Digest != spec.Digest(pack.Levels) || s.First >= len(pack.Levels) {
		return pack, errors.New("the share is for the levels of another version of arkterm")
	}
	return pack, s.checkRules()
}

// checkRules returns an error if the game has other rules, because the result would differ.
func (s *Share) checkRules() error {
	if s.HasGame && s.Rules != engine.Rules {
		return fmt.Errorf("the game has rules version %d (this program has version %d)", s.Rules, engine.Rules)
	}
	return nil
}

// Matches reports whether c is the configuration of the shared game. It returns false if the player has selected
// another level or difficulty.
func (s *Share) Matches(c *engine.Config) bool {
	return s.HasGame && c.Mode == s.Mode && c.Day == s.Day && c.Seed == s.Seed && c.First == s.First &&
		c.Difficulty.OrMedium() == s.Difficulty.OrMedium() && c.Drops == s.Drops
}

// ToBeat returns a sentence about the score to beat, or "" if there is none.
func (s *Share) ToBeat() string {
	day := ""
	if s.Day != 0 {
		day = " on " + s.Day.String()
	}
	switch {
	case s.Score == 0:
		return ""
	case s.Player == "":
		return fmt.Sprintf("%d points to beat%s.", s.Score, day)
	}
	return fmt.Sprintf("%s has %d points%s: beat that.", s.Player, s.Score, day)
}

// Label returns a readable prefix for the code of a daily game, with its day and the score to beat. It returns "" for
// other games. ParseCode ignores the prefix.
func (s *Share) Label() string {
	switch {
	case s.Day == 0:
		return ""
	case s.Score == 0:
		return fmt.Sprintf("arkterm-daily-%s:", s.Day)
	}
	return fmt.Sprintf("arkterm-daily-%s-%d-points:", s.Day, s.Score)
}

// AddLevels adds the level files of a pack to the share, without their comments. A shipped pack has no files, so
// AddLevels sets the digest of its levels instead. If the pack has only one level, the pack and the file are named
// after the level, so that the share code does not depend on the original file name.
func (s *Share) AddLevels(pack levels.Pack) {
	alone := len(pack.Sources) == 1 && len(pack.Levels) == 1
	if alone {
		pack.Name = pack.Levels[0].Name
	}
	s.Files = nil
	for i, f := range pack.Sources {
		f.Name = NameForShare(filepath.Base(f.Name))
		if alone {
			f.Name = NameForShare(levels.Slug(pack.Name) + levels.Suffix)
		}
		if f.Name == "" {
			f.Name = strconv.Itoa(i+1) + ".level"
		}
		f.Text = levels.WithoutComments(f.Text)
		s.Files = append(s.Files, f)
	}
	if len(s.Files) == 0 {
		s.Digest = spec.Digest(pack.Levels)
		return
	}
	s.packName = NameForShare(pack.Name)
}

// NameForShare shortens a name and removes characters that a share cannot contain.
func NameForShare(s string) string {
	var out []rune
	for _, r := range s {
		if unicode.IsPrint(r) && r != '\uFFFD' && len(out) < maxSharedName {
			out = append(out, r)
		}
	}
	return string(out)
}
