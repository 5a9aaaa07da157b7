//go:build linux && amd64

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
)

// writeArg makes this program one that writes: faults __write NAME DIR old|new.
const writeArg = "__write"

// A writer writes the old or the new content of a file of the player's, as arkterm does.
type writer struct {
	write    func(dir string, second bool) error
	state    func(dir string) (string, error)
	database bool
}

// writers are the files of the package store.
var writers = map[string]writer{
	"settings":    {writeSettings, settingsState, false},
	"save":        {writeSave, saveState, false},
	"other-save":  {writeOtherSave, otherSaveState, false},
	"replay":      {writeReplay, replayState, false},
	"scores":      {writeScore, scoreState, false},
	"first-score": {writeFirstScore, firstScoreState, false},
	"stars":       {writeStars, starsState, false},
	"board":       {writeBoard, boardState, true},
}

// cases returns all that is tried: the writers, and commands of arkterm.
func cases(arkterm string) (all []attempt) {
	self, _ := os.Executable()
	for _, name := range [...]string{"settings", "save", "other-save", "replay", "scores", "first-score", "stars", "board"} {
		all = append(all, attempt{name: name, state: writers[name].state, database: writers[name].database, command: func(dir string, second bool) *exec.Cmd {
			return exec.Command(self, writeArg, name, dir, oldOrNew(second))
		}})
	}
	return append(all, attempt{name: "sim --record", state: recordedState, command: func(dir string, second bool) *exec.Cmd {
		return exec.Command(arkterm, "sim", "--bot", "--seed", seed(second), "--ticks", "240", "--force", "--record", filepath.Join(dir, "game.ark"))
	}}, attempt{name: "levels import", state: importedState, command: func(dir string, second bool) *exec.Cmd {
		set := filepath.Join(filepath.Dir(dir), oldOrNew(second)+"-set", "Set")
		if err := store.Write(set, []byte(levelSet(second))); err != nil {
			panic(err)
		}
		return exec.Command(arkterm, "levels", "import", "--force", "--output", dir, set)
	}})
}

func oldOrNew(second bool) string {
	if second {
		return "new"
	}
	return "old"
}

func seed(second bool) string {
	if second {
		return "2"
	}
	return "1"
}

// long is longer than a block, so that it takes several writes.
func long(second bool) string { return strings.Repeat(oldOrNew(second)+" settings\n", 1000) }

func writeSettings(dir string, second bool) error {
	return store.Write(filepath.Join(dir, "settings.toml"), []byte(long(second)))
}

func settingsState(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "settings.toml"))
	switch string(text) {
	case long(false):
		return "old", err
	case long(true):
		return "new", err
	}
	return fmt.Sprintf("%d bytes of something else", len(text)), err
}

// game returns a recording of some length.
func game(second bool) *record.Recording {
	c := engine.Config{Setup: engine.Setup{Seed: 1}, Levels: levels.Shipped().Levels[:1]}
	if second {
		c.Seed = 2
	}
	rec := record.New(c, "arkterm")
	for k := range 20_000 {
		rec.Add(engine.Input{{Target: 100 + int16(k*7919%4000)}, engine.Idle})
	}
	return rec
}

func seedState(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	rec, err := record.Parse(path, data)
	switch {
	case err != nil || rec.Cut:
		return "", fmt.Errorf("cut: %v, %w", rec != nil && rec.Cut, err)
	case rec.Seed == 1:
		return "old", nil
	case rec.Seed == 2:
		return "new", nil
	}
	return fmt.Sprint("seed ", rec.Seed), nil
}

// put saves a game with an id in the slot.
func put(dir string, id uint64, second bool) error {
	saves, err := store.OpenSaves(store.Folders{State: dir}, 1)
	if err != nil {
		return err
	}
	defer saves.Close()
	return saves.Put(id, game(second))
}

func writeSave(dir string, second bool) error { return put(dir, 1, second) }

func saveState(dir string) (string, error) { return seedState(filepath.Join(dir, "game.ark")) }

// writeOtherSave saves another game in the place of one, which stays beside it.
func writeOtherSave(dir string, second bool) error {
	if !second {
		return put(dir, 1, false)
	}
	return put(dir, 2, true)
}

func otherSaveState(dir string) (string, error) {
	is, err := saveState(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return is, err
	}
	return seedState(filepath.Join(dir, "game-previous.ark")) // between the two
}

// writeReplay saves a finished game, with a seal.
func writeReplay(dir string, second bool) error {
	in := store.Folders{State: dir, Data: dir}
	return store.Write(filepath.Join(in.Replays(), "game.ark"), in.PackedSealed(game(second)))
}

func replayState(dir string) (string, error) {
	return seedState(filepath.Join(store.Folders{Data: dir}.Replays(), "game.ark"))
}

func score(points int) progress.Add {
	return progress.Add{Score: progress.Score{
		Table: progress.Table{Set: "arkterm", Hash: "00000000000000aa", First: 1, FirstName: "Honeycomb", Mode: "campaign", Difficulty: "medium", Drops: progress.UsualDrops, Rules: 1},
		Ended: time.Unix(1<<30, 0), Outcome: progress.OutcomeOver, Score: points, Last: 2, Ticks: 2400, Combo: 5, Seed: 7,
		Counts: progress.Counts{Walls: 1, Lost: 2, LostAt: [progress.LostBins]int{0: 1, 15: 1}},
	}}
}

