package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"arkterm/cmd/arkterm-arcade/arcade"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/cli"
	"arkterm/cmd/arkterm/store"
	"arkterm/render/text"
)

// newStatus returns the command that prints the state of a server.
func newStatus() *cobra.Command {
	var state stateFlag
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Print the state of a server on one page",
		Long: `Print sessions, refusals, load and memory of the running server, and the sizes of its
database and backups. The server updates these numbers every ten seconds. Totals count from
the start of the server.`,
		Example: "  arkterm-arcade status --state /var/lib/arkterm-arcade",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			lines, err := state.folder().Status(time.Now())
			return printLines(cmd.OutOrStdout(), lines, err)
		},
	}
	state.add(cmd)
	return cmd
}

// maxStatusBytes is the maximum size of a status file.
const maxStatusBytes = 1 << 16

// Status returns lines of text that describe the server and its files. now is the current time.
func (f stateFolder) Status(now time.Time) (lines []string, err error) {
	db, err := f.openDB()
	if err != nil {
		return nil, err
	}
	defer db.Close()
	players, err := db.NumPlayers()
	if err != nil {
		return nil, err
	}

	addLine := func(label, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-12s", label)+fmt.Sprintf(format, args...))
	}
	path := filepath.Join(f.dir, arcade.StatusFile)
	data, err := store.ReadLimited(path, maxStatusBytes)
	info, statErr := os.Stat(path)
	if err = errors.Join(err, statErr); errors.Is(err, fs.ErrNotExist) {
		addLine("server", "not running")
	} else if err != nil {
		return nil, err
	} else {
		age := now.Sub(info.ModTime())
		if age > 3*arcade.StatusInterval {
			addLine("server", "not responding: no update since %s", info.ModTime().UTC().Format(time.DateTime))
		} else {
			addLine("server", "running")
		}
		addMetrics(addLine, parseMetrics(data))
	}

	addLine("players", "%s", text.Number(players))
	if f.storeURL != "" {
		addLine("database", "in PostgreSQL")
	} else {
		size, _, _ := folderSize(f.dir, "arcade.db", "arcade.db-wal")
		addLine("database", "%s", megabytes(size))
	}
	if size, files, newest := folderSize(filepath.Join(f.dir, "backups")); files == 0 {
		addLine("backups", "none")
	} else {
		addLine("backups", "%d, %s in total, the newest from %s", files, megabytes(size),
			newest.UTC().Format(time.DateTime))
	}
	if free, ok := freeSpace(f.dir); ok {
		addLine("disk", "%s free", megabytes(free))
	}
	return lines, nil
}

// addMetrics calls addLine for each line about the metrics of a running server.
func addMetrics(addLine func(label, format string, args ...any), metrics map[string]float64) {
	number := func(name string) string { return text.Number(int(metrics["arkterm_"+name])) }
	addLine("sessions", "%s on %s connections, %s of them not signed in; %s matches, %s browsers", number("playing"),
		number("connections"), number("connections_early"), number("matches"), number("page_watching"))
	if older := number("older_sessions"); older != "0" {
		addLine("old server", "%s sessions still running", older)
	}
	var reasons []string
	for _, reason := range []string{"full", "crowded", "source_full", "too_fast", "penalized", "overdrawn"} {
		if count := number(`gate_total{answer="` + reason + `"}`); count != "0" {
			reasons = append(reasons, strings.ReplaceAll(reason, "_", " ")+" "+count)
		}
	}
	if count := number("full_total"); count != "0" {
		reasons = append(reasons, "memory "+count)
	}
	if reasons == nil {
		reasons = []string{"none"}
	}
	addLine("refused", "%s", strings.Join(reasons, ", "))
	addLine("late", "%s ticks missed", number("ticks_missed_total"))
	var times []string
	for _, h := range [][2]string{
		{"frame_late", "frames late"}, {"key", "key to frame"}, {"draw", "drawing"}, {"database", "database"},
	} {
		name := "arkterm_" + h[0] + "_seconds"
		times = append(times, fmt.Sprintf("%s %.1f/%.1f ms", h[1], 1000*quantile(metrics, name, 0.5),
			1000*quantile(metrics, name, 0.99)))
	}
	addLine("p50/p99", "%s", strings.Join(times, ", "))
	addLine("games", "%s stored, %s waiting for the disk", number("games_kept_total"), number("games_waiting"))
	memory := megabytes(int64(metrics["arkterm_memory_used_bytes"]))
	if limit := int64(metrics["arkterm_memory_limit_bytes"]); limit > 0 {
		memory += " of " + megabytes(limit)
	}
	addLine("memory", "%s, %s reserved for sessions", memory,
		megabytes(int64(metrics["arkterm_memory_reserved_bytes"])))
	addLine("network", "%s sent, %s received", megabytes(int64(metrics["arkterm_sent_bytes_total"])),
		megabytes(int64(metrics["arkterm_received_bytes_total"])))
}

// quantile estimates the quantile q of a histogram in seconds, by interpolation within a bucket. It returns 0 for an
// empty histogram, and the last bound if the quantile is above all bounds.
func quantile(metrics map[string]float64, name string, q float64) float64 {
	rank := q * metrics[name+"_count"]
	lowerCount, lower := 0.0, 0.0
	for _, bound := range web.HistogramBounds {
		count, upper := metrics[web.BucketName(name, bound)], bound.Seconds()
		if count >= rank && count > lowerCount {
			return lower + (upper-lower)*(rank-lowerCount)/(count-lowerCount)
		}
		lowerCount, lower = count, upper
	}
	if rank == 0 {
		return 0
	}
	return lower
}

// parseMetrics parses metrics in the text format of Prometheus. It returns their values by name and labels, as written
// in the text. It skips comments and invalid lines.
func parseMetrics(data []byte) map[string]float64 {
	values := make(map[string]float64)
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		line := lines.Text()
		space := strings.LastIndexByte(line, ' ')
		if space < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if v, err := strconv.ParseFloat(line[space+1:], 64); err == nil {
			values[line[:space]] = v
		}
	}
	return values
}

// folderSize returns the total size in bytes and the number of the files in a folder, and the time when the newest file
// was modified. If there are names, it counts only the files with these names. It skips files that it cannot read.
func folderSize(dir string, names ...string) (size int64, files int, newest time.Time) {
	if names == nil {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		size += info.Size()
		files++
		if info.ModTime().After(newest) {
			newest = info.ModTime()
		}
	}
	return size, files, newest
}

// megabytes formats a number of bytes in MB with one decimal.
func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
