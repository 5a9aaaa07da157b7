package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func TestModesHaveLevelsOfTheirOwn(t *testing.T) {
	for m, row := range engine.Modes {
		if p, own := ModePack(engine.Mode(m), engine.NewDay(2026, 11, 22)); own != row.OwnLevels || own && (p.Name == "" || len(p.Levels) == 0) {
			t.Errorf("%s: %d levels of its own, want some: %v", row.Name, len(p.Levels), row.OwnLevels)
		}
	}
}

func TestBossRushIsEveryBossOnce(t *testing.T) {
	var met [spec.NumBosses]int
	for _, l := range BossRush().Levels {
		met[l.Boss.Kind]++
	}
	for kind := range spec.BossKind(spec.NumBosses) {
		want := 1
		if kind == spec.NoBoss {
			want = 0
		}
		if met[kind] != want {
			t.Errorf("%d levels with the boss %q, want %d", met[kind], spec.Bosses[kind].Name, want)
		}
	}
}
