package leaderboard

import (
	"os"
	"path/filepath"
	"testing"
)

// After damage to the log, Open reports how many changes are lost. The others are in the database.
func TestSQLiteLogDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	s := openTestDB(t, path)
	ann := signIn(t, s, "aaaa")
	if err := s.Checkpoint(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 0 {
		t.Fatalf("after Checkpoint, Stat of the log = %v, %v; want an empty file", info, err)
	}
	const numGames = 5
	ends := make([]int64, numGames) // size of the log after each game
	for i := range ends {
		addGame(t, s, testGame(ann.ID, i+1, 100, testNow))
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		ends[i] = info.Size()
	}
	db, err1 := os.ReadFile(path)
	log, err2 := os.ReadFile(path + "-wal")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}

	for _, c := range []struct {
		name   string
		damage func(log []byte) []byte
		kept   int // number of games in the database
		lost   int
	}{
		{"none", func(log []byte) []byte { return log }, numGames, 0},
		{"a page", func(log []byte) []byte { log[ends[1]+frameHeaderSize+7] ^= 4; return log }, 2, 3},
		{"a frame header", func(log []byte) []byte { log[ends[2]+9] ^= 4; return log }, 3, 2},
		{"the header", func(log []byte) []byte { log[12] ^= 4; return log }, 0, numGames},
		{"a missing end", func(log []byte) []byte { return log[:ends[3]-5000] }, 3, 0},
		{"an incomplete header", func(log []byte) []byte { return log[:20] }, 0, 0},
	} {
		path := filepath.Join(t.TempDir(), "arcade.db")
		if err := os.WriteFile(path, db, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+"-wal", c.damage(append([]byte(nil), log...)), 0o600); err != nil {
			t.Fatal(err)
		}
		s := openTestDB(t, path)
		if s.Damage.NumLost != c.lost || s.Damage.NumLost > 0 &&
			(s.Damage.NumKept != c.kept || s.Damage.Since.IsZero()) {
			t.Errorf("damage of %s: Damage = %+v, want %d kept and %d lost", c.name, s.Damage, c.kept, c.lost)
		}
		if games, err := s.Games(ann.ID, 10); err != nil || len(games) != c.kept {
			t.Errorf("%s: the database has %d games, error %v; want %d games", c.name, len(games), err, c.kept)
		}
	}
}
