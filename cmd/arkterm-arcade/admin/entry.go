package admin

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"arkterm/engine/parse"
)

// An Entry is a line of the list, or a part of a line that has several networks.
type Entry struct {
	Kind string // the name of a row of Kinds
	What string
	Note string // for people
}

// Errors of [Add] and [Remove].
var (
	ErrThere    = errors.New("that is on the list already")
	ErrNotThere = errors.New("that is not on the list")
)

// NewEntry returns an entry. Blanks and control characters in the note become single blanks.
func NewEntry(kind, what, note string) (Entry, error) {
	e := Entry{kind, what, strings.Join(strings.FieldsFunc(note, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }), " ")}
	if kindNamed(kind) == nil {
		return e, fmt.Errorf("want key, name or net, not %.40q", kind)
	}
	l, err := e.list()
	if err == nil && l.Len() != 1 || strings.ContainsAny(what, "#\n") {
		err = errors.New("want one at a time")
	}
	return e, err
}

// list returns the list of the entry alone.
func (e Entry) list() (*List, error) {
	l := newList()
	return l, kindNamed(e.Kind).take(l, e.What)
}

// is reports whether two entries block the same thing.
func (e Entry) is(o Entry) bool {
	if e.Kind != o.Kind {
		return false
	}
	a, errA := e.list()
	b, errB := o.list()
	return errA == nil && errB == nil && kindNamed(e.Kind).same(a, b)
}

// String returns the entry as a line of the file.
func (e Entry) String() string {
	line := e.Kind + " " + e.What
	if e.Note != "" {
		line += "  # " + e.Note
	}
	return line
}

// entriesOf returns the entries of a line. A line may have several networks. It skips errors.
func entriesOf(line string) (all []Entry) {
	line, note, _ := strings.Cut(strings.TrimSpace(line), "#")
	kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if k := kindNamed(kind); k == nil || k.take(newList(), strings.TrimSpace(rest)) != nil {
		return nil
	}
	for what := range strings.SplitSeq(rest, ",") {
		if e, err := NewEntry(kind, strings.TrimSpace(what), note); err == nil {
			all = append(all, e)
		}
	}
	return all
}

// Entries returns the entries of a file in order. It skips wrong lines.
func Entries(text []byte) (all []Entry) {
	for line := range strings.Lines(string(parse.WithoutMark(text))) {
		all = append(all, entriesOf(line)...)
	}
	return all
}

// Add returns the text of a file with one more entry. The error is ErrThere if the file has the entry, and
// parse.EncodingError if the text is not UTF-8: a line in another encoding would be lost in it.
func Add(text []byte, e Entry) ([]byte, error) {
	if _, err := parse.Text(text); err != nil {
		return text, err
	}
	if slices.ContainsFunc(Entries(text), e.is) {
		return text, ErrThere
	}
	b := bytes.NewBuffer(slices.Clone(text))
	if b.Len() > 0 && text[len(text)-1] != '\n' {
		b.WriteByte('\n')
	}
	fmt.Fprintln(b, e)
	if b.Len() > MaxFile {
		return text, fmt.Errorf("the list is longer than %d bytes then", MaxFile)
	}
	return b.Bytes(), nil
}

// Remove returns the text of a file without an entry. It does not change other lines. The error is ErrNotThere if
// the file does not have the entry, and parse.EncodingError if the text is not UTF-8.
func Remove(text []byte, e Entry) ([]byte, error) {
	unmarked, err := parse.Text(text)
	if err != nil {
		return text, err
	}
	var b bytes.Buffer
	b.Write(text[:len(text)-len(unmarked)]) // the byte order mark
	removed := false
	for line := range strings.Lines(string(unmarked)) {
		all := entriesOf(line)
		left := slices.DeleteFunc(slices.Clone(all), e.is)
		if len(left) == len(all) {
			b.WriteString(line)
			continue
		}
		removed = true
		for _, e := range left { // of several networks in one line
			fmt.Fprintln(&b, e)
		}
	}
	if !removed {
		return text, ErrNotThere
	}
	return b.Bytes(), nil
}
