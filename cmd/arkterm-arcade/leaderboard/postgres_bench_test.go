//go:build cluster

package leaderboard

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkPostgres measures concurrent writes of saved games and of finished games of different players.
func BenchmarkPostgres(b *testing.B) {
	s := openTestDB(b, filepath.Join(b.TempDir(), "arcade.db"))
	var players [100]string
	for i := range players {
		players[i] = signIn(b, s, fmt.Sprint("player ", i)).ID
	}
	data := make([]byte, 4000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data)
	var last atomic.Int64
	for name, write := range map[string]func(n int, player string) error{
		"saved": func(n int, player string) error {
			return s.SaveFiles(player, []File{{Name: "game.ark", Modified: time.Unix(0, int64(n)), Data: data}})
		},
		"finished": func(n int, player string) error {
			g := testGame(player, n, n, testNow.AddDate(0, 0, n/len(players)/MaxDailyGames))
			g.Recording = data
			_, err := s.Add(g)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetParallelism(4)
			var conflicts atomic.Int64 // writes that a WriteQueue repeats later
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					n := int(last.Add(1))
					err := write(n, players[n%len(players)])
					for ; isConflict(err); err = write(n, players[n%len(players)]) {
						conflicts.Add(1)
					}
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(conflicts.Load())/float64(b.N), "conflicts/op")
		})
	}
}
