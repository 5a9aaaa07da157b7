package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine/parse"
)

// Read sets options from the text of a file. path is the name of the file in errors, and from the source of the values.
// The error lists all invalid entries, each with its line and column. Valid entries are set anyway.
func (c *Choices) Read(path string, text []byte, from Source) error {
	f, all, err := c.read(path, text, from)
	if err != nil {
		return err
	}
	return f.joinErrors(all)
}

// Check is like Read for config.toml. It also returns an error for a theme that does not exist.
func (c *Choices) Check(path string, text []byte, own Themes) error {
	f, all, err := c.read(path, text, ByConfig)
	if err != nil {
		return err
	}
	if name := c.Values[Theme][ByConfig]; name != "" {
		if _, err := own.Find(name); err != nil {
			all = append(all, f.errorf(Options[Theme].Name, "%w", err))
		}
	}
	return f.joinErrors(all)
}

// read is like Read. It returns errors about entries in all, and a syntax error in err.
func (c *Choices) read(path string, text []byte, from Source) (f *tomlFile, all []error, err error) {
	if f, err = parseTOML(path, text); err != nil {
		return nil, nil, err
	}
	for key, v := range f.values {
		if key == keysTable {
			all = append(all, c.readKeys(f, v, from)...)
			continue
		}
		if key == keyboardTable {
			all = append(all, c.readKeyboard(f, v)...)
			continue
		}
		i := slices.IndexFunc(Options[:], func(o Option) bool { return o.Name == key })
		if i < 0 {
			all = append(all, f.unknownOption(key))
			continue
		}
		word, err := Options[i].parseValue(flagText(v))
		if err != nil {
			all = append(all, f.errorf(key, "%s: %w", tomlText(v), err))
			continue
		}
		c.Values[i][from] = word
		if i == Theme && from == ByConfig {
			at := f.positions[key]
			c.themePosition = fmt.Sprintf("%s:%d:%d", path, at.line, at.col)
		}
	}
	return f, all, nil
}

// unknownOption returns the error for an unknown top-level key.
func (f *tomlFile) unknownOption(key string) error {
	var known []string
	for _, o := range Options {
		known = append(known, o.Name)
	}
	known = append(known, keysTable, keyboardTable)
	return f.errorf(key, "unknown option%s", parse.DidYouMean(key, "", known))
}

// flagText returns a value in the form that the command line uses.
func flagText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		if v {
			return "on"
		}
		return "off"
	}
	return fmt.Sprint(v)
}

// tomlText returns a value in the form that files use.
func tomlText(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v)
}

// SettingsTOML returns the values set in the menu as the text of settings.toml.
func (c *Choices) SettingsTOML() []byte {
	var b strings.Builder
	b.WriteString("# Written by arkterm's menu. Your own configuration is config.toml: see arkterm paths.\n")
	for i, o := range Options {
		if v := c.Values[i][ByMenu]; v != "" {
			fmt.Fprintf(&b, "%s = %q\n", o.Name, v)
		}
	}
	c.writeKeys(&b)
	c.writeKeyboard(&b)
	return []byte(b.String())
}
