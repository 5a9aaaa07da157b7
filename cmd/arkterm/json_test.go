package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/moderation"
	"arkterm/cmd/arkterm/rating"
	"arkterm/cmd/arkterm/settings"
)

// jsonOutputs are the types that commands print as JSON, by the headings in docs/json.md.
var jsonOutputs = map[string]any{
	"arkterm arcade players":      moderation.Player{},
	"arkterm config show":         settings.Shown{},
	"arkterm doctor":              doctorReport{},
	"arkterm levels":              listedLevel{},
	"arkterm levels --sets":       listedSet{},
	"arkterm levels rate":         rating.Rating{},
	"arkterm levels rate --pace":  rating.LevelPace{},
	"arkterm levels rate --reach": rating.Reach{},
	"arkterm paths":               pathsResult{},
	"arkterm scores":              scoresResult{},
	"arkterm sim":                 simResult{},
	"arkterm sim --scene":         sceneResult{},
	"arkterm sim --scene list":    sceneRow{},
	"arkterm verify":              verdict{},
	"arkterm version":             build{},
}

// withoutSection lists commands without a section. replay prints the same object as sim, and serve writes a log.
var withoutSection = []string{"arkterm replay", "arkterm serve"}

var (
	jsonSection = regexp.MustCompile(`(?m)^## (.*)$`)
	jsonKey     = regexp.MustCompile("`([^`]*)`")
	snakeCase   = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
)

// docs/json.md lists exactly the keys that the program prints. All keys are in snake case.
func TestJSONKeysAreDocumented(t *testing.T) {
	doc := readDoc(t, "../../docs/json.md")
	heads := jsonSection.FindAllStringSubmatchIndex(doc, -1)
	documented := map[string][]string{}
	for i, h := range heads {
		end := len(doc)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		for line := range strings.Lines(doc[h[1]:end]) {
			if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |"); ok && strings.HasPrefix(line, "| `") {
				for _, key := range jsonKey.FindAllStringSubmatch(cell, -1) {
					documented[doc[h[2]:h[3]]] = append(documented[doc[h[2]:h[3]]], key[1])
				}
			}
		}
	}
	for name, v := range jsonOutputs {
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
	if len(documented) != len(jsonOutputs) {
		t.Errorf("docs/json.md has %d sections with keys, want %d", len(documented), len(jsonOutputs))
	}
}

// Every command with a flag --json has a section.
func TestEveryJSONFlagIsDocumented(t *testing.T) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		_, known := jsonOutputs[cmd.CommandPath()]
		if cmd.Flags().Lookup("json") != nil && !known && !slices.Contains(withoutSection, cmd.CommandPath()) {
			t.Errorf("docs/json.md has no section for %s", cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(newRoot(nil))
}

// jsonKeys returns the keys of a type with the paths to them. Nested objects are separated by dots, lists of objects by [].
func jsonKeys(typ reflect.Type, path string) (keys []string) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch of := f.Type; {
		case name == "-" || name == "" && !f.IsExported():
		case f.Anonymous && name == "":
			keys = append(keys, jsonKeys(of, path)...)
		case name == "":
			keys = append(keys, path+f.Name) // fails the check of the case
		case of.Kind() == reflect.Slice && of.Elem().Kind() == reflect.Struct:
			keys = append(keys, jsonKeys(of.Elem(), path+name+"[].")...)
		case of.Kind() == reflect.Pointer && of.Elem().Kind() == reflect.Struct:
			keys = append(keys, jsonKeys(of.Elem(), path+name+".")...)
		case of.Kind() == reflect.Struct && strings.HasPrefix(of.PkgPath(), "arkterm/") && of.NumField() > 0 && of.Field(0).Tag.Get("json") != "":
			keys = append(keys, jsonKeys(of, path+name+".")...)
		default:
			keys = append(keys, path+name)
		}
	}
	return keys
}
