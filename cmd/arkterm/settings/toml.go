package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/words"
)

// A tomlFile is a file of the player's in TOML, and where its values stand.
type tomlFile struct {
	name string
	at   map[string]place // of each value, by its dotted key
}

// A place is a line and a column, both from 1.
type place struct{ line, col int }

// decodeTOML reads text into the struct or map that into points to. What is not given
// stays as it is. Errors say name:line:column, one line for each unknown key with the
// name that was meant.
func decodeTOML(name string, text []byte, into any) (*tomlFile, error) {
	f := &tomlFile{name, map[string]place{}}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		return nil, f.unknownKeys(strict, into)
	}
	if e, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, col := e.Position()
		return nil, exit.Errorf(exit.File, "%s:%d:%d: %s", name, line, col, tomlMessage(e))
	}
	if err != nil {
		return nil, exit.Errorf(exit.File, "%s: %w", name, err)
	}
	f.locate(text)
	return f, nil
}

// errorf returns an error about the value of key.
func (f *tomlFile) errorf(key, format string, args ...any) error {
	return exit.Errorf(exit.File, "%w", &tomlError{f.name, f.at[key], fmt.Errorf(key+": "+format, args...)})
}

// A tomlError is an error at a place in a file.
type tomlError struct {
	file string
	at   place
	err  error
}

func (e *tomlError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.file, e.at.line, e.at.col, e.err)
}
func (e *tomlError) Unwrap() error { return e.err }

// join returns errors of errorf's as one, a line for each, in the order of their places.
func (f *tomlFile) join(all []error) error {
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b error) int {
		x, _ := errors.AsType[*tomlError](a)
		y, _ := errors.AsType[*tomlError](b)
		return cmp.Or(cmp.Compare(x.at.line, y.at.line), cmp.Compare(x.at.col, y.at.col))
	})
	return exit.Errorf(exit.File, "%w", errors.Join(all...))
}

// locate finds where the values of a well-formed text stand.
func (f *tomlFile) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = dotted("", e.Key())
		case unstable.KeyValue:
			f.locateValue(&p, table, e)
		}
	}
}

// locateValue notes where the value of a key stands, and those of the keys in it.
func (f *tomlFile) locateValue(p *unstable.Parser, table string, e *unstable.Node) {
	key, value := dotted(table, e.Key()), e.Value()
	at := value.Raw
	if at.Length == 0 { // not all kinds of value know their place; their key does
		it := e.Key()
		it.Next()
		at = it.Node().Raw
	}
	start := p.Shape(at).Start
	f.at[key] = place{start.Line, start.Column}
	if value.Kind == unstable.InlineTable {
		for it := value.Children(); it.Next(); {
			f.locateValue(p, key, it.Node())
		}
	}
}

// dotted returns the key of a part of a table.
func dotted(table string, key unstable.Iterator) string {
	for key.Next() {
		if table != "" {
			table += "."
		}
		table += string(key.Node().Data)
	}
	return table
}

// tomlMismatch is what the library says of a value of the wrong type, which names the
// program's own types.
var tomlMismatch = regexp.MustCompile(`cannot decode TOML ([a-z-]+) into .* of type (\S+)$`)

// tomlWants says what a type of ours is to a player.
var tomlWants = map[string]string{
	"string": "text in quotes", "int": "a whole number", "float64": "a number", "bool": "true or false",
	"[]string": "a list of texts",
}

// tomlMessage returns what an error says, in the player's words.
func tomlMessage(e *toml.DecodeError) string {
	text := strings.TrimPrefix(e.Error(), "toml: ")
	m := tomlMismatch.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	wants, ok := tomlWants[m[2]]
	if !ok {
		wants = "something else"
	}
	return fmt.Sprintf("%s: want %s, not a TOML %s", strings.Join(e.Key(), "."), wants, m[1])
}

// unknownKeys says which keys are none.
func (f *tomlFile) unknownKeys(strict *toml.StrictMissingError, into any) error {
	known := tomlKeys(reflect.TypeOf(into).Elem())
	var all []string
	for _, e := range strict.Errors {
		line, col := e.Position()
		key := e.Key()
		all = append(all, fmt.Sprintf("%s:%d:%d: no key %q%s", f.name, line, col,
			strings.Join(key, "."), words.DidYouMean(last(key), "", known)))
	}
	return exit.Errorf(exit.File, "%s", strings.Join(all, "\n"))
}

func last(key []string) string {
	if len(key) == 0 {
		return ""
	}
	return key[len(key)-1]
}

// tomlKeys returns the keys of a struct and of the tables in it.
func tomlKeys(t reflect.Type) (keys []string) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if key, _, _ := strings.Cut(f.Tag.Get("toml"), ","); key != "" && key != "-" {
			keys = append(append(keys, key), tomlKeys(f.Type)...)
		}
	}
	return keys
}
