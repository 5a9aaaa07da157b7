package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/parse"
)

// A tomlFile is a TOML file with the positions of its values.
type tomlFile struct {
	name      string
	positions map[string]position // positions of values, by dotted key
}

// A position is a line and a column, both counted from 1.
type position struct{ line, col int }

// decodeTOML decodes text into the struct or map to which into points. Fields that text does not set keep their values.
// Errors begin with name:line:column. The error for unknown keys has a line with a suggestion for each key.
func decodeTOML(name string, text []byte, into any) (*tomlFile, error) {
	f := &tomlFile{name, map[string]position{}}
	text, err := parse.Text(text)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%s:1:1: %w", name, err)
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		return nil, f.unknownKeys(strict, into)
	}
	if e, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, col := e.Position()
		return nil, cli.Errorf(cli.ExitFile, "%s:%d:%d: %s", name, line, col, tomlMessage(e))
	}
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%s: %w", name, err)
	}
	f.locate(text)
	return f, nil
}

// ReadFlat reads a TOML file without tables. It calls set for each value, in the order of the keys. A list is passed as
// text with commas between the elements. The error lists all keys that are not in keys and all errors of set, ordered
// by position in the file.
func ReadFlat(name string, text []byte, keys []string, set func(key, value string) error) error {
	values := map[string]any{}
	f, err := decodeTOML(name, text, &values)
	if err != nil {
		return err
	}
	var all []error
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value, ok := flatText(values[key])
		switch {
		case !slices.Contains(keys, key):
			err := fmt.Errorf("unknown key %q%s", key, parse.DidYouMean(key, "", keys))
			all = append(all, cli.Errorf(cli.ExitFile, "%w", &tomlError{f.name, f.positions[key], err}))
		case !ok:
			all = append(all, f.errorf(key, "want a string, a whole number, true or false, or a list of strings"))
		default:
			if err := set(key, value); err != nil {
				all = append(all, f.errorf(key, "%w", err))
			}
		}
	}
	return f.joinErrors(all)
}

// flatText returns a TOML value in the form that the command line uses, and whether it has one.
func flatText(value any) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool, int64:
		return fmt.Sprint(v), true
	case []any:
		texts := make([]string, len(v))
		for i := range v {
			if texts[i], ok = v[i].(string); !ok {
				return "", false
			}
		}
		return strings.Join(texts, ","), true
	}
	return "", false
}

// errorf returns an error about the value of a key, with its position.
func (f *tomlFile) errorf(key, format string, args ...any) error {
	err := &tomlError{f.name, f.positions[key], fmt.Errorf(key+": "+format, args...)}
	return cli.Errorf(cli.ExitFile, "%w", err)
}

// A tomlError is an error at a position in a file.
type tomlError struct {
	file string
	at   position
	err  error
}

func (e *tomlError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.file, e.at.line, e.at.col, e.err)
}
func (e *tomlError) Unwrap() error { return e.err }

// joinErrors combines errors from errorf into one error with a line for each, ordered by position. It returns nil if
// there are none.
func (f *tomlFile) joinErrors(all []error) error {
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b error) int {
		x, _ := errors.AsType[*tomlError](a)
		y, _ := errors.AsType[*tomlError](b)
		return cmp.Or(cmp.Compare(x.at.line, y.at.line), cmp.Compare(x.at.col, y.at.col))
	})
	return cli.Errorf(cli.ExitFile, "%w", errors.Join(all...))
}

// locate records the positions of all values in a well-formed text.
func (f *tomlFile) locate(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = dotted("", e.Key())
			f.positions[table] = positionOf(&p, firstKey(e))
		case unstable.KeyValue:
			f.locateValue(&p, table, e)
		}
	}
}

// locateValue records the position of a value and, for a table, of the values in it.
func (f *tomlFile) locateValue(p *unstable.Parser, table string, e *unstable.Node) {
	key, value := dotted(table, e.Key()), e.Value()
	at := value.Raw
	if at.Length == 0 { // some kinds of value have no position, so use the key
		at = firstKey(e)
	}
	f.positions[key] = positionOf(p, at)
	if value.Kind == unstable.InlineTable {
		for it := value.Children(); it.Next(); {
			f.locateValue(p, key, it.Node())
		}
	}
}

// firstKey returns the range of the first part of an expression's dotted key.
func firstKey(e *unstable.Node) unstable.Range {
	it := e.Key()
	it.Next()
	return it.Node().Raw
}

// positionOf returns the position at which a range starts.
func positionOf(p *unstable.Parser, at unstable.Range) position {
	start := p.Shape(at).Start
	return position{start.Line, start.Column}
}

// dotted returns a key in dotted form, with the name of its table in front.
func dotted(table string, key unstable.Iterator) string {
	for key.Next() {
		if table != "" {
			table += "."
		}
		table += string(key.Node().Data)
	}
	return table
}

// tomlTypeNames maps Go types to descriptions for messages.
var tomlTypeNames = map[string]string{
	"string": "text in quotes", "int": "a whole number", "float64": "a number", "bool": "true or false",
	"[]string": "a list of strings",
}

// tomlMessage returns the message of an error of the TOML library, with Go types replaced by descriptions. An original
// message is "cannot decode TOML string into struct field X of type int".
func tomlMessage(e *toml.DecodeError) string {
	text := strings.TrimPrefix(e.Error(), "toml: ")
	rest, mismatch := strings.CutPrefix(text, "cannot decode TOML ")
	is, _, into := strings.Cut(rest, " into ")
	at := strings.LastIndex(rest, " of type ")
	if !mismatch || !into || at < 0 {
		return text
	}
	wants, ok := tomlTypeNames[rest[at+len(" of type "):]]
	if !ok {
		wants = "another type"
	}
	return fmt.Sprintf("%s: want %s, not a TOML %s", strings.Join(e.Key(), "."), wants, is)
}

// unknownKeys returns an error that lists the unknown keys.
func (f *tomlFile) unknownKeys(strict *toml.StrictMissingError, into any) error {
	known := tomlKeys(reflect.TypeOf(into).Elem())
	var all []string
	for _, e := range strict.Errors {
		line, col := e.Position()
		key := e.Key()
		all = append(all, fmt.Sprintf("%s:%d:%d: unknown key %q%s", f.name, line, col,
			strings.Join(key, "."), parse.DidYouMean(lastPart(key), "", known)))
	}
	return cli.Errorf(cli.ExitFile, "%s", strings.Join(all, "\n"))
}

// lastPart returns the last part of a dotted key, or "".
func lastPart(key []string) string {
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
