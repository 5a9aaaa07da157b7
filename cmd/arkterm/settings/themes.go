package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/parse"
	"arkterm/engine/spec"
	"arkterm/render/cell"
	"arkterm/render/theme"
)

// Themes provides the player's own themes. A theme is a file NAME.toml in a folder, for example:
//
//	base = "arcade"
//	ball = "#ffcc00"
//
// Colors that the file does not set come from the theme that base names. If the file sets back, which is the background
// color, the theme has the same background in all worlds.
type Themes struct {
	Dir   string // name of the folder, for messages
	Files fs.FS  // content of the folder; nil if there is no folder for themes
}

// maxThemeBytes is the maximum size of a theme file in bytes.
const maxThemeBytes = 64 << 10

// isThemeName reports whether s is a valid theme name: 1 to 32 ASCII letters, digits, hyphens and underscores,
// beginning with a letter or a digit. Such a name cannot refer to a file outside the folder of themes.
func isThemeName(s string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return s != "" && len(s) <= 32 && strings.Trim(s, letters+"_-") == "" && strings.Contains(letters, s[:1])
}

// Names returns the names of the player's own themes. It omits a file if its name is invalid or equal to the name of a
// built-in theme.
func (s Themes) Names() (names []string) {
	if s.Files == nil {
		return nil
	}
	files, _ := fs.Glob(s.Files, "*.toml") // cannot fail, because the pattern is valid
	for _, f := range files {
		if n := strings.TrimSuffix(f, ".toml"); isThemeName(n) && !isShipped(n) {
			names = append(names, n)
		}
	}
	return names
}

// isShipped reports whether a theme with this name is built in.
func isShipped(name string) bool {
	_, err := theme.Find(name)
	return err == nil
}

// Find returns the theme with the given name. Built-in themes take precedence over the player's own themes. The error
// for an unknown name lists all names.
func (s Themes) Find(name string) (theme.Theme, error) {
	if t, err := theme.Find(name); err == nil {
		return t, nil
	}
	all := append(theme.Names(), s.Names()...)
	if !isThemeName(name) || s.Files == nil {
		return theme.Theme{}, unknownTheme(name, all)
	}
	text, err := s.read(name + ".toml")
	if errors.Is(err, fs.ErrNotExist) {
		return theme.Theme{}, unknownTheme(name, all)
	}
	if err != nil {
		return theme.Theme{}, cli.Errorf(cli.ExitFile, "read the theme %s: %w", name, err)
	}
	return parseTheme(path.Join(s.Dir, name+".toml"), name, text)
}

// read returns the content of a regular file. It returns an error if the file has more than maxThemeBytes bytes.
func (s Themes) read(name string) ([]byte, error) {
	info, err := fs.Stat(s.Files, name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a file")
	case info.Size() > maxThemeBytes:
		return nil, fmt.Errorf("the file has %d bytes (want at most %d)", info.Size(), maxThemeBytes)
	}
	return fs.ReadFile(s.Files, name)
}

// unknownTheme returns the error for a theme name that does not exist. known lists the existing names.
func unknownTheme(name string, known []string) error {
	return cli.Errorf(cli.ExitUsage, "unknown theme %q (want %s)%s",
		name, strings.Join(known, ", "), parse.DidYouMean(name, "", known))
}

// parseTheme parses a theme file. The error contains one line for each invalid entry.
func parseTheme(file, name string, text []byte) (theme.Theme, error) {
	f, err := parseTOML(file, text)
	if err != nil {
		return theme.Theme{}, err
	}
	given := f.values
	t, all := theme.All[0], []error(nil)
	if base, ok := given["base"]; ok {
		b, err := theme.Find(fmt.Sprint(base))
		if err != nil {
			return theme.Theme{}, f.errorf("base", "%w%s", err, parse.DidYouMean(fmt.Sprint(base), "", theme.Names()))
		}
		t = b
		delete(given, "base")
	}

	t.Name = name
	parts := themeColors(&t)
	for key, v := range given {
		part, ok := parts[key]
		switch {
		case !ok:
			known := slices.Sorted(maps.Keys(parts))
			all = append(all, f.errorf(key, "unknown theme color%s", parse.DidYouMean(key, "", known)))
		default:
			if err := setColors(part, v); err != nil {
				all = append(all, f.errorf(key, "%w", err))
			}
		}
	}
	if _, ok := given["back"]; ok {
		t.WorldLight = false
	}
	return t, f.joinErrors(all)
}

// themeColors returns pointers to the colors of t, by their key in theme files. A key with several pointers needs a
// list of colors.
func themeColors(t *theme.Theme) map[string][]*cell.Color {
	parts := map[string][]*cell.Color{}
	v := reflect.ValueOf(t).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("toml")
		switch p := v.Field(i).Addr().Interface().(type) {
		case *cell.Color:
			parts[name] = []*cell.Color{p}
		case *[spec.NumHues]cell.Color:
			for j := range p {
				parts[name] = append(parts[name], &p[j])
			}
		}
	}
	return parts
}

// setColors sets the colors of one key from the TOML value v. For one color, v must be a string. For several colors, v
// must be a list with one string per color.
func setColors(colors []*cell.Color, v any) error {
	list, ok := v.([]any)
	if !ok && len(colors) == 1 {
		list = []any{v}
	}
	if len(list) != len(colors) {
		if len(colors) == 1 {
			return errors.New(`want one color, such as "#ffcc00"`)
		}
		return fmt.Errorf("want a list of %d colors", len(colors))
	}
	for i, c := range list {
		if err := colors[i].UnmarshalText([]byte(fmt.Sprint(c))); err != nil {
			return err
		}
	}
	return nil
}

// CheckTheme checks that the selected theme can be used. If it cannot, the result depends on the source. For a theme
// that was selected in the menu, CheckTheme returns a notice. For a theme from a flag or config.toml, it returns an
// error.
func (c *Choices) CheckTheme(themes Themes) (notice string, err error) {
	_, err = themes.Find(c.Get(Theme))
	switch from := c.SourceOf(Theme); {
	case err == nil:
		return "", nil
	case from == ByMenu:
		return err.Error(), nil
	case from == ByConfig:
		return "", cli.Errorf(cli.ExitFile, "%s: theme: %w", c.themePosition, err)
	}
	return "", cli.Errorf(cli.ExitCodeOf(err), "--theme: %w", err)
}
