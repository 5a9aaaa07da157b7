package text

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"arkterm/render/cell"
)

func TestTranslateFallsBackToEnglish(t *testing.T) {
	defer Use(Current())
	Use(Table{Tables: map[string]string{"gold": "or"}})
	if got := Translate("gold") + Translate("steel"); got != "orsteel" {
		t.Errorf("Translate(gold) + Translate(steel) = %q, want orsteel", got)
	}
}

func TestPlurals(t *testing.T) {
	p := Plural{"%d ball", "%d balls"}
	if got := p.Of(0) + p.Of(1) + p.Of(2); got != "0 balls1 ball2 balls" {
		t.Errorf("Of(0) + Of(1) + Of(2) = %q, want \"0 balls1 ball2 balls\"", got)
	}
}

// TestPseudo checks that texts in the pseudo-language are longer, have no ASCII letters except in verbs, and keep the
// verbs and the names of keys.
func TestPseudo(t *testing.T) {
	english := Current()
	defer Use(english)
	Use(Pseudo(english, []string{"very easy"}))
	for _, s := range []string{Menu.Play, Menu.Map, Ask.GameSaved, Translate("very easy")} {
		if strings.ContainsFunc(s, func(r rune) bool { return r < unicode.MaxASCII && unicode.IsLetter(r) }) ||
			!strings.HasPrefix(s, "¿") || !strings.HasSuffix(s, "¡") {
			t.Errorf("a text in the pseudo-language is %q, want ¿ and ¡ at the ends and no ASCII letters", s)
		}
	}
	if got := fmt.Sprintf(Scores.Best, 3, 12); !strings.Contains(got, "3 óƒ 12") {
		t.Errorf("Scores.Best in the pseudo-language with 3 and 12 = %q, want both numbers", got)
	}
	if !strings.Contains(Lesson.Steering, "{move}: ") {
		t.Errorf("Lesson.Steering in the pseudo-language = %q, want the key {move}", Lesson.Steering)
	}
	if w, n := cell.Width(Ask.GameSaved), cell.Width(english.Ask.GameSaved); w*10 < n*13-10 {
		t.Errorf("Ask.GameSaved has %d columns in the pseudo-language and %d in English, want 30 %% more", w, n)
	}
	if got := Widest("a", "ábć"); got != 3 {
		t.Errorf("Widest(a, ábć) = %d, want 3", got)
	}
}
