package levels

import (
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

func TestModesHaveOwnLevels(t *testing.T) {
	for m, row := range engine.Modes {
		p, own := ModePack(engine.Mode(m), engine.NewDay(2026, 11, 22))
		if own != row.OwnLevels || own && (p.Name == "" || len(p.Levels) == 0) {
			t.Errorf("ModePack(%s) = pack %q with %d levels, own %v; want own %v, and a name and levels if true",
				row.Name, p.Name, len(p.Levels), own, row.OwnLevels)
		}
	}
}

func TestBossRushHasEachBossOnce(t *testing.T) {
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
			t.Errorf("%d levels have the boss %q, want %d", met[kind], spec.Bosses[kind].Name, want)
		}
	}
}
