//go:build linux && amd64

package faults

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arkterm/ci/harness"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/store"
	"arkterm/engine"
	"arkterm/engine/record"
	"arkterm/levels"
)

// A writer writes the old content of a file with arkterm's functions, or the new content if isNew is true.
type writer struct {
	name     string
	database bool // the content is in a database, so the writer makes many system calls; see attempt.database
	write    func(dir string, isNew bool) error
	state    func(dir string) (string, error) // returns "old", "new", or a description of other content
}

var writers = []writer{
	{"settings", false, writeSettings, settingsState},
	{"save", false, func(dir string, isNew bool) error { return save(dir, 1, isNew) }, seedIn("game.ark")},
	// The second save moves the first one to game-previous.ark.
	{"other-save", false, writeOtherSave, seedIn("game.ark", "game-previous.ark")},
	{"replay", false, writeReplay, seedIn("replays/game.ark")},
	{
		"scores", false, func(dir string, isNew bool) error { return request(dir, score(1+contentIndex(isNew))) },
		gamesState(1),
	},
	{"first-score", false, writeFirstScore, gamesState(0)},
	{"stars", false, writeStars, starsState},
	{"board", true, writeBoard, boardState},
}

// contentIndex returns 0 for the old content and 1 for the new content.
func contentIndex(isNew bool) int {
	if isNew {
		return 1
	}
	return 0
}

// contentName returns "old" or "new".
func contentName(isNew bool) string { return [...]string{"old", "new"}[contentIndex(isNew)] }

// Write carries out the subcommand faults-write NAME FOLDER old|new. It runs a writer in the process that is traced.
func Write(_ string, args []string) error {
	i := slices.IndexFunc(writers, func(w writer) bool { return len(args) == 3 && w.name == args[0] })
	if i < 0 {
		return fmt.Errorf("usage: faults-write NAME FOLDER old|new (got %q)", args)
	}
	return writers[i].write(args[1], args[2] == "new")
}

// cases returns an attempt for each writer, and attempts for commands of arkterm.
func cases(arkterm string) (all []attempt) {
	for _, w := range writers {
		all = append(all, attempt{w.name, w.database, func(dir string, isNew bool) *exec.Cmd {
			// an error is reported when cmd starts
			cmd, _ := harness.Self("faults-write", w.name, dir, contentName(isNew))
			return cmd
		}, w.state})
	}
	return append(all, attempt{"sim --record", false, func(dir string, isNew bool) *exec.Cmd {
		seed := fmt.Sprint(1 + contentIndex(isNew))
		return exec.Command(arkterm, "sim", "--bot", "--seed", seed, "--ticks", "240", "--force", "--record",
			filepath.Join(dir, "game.ark"))
	}, seedIn("game.ark")}, attempt{"levels import", false, func(dir string, isNew bool) *exec.Cmd {
		set := filepath.Join(filepath.Dir(dir), contentName(isNew)+"-set", "Set")
		if err := store.Write(set, []byte(levelSet(isNew))); err != nil {
			panic(err)
		}
		return exec.Command(arkterm, "levels", "import", "--force", "--output", dir, set)
	}, importedState})
}

// settings returns settings that are longer than a disk block, so they need several writes.
func settings(isNew bool) string { return strings.Repeat(contentName(isNew)+" settings\n", 1000) }

func writeSettings(dir string, isNew bool) error {
	return store.Write(filepath.Join(dir, "settings.toml"), []byte(settings(isNew)))
}

func settingsState(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "settings.toml"))
	for _, isNew := range []bool{false, true} {
		if string(text) == settings(isNew) {
			return contentName(isNew), err
		}
	}
	return fmt.Sprintf("%d bytes, which are neither the old nor the new settings", len(text)), err
}

// game returns a recording with seed 1 or 2.
func game(isNew bool) *record.Recording {
	c := engine.Config{Setup: engine.Setup{Seed: uint64(1 + contentIndex(isNew))}, Levels: levels.Shipped().Levels[:1]}
	rec := record.New(c, "arkterm")
	for k := range 20_000 {
		rec.Add(engine.Input{{Target: 100 + int16(k*7919%4000)}, engine.Idle})
	}
	return rec
}

// seedIn returns a function for writer.state. It reads the first existing file of names, and distinguishes old and new
// content by the seed of the recording.
func seedIn(names ...string) func(dir string) (string, error) {
	return func(dir string) (string, error) {
		var data []byte
		err := error(fs.ErrNotExist)
		for _, name := range names {
			if errors.Is(err, fs.ErrNotExist) {
				data, err = os.ReadFile(filepath.Join(dir, name))
			}
		}
		if err != nil {
			return "", err
		}
		rec, err := record.Parse("game", data)
		switch {
		case err != nil:
			return "", err
		case rec.Cut || rec.Seed > 2:
			return fmt.Sprintf("a recording with seed %d (truncated: %v)", rec.Seed, rec.Cut), nil
		}
		return contentName(rec.Seed == 2), nil
	}
}

// save saves the old or the new game with the given ID in slot 1.
func save(dir string, id uint64, isNew bool) error {
	saves, err := store.OpenSaveSlot(store.Folders{State: dir}, 1)
	if err != nil {
		return err
	}
	defer saves.Close()
	return saves.Put(id, game(isNew))
}

