package settings

import (
	"regexp"
	"testing"
)

// With its # characters removed, the template sets every option to its default.
func TestTemplateHasDefaults(t *testing.T) {
	text := regexp.MustCompile(`(?m)^#(\S)`).ReplaceAll(Template(), []byte("$1"))
	c, _, err := choicesOf(t, string(text), "")
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var usual Choices
	none := func(string) string { return "" }
	want := usual.Show(none)
	for i, got := range c.Show(none) {
		if got.Name != want[i].Name || got.Value != want[i].Value {
			t.Errorf("%+v, want %+v", got, want[i])
		}
		if want[i].Value != "" && got.From != ByConfig.String() {
			t.Errorf("%s is set by %s, want the template", got.Name, got.From)
		}
	}

	asIs, _, err := choicesOf(t, string(Template()), "")
	if err != nil || asIs != usual {
		t.Errorf("the unmodified template changes settings: %+v, %v", asIs, err)
	}
}
