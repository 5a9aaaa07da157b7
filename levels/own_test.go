package levels

import (
	"testing"

	"arkterm/engine"
)

func TestModesHaveLevelsOfTheirOwn(t *testing.T) {
	for m, row := range engine.Modes {
		if p, own := Of(engine.Mode(m), engine.NewDay(2026, 11, 22)); own != row.Own || own && (p.Name == "" || len(p.Levels) == 0) {
			t.Errorf("%s: %d levels of its own, want some: %v", row.Name, len(p.Levels), row.Own)
		}
	}
}
