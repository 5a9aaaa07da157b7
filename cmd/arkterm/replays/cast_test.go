package replays

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func TestCastDataIsJSON(t *testing.T) {
	var all []byte
	for r := rune(0); r < 0x3000; r++ {
		all = utf8.AppendRune(all, r)
	}
	var got string
	if err := json.Unmarshal(appendJSON(nil, all), &got); err != nil || got != string(all) {
		t.Errorf("read back: %v", err)
	}
}
