// Load plays on a server of ours by SSH with many clients at once, and prints what that costs: the server's share of
// the processors, its memory, the bytes that players are sent, and how long a key takes to be answered. The clients
// run in this process and take their share of the same machine, which is printed too. Linux only.
//
//	go run ./.ci/load [-sessions 300] [-matches 0] [-watch 0] [-seconds 20] [-pings 0] [-hostile 0] [-attack NAME] [-memory 0] [-peak 0] ARKTERM
//	go run ./.ci/load -table ARKTERM
//	go run ./.ci/load -kills 200 [-within 30s] ARKTERM
//
// Players press 30 keys a second; each has a key of SSH, so that the game is saved every few seconds. With -pings each client
// sends as many packets a second of those among which OpenSSH hides when keys are pressed, and what is typed goes with the next of
// them, as there: its clients send every 20 ms, and nothing in between. (One that is typed into as fast as here makes 48 calls a second
// to send, and leaves out the ping where there is a key.) A tenth of the clients are at a menu and
// press a key five times a second: since nothing moves
// there, the next bytes are the answer, which counts from when the key was sent. With -matches so many more pairs play Arkanong; of one of each pair it is measured when
// a key has moved the paddle on the screen. With -watch so many more watch the game that is watched most. A tick that is
// missed is one that the server has left out, since it was more than 0.1 s late.
//
// With -hostile that many clients do harm meanwhile, in all ways of the table in hostile.go or in one of them, each time from another
// address: to the server a botnet of thousands. They are a process of their own, so that it can be said how much of the machine is theirs.
// When all have gone, the server must have as many goroutines and open files as before. Without -hostile it is told to end
// while everybody plays, which takes it six seconds at most.
//
// With -kills servers are killed that often, six at a time, while players come in, play and save, and while games are handed in.
// Whoever has a saved game must find it with the next server, and a game that was acknowledged has to be known to it.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	seconds = flag.Int("seconds", 20, "how long is measured")
	cols    = flag.Int("cols", 80, "columns of the clients' terminals")
	rows    = flag.Int("rows", 24, "rows")
	kills   = flag.Int("kills", 0, "how often the server is killed, in place of all else")
	within  = flag.Duration("within", 0, "how long servers are killed at most, but for thirty of them; 0: any time")
	limit   = flag.Duration("limit", 0, "the most that the 99th percentile of a key's answer may take; 0: any")
	memory  = flag.Int("memory", 0, "GOMEMLIMIT of the server, in MiB; 0: none")
	peak    = flag.Int("peak", 0, "the most memory that the server may have, in MB; 0: any")
	only    = flag.String("attack", "", "what hostile clients do; \"\": all of the table")
	swarm   = flag.String("swarm", "", "be the hostile clients of the server at this address, until told to end")
	table   = flag.Bool("table", false, "measure the loads of the table in docs/arcade.md, and print it")
)

// A load is how many clients there are of which kinds.
type load struct {
	title    string
	sessions int
	matches  int
	watchers int
	pings    int // packets a second of each client that the server answers, beside keys
	hostile  int
}

// loads are those of the table in docs/arcade.md.
var loads = []load{
	{title: "300 play, and hide their keys among 50 pings a second", sessions: 300, pings: 50},
	{title: "600 play", sessions: 600},
	{title: "1,000 watch a match of two; 20 play", sessions: 20, matches: 1, watchers: 1000},
	{title: "50 play beside 40 hostile clients", sessions: 50, pings: 50, hostile: 40},
}

