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

// A usage describes the resources that a server uses.
type usage struct {
	processorTime time.Duration // processor time so far
	kilobytes     int           // resident memory
	goroutines    int
	files         int // open files
	missed        int // missed ticks so far
}

// usageOf reads the usage of a server from /proc and from its metrics.
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
	u = usage{processorTime: cost.CPU, kilobytes: cost.Kilobytes, files: len(files)}
	for name, n := range map[string]*int{"arkterm_goroutines": &u.goroutines, "arkterm_ticks_missed_total": &u.missed} {
		var value float64 // a float, because a million is printed as 1e+06
		_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
		if _, err := fmt.Sscan(rest, &value); err != nil {
			return u, fmt.Errorf("metric %s: %w", name, err)
		}
		*n = int(value)
	}
	return u, nil
}

// A result is the measurement of a load.
type result struct {
	load
	clients, lost          int
	server, own, attackers float64                         // % of a processor: the server, the clients, the attackers
	kilobytes              float64                         // memory of the server per client
	answers                map[*clientKind][]time.Duration // sorted times until answers
	sent                   map[*clientKind][]float64       // sorted output of the clients in KB/s
	pongs                  float64                         // replies to pings per second and client
	missed                 int                             // missed ticks
	peak                   int                             // peak memory of the server in MB
	errs                   []error                         // faults of the server
}

// result returns the measurements of the clients.
func (w *crowd) result(l load) *result {
	r := &result{
		load: l, clients: len(w.clients), sent: map[*clientKind][]float64{},
		answers: map[*clientKind][]time.Duration{},
	}
	w.forEach(func(c *client) {
		if c.err != nil {
			r.lost++
			fmt.Printf("lost client (kind: %s): %v\n", c.name, c.err)
		}
		r.answers[c.clientKind] = append(r.answers[c.clientKind], c.answers...)
		r.sent[c.clientKind] = append(r.sent[c.clientKind], float64(c.bytes)/float64(*seconds)/1000)
		r.pongs += float64(c.pongs) / float64(*seconds) / float64(len(w.clients))
	})
	for _, k := range clientKinds {
		slices.Sort(r.answers[k])
		slices.Sort(r.sent[k])
	}
	return r
}

// latency returns a quantile of the times until a kind of client received answers to keys. A quantile of 0.99 is the
// 99th percentile.
func (r *result) latency(k *clientKind, quantile float64) time.Duration {
	all := r.answers[k]
	if len(all) == 0 {
		return 0
	}
	return all[int(quantile*float64(len(all)-1))].Round(10 * time.Microsecond)
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
	for _, k := range clientKinds {
		all := r.sent[k]
		if len(all) == 0 {
			continue
		}
		fmt.Printf("%d %s: each receives %.1f KB/s (median), %.1f to %.1f", len(all), k.name, all[len(all)/2], all[0],
			all[len(all)-1])
		if keys := len(r.answers[k]); keys > 0 {
			fmt.Printf("; %d keys were answered within %v (p50), %v (p99), %v (maximum)", keys, r.latency(k, 0.5),
				r.latency(k, 0.99), r.latency(k, 1))
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
		match = fmt.Sprintf("%v, %v", r.latency(opener, 0.5), r.latency(opener, 0.99))
	}
	return fmt.Sprintf("| %s | %.0f %%: %.2f %% a client | %.0f %% | %.1f KB/s | %.0f KB | %v, %v | %s | %d |\n",
		r.title, r.server, r.server/float64(r.clients), r.own, sent[len(sent)/2], r.kilobytes, r.latency(menu, 0.5),
		r.latency(menu, 0.99), match, r.missed)
}

// check returns an error for each fault of the server and each limit that was exceeded.
func (r *result) check() error {
	errs := r.errs
	for _, k := range clientKinds {
		if k.answered != nil && len(r.sent[k]) > 0 && len(r.answers[k]) == 0 {
			errs = append(errs, fmt.Errorf("no key of the clients that %s was answered", k.name))
		}
	}
	if *maxMemory > 0 && r.peak > *maxMemory {
		errs = append(errs, fmt.Errorf("the server has used %d MB of memory, want at most %d", r.peak, *maxMemory))
	}
	if r.lost > 0 {
		errs = append(errs, fmt.Errorf("%d clients were lost", r.lost))
	}
	if p99 := r.latency(menu, 0.99); *maxLatency > 0 && p99 > *maxLatency {
		errs = append(errs, fmt.Errorf("the 99th percentile of the key latency in menus is %v, want at most %v", p99,
			*maxLatency))
	}
	return errors.Join(errs...)
}
