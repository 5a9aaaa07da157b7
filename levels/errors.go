package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"sort"
	"strings"

	"arkterm/engine/parse"
)

// An Error is an error in a level file or in a folder of level files.
type Error struct {
	File    string // name of the file or folder
	Line    int    // from 1; 0 for the whole file
	Column  int    // from 1, in characters; after the last character if something is missing there
	Message string // description of the error, without its position

	cause error
}

// Error returns "file:line:column: message", or "file: message". Characters that cannot be displayed are removed from
// the name of the file.
func (e Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", Clean(e.File), e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", Clean(e.File), e.Line, e.Column, e.Message)
}

// Unwrap returns the cause, or nil.
func (e Error) Unwrap() error { return e.cause }

// ReadError returns the error for a file or folder that cannot be read, with a message for players that does not
// contain the name of a system call.
func ReadError(file string, err error) Error {
	e := Error{File: file, Message: err.Error(), cause: err}
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		e.Message = p.Err.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Message = "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		e.Message = "permission denied"
	}
	return e
}

// Errors contains all errors in a level file or a folder, in the order of the text. It is the error type of [Parse] and
// [Load].
type Errors []Error

// Unwrap returns all errors.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, err := range e {
		all[i] = err
	}
	return all
}

// Error returns one line per error.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Sort sorts the errors of one file by their position in the text.
func (e Errors) Sort() {
	sort.SliceStable(e, func(i, j int) bool {
		return cmp.Or(cmp.Compare(e[i].Line, e[j].Line), cmp.Compare(e[i].Column, e[j].Column)) < 0
	})
}

// Quote returns s in quotes, truncated to leave room for the rest of a message.
func Quote(s string) string {
	const maxLen = 32
	s = Clean(s)
	if r := []rune(s); len(r) > maxLen {
		return fmt.Sprintf("%q…", string(r[:maxLen]))
	}
	return fmt.Sprintf("%q", s)
}

// unknownError returns the message for an unknown name. The argument noun describes the name, for example "drop".
// The message suggests the most similar known name, or lists all known names if none is similar.
func unknownError(noun, name string, known []string) string {
	if near := parse.Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown %s %s, did you mean %q?", noun, Quote(name), near)
	}
	return fmt.Sprintf("unknown %s %s, want %s", noun, Quote(name), parse.List(known, "or"))
}

// maxSimilar is the maximum number of names that an error suggests.
const maxSimilar = 3

// similarNames returns the known names that are most similar to name, in order of similarity, at most maxSimilar of
// them. A known name is similar if it contains name, or if it or its beginning has a small edit distance from name.
func similarNames(name string, known []string) []string {
	type candidate struct {
		name  string
		edits int
	}

	var all []candidate
	slug := Slug(name)
	length := len([]rune(slug))
	for _, k := range known {
		candidateSlug := Slug(k)
		runes := []rune(candidateSlug)
		edits := parse.EditDistance(slug, candidateSlug)
		switch contains := len(slug) > 1 && strings.Contains(candidateSlug, slug); {
		case contains:
			all = append(all, candidate{k, 0})
		case edits <= max(1, len(runes)/3) && edits < length:
			all = append(all, candidate{k, edits})
		case length > 3 && length < len(runes): // with three letters, almost all names would be similar
			if edits := parse.EditDistance(slug, string(runes[:length])); edits <= length/3 {
				all = append(all, candidate{k, edits + 1}) // after similar complete names
			}
		}
	}

	sort.SliceStable(all, func(i, j int) bool { return all[i].edits < all[j].edits })
	var names []string
	for _, c := range all[:min(len(all), maxSimilar)] {
		names = append(names, c.name)
	}
	return names
}

// didYouMean returns the part of an error that suggests names, or "" for no names.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = Quote(n)
	}
	return "; did you mean " + parse.List(quoted, "or") + "?"
}
