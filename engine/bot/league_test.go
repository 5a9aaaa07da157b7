package bot

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"testing"

	"arkterm/engine"
	"arkterm/engine/spec"
)

// TestLeague checks the table of a league with invented results: two levels, three rounds.
func TestLeague(t *testing.T) {
	points := [3][2][3]int{
		{{100, 100, 100}, {0, 0, 0}},
		{{200, 220, 240}, {30, 10, 20}},
		{{999, 999, 999}, {999, 999, 999}}, // of a program that fails
	}
	for _, run := range []func(int, func(int)){nil, concurrent} {
		job := Job{Levels: make([]spec.Level, 2), Seeds: 3, Run: run}
		table, err := job.League([]string{"weak", "good", "broken"}, func(bot, level, seed int) (LeagueGame, error) {
			if bot == 2 {
				return LeagueGame{Failure: fmt.Sprint("seed ", seed+1)}, nil
			}
			return LeagueGame{Points: points[bot][level][seed], Cleared: bot == 1 && level == 0, Lives: bot}, nil
		})
		if err != nil {
			t.Fatal(err)
		}

		var names []string
		for _, b := range table.Bots {
			names = append(names, b.Name)
		}
		if want := []string{"good", "weak", "broken"}; !slices.Equal(names, want) {
			t.Fatalf("bots %q, want %q", names, want)
		}
		// The rounds of the good bot have 230, 230 and 260 points, with the mean 240 and the deviation √300.
		good := table.Bots[0]
		if margin := 4.302652730 * 10; good.Points.Mean != 240 || math.Abs(good.Points.Margin-margin) > 1e-6 ||
			good.Cleared != (Estimate{1, 0}) || good.Lives != (Estimate{1, 0}) || good.Failed != 0 {
			t.Errorf("good bot %+v, want 240 ± %.3f points", good, margin)
		}
		if want := (LeagueFailure{"broken", 2, 1, "seed 1"}); len(table.Failures) != 6 || table.Failures[3] != want {
			t.Errorf("failures %+v, want 6 with %+v", table.Failures, want)
		}
		if b := table.Bots[2]; b.Failed != 6 || b.Points.Mean != 0 {
			t.Errorf("broken bot %+v, want 6 failed games", b)
		}
		for i, want := range []LeaguePair{
			{First: "good", Second: "weak", Wins: 1},
			{First: "good", Second: "broken", Wins: 1},
			{First: "weak", Second: "broken", Wins: 1},
		} {
			want.Low, want.High = wilsonInterval(6, 6)
			if got := table.Pairs[i]; got != want {
				t.Errorf("pair %+v, want %+v", got, want)
			}
		}
	}

	job, failure := Job{Levels: make([]spec.Level, 1), Seeds: 2}, errors.New("disk full")
	_, err := job.League([]string{"a"}, func(int, int, int) (LeagueGame, error) { return LeagueGame{}, failure })
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
}

func TestTies(t *testing.T) {
	a, b := LeagueGame{Points: 5}, LeagueGame{Points: 6}
	if winOver(&a, &b) != 0 || winOver(&b, &a) != 1 || winOver(&a, &a) != 0.5 {
		t.Error("want 0, 1 and 0.5")
	}
}

// The quantiles and the interval agree with published tables.
func TestIntervals(t *testing.T) {
	for n, want := range map[int]float64{
		1: 12.7062, 8: 2.3060, 9: 2.2622, 12: 2.1788, 19: 2.0930, 99: 1.9842, 999: 1.9623,
	} {
		if got := studentQuantile(n); math.Abs(got-want) > 5e-4 {
			t.Errorf("quantile for %d degrees of freedom: %.5f, want %.4f", n, got, want)
		}
	}
	for _, c := range []struct {
		wins      float64
		n         int
		low, high float64
	}{{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {8, 10, 0.4902, 0.9433}, {10, 20, 0.2993, 0.7007}} {
		if low, high := wilsonInterval(c.wins, c.n); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%g of %d: %.4f to %.4f, want %.4f to %.4f", c.wins, c.n, low, high, c.low, c.high)
		}
	}
}

var update = flag.Bool("update", false, "update testdata/league.txt")

// TestLeagueOnEveryProcessor is run by "make test-arch" on each processor. It compares a league of a built-in bot and a
// program, and all states that the program receives, with testdata/league.txt. Update the file with -update after
// intended changes of rules or the protocol.
func TestLeagueOnEveryProcessor(t *testing.T) {
	const file, ticks = "testdata/league.txt", 15 * engine.TicksPerSecond
	all := []spec.Level{honeycomb(), honeycomb()}
	sums := make([]uint32, 4) // of the states for the program, by level and seed
	job := Job{Levels: all, Seeds: 2, Run: concurrent}
	table, err := job.League([]string{"casual", "program"}, func(bot, level, seed int) (LeagueGame, error) {
		g, err := engine.New(engine.Config{
			Setup:  engine.Setup{Seed: uint64(seed), First: level, Drops: 100 * level},
			Levels: all,
		})
		if err != nil {
			return LeagueGame{}, err
		}
		play := OfStrength(Casual, uint64(seed)).Play
		if bot == 1 {
			sum := crc32.NewIEEE()
			client := connect(t, DefaultInterval, uint64(seed), answerAll(func(s *stateLine, line []byte) string {
				_, _ = sum.Write(line)
				return followLanding(s, line)
			}))
			play = client.Play
			defer func() {
				if client.Err() != nil {
					t.Error(client.Err())
				}
				sums[level*2+seed] = sum.Sum32()
			}()
		}
		for g.Tick < ticks && g.Phase != engine.Clear && !g.Phase.Ended() {
			g.Step(engine.Input{play(g), engine.Idle})
		}
		return LeagueGame{Points: g.Score, Cleared: g.Phase == engine.Clear, Lives: g.Lives}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(table, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s\n%08x\n", text, sums)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("league:\n%s\nwant:\n%s", got, want)
	}
}
