package app

import (
	"testing"

	"arkterm/render/cell"
	"arkterm/render/text"
)

func TestAcceptForName(t *testing.T) {
	for keys, want := range map[string]string{
		"ada":              "ada",
		"a b":              "a b",
		" a":               "a",
		"a  b":             "a b",
		"\x01\u202e\u200b": "",
		"玩家":               "玩家",
		"日本の石日本の石":         "日本の石日本", // 12 columns
		"abcdefghijk日":     "abcdefghijk",
		"e\u0301":          "e\u0301",
		"\u1112\u1161":     "하", // an input method of macOS
	} {
		name := ""
		for _, r := range keys {
			if after := acceptForName(name, r); cell.Width(after) <= text.MaxPlayerName {
				name = after
			}
		}
		if name != want {
			t.Errorf("typing %q enters the name %q, want %q", keys, name, want)
		}
	}
}
