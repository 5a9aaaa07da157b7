package replay

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"arkterm/engine"
	"arkterm/engine/record"
)

func TestCastTitle(t *testing.T) {
	r := Replay{Recording: &record.Recording{Player: "Ann", End: &engine.Result{Score: 2439187}}}
	if got := r.title(); got != "arkterm: Ann, 2,439,187 points" {
		t.Errorf("title() = %q", got)
	}
}

func TestCastDataIsJSON(t *testing.T) {
	var all []byte
	for r := rune(0); r < 0x3000; r++ {
		all = utf8.AppendRune(all, r)
	}
	var got string
	if err := json.Unmarshal(appendJSON(nil, all), &got); err != nil || got != string(all) {
		t.Errorf("the JSON string is read back differently: %v", err)
	}
}