func main() {
	var l load
	flag.IntVar(&l.sessions, "sessions", 300, "clients who play, of whom a tenth is at a menu")
	flag.IntVar(&l.matches, "matches", 0, "of two clients each, besides")
	flag.IntVar(&l.watchers, "watch", 0, "clients besides who watch one game")
	flag.IntVar(&l.pings, "pings", 0, "packets a second of each client that the server answers, beside keys")
	flag.IntVar(&l.hostile, "hostile", 0, "clients that do harm")
	flag.Parse()
	if *swarm != "" {
		swarming(*swarm, l.hostile)
		return
	}
	if len(chosen()) == 0 {
		fmt.Fprintf(os.Stderr, "load: nobody attacks by %q\n", *only)
		os.Exit(2)
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: load [flags] ARKTERM")
		os.Exit(2)
	}
	var err error
	switch program := flag.Arg(0); {
	case *kills > 0:
		err = killAll(program, *kills)
	case *table:
		err = printTable(program)
	default:
		_, err = l.measure(program)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// printTable measures all loads, and prints what it sees in the end as a table for docs/arcade.md.
func printTable(program string) error {
	text, wrong := "", error(nil)
	for i := range loads {
		r, err := loads[i].measure(program)
		if err != nil {
			wrong = errors.Join(wrong, fmt.Errorf("%s: %w", loads[i].title, err))
		}
		if r != nil {
			text += r.row()
		}
	}
	fmt.Printf("\n%s%s", tableHead, text)
	return wrong
}

// measure lets clients play on a server of its own, and returns what was measured, nil if nothing was. An error says what went
// wrong, or is worse than it may be.
func (o *load) measure(program string) (*result, error) {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := begin(program, dir, o.sessions+o.watchers+2*o.matches+o.hostile+10)
	if err != nil {
		return nil, err
	}
	defer s.kill()
	w, err := newCrowd(o.pings)
	if err != nil {
		return nil, err
	}
	defer w.close()

	idle, err := s.figures()
	if err != nil {
		return nil, err
	}
	var all []*kind
	for i := range o.sessions {
		if i%10 == 9 {
			all = append(all, menu)
		} else {
			all = append(all, player)
		}
	}
	if err := w.join(s.address, all); err != nil {
		return nil, err
	}
	for range o.matches { // one after another, so that they do not join each other's
		if err := errors.Join(w.join(s.address, []*kind{opener}), w.until(w.opened), w.join(s.address, []*kind{joiner}), w.until(w.allAreThere)); err != nil {
			return nil, err
		}
	}
	if o.watchers > 0 {
		if err := errors.Join(w.until(w.begun), w.join(s.address, slices.Repeat([]*kind{watcher}, o.watchers))); err != nil {
			return nil, err
		}
	}
	if err := w.until(w.allAreThere); err != nil {
		return nil, err
	}
	fmt.Printf("all are in after %v\n", w.now().Round(10*time.Millisecond))
	var harm *harm
	if o.hostile > 0 {
		if harm, err = attackAll(s.address, o.hostile); err != nil {
			return nil, err
		}
		defer harm.cmd.Process.Kill()
	}
	if err := w.run(settle); err != nil {
		return nil, err
	}

	w.reset()
	own := ownTime()
	before, err1 := s.figures()
	theirs, err2 := harm.worked()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if err := w.run(time.Duration(*seconds) * time.Second); err != nil {
		return nil, err
	}
	after, err1 := s.figures()
	theirsAfter, err2 := harm.worked()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	r := w.result()
	r.harm = share(theirsAfter - theirs)
	r.load = o
	r.server, r.own = share(after.worked-before.worked), share(ownTime()-own)
	r.kilobytes = float64(after.kilobytes-idle.kilobytes) / float64(r.clients)
	r.missed = after.missed - before.missed
	if r.peak, err = s.peak(); err != nil {
		return nil, err
	}
	r.print()
	if err := w.wait(mostBlind, w.allSee); err != nil {
		return nil, err
	}
	r.blind = w.blind()

	w.ending = true
	if o.hostile == 0 { // with all who play
		return r, errors.Join(r.judge(), w.end(s))
	}
	if err := harm.end(); err != nil {
		return r, err
	}
	w.hangUp()
	return r, errors.Join(r.judge(), s.isAsBefore(idle))
}

// settle is how long all are left alone before they are measured.
const settle = 3 * time.Second

// mostBlind is how long somebody may see nothing after the measurement, if they have seen nothing in it: the game they watch may
// be paused for some seconds.
const mostBlind = 20 * time.Second

// allSee reports whether each client was sent something, or is lost.
func (w *crowd) allSee() bool { return w.blind() == nil }

// blind returns the kind of somebody who was sent nothing, nil if nobody is.
func (w *crowd) blind() *kind {
	for _, c := range w.clients {
		if c.bytes == 0 && !c.gone {
			return c.kind
		}
	}
	return nil
}

// begun reports whether there is a game to watch.
func (w *crowd) begun() bool {
	return slices.ContainsFunc(w.clients, func(c *client) bool { return c.gone || c.kind != menu && c.isThere() })
}

// opened reports whether the last client waits for somebody to play with.
func (w *crowd) opened() bool {
	c := w.clients[len(w.clients)-1]
	return c.gone || strings.Contains(c.text(), "Room for")
}

// allAreThere reports whether each client is where it is measured, or is lost.
func (w *crowd) allAreThere() bool {
	return !slices.ContainsFunc(w.clients, func(c *client) bool { return !c.gone && !c.isThere() })
}

// arrivals is how many clients come in at the same time.
const arrivals = 4

// An arrival is a client that is in, or why not.
type arrival struct {
	c   *client
	err error
}

// join lets clients in, each from an address of its own, while those who are in play on.
func (w *crowd) join(address string, kinds []*kind) error {
	come, before := make(chan arrival, len(kinds)), len(w.clients)
	var taken atomic.Int64
	for range arrivals {
		go func() {
			for i := int(taken.Add(1)) - 1; i < len(kinds); i = int(taken.Add(1)) - 1 {
				come <- newArrival(address, kinds[i], before+i)
			}
		}()
	}
	n, err := 0, error(nil)
	return errors.Join(w.until(func() bool {
		for n < len(kinds) && err == nil {
			select {
			case a := <-come:
				if err = a.err; err == nil {
					err = w.add(a.c)
				}
				n++
			default:
				return false
			}
		}
		return true
	}), err)
}

// newArrival lets a client in.
func newArrival(address string, k *kind, number int) arrival {
	from := net.IPv4(127, 2, byte(number>>8), byte(number)) // every address of 127/8 is this machine
	var key ed25519.PrivateKey
	if !k.guest {
		_, key, _ = ed25519.GenerateKey(rand.Reader) // never fails
	}
	line, err := dial(from, address, k.command, key, *cols, *rows)
	for try := 0; err != nil && try < 100; try++ { // the gate lets 50 a second in
		time.Sleep(100 * time.Millisecond)
		line, err = dial(from, address, k.command, key, *cols, *rows)
	}
	if err != nil {
		return arrival{err: fmt.Errorf("client %d, to %s: %w", number+1, k.name, err)}
	}
	c := newClient(k, number)
	c.line = line
	return arrival{c: c}
}

// end tells the server to end while everybody plays on.
func (w *crowd) end(s *server) error {
	var took time.Duration
	var err error
	over := make(chan struct{})
	go func() {
		took, err = s.end()
		close(over)
	}()
	waits := w.until(func() bool {
		select {
		case <-over:
			return true
		default:
			return false
		}
	})
	if waits != nil {
		return waits
	}
	fmt.Printf("closed with everybody in it after %v\n", took.Round(10*time.Millisecond))
	return err
}

// reset begins to count anew.
func (w *crowd) reset() {
	for _, c := range w.clients {
		c.bytes, c.pongs, c.answers = 0, 0, nil
	}
}

// A result is what was measured.
type result struct {
	load      *load
	clients   int
	lost      int
	server    float64 // percent of a processor
	own       float64 // percent of a processor, of this program
	harm      float64 // percent of a processor, of the hostile clients
	kilobytes float64 // of the server's memory, a client
	answers   map[*kind][]time.Duration
	sent      map[*kind][]float64 // to each client of a kind, in KB/s
	pongs     float64             // a client and second
	missed    int                 // ticks that the server has left out
	peak      int                 // the most memory of the server, in MB
	blind     *kind               // of somebody who sees nothing; nil: all see something
}

// result returns what the clients have seen.
func (w *crowd) result() *result {
	r := &result{clients: len(w.clients), sent: map[*kind][]float64{}, answers: map[*kind][]time.Duration{}}
	for _, c := range w.clients {
		if c.err != nil {
			r.lost++
			fmt.Printf("one of those who %s has failed: %v\n", c.name, c.err)
		}
		r.answers[c.kind] = append(r.answers[c.kind], c.answers...)
		r.sent[c.kind] = append(r.sent[c.kind], float64(c.bytes)/float64(*seconds)/1000)
		r.pongs += float64(c.pongs) / float64(*seconds) / float64(len(w.clients))
	}
	for _, all := range r.answers {
		slices.Sort(all)
	}
	for _, all := range r.sent {
		slices.Sort(all)
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

// print prints it.
func (r *result) print() {
	n := float64(r.clients)
	fmt.Printf("%d clients, %d×%d, %d keys and %d pings a second (%.1f answered), %d s, %d processors\n",
		r.clients, *cols, *rows, player.rate, r.load.pings, r.pongs, *seconds, runtime.NumCPU())
	fmt.Printf("server: %.0f %% of a processor, %.2f %% a client, %.0f KB a client; the clients themselves: %.0f %%, %.2f %% each; %d ticks were missed\n",
		r.server, r.server/n, r.kilobytes, r.own, r.own/n, r.missed)
	fmt.Printf("the server's memory: %d MB at most\n", r.peak)
	if r.load.hostile > 0 {
		fmt.Printf("%d hostile clients: %.0f %% of a processor\n", r.load.hostile, r.harm)
	}
	for _, k := range kinds {
		all := r.sent[k]
		if len(all) == 0 {
			continue
		}
		fmt.Printf("%d %s: they are sent %.1f KB/s in the median, %.1f at least, %.1f at most", len(all), k.name, all[len(all)/2], all[0], all[len(all)-1])
		if n := len(r.answers[k]); n > 0 {
			fmt.Printf("; %d keys are answered after: p50 %v, p99 %v, at most %v", n, r.answer(k, 0.5), r.answer(k, 0.99), r.answer(k, 1))
		}
		fmt.Println()
	}
}

// tableHead is the head of the table.
const tableHead = `| | server | clients themselves | sent to each | memory of each | a key is answered after: p50, p99 | in a match | ticks missed |
|---|---|---|---|---|---|---|---|
`

// row returns a row of the table.
func (r *result) row() string {
	n := float64(r.clients)
	sent := r.sent[player]
	if len(r.sent[watcher]) > 0 {
		sent = r.sent[watcher]
	}
	match := "–"
	if len(r.answers[opener]) > 0 {
		match = fmt.Sprintf("%v, %v", r.answer(opener, 0.5), r.answer(opener, 0.99))
	}
	return fmt.Sprintf("| %s | %.0f %%: %.2f %% a client | %.0f %% | %.1f KB/s | %.0f KB | %v, %v | %s | %d |\n",
		r.load.title, r.server, r.server/n, r.own, sent[len(sent)/2], r.kilobytes, r.answer(menu, 0.5), r.answer(menu, 0.99), match, r.missed)
}

// judge returns what is wrong with it.
func (r *result) judge() error {
	var wrong []error
	if r.blind != nil {
		wrong = append(wrong, fmt.Errorf("of those who %s somebody sees nothing", r.blind.name))
	}
	for _, k := range kinds {
		if k.answered != nil && len(r.sent[k]) > 0 && len(r.answers[k]) == 0 {
			wrong = append(wrong, fmt.Errorf("of those who %s nobody's keys were answered", k.name))
		}
	}
	if *peak > 0 && r.peak > *peak {
		wrong = append(wrong, fmt.Errorf("the server has had %d MB of memory, and may have %d", r.peak, *peak))
	}
	if r.lost > 0 {
		wrong = append(wrong, fmt.Errorf("%d clients were lost", r.lost))
	}
	if p99 := r.answer(menu, 0.99); *limit > 0 && p99 > *limit {
		wrong = append(wrong, fmt.Errorf("p99 is %v, more than %v", p99, *limit))
	}
	return errors.Join(wrong...)
}

// share returns a time of processors as percent of one.
func share(t time.Duration) float64 { return 100 * t.Seconds() / float64(*seconds) }

// ownTime returns the time that this process has worked.
func ownTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
