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
		t.Fatalf("the template without # is invalid: %v\n%s", err, text)
	}
	var defaults Choices
	none := func(string) string { return "" }
	want := defaults.EffectiveSettings(none)
	for i, got := range c.EffectiveSettings(none) {
		if got.Name != want[i].Name || got.Value != want[i].Value {
			t.Errorf("the template sets %+v, want the default %+v", got, want[i])
		}
		if want[i].Value != "" && got.From != ByConfig.String() {
			t.Errorf("%s is set by %s, want config.toml", got.Name, got.From)
		}
	}

	unmodified, _, err := choicesOf(t, string(Template()), "")
	if err != nil || unmodified != defaults {
		t.Errorf("the unmodified template changes settings: %+v, %v", unmodified, err)
	}
}
