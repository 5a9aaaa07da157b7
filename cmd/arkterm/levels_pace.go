package main

import (
	"fmt"
	"io"
	"strings"

	"arkterm/cmd/arkterm/cli"
	"arkterm/engine/bot"
	"arkterm/render/text"
)

// paceRows are the rows of the table that --pace prints, with their labels and values. A hit is a contact of a ball
// with a brick.
var paceRows = [...]struct {
	name  string
	value func(p *bot.Pace) string
}{
	{"levels cleared, %", func(p *bot.Pace) string { return percent(float64(p.Cleared) / float64(max(1, p.Games))) }},
	{"time of a cleared level: median, s", func(p *bot.Pace) string { return rounded(p.Seconds) }},
	{"over 4 s without a hit, % of time", func(p *bot.Pace) string { return percent(p.Gaps) }},
	{"over 8 s without a hit, % of time", func(p *bot.Pace) string { return percent(p.LongGaps) }},
	{"longest time without a hit, s", func(p *bot.Pace) string { return rounded(p.Longest) }},
	{"time for last fifth of bricks, %", func(p *bot.Pace) string { return percent(p.LastFifth) }},
	{"last three bricks: mean, s", func(p *bot.Pace) string { return rounded(p.LastThree) }},
	{"last three bricks: 90 %, s", func(p *bot.Pace) string { return rounded(p.LastThree90) }},
	{"longest flat flight, s", func(p *bot.Pace) string { return fmt.Sprintf("%.1f", p.LevelFlight) }},
	{"points of a level: median", func(p *bot.Pace) string { return fmt.Sprint(p.Points) }},
	{"beats the casual bot, % of seeds", func(p *bot.Pace) string { return percent(p.Ahead) }},
}

// percent returns a share as text: a rounded number of percent.
//
//go:noinline // would be copied into many callers
func percent(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

// rounded returns x as text, rounded to a whole number.
//
//go:noinline // would be copied into many callers
func rounded(x float64) string { return fmt.Sprintf("%.0f", x) }

// printPace runs the job and prints the pace of its levels. number returns the number of a level.
func printPace(w io.Writer, j *bot.Job, number func(i int) int, asJSON bool) error {
	var each []bot.LevelPace
	all, err := withProgress(j, j.Games(), func() (all []bot.Pace, err error) {
		each, all, err = j.Pace()
		return all, err
	})
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%w", err)
	}
	for i := range each {
		each[i].Level = number(i)
	}
	if asJSON {
		return printJSON(w, each)
	}
	_, err = io.WriteString(w, levelPaceTable(each)+"\n"+strengthPaceTable(all))
	return err
}

// levelPaceTable returns a table with a line for each level.
func levelPaceTable(each []bot.LevelPace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%3s %-*s%8s%7s%6s%6s%7s%7s%7s%7s\n", "", rateNameWidth, "level", "time", "gaps", "> 8 s", "fifth",
		"three", "flat", "points", "ahead")
	for i := range each {
		l := &each[i]
		casual, skilled := &l.Bots[bot.Casual], &l.Bots[bot.Skilled]
		worst := 0.0
		for s := range l.Bots {
			worst = max(worst, l.Bots[s].LevelFlight)
		}
		name := text.Fit(l.Name, rateNameWidth)
		fmt.Fprintf(&b, "%3d %s%6s s%5s %%%4s %%%4s %%%5s s%5.1f s%7d%5s %%\n", l.Level, name, rounded(skilled.Seconds),
			percent(casual.Gaps), percent(casual.LongGaps), percent(casual.LastFifth), rounded(casual.LastThree), worst,
			skilled.Points, percent(skilled.Ahead))
	}
	return b.String()
}

// strengthPaceTable returns a table with a column for each bot strength.
func strengthPaceTable(all []bot.Pace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-35s", "all levels")
	for s := range all {
		fmt.Fprintf(&b, "%*s", rateColumns[s], all[s].Strength)
	}
	b.WriteString("\n")
	for _, row := range paceRows {
		fmt.Fprintf(&b, "%-35s", row.name)
		for s := range all {
			fmt.Fprintf(&b, "%*s", rateColumns[s], row.value(&all[s]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// printReach runs the job and prints how far its bots get.
func printReach(w io.Writer, j *bot.Job, asJSON bool) error {
	all, err := withProgress(j, j.ReachGames(), j.Reach)
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%w", err)
	}
	if asJSON {
		return printJSON(w, all)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s%9s%9s%9s%9s%10s\n", "level", "quarter", "median", "three q.", "won", "minutes")
	for i := range all {
		r := &all[i]
		fmt.Fprintf(&b, "%-10s%9d%9d%9d%7s %%%10.0f\n", r.Strength, r.LowerQuartile, r.Median, r.UpperQuartile,
			percent(float64(r.Won)/float64(r.Games)), r.Minutes)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// printVersus runs the job and prints the time without bricks in matches.
func printVersus(w io.Writer, j *bot.Job, asJSON bool) error {
	all, err := withProgress(j, j.VersusGames(), j.Versus)
	if err != nil {
		return cli.Errorf(cli.ExitFile, "%w", err)
	}
	if asJSON {
		return printJSON(w, all)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s%6s%8s%8s%9s%9s%8s\n", "match", "won", "time", "rally", "bricks", "without", "longest")
	for i := range all {
		v := &all[i]
		fmt.Fprintf(&b, "%-20s%4s %%%6s s%6s s%9.1f%7s %%%6.1f s\n", strings.Join(v.Players[:], " : "),
			percent(float64(v.Won)/float64(v.Games)), rounded(v.Seconds), rounded(v.Rally), v.Bricks, percent(v.Empty),
			v.LongestEmpty)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
