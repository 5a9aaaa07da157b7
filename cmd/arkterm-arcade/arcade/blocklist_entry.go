package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"arkterm/engine/parse"
)

// A BlockEntry is an entry of a block list. Each entry is a line of the file, but a line with several networks has an
// entry for each of them.
type BlockEntry struct {
	Kind  string // name of a BlockKind
	Value string // the blocked key, name or network
	Note  string // comment
}

// Errors of [AddBlock] and [RemoveBlock].
var (
	ErrAlreadyBlocked = errors.New("already on the block list")
	ErrNotBlocked     = errors.New("not on the block list")
)

// NewBlockEntry returns an entry, or an error if the kind or value is invalid. In the note, it replaces each sequence
// of spaces and control characters by a single space.
func NewBlockEntry(kind, value, note string) (BlockEntry, error) {
	e := BlockEntry{
		kind, value,
		strings.Join(strings.FieldsFunc(note, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }),
			" "),
	}
	if findBlockKind(kind) == nil {
		return e, fmt.Errorf("want key, name or net, not %.40q", kind)
	}
	l, err := e.list()
	if err == nil && l.Len() != 1 || strings.ContainsAny(value, "#\n") {
		err = errors.New("want a single value")
	}
	return e, err
}

// list returns a block list with only this entry, or an error if its value is invalid.
func (e BlockEntry) list() (*Blocklist, error) {
	l := newBlocklist()
	return l, findBlockKind(e.Kind).add(l, e.Value)
}

// equals reports whether two entries have the same effect.
func (e BlockEntry) equals(o BlockEntry) bool {
	if e.Kind != o.Kind {
		return false
	}
	a, errA := e.list()
	b, errB := o.list()
	return errA == nil && errB == nil && findBlockKind(e.Kind).equal(a, b)
}

// String returns the entry as a line of a block list, without a line feed.
func (e BlockEntry) String() string {
	line := e.Kind + " " + e.Value
	if e.Note != "" {
		line += "  # " + e.Note
	}
	return line
}

// lineEntries returns the entries of a line, which may contain several networks. It returns nil if the line is invalid.
func lineEntries(line string) (all []BlockEntry) {
	line, note, _ := strings.Cut(strings.TrimSpace(line), "#")
	kind, values, _ := strings.Cut(strings.TrimSpace(line), " ")
	if k := findBlockKind(kind); k == nil || k.add(newBlocklist(), strings.TrimSpace(values)) != nil {
		return nil
	}
	for value := range strings.SplitSeq(values, ",") {
		if e, err := NewBlockEntry(kind, strings.TrimSpace(value), note); err == nil {
			all = append(all, e)
		}
	}
	return all
}

// BlockEntries returns the entries of a block list in order. It skips invalid lines.
func BlockEntries(text []byte) (all []BlockEntry) {
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		all = append(all, lineEntries(line)...)
	}
	return all
}

// AddBlock returns the text of a block list with an additional entry. The error is ErrAlreadyBlocked if the list
// already contains the entry. It is a parse.EncodingError if the text is not UTF-8, because adding a UTF-8 line would
// mix two encodings.
func AddBlock(text []byte, e BlockEntry) ([]byte, error) {
	if _, err := parse.Text(text); err != nil {
		return text, err
	}
	if slices.ContainsFunc(BlockEntries(text), e.equals) {
		return text, ErrAlreadyBlocked
	}
	b := bytes.NewBuffer(slices.Clone(text))
	if b.Len() > 0 && text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintln(b, e)
	if b.Len() > MaxBlocklist {
		return text, fmt.Errorf("the block list would be longer than %d bytes", MaxBlocklist)
	}
	return b.Bytes(), nil
}

// RemoveBlock returns the text of a block list without an entry. It does not change other lines. The error is
// ErrNotBlocked if the list does not contain the entry, and a parse.EncodingError if the text is not UTF-8.
func RemoveBlock(text []byte, e BlockEntry) ([]byte, error) {
	unmarked, err := parse.Text(text)
	if err != nil {
		return text, err
	}
	var b bytes.Buffer
	b.Write(text[:len(text)-len(unmarked)]) // the byte order mark
	removed := false
	for line := range strings.Lines(string(unmarked)) {
		all := lineEntries(line)
		kept := slices.DeleteFunc(slices.Clone(all), e.equals)
		if len(kept) == len(all) {
			b.WriteString(line)
			continue
		}
		removed = true
		for _, e := range kept { // the other networks of the line
			fmt.Fprintln(&b, e)
		}
	}
	if !removed {
		return text, ErrNotBlocked
	}
	return b.Bytes(), nil
}