// request carries out requests for the file of scores.
func request(dir string, all ...progress.Request) error {
	s := store.NewScoreFile(store.Folders{State: dir}.ScoresFile())
	for _, r := range all {
		if failed, ok := progress.Do(s, "", r).(progress.Failed); ok {
			return failed.Err
		}
		if notice := s.Notice(); notice != "" {
			return errors.New(notice)
		}
	}
	return nil
}

func writeScore(dir string, second bool) error {
	if second {
		return request(dir, score(2))
	}
	return request(dir, score(1))
}

// scoreState returns "new" if the file has the second score, also if it has that several times.
func scoreState(dir string) (string, error) {
	stats, err := statistics(dir)
	switch {
	case err != nil:
		return "", err
	case stats.Games == 1 && stats.Points == 1:
		return "old", nil
	case stats.Games == 2 && stats.Points == 3, stats.Games == 3 && stats.Points == 5:
		return "new", nil
	}
	return fmt.Sprintf("%+v", stats), nil
}

func statistics(dir string) (stats progress.Statistics, err error) {
	r, err := store.ReadScores(store.Folders{State: dir}.ScoresFile())
	if errors.Is(err, fs.ErrNotExist) {
		return stats, nil
	}
	if err != nil {
		return stats, err
	}
	return r.Statistics(), nil
}

// writeFirstScore creates the file.
func writeFirstScore(dir string, second bool) error {
	if second {
		return request(dir, score(1))
	}
	return nil
}

func firstScoreState(dir string) (string, error) {
	stats, err := statistics(dir)
	switch {
	case err != nil:
		return "", err
	case stats.Games == 0:
		return "old", nil
	case stats.Points == stats.Games: // each attempt is a game
		return "new", nil
	}
	return fmt.Sprintf("%+v", stats), nil
}

// writeStars saves an achievement.
func writeStars(dir string, second bool) error {
	a := progress.Achievement{LevelKey: progress.LevelKey{Board: 7, Name: "Honeycomb"}, Stars: 1, Points: 100}
	if second {
		a.Stars, a.Points = 3, 200
	}
	return request(dir, progress.SaveAchievement{Achievement: a})
}

func starsState(dir string) (string, error) {
	r, err := store.ReadScores(store.Folders{State: dir}.ScoresFile())
	if err != nil {
		return "", err
	}
	all := r.Achievements()
	switch {
	case len(all) != 1:
		return "", fmt.Errorf("%d achievements", len(all))
	case all[0].Stars == 1 && all[0].Points != 200:
		return "old", nil
	case all[0].Stars == 3:
		return "new", nil
	}
	return fmt.Sprintf("%+v", all[0]), nil
}

func recordedState(dir string) (string, error) { return seedState(filepath.Join(dir, "game.ark")) }

// levelSet returns a set of LBreakout's with one level or two.
func levelSet(second bool) string {
	var b strings.Builder
	b.WriteString("Version: 1.00\n")
	for n := range 2 {
		if n == 1 && !second {
			break
		}
		fmt.Fprintf(&b, "Level:\nme\nLevel %d\nBricks:\n", n+1)
		for range 18 {
			b.WriteString(strings.Repeat("a", 14) + "\n")
		}
		b.WriteString("Bonus:\n")
		for range 18 {
			b.WriteString(strings.Repeat(".", 14) + "\n")
		}
	}
	return b.String()
}

func importedState(dir string) (string, error) {
	pack, err := store.Folders{}.ReadPack(filepath.Join(dir, "Set"))
	switch {
	case err != nil:
		return "", err
	case len(pack.Levels) == 1:
		return "old", nil
	case len(pack.Levels) == 2:
		return "new", nil
	}
	return fmt.Sprintf("%d levels", len(pack.Levels)), nil
}

// writeBoard hands in a finished game at an arcade.
func writeBoard(dir string, second bool) error {
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		return err
	}
	points := 1
	if second {
		points = 2
	}
	ended := time.Unix(1<<30, 0)
	p, err := s.Enter("aaaa", 10, ended)
	if err == nil {
		g := leaderboard.Game{Player: p.ID, Own: true, State: uint64(points), Score: score(points).Score, Recording: game(second).Packed()}
		g.Score.Seed = uint64(points)
		_, err = s.Add(g)
	}
	if errors.Is(err, leaderboard.ErrKnown) { // it was written before, and the report of it failed
		err = nil
	}
	return errors.Join(err, s.Close())
}

// boardState says that the database is new as soon as it has the second game with its recording.
func boardState(dir string) (string, error) {
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		return "", err
	}
	defer s.Close()
	games, err := s.Games("aaaa", 10)
	if err != nil {
		return "", err
	}
	for _, g := range games {
		if _, data, err := s.Recording(g.ID); err != nil || len(data) == 0 {
			return "", fmt.Errorf("game %d: %d bytes, %w", g.ID, len(data), err)
		}
	}
	switch len(games) {
	case 1:
		return "old", nil
	case 2:
		return "new", nil
	}
	return fmt.Sprint(len(games), " games"), nil
}
