package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"arkterm/cmd/arkterm/exit"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/words"
	"arkterm/engine"
	"arkterm/render"
	"arkterm/render/cell"
)

// A shelf holds the player's own themes: files NAME.toml of one folder, which need not exist.
//
//	base = "arcade"
//	ball = "#ffcc00"
//
// A colour that is not given is that of the base.
type shelf struct{ dir string }

// maxTheme is the most bytes of a theme.
const maxTheme = 64 << 10

// themeName is what the name of a theme looks like: no way out of the folder.
var themeName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$`)

func isThemeName(s string) bool { return themeName.MatchString(s) }

// names returns the names of the player's own themes.
func (s shelf) names() (names []string) {
	if s.dir == "" {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.toml")) // the pattern is right, there is no other error
	for _, f := range files {
		if n := strings.TrimSuffix(filepath.Base(f), ".toml"); isThemeName(n) && !isShipped(n) {
			names = append(names, n)
		}
	}
	return names
}

func isShipped(name string) bool {
	_, err := render.FindTheme(name)
	return err == nil
}

// find returns the theme of a name, a shipped one before the player's own.
func (s shelf) find(name string) (render.Theme, error) {
	if t, err := render.FindTheme(name); err == nil {
		return t, nil
	}
	all := append(render.ThemeNames(), s.names()...)
	if !isThemeName(name) || s.dir == "" {
		return render.Theme{}, noTheme(name, all)
	}
	path := filepath.Join(s.dir, name+".toml")
	text, err := store.ReadLimited(path, maxTheme)
	if errors.Is(err, fs.ErrNotExist) {
		return render.Theme{}, noTheme(name, all)
	}
	if err != nil {
		return render.Theme{}, exit.Errorf(exit.File, "read the theme %s: %w", name, err)
	}
	return parseTheme(path, name, text)
}

func noTheme(name string, all []string) error {
	return exit.Errorf(exit.Usage, "no theme %q, want %s%s", name, strings.Join(all, ", "), words.DidYouMean(name, "", all))
}

// parseTheme reads the text of a theme's file. All that is wrong with it is one error.
func parseTheme(path, name string, text []byte) (render.Theme, error) {
	var given map[string]any
	f, err := decodeTOML(path, text, &given)
	if err != nil {
		return render.Theme{}, err
	}
	t, all := render.Themes[0], []error(nil)
	if base, ok := given["base"]; ok {
		b, err := render.FindTheme(fmt.Sprint(base))
		if err != nil {
			return render.Theme{}, f.errorf("base", "%w%s", err, words.DidYouMean(fmt.Sprint(base), "", render.ThemeNames()))
		}
		t = b
		delete(given, "base")
	}
	t.Name = name
	parts := themeParts(&t)
	for key, v := range given {
		part, ok := parts[key]
		switch {
		case !ok:
			all = append(all, f.errorf(key, "a theme has no such colour%s", words.DidYouMean(key, "", slices.Sorted(maps.Keys(parts)))))
		default:
			if err := setColors(part, v); err != nil {
				all = append(all, f.errorf(key, "%w", err))
			}
		}
	}
	return t, f.join(all)
}

// themeParts returns the colours of a theme by their names in files.
func themeParts(t *render.Theme) map[string][]*cell.Color {
	parts := map[string][]*cell.Color{}
	v := reflect.ValueOf(t).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("toml")
		switch p := v.Field(i).Addr().Interface().(type) {
		case *cell.Color:
			parts[name] = []*cell.Color{p}
		case *[engine.Hues]cell.Color:
			for j := range p {
				parts[name] = append(parts[name], &p[j])
			}
		}
	}
	return parts
}

// setColors sets one colour from a text, or several from a list of as many.
func setColors(part []*cell.Color, v any) error {
	list, ok := v.([]any)
	if !ok && len(part) == 1 {
		list = []any{v}
	}
	if len(list) != len(part) {
		if len(part) == 1 {
			return errors.New(`want one colour, as "#ffcc00"`)
		}
		return fmt.Errorf("want a list of %d colours", len(part))
	}
	for i, c := range list {
		if err := part[i].UnmarshalText([]byte(fmt.Sprint(c))); err != nil {
			return err
		}
	}
	return nil
}

// takeThemes looks the chosen theme up. One that the menu has kept and that is gone is told on
// the title; a flag's or the configuration's is an error.
func (set *settings) takeThemes(dir string) error {
	set.themes = shelf{dir}
	name := set.choices.get(optTheme)
	_, err := set.themes.find(name)
	switch from := set.choices.from(optTheme); {
	case err == nil:
	case from == byMenu:
		set.notice = err.Error()
	case from == byConfig:
		return exit.Errorf(exit.File, "config.toml: theme: %w", err)
	default:
		return exit.Errorf(exit.CodeOf(err), "--theme: %w", err)
	}
	set.apply()
	return nil
}
