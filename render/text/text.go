// Package text provides the texts that players read: labels, messages, lessons and narration. It does not contain level
// names, which are part of the levels, or the help and the error messages of commands.
//
// The variables of this package are the parts of the current table of texts. The table is English (see english.go)
// until [Use] replaces it by a translation, which is another [Table]:
//
//	m.AddButton(text.Menu.Play, s.play)
//	line := fmt.Sprintf(text.Goal.LevelNumber, n)
//
// A text with verbs such as %d is a format of package fmt. A translation may change the order of the arguments, as in
// "%[2]s, %[1]d".
//
// The names and descriptions of bricks, drops, enemies, modes, difficulties and assists are columns of the rule tables
// in engine and engine/spec, because docs/rules.md is generated from them. The effects of keys are a column in input,
// because a manual page lists them. [Translate] translates these texts.
//
// The package also formats numbers, game times and names. [Clean] makes text from other players safe to show on a
// terminal.
package text

import (
	"fmt"
	"reflect"

	"arkterm/render/cell"
)

// Use makes t the current table of the process. Call it before other functions of this package, and before anything is
// drawn, because other goroutines read the table without synchronization.
func Use(t Table) {
	for _, p := range t.parts() {
		reflect.ValueOf(p[1]).Elem().Set(reflect.ValueOf(p[0]).Elem())
	}
	translations = t.Tables
}

// Current returns the current table, which is English until Use replaces it.
func Current() (t Table) {
	for _, p := range t.parts() {
		reflect.ValueOf(p[0]).Elem().Set(reflect.ValueOf(p[1]).Elem())
	}
	t.Tables = translations
	return t
}

// Translate returns the translation of a text from a table of another package.
func Translate(english string) string {
	if translated, ok := translations[english]; ok {
		return translated
	}
	return english
}

// A Plural is a format for a number with a noun.
type Plural struct {
	One   string // for the number 1
	Other string // for other numbers
}

// Of returns the text for the number n.
func (p Plural) Of(n int) string {
	if n == 1 {
		return fmt.Sprintf(p.One, n)
	}
	return fmt.Sprintf(p.Other, n)
}

// Widest returns the width of the widest text, in columns.
//
//go:noinline // would be copied into many callers
func Widest(texts ...string) (w int) {
	for _, s := range texts {
		w = max(w, cell.Width(s))
	}
	return w
}