// writeOtherSave saves the old or the new game. The two games have different IDs.
func writeOtherSave(dir string, isNew bool) error {
	return save(dir, uint64(1+contentIndex(isNew)), isNew)
}

// writeReplay saves a sealed recording of a finished game.
func writeReplay(dir string, isNew bool) error {
	in := store.Folders{State: dir, Data: dir}
	return store.Write(filepath.Join(in.Replays(), "game.ark"), in.PackedSealed(game(isNew)))
}

// score returns a request that adds a score with the given points.
func score(points int) progress.Add {
	return progress.Add{Score: progress.Score{
		Table: progress.Table{
			SetName: "arkterm", Hash: "00000000000000aa", FirstLevel: 1, FirstLevelName: "Honeycomb",
			Mode: "campaign", Difficulty: "medium", DropPercent: progress.DefaultDrops, Rules: 1,
		},
		Ended: time.Unix(1<<30, 0), Outcome: progress.OutcomeOver, Score: points, LastLevel: 2, Ticks: 2400,
		BestCombo: 5, Seed: 7,
		Counts: progress.Counts{WallHits: 1, BallsLost: 2, BallsLostAt: [progress.FloorParts]int{0: 1, 15: 1}},
	}}
}

// request carries out a request on the score file.
func request(dir string, r progress.Request) error {
	s := store.NewScoreFile(store.Folders{State: dir}.ScoresFile())
	if failed, ok := progress.Do(s, "", r).(progress.Failed); ok {
		return failed.Err
	}
	if notice := s.Notice(); notice != "" {
		return errors.New(notice)
	}
	return nil
}

// writeFirstScore adds the first score, which creates the score file.
func writeFirstScore(dir string, isNew bool) error {
	if !isNew {
		return nil
	}
	return request(dir, score(2))
}

// gamesState returns a state function that reads the score file. The old content has n games of one point each. The new
// content also has a game of two points, or two such games if an attempt was repeated.
func gamesState(n int) func(dir string) (string, error) {
	return func(dir string) (string, error) {
		var stats progress.Statistics
		r, err := store.ReadScores(store.Folders{State: dir}.ScoresFile())
		if err == nil {
			stats = r.Statistics()
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		added := stats.Games - n
		if added < 0 || added > 2 || stats.Points != n+2*added {
			return fmt.Sprintf("the statistics %+v", stats), nil
		}
		return contentName(added > 0), nil
	}
}

// writeStars saves an achievement.
func writeStars(dir string, isNew bool) error {
	a := progress.Achievement{LevelKey: progress.LevelKey{Board: 7, Name: "Honeycomb"}, Stars: 1, Points: 100}
	if isNew {
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
	if len(all) != 1 || all[0].Stars != 3 && all[0].Points == 200 {
		return fmt.Sprintf("%+v", all), nil
	}
	return contentName(all[0].Stars == 3), nil
}

// levelSet returns an LBreakout level set with one level, or with two if isNew is true.
func levelSet(isNew bool) string {
	text := "Version: 1.00\n"
	for n := range 1 + contentIndex(isNew) {
		text += fmt.Sprintf("Level:\nme\nLevel %d\nBricks:\n%sBonus:\n%s", n+1,
			strings.Repeat(strings.Repeat("a", 14)+"\n", 18), strings.Repeat(strings.Repeat(".", 14)+"\n", 18))
	}
	return text
}

func importedState(dir string) (string, error) {
	pack, err := store.Folders{}.ReadPack(filepath.Join(dir, "Set"))
	if err != nil || len(pack.Levels) != 1 && len(pack.Levels) != 2 {
		return "neither the old nor the new level set", err
	}
	return contentName(len(pack.Levels) == 2), nil
}

// writeBoard submits a finished game to an arcade.
func writeBoard(dir string, isNew bool) error {
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		return err
	}
	ended := time.Unix(1<<30, 0)
	p, err := s.SignIn("aaaa", 10, ended)
	if err == nil {
		n := 1 + contentIndex(isNew)
		g := leaderboard.Game{
			Player: p.ID, Personal: true, State: uint64(n), Score: score(n).Score,
			Recording: game(isNew).Packed(),
		}
		g.Score.Seed = uint64(n)
		_, err = s.Add(g)
	}
	if errors.Is(err, leaderboard.ErrDuplicate) { // the previous attempt has stored the game, but has reported an error
		err = nil
	}
	return errors.Join(err, s.Close())
}

// boardState reads the games of the arcade with their recordings.
func boardState(dir string) (string, error) {
	s, err := leaderboard.Open(filepath.Join(dir, "arcade.db"))
	if err != nil {
		return "", err
	}
	defer s.Close()
	games, err := s.Games("aaaa", 10)
	if err != nil || len(games) != 1 && len(games) != 2 {
		return fmt.Sprint(len(games), " games"), err
	}
	for _, g := range games {
		if _, data, err := s.Recording(g.ID); err != nil || len(data) == 0 {
			return "", fmt.Errorf("recording of game %d: %d bytes (error %v)", g.ID, len(data), err)
		}
	}
	return contentName(len(games) == 2), nil
}
