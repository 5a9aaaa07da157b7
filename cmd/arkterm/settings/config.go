package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/engine/parse"
)

// Read sets options from the text of a TOML file, and stores the values under the given source. path is the file name
// for errors. The error lists all invalid entries, each with its line and column. Valid entries are set even if there
// is an error.
func (c *Choices) Read(path string, text []byte, source Source) error {
	f, errs, err := c.read(path, text, source)
	if err != nil {
		return err
	}
	return f.joinErrors(errs)
}

// Check is like Read with the source ByConfig. It also returns an error if the text selects a theme that does not
// exist.
func (c *Choices) Check(path string, text []byte, themes Themes) error {
	f, errs, err := c.read(path, text, ByConfig)
	if err != nil {
		return err
	}
	if name := c.Values[Theme][ByConfig]; name != "" {
		if _, err := themes.Find(name); err != nil {
			errs = append(errs, f.errorf(Options[Theme].Name, "%w", err))
		}
	}
	return f.joinErrors(errs)
}

// read implements Read. errs contains one error for each invalid entry. err is a syntax error. If err is not nil, f is
// nil and no option is set.
func (c *Choices) read(path string, text []byte, source Source) (f *tomlFile, errs []error, err error) {
	if f, err = parseTOML(path, text); err != nil {
		return nil, nil, err
	}
	for key, v := range f.values {
		if key == keysTable {
			errs = append(errs, c.readKeys(f, v, source)...)
			continue
		}
		if key == keyboardTable {
			errs = append(errs, c.readKeyboard(f, v)...)
			continue
		}
		i := slices.IndexFunc(Options[:], func(o Option) bool { return o.Name == key })
		if i < 0 {
			errs = append(errs, f.unknownOption(key))
			continue
		}
		word, err := Options[i].parseValue(flagText(v))
		if err != nil {
			errs = append(errs, f.errorf(key, "%s: %w", tomlText(v), err))
			continue
		}
		c.Values[i][source] = word
		if i == Theme && source == ByConfig {
			at := f.positions[key]
			c.themePosition = fmt.Sprintf("%s:%d:%d", path, at.line, at.col)
		}
	}
	return f, errs, nil
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

// flagText returns a TOML value in the form of the command line. There, true is "on" and false is "off".
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

// tomlText returns a value in the form of a TOML file, with quotes around strings.
func tomlText(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v)
}

// SettingsTOML returns the content of settings.toml. It contains the options, keys and key repeat times that the menu
// or the program has set.
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
