package settings

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/parse"
)

// A tomlFile contains the values of a TOML file and their positions.
type tomlFile struct {
	path      string
	values    map[string]any
	positions map[string]position // positions of the values, by dotted key
}

// A position is a line and a column, both counted from 1.
type position struct{ line, col int }

// before reports whether p is before q in the file.
func (p position) before(q position) bool {
	return p.line < q.line || p.line == q.line && p.col < q.col
}

// A tomlOther is a value of a type that no setting uses, as text: a number with a fraction, a date, or a number that
// does not fit in an int64.
type tomlOther string

// parseTOML parses the text of a file. The values have the types string, bool, int64, tomlOther, []any and
// map[string]any. The message of a syntax error begins with name:line:column.
func parseTOML(name string, text []byte) (*tomlFile, error) {
	f := &tomlFile{name, map[string]any{}, map[string]position{}}
	text, err := parse.Text(text)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFile, "%s:1:1: %w", name, err)
	}

	var p unstable.Parser
	p.Reset(text)
	table, path := f.values, ""
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			_, err = f.add(&p, table, path, e)
		} else {
			path = dotted("", e.Key())
			table, err = f.add(&p, f.values, "", e)
		}
		if err != nil {
			return nil, err
		}
	}
	if e, ok := errors.AsType[*unstable.ParserError](p.Error()); ok {
		return nil, cli.Errorf(cli.ExitFile, "%w", &tomlError{name, positionOf(&p, p.Range(e.Highlight)), e})
	}
	return f, nil
}

// add adds the expression e to a table. e is a key with a value, or a table header. path is the dotted name of the
// table. add returns the table to which the following keys belong.
func (f *tomlFile) add(p *unstable.Parser, table map[string]any, path string, e *unstable.Node,
) (map[string]any, error) {
	key, at := dotted(path, e.Key()), positionOf(p, firstKey(e))
	fail := func(format string) (map[string]any, error) {
		return nil, cli.Errorf(cli.ExitFile, "%w", &tomlError{f.path, at, fmt.Errorf(format, key)})
	}
	if _, ok := f.positions[key]; ok {
		return fail("key %s is already defined")
	}
	if e.Kind == unstable.ArrayTable {
		return fail("lists of tables are not used here (want [%s])")
	}

	f.positions[key] = at
	for it := e.Key(); it.Next(); {
		name := string(it.Node().Data)
		if it.IsLast() && e.Kind == unstable.KeyValue {
			if table[name] != nil {
				return fail("key %s is already defined")
			}
			value := e.Value()
			if value.Raw.Length > 0 { // some kinds of value have no position
				f.positions[key] = positionOf(p, value.Raw)
			}
			v, err := f.value(p, key, value)
			table[name] = v
			return table, err
		}
		if table[name] == nil {
			table[name] = map[string]any{}
		}
		inner, ok := table[name].(map[string]any)
		if !ok {
			return fail("key %s is already defined")
		}
		table = inner
	}
	return table, nil
}

// value converts n, the value of a key, to a Go value. See parseTOML for the types.
func (f *tomlFile) value(p *unstable.Parser, key string, n *unstable.Node) (any, error) {
	text := string(n.Data)
	switch n.Kind {
	case unstable.String:
		return text, nil
	case unstable.Bool:
		return text == "true", nil
	case unstable.Integer:
		if i, err := strconv.ParseInt(text, 0, 64); err == nil {
			return i, nil
		}
	case unstable.Array:
		list := []any{}
		for it := n.Children(); it.Next(); {
			v, err := f.value(p, fmt.Sprintf("%s[%d]", key, len(list)), it.Node())
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case unstable.InlineTable:
		table := map[string]any{}
		for it := n.Children(); it.Next(); {
			if _, err := f.add(p, table, key, it.Node()); err != nil {
				return nil, err
			}
		}
		return table, nil
	}
	return tomlOther(text), nil
}

// firstKey returns the position of the first part of an expression's dotted key.
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

// dotted returns a key in dotted form. If table is not "", the result begins with this dotted name of the key's table.
func dotted(table string, key unstable.Iterator) string {
	for key.Next() {
		if table != "" {
			table += "."
		}
		table += string(key.Node().Data)
	}
	return table
}

// ReadFlat reads a TOML file that has no tables, and calls set for each key in alphabetical order. For a list, value
// contains the elements, separated by commas. The error lists all keys that are not in keys and all errors of set,
// ordered by position in the file.
func ReadFlat(name string, text []byte, keys []string, set func(key, value string) error) error {
	f, err := parseTOML(name, text)
	if err != nil {
		return err
	}
	var all []error
	for _, key := range slices.Sorted(maps.Keys(f.values)) {
		value, ok := flatText(f.values[key])
		switch {
		case !slices.Contains(keys, key):
			err := fmt.Errorf("unknown key %q%s", key, parse.DidYouMean(key, "", keys))
			all = append(all, cli.Errorf(cli.ExitFile, "%w", &tomlError{f.path, f.positions[key], err}))
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

// flatText converts a TOML value to text for ReadFlat. ok is false if the value is not a string, a whole number, a bool
// or a list of strings.
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

// errorf returns an error about the value of a key. The message begins with the position of the value and the key.
func (f *tomlFile) errorf(key, format string, args ...any) error {
	err := &tomlError{f.path, f.positions[key], fmt.Errorf(key+": "+format, args...)}
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

// joinErrors combines errors that errorf returned into one error. The message has a line for each error, ordered by
// position in the file. If errs is empty, joinErrors returns nil.
func (f *tomlFile) joinErrors(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	sort.Slice(errs, func(i, j int) bool {
		x, _ := errors.AsType[*tomlError](errs[i])
		y, _ := errors.AsType[*tomlError](errs[j])
		return x.at.before(y.at)
	})
	return cli.Errorf(cli.ExitFile, "%w", errors.Join(errs...))
}
