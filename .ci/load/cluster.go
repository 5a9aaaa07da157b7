package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

// Limits for several servers, as multiples of the values of one server that has the same clients.
const (
	numServers            = 3
	maxProcessorTimeRatio = 1.25 // processor time of all programs
	maxLatencyRatio       = 1.3  // 99th percentile of the times until keys are answered
)

// A deployment is one server, or several servers with PostgreSQL and NATS behind HAProxy.
type deployment struct {
	entry    *arcadeclient.Server // server or proxy to which clients connect
	servers  []*arcadeclient.Server
	programs []*exec.Cmd // the other programs
	dir      string      // folder that .ci/test-cluster has prepared; "" for one server
}

// startDeployment starts several servers. It divides the processors among them with GOMAXPROCS, see docs/scale.md.
func startDeployment(program, dir string, clients int) (d *deployment, err error) {
	d = new(deployment)
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	text, err := exec.Command(".ci/test-cluster", "prepare").Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	d.dir = strings.TrimSpace(string(text))
	if err := errors.Join(d.startProgram(filepath.Join(d.dir, "postgres")),
		d.startProgram(filepath.Join(d.dir, "nats"))); err != nil {
		return nil, err
	}
	procs := max(1, runtime.NumCPU()/numServers)
	for i := range numServers {
		var server *arcadeclient.Server
		if !harness.Until(time.Minute, func() bool { // until PostgreSQL has started
			server, err = startServer(program, filepath.Join(dir, fmt.Sprint(i)), clients, procs,
				"--proxies", "127.0.0.0/8", "--store", d.read("postgres.url"), "--feed", d.read("nats.url"))
			return err == nil
		}) {
			return nil, err
		}
		d.servers = append(d.servers, server)
	}
	return d, d.startProxy(filepath.Join(dir, "haproxy.cfg"))
}

// startProgram starts one of the other programs.
func (d *deployment) startProgram(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	d.programs = append(d.programs, cmd)
	return cmd.Start()
}

// read returns the content of a file that .ci/test-cluster has written.
func (d *deployment) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(d.dir, name))
	return strings.TrimSpace(string(text))
}

// startProxy starts HAProxy with the configuration in deploy/cluster. It replaces the addresses.
func (d *deployment) startProxy(path string) error {
	text, err := os.ReadFile("deploy/cluster/haproxy.cfg")
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := l.Addr().String()
	l.Close()
	text = regexp.MustCompile(`(?m)^ +(server|stats socket) .*\n`).ReplaceAll(text, nil)
	text = regexp.MustCompile(`bind .*`).ReplaceAll(text, []byte("bind "+address))
	for i, server := range d.servers {
		port := regexp.MustCompile(`:(\d+)/`).FindStringSubmatch(server.Metrics)[1]
		text = fmt.Appendf(text, "    server arcade%d %s port %s\n", i+1, server.SSH, port)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return err
	}
	d.entry = &arcadeclient.Server{SSH: address}
	return d.startProgram("haproxy", "-db", "-q", "-f", path)
}

