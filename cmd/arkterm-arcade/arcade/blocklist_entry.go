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

// A BlockEntry is a line of a block list. A line with several networks has an entry for each of them.
type BlockEntry struct {
	Kind string // the name of a row of BlockKinds
	What string
	Note string // a comment
}

// Errors of [AddBlock] and [RemoveBlock].
var (
	ErrAlreadyBlocked = errors.New("already on the block list")
	ErrNotBlocked     = errors.New("not on the block list")
)

// NewBlockEntry returns an entry. Spaces and control characters in the note become single spaces.
func NewBlockEntry(kind, what, note string) (BlockEntry, error) {
	e := BlockEntry{
		kind, what,
		strings.Join(strings.FieldsFunc(note, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }),
			" "),
	}
	if blockKindNamed(kind) == nil {
		return e, fmt.Errorf("want key, name or net, not %.40q", kind)
	}
	l, err := e.list()
	if err == nil && l.Len() != 1 || strings.ContainsAny(what, "#\n") {
		err = errors.New("want a single value")
	}
	return e, err
}

// list returns a list with only this entry.
func (e BlockEntry) list() (*Blocklist, error) {
	l := newBlocklist()
	return l, blockKindNamed(e.Kind).take(l, e.What)
}

// is reports whether two entries have the same effect.
func (e BlockEntry) is(o BlockEntry) bool {
	if e.Kind != o.Kind {
		return false
	}
	a, errA := e.list()
	b, errB := o.list()
	return errA == nil && errB == nil && blockKindNamed(e.Kind).same(a, b)
}

// String returns the entry as a line of the file.
func (e BlockEntry) String() string {
	line := e.Kind + " " + e.What
	if e.Note != "" {
		line += "  # " + e.Note
	}
	return line
}

// blockEntriesOf returns the entries of a line. A line may have several networks. It skips errors.
func blockEntriesOf(line string) (all []BlockEntry) {
	line, note, _ := strings.Cut(strings.TrimSpace(line), "#")
	kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if k := blockKindNamed(kind); k == nil || k.take(newBlocklist(), strings.TrimSpace(rest)) != nil {
		return nil
	}
	for what := range strings.SplitSeq(rest, ",") {
		if e, err := NewBlockEntry(kind, strings.TrimSpace(what), note); err == nil {
			all = append(all, e)
		}
	}
	return all
}

// BlockEntries returns the entries of a file in order. It skips invalid lines.
func BlockEntries(text []byte) (all []BlockEntry) {
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		all = append(all, blockEntriesOf(line)...)
	}
	return all
}

// AddBlock returns the text of a file with one more entry. The error is ErrAlreadyBlocked if the file contains the
// entry, and parse.EncodingError if the text is not UTF-8, because mixed encodings would make lines unreadable.
func AddBlock(text []byte, e BlockEntry) ([]byte, error) {
	if _, err := parse.Text(text); err != nil {
		return text, err
	}
	if slices.ContainsFunc(BlockEntries(text), e.is) {
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

// RemoveBlock returns the text of a file without an entry. It does not change other lines. The error is ErrNotBlocked
// if the file does not contain the entry, and parse.EncodingError if the text is not UTF-8.
func RemoveBlock(text []byte, e BlockEntry) ([]byte, error) {
	unmarked, err := parse.Text(text)
	if err != nil {
		return text, err
	}
	var b bytes.Buffer
	b.Write(text[:len(text)-len(unmarked)]) // the byte order mark
	removed := false
	for line := range strings.Lines(string(unmarked)) {
		all := blockEntriesOf(line)
		left := slices.DeleteFunc(slices.Clone(all), e.is)
		if len(left) == len(all) {
			b.WriteString(line)
			continue
		}
		removed = true
		for _, e := range left { // a line can have several networks
			fmt.Fprintln(&b, e)
		}
	}
	if !removed {
		return text, ErrNotBlocked
	}
	return b.Bytes(), nil
}
