package text

import (
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// unchangedFields are the fields that Pseudo does not change: a date layout, and column headings.
var unchangedFields = map[string]bool{"ShortDate": true, "WideHeading": true, "ShortHeading": true}

// Pseudo returns a table in a pseudo-language: English with accents and about 30 % padding, between ¿ and ¡. A test
// that draws a screen in this language finds two kinds of errors. Texts without accents are not in the table, and texts
// without ¡ are cut. The argument others contains the texts of other tables; see [Translate].
func Pseudo(t Table, others []string) Table {
	t.Tables = map[string]string{}
	for _, s := range others {
		t.Tables[s] = pseudo(s)
	}
	parts := reflect.ValueOf(&t).Elem()
	for i := range parts.NumField() {
		part := parts.Field(i)
		if part.Kind() != reflect.Struct {
			continue
		}
		for k := range part.NumField() {
			name := part.Type().Field(k).Name
			switch s := part.Field(k).Addr().Interface().(type) {
			case *string:
				if !unchangedFields[name] {
					*s = pseudo(*s)
				}
			case *[7]string:
				for i := range s {
					s[i] = pseudo(s[i])
				}
			case *[12]string:
				for i := range s {
					s[i] = pseudo(s[i])
				}
			case *Plural:
				s.One, s.Other = pseudo(s.One), pseudo(s.Other)
			}
		}
	}
	return t
}

// accentedLetters contains the replacements for the letters a to z.
var accentedLetters = []rune("áƀćđéƒǵĥíĵķĺɱńóƥɋŕśťúʋŵƺýź")

// pseudo returns s in the pseudo-language. Spaces at the ends of s stay outside ¿ and ¡.
func pseudo(s string) string {
	if !strings.ContainsFunc(s, unicode.IsLetter) {
		return s
	}
	inner := strings.TrimSpace(s)
	start := strings.Index(s, inner)
	letters := []rune(inner)
	padding := max(len(letters)*3/10-2, 0)

	var b strings.Builder
	b.WriteString(s[:start] + "¿")
	for i := 0; i < len(letters); i++ {
		switch r := letters[i]; {
		case r == '%': // a verb of package fmt
			end := i + 1
			for end < len(letters) && !unicode.IsLetter(letters[end]) && letters[end] != '%' {
				end++
			}
			b.WriteString(string(letters[i:min(end+1, len(letters))]))
			i = end
		case r == '{': // the name of a key
			end := i + max(slices.Index(letters[i:], '}'), 0)
			b.WriteString(string(letters[i : end+1]))
			i = end
		default:
			b.WriteRune(accented(r))
		}
	}
	b.WriteString(strings.Repeat("~", padding) + "¡" + s[start+len(inner):])
	return b.String()
}

// accented returns an ASCII letter with an accent. It returns other characters unchanged.
func accented(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return accentedLetters[r-'a']
	case r >= 'A' && r <= 'Z':
		return unicode.ToUpper(accentedLetters[r-'A'])
	}
	return r
}
