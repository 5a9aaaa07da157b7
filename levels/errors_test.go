package levels

import (
	"testing"
)

func TestErrorsAreSorted(t *testing.T) {
	errs := Errors{{"f", 2, 1, "c", nil}, {"f", 1, 7, "b", nil}, {"f", 1, 2, "a", nil}, {"f", 2, 1, "d", nil}}
	errs.Sort()
	if got := errs.Error(); got != "f:1:2: a\nf:1:7: b\nf:2:1: c\nf:2:1: d" {
		t.Errorf("Error() after Sort:\n%s\nwant the lines in order", got)
	}
}

func TestDisplayable(t *testing.T) {
	for _, r := range "aZ09 ~ßŻ名е́⬡█😀" {
		if !isDisplayable(r) {
			t.Errorf("isDisplayable(%U) = false, want true", r)
		}
	}
	for what, refused := range map[string]string{
		"control":     "\x00\x07\x1b\n\t\x7f\u0080\u009b\u0085",
		"direction":   "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
		"zero width":  "\u00ad\u034f\u115f\u1160\u180e\u200b\u200c\u200d\u2060\u2063\u3164\ufe0f\ufeff\uffa0\U000e0100",
		"other blank": "\u00a0\u2003\u2028\u2029\u3000\u2800",
		"private":     "\ue000\uf8ff\U000f0000\U0010fffd",
		"no meaning":  "\ufffe\U000e0001\U000e0041",
	} {
		for _, r := range refused {
			if isDisplayable(r) {
				t.Errorf("%s: isDisplayable(%U) = true, want false", what, r)
			}
		}
	}
}

func TestCleanKeepsDisplayableCharacters(t *testing.T) {
	if got := Clean("a\x1b[31mü\u202e\xff b"); got != "a?[31mü?? b" {
		t.Errorf("Clean() = %q, want \"a?[31mü?? b\"", got)
	}
}