// close kills all programs.
func (d *deployment) close() {
	for _, server := range d.servers {
		server.Kill()
	}
	for _, cmd := range d.programs {
		if cmd.Process != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
	if d.dir != "" {
		os.RemoveAll(d.dir)
	}
}

// processorTimes returns the processor time of all servers together and the processor times of the other programs.
func (d *deployment) processorTimes() []time.Duration {
	all := make([]time.Duration, 1, 1+len(d.programs))
	for _, server := range d.servers {
		all[0] += treeTime(server.Cmd.Process.Pid)
	}
	for _, cmd := range d.programs {
		all = append(all, treeTime(cmd.Process.Pid))
	}
	return all
}

// treeTime returns the processor time of a process and its children. PostgreSQL has many children.
func treeTime(pid int) time.Duration {
	total := processorTime(pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for child := range strings.FieldsSeq(string(children)) {
		var pid int
		_, _ = fmt.Sscan(child, &pid)
		total += processorTime(pid)
	}
	// The fields 16 and 17 are the times of children that have ended, in 1/100 s.
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(stat), ") ")
	if fields := strings.Fields(rest); len(fields) > 14 {
		var user, system int
		_, _ = fmt.Sscan(fields[13]+" "+fields[14], &user, &system)
		total += time.Duration(user+system) * time.Second / 100
	}
	return total
}

// counters returns the number of transactions and bytes that PostgreSQL has written, and the number of messages and
// bytes that NATS has delivered.
func (d *deployment) counters() (c [4]int) {
	text, _ := exec.Command("psql", "-XAt", "-d", d.read("postgres.url"), "-c", "SELECT pg_current_xact_id(), "+
		"wal_bytes FROM pg_stat_wal").Output()
	_, _ = fmt.Sscan(strings.ReplaceAll(string(text), "|", " "), &c[0], &c[1])
	if reply, err := http.Get(d.read("nats.monitor")); err == nil {
		defer reply.Body.Close()
		var varz struct {
			Messages int `json:"out_msgs"`
			Bytes    int `json:"out_bytes"`
		}
		_ = json.NewDecoder(reply.Body).Decode(&varz)
		c[2], c[3] = varz.Messages, varz.Bytes
	}
	return c
}

// A sample is the measurement of a deployment in one or more rounds.
type sample struct {
	processorTimes []time.Duration // see deployment.processorTimes
	answers        []time.Duration // times until keys in a menu were answered
	missed         int             // missed ticks
}

// total returns the processor time of all programs.
func (m *sample) total() (sum time.Duration) {
	for _, t := range m.processorTimes {
		sum += t
	}
	return sum
}

// p99 returns the 99th percentile of the times until keys were answered.
func (m *sample) p99() time.Duration {
	slices.Sort(m.answers)
	return m.answers[(len(m.answers)-1)*99/100]
}

// measure adds a round to the sample.
func (m *sample) measure(d *deployment, l load) error {
	w := &crowd{server: d.entry, pings: l.pings}
	defer w.close()
	if err := w.open(l); err != nil {
		return err
	}
	time.Sleep(settleTime)
	w.forEach(func(c *client) { c.bytes, c.pongs, c.answers = 0, 0, nil })
	missed := func() (n int) {
		for _, server := range d.servers {
			u, _ := usageOf(server)
			n += u.missed
		}
		return n
	}
	before, missedBefore, countersBefore := d.processorTimes(), missed(), d.counters()
	time.Sleep(time.Duration(*seconds) * time.Second)
	after := d.processorTimes()
	m.missed += missed() - missedBefore
	r := w.result(l)
	if r.lost > 0 {
		return fmt.Errorf("%d clients were lost", r.lost)
	}
	if m.processorTimes == nil {
		m.processorTimes = make([]time.Duration, len(after))
	}
	fmt.Printf("%d servers: processor time", len(d.servers))
	for i := range after {
		m.processorTimes[i] += after[i] - before[i]
		fmt.Printf(" %.1f %%", cpuPercent(after[i]-before[i]))
	}
	m.answers = append(m.answers, r.answers[menu]...)
	fmt.Printf(" (servers, PostgreSQL, NATS, HAProxy), %d keys answered within %v (p50), %v (p99)\n",
		len(r.answers[menu]), r.latency(menu, 0.5), r.latency(menu, 0.99))
	if d.dir != "" {
		now := d.counters()
		for i := range now {
			now[i] = (now[i] - countersBefore[i]) / *seconds
		}
		fmt.Printf("per second: %d transactions and %d bytes written by PostgreSQL, %d messages and %d bytes "+
			"delivered by NATS\n", now[0], now[1], now[2], now[3])
	}
	return nil
}

// compare measures a load alternately on one server and on several servers, and compares the results with the goals.
func compare(program, dir string, l load, rounds int) error {
	clients := l.sessions + l.watchers + 2*l.matches + 10
	var one, several sample
	for i := range rounds {
		dir := filepath.Join(dir, fmt.Sprint(i))
		server, err := startServer(program, filepath.Join(dir, "one"), clients, 0)
		if err != nil {
			return err
		}
		single := &deployment{entry: server, servers: []*arcadeclient.Server{server}}
		err = one.measure(single, l)
		single.close()
		if err != nil {
			return fmt.Errorf("one server: %w", err)
		}
		d, err := startDeployment(program, dir, clients)
		if err != nil {
			return err
		}
		err = several.measure(d, l)
		d.close()
		if err != nil {
			return fmt.Errorf("%d servers: %w", numServers, err)
		}
	}
	of := func(t time.Duration) float64 { return cpuPercent(t) / float64(rounds) }
	timeRatio := several.total().Seconds() / one.total().Seconds()
	latencyRatio := several.p99().Seconds() / one.p99().Seconds()
	fmt.Printf(`
| %d players, %d spectators | one server | %d servers |
|---|--:|--:|
| servers | %.1f %% | %.1f %% |
| PostgreSQL | – | %.1f %% |
| NATS | – | %.1f %% |
| HAProxy | – | %.1f %% |
| all | %.1f %% | %.1f %%: %.2f times |
| key latency, p99 | %v | %v: %.2f times |
| missed ticks | %d | %d |
`,
		l.sessions, l.watchers, numServers, of(one.processorTimes[0]), of(several.processorTimes[0]),
		of(several.processorTimes[1]), of(several.processorTimes[2]), of(several.processorTimes[3]), of(one.total()),
		of(several.total()), timeRatio, one.p99(), several.p99(), latencyRatio, one.missed, several.missed)
	var errs []error
	if timeRatio > maxProcessorTimeRatio {
		errs = append(errs, fmt.Errorf("%d servers use %.2f times the processor time of one server, want at most %v",
			numServers, timeRatio, maxProcessorTimeRatio))
	}
	if latencyRatio > maxLatencyRatio {
		errs = append(errs, fmt.Errorf("%d servers have %.2f times the latency of one server, want at most %v",
			numServers, latencyRatio, maxLatencyRatio))
	}
	return errors.Join(errs...)
}
