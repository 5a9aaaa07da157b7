package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/words"
)

// maxConfig is the most bytes of a file of settings.
const maxConfig = 256 << 10

// readConfig takes over what the player's config.toml says. There need not be one; one with
// errors is an error with all of them, and nothing is done about the file.
func (c *choices) readConfig(path string) error {
	text, err := store.ReadLimited(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return exit.Errorf(exit.File, "read the configuration: %w", err)
	}
	return c.read(path, text, byConfig)
}

// readSettings takes over what was chosen in the menu before. A file that is not
// what the program writes is set aside and a notice says so; play begins without it.
func (c *choices) readSettings(path string, now time.Time) (notice string) {
	text, err := store.ReadLimited(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err == nil {
		kept := *c
		if err = c.read(path, text, byMenu); err == nil {
			return ""
		}
		*c = kept
	}
	aside, moved := store.SetAside(path, now)
	if moved != nil {
		return fmt.Sprintf("settings not read: %v", err)
	}
	return "settings not read, put aside as " + aside
}

// read takes over options from a file.
func (c *choices) read(path string, text []byte, from source) error {
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
		i := slices.IndexFunc(options[:], func(o option) bool { return o.name == key })
		if i < 0 {
			all = append(all, f.noKey(key))
			continue
		}
		said := tomlWord(v)
		word, err := options[i].take(said)
		if err != nil {
			all = append(all, f.errorf(key, "%q: %w", said, err))
			continue
		}
		c.set[i][from] = word
	}
	return f.join(all)
}

// noKey is the error for a key at the top that is no option.
func (f *tomlFile) noKey(key string) error {
	var known []string
	for _, o := range options {
		known = append(known, o.name)
	}
	known = append(known, keysTable, keyboardTable)
	return f.errorf(key, "there is no such option%s", words.DidYouMean(key, "", known))
}

// tomlWord returns a value as one would type it for a flag.
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

// settings returns what was chosen in the menu as the text of a file.
func (c *choices) settings() []byte {
	var b strings.Builder
	b.WriteString("# Written by arkterm's menu. Your own configuration is config.toml: see arkterm paths.\n")
	for i, o := range options {
		if v := c.set[i][byMenu]; v != "" {
			fmt.Fprintf(&b, "%s = %q\n", o.name, v)
		}
	}
	c.writeKeys(&b)
	c.writeKeyboard(&b)
	return []byte(b.String())
}
