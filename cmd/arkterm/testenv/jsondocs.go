package testenv

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var (
	jsonSection = regexp.MustCompile(`(?m)^## (.*)$`)
	jsonKey     = regexp.MustCompile("`([^`]*)`")
	snakeCase   = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
)

// JSONDocs tests the sections of docs/json.md about the program with the command root. The heading of a section is the
// path of a command, and the section must list exactly the keys of the command's output, in snake case. outputs maps
// each heading to a value of the output. Every command with a flag --json must have a section, except those listed in
// without.
func JSONDocs(t *testing.T, root *cobra.Command, outputs map[string]any, without ...string) {
	doc := ReadDoc(t, "../../docs/json.md")
	heads := jsonSection.FindAllStringSubmatchIndex(doc, -1)
	documented := map[string][]string{}
	for i, h := range heads {
		end := len(doc)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		heading := doc[h[2]:h[3]]
		if program, _, _ := strings.Cut(heading, " "); program != root.Name() {
			continue
		}
		section := strings.ReplaceAll(doc[h[1]:end], "\n  ", " ") // one line per item
		for line := range strings.Lines(section) {
			if keys, _, ok := strings.Cut(line, "`: "); ok && strings.HasPrefix(line, "* `") {
				for _, key := range jsonKey.FindAllStringSubmatch(keys+"`", -1) {
					documented[heading] = append(documented[heading], key[1])
				}
			}
		}
	}

	for name, v := range outputs {
		want := jsonKeys(reflect.TypeOf(v), "")
		got := slices.Clone(documented[name])
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("docs/json.md, %s\n has %q\nwant %q", name, got, want)
		}
		for _, path := range want {
			for part := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ""), ".") {
				if !snakeCase.MatchString(part) {
					t.Errorf("%s: the key %s is not in snake case", name, path)
				}
			}
		}
	}
	if len(documented) != len(outputs) {
		t.Errorf("docs/json.md has %d sections with keys, want %d", len(documented), len(outputs))
	}

	visitCommands(root, func(cmd *cobra.Command) {
		_, known := outputs[cmd.CommandPath()]
		if cmd.Flags().Lookup("json") != nil && !known && !slices.Contains(without, cmd.CommandPath()) {
			t.Errorf("docs/json.md has no section for %s", cmd.CommandPath())
		}
	})
}

// jsonKeys returns the keys of a struct type, each with path before it. Keys of a nested object have the form
// object.key, and keys of the objects in a list have the form list[].key.
func jsonKeys(typ reflect.Type, path string) (keys []string) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch field := f.Type; {
		case name == "-" || name == "" && !f.IsExported():
		case f.Anonymous && name == "":
			keys = append(keys, jsonKeys(field, path)...)
		case name == "":
			keys = append(keys, path+f.Name) // a missing tag fails the check for snake case
		case field.Kind() == reflect.Slice && field.Elem().Kind() == reflect.Struct:
			keys = append(keys, jsonKeys(field.Elem(), path+name+"[].")...)
		case field.Kind() == reflect.Pointer && field.Elem().Kind() == reflect.Struct:
			keys = append(keys, jsonKeys(field.Elem(), path+name+".")...)
		case field.Kind() == reflect.Struct && strings.HasPrefix(field.PkgPath(), "arkterm/") && field.NumField() > 0 &&
			field.Field(0).Tag.Get("json") != "":
			keys = append(keys, jsonKeys(field, path+name+".")...)
		default:
			keys = append(keys, path+name)
		}
	}
	return keys
}
