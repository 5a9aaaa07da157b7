package app

import (
	"arkterm/cmd/arkterm/progress"
)

// A memoryStore is a progress.Store in memory.
type memoryStore struct{ results progress.Results }

func (m *memoryStore) Add(player string, g progress.Score) (progress.Placing, error) {
	r := m.results.NewGameRecord(player, g)
	m.results.Apply(r)
	return m.results.Placing(r.Game.ID)
}

func (m *memoryStore) Rename(player string, id int64, name string) (progress.Placing, error) {
	m.results.Apply(progress.Record{Name: &progress.NameChange{ID: id, Player: player, Name: name}})
	return m.results.Placing(id)
}

func (m *memoryStore) Best(player string, t progress.Table) (int, error) {
	return m.results.Best(player, t), nil
}

func (m *memoryStore) Tables(string) ([]progress.Page, progress.Statistics, error) {
	return m.results.Tables("", 0, progress.TableSize), m.results.Statistics(), nil
}

func (m *memoryStore) Replays(string) (map[string]bool, error) { return m.results.Replays(), nil }

func (m *memoryStore) SaveAchievement(_ string, a progress.Achievement) error {
	m.results.Apply(progress.RecordOf(a))
	return nil
}

func (m *memoryStore) Achievements(string) ([]progress.Achievement, error) {
	return m.results.Achievements(), nil
}

func (m *memoryStore) Notice() string { return "" }

func (m *memoryStore) Week(player string, w progress.Week) (int, error) {
	return m.results.Week(player, w), nil
}
