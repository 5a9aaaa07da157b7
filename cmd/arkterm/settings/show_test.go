package settings

import (
	"regexp"
	"testing"
)

// The comments of the template are right: without their # they are the defaults, and nothing is missing.
func TestTheTemplateIsTheDefaults(t *testing.T) {
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
			t.Errorf("%s is set by %s, and not by the template", got.Name, got.From)
		}
	}

	asIs, _, err := choicesOf(t, string(Template()), "")
	if err != nil || asIs != usual {
		t.Errorf("the template sets something: %+v, %v", asIs, err)
	}
}
