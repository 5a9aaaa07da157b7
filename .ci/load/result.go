package load

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

// A usage is the use of the machine by a server.
type usage struct {
	worked     time.Duration // processor time so far
	kilobytes  int
	goroutines int
	files      int // open files
	missed     int // ticks so far
}

func usageOf(s *arcadeclient.Server) (u usage, err error) {
	pid := s.Cmd.Process.Pid
	cost, err := harness.CostOf(pid)
	if err != nil {
		return u, err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return u, err
	}
	reply, err := http.Get(s.Metrics)
	if err != nil {
		return u, err
	}
	defer http.DefaultClient.CloseIdleConnections()
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		return u, err
	}
	u = usage{worked: cost.CPU, kilobytes: cost.Kilobytes, files: len(files)}
	for name, n := range map[string]*int{"arkterm_goroutines": &u.goroutines, "arkterm_ticks_missed_total": &u.missed} {
		var value float64 // a million is 1e+06
		_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
		if _, err := fmt.Sscan(rest, &value); err != nil {
			return u, fmt.Errorf("metric %s: %w", name, err)
		}
		*n = int(value)
	}
	return u, nil
}

// A result is a measurement of a load. Shares are percent of a processor.
type result struct {
	load
	clients, lost          int
	server, own, attackers float64
	kilobytes              float64 // memory of the server per client
	answers                map[*kind][]time.Duration
	sent                   map[*kind][]float64 // KB/s for each client
	pongs                  float64             // per second and client
	missed                 int                 // ticks
	peak                   int                 // memory of the server in MB
	errs                   []error
}

// result returns the measurements of the clients.
func (w *crowd) result(l load) *result {
	r := &result{load: l, clients: len(w.clients), sent: map[*kind][]float64{}, answers: map[*kind][]time.Duration{}}
	w.each(func(c *client) {
		if c.err != nil {
			r.lost++
			fmt.Printf("one of those who %s is lost: %v\n", c.name, c.err)
		}
		r.answers[c.kind] = append(r.answers[c.kind], c.answers...)
		r.sent[c.kind] = append(r.sent[c.kind], float64(c.bytes)/float64(*seconds)/1000)
		r.pongs += float64(c.pongs) / float64(*seconds) / float64(len(w.clients))
	})
	for _, k := range kinds {
		slices.Sort(r.answers[k])
		slices.Sort(r.sent[k])
	}
	return r
}

// answer returns the time in which a share of the keys of a kind is answered.
func (r *result) answer(k *kind, share float64) time.Duration {
	all := r.answers[k]
	if len(all) == 0 {
		return 0
	}
	return all[int(share*float64(len(all)-1))].Round(10 * time.Microsecond)
}

// print prints a report.
func (r *result) print() {
	n := float64(r.clients)
	fmt.Printf("%d clients, %d×%d, %d pings per second and client (%.1f answered), %d s, %d processors\n",
		r.clients, *cols, *rows, r.pings, r.pongs, *seconds, runtime.NumCPU())
	fmt.Printf(
		"server: %.0f %% of a processor, %.2f %% per client, %.0f KB per client, at most %d MB; clients: %.0f %%, "+
			"attackers: %.0f %%; %d missed ticks\n",
		r.server, r.server/n, r.kilobytes, r.peak, r.own, r.attackers, r.missed)
	for _, k := range kinds {
		all := r.sent[k]
		if len(all) == 0 {
			continue
		}
		fmt.Printf("%d %s: they receive %.1f KB/s (median), %.1f to %.1f", len(all), k.name, all[len(all)/2], all[0],
			all[len(all)-1])
		if keys := len(r.answers[k]); keys > 0 {
			fmt.Printf("; %d keys are answered after %v (median), %v (99 of 100), %v (all)", keys, r.answer(k, 0.5),
				r.answer(k, 0.99), r.answer(k, 1))
		}
		fmt.Println()
	}
}

const tableHead = `| load | server | clients | sent each | memory each | latency: p50, p99 | in a match | missed ticks |
|---|---|---|---|---|---|---|---|
`

// row returns a row of the table in docs/measurements.md.
func (r *result) row() string {
	sent := r.sent[player]
	if len(r.sent[watcher]) > 0 {
		sent = r.sent[watcher]
	}
	match := "–"
	if len(r.answers[opener]) > 0 {
		match = fmt.Sprintf("%v, %v", r.answer(opener, 0.5), r.answer(opener, 0.99))
	}
	return fmt.Sprintf("| %s | %.0f %%: %.2f %% a client | %.0f %% | %.1f KB/s | %.0f KB | %v, %v | %s | %d |\n",
		r.title, r.server, r.server/float64(r.clients), r.own, sent[len(sent)/2], r.kilobytes, r.answer(menu, 0.5),
		r.answer(menu, 0.99), match, r.missed)
}

// judge returns the faults.
func (r *result) judge() error {
	errs := r.errs
	for _, k := range kinds {
		if k.answered != nil && len(r.sent[k]) > 0 && len(r.answers[k]) == 0 {
			errs = append(errs, fmt.Errorf("no key of those who %s was answered", k.name))
		}
	}
	if *peak > 0 && r.peak > *peak {
		errs = append(errs, fmt.Errorf("the server has used %d MB of memory, want at most %d", r.peak, *peak))
	}
	if r.lost > 0 {
		errs = append(errs, fmt.Errorf("%d clients were lost", r.lost))
	}
	if p99 := r.answer(menu, 0.99); *limit > 0 && p99 > *limit {
		errs = append(errs, fmt.Errorf("99 of 100 keys were answered after %v, want at most %v", p99, *limit))
	}
	return errors.Join(errs...)
}
