package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arkterm/cmd/arkterm/words"
)

// Read takes the options from the text of a file. It reports all errors, each with its line and column.
func (c *Choices) Read(path string, text []byte, from Source) error {
	var given map[string]any
	f, err := decodeTOML(path, text, &given)
	if err != nil {
		return err
	}

	var all []error
	for key, v := range given {
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
			all = append(all, f.noKey(key))
			continue
		}
		said := tomlWord(v)
		word, err := Options[i].take(said)
		if err != nil {
			all = append(all, f.errorf(key, "%q: %w", said, err))
			continue
		}
		c.Set[i][from] = word
	}

	return f.join(all)
}

// noKey returns the error for an unknown top-level key.
func (f *tomlFile) noKey(key string) error {
	var known []string
	for _, o := range Options {
		known = append(known, o.Name)
	}
	known = append(known, keysTable, keyboardTable)
	return f.errorf(key, "there is no such option%s", words.DidYouMean(key, "", known))
}

// tomlWord returns a value in the spelling of a flag.
func tomlWord(v any) string {
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

// Text returns the settings made in the menu, as the text of a file.
func (c *Choices) Text() []byte {
	var b strings.Builder
	b.WriteString("# Written by arkterm's menu. Your own configuration is config.toml: see arkterm paths.\n")
	for i, o := range Options {
		if v := c.Set[i][ByMenu]; v != "" {
			fmt.Fprintf(&b, "%s = %q\n", o.Name, v)
		}
	}
	c.writeKeys(&b)
	c.writeKeyboard(&b)
	return []byte(b.String())
}
