// Load plays on a server of ours by SSH with many clients at once, and prints what that costs: the server's share of
// the processors, its memory, the bytes that players are sent, and how long a key takes to be answered. The clients
// run in this process and take their share of the same machine, which is printed too.
//
//	go run ./.ci/load [-sessions 300] [-watch 0] [-seconds 20] [-pings 0] [-hostile 0] ARKTERM
//	go run ./.ci/load -kills 200 ARKTERM
//
// Players press 30 keys a second. With -pings each client asks that often a second whether the server is there, which costs
// both sides what the packets cost by which OpenSSH hides when keys are pressed. A tenth of the clients are at a menu
// and press a key five times a second: since nothing moves there, the next bytes are the answer. With -watch so many more
// watch the game that is watched most.
//
// With -hostile that many clients do harm meanwhile, in all ways of the table in hostile.go, each from an address of its own.
// When all have gone, the server must have as many goroutines and open files as before. Without -hostile it is told to end
// while everybody plays, which takes it six seconds at most.
//
// With -kills the server is killed that often while players play, save and come in. Whoever has a saved game must find it
// with the next server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/crypto/ssh"
)

var (
	sessions = flag.Int("sessions", 300, "clients at once")
	watchers = flag.Int("watch", 0, "clients besides who watch one game")
	seconds  = flag.Int("seconds", 20, "how long is measured")
	pings    = flag.Int("pings", 0, "packets a second of each client that ask for a reply")
	cols     = flag.Int("cols", 80, "columns of the clients' terminals")
	rows     = flag.Int("rows", 24, "rows")
	hostile  = flag.Int("hostile", 0, "clients that do harm")
	kills    = flag.Int("kills", 0, "how often the server is killed, in place of all else")
	limit    = flag.Duration("limit", 0, "the most that the 99th percentile of a key's answer may take; 0: any")
)

// ending is set when the server is told to end: then clients lose it.
var ending atomic.Bool

// keysRate and menuRate are how many keys a second players press, and clients at a menu.
const keysRate, menuRate = 30, 5

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: load [flags] ARKTERM")
		os.Exit(2)
	}
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(program string) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *kills > 0 {
		return killAll(program, dir, *kills)
	}
	s, err := begin(program, dir)
	if err != nil {
		return err
	}
	defer s.cmd.Process.Kill()

	idle, _, err := s.figures()
	if err != nil {
		return err
	}
	open, err := s.open()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	all := make([]*client, *sessions+*watchers)
	var wg sync.WaitGroup
	for i := range all {
		c := &client{menu: i > *watchers && i%10 == 9, watch: i > 0 && i <= *watchers, random: rand.New(rand.NewPCG(uint64(i), 1))}
		err := c.connect(s.address)
		for try := 0; err != nil && try < 50; try++ { // the gate lets 50 a second in
			time.Sleep(100 * time.Millisecond)
			err = c.connect(s.address)
		}
		if err != nil {
			return fmt.Errorf("client %d: %w", i+1, err)
		}
		all[i] = c
		if i == 0 && *watchers > 0 {
			time.Sleep(5 * time.Second) // the one whom all watch plays before the others come
		}
		wg.Go(func() { c.play(ctx) })
	}
	var attacks harm
	for i := range *hostile {
		wg.Go(func() { attacks.run(ctx, s.address, i) })
	}
	time.Sleep(5 * time.Second) // the last ones answer what a first visit asks

	for _, c := range all {
		c.bytes.Store(0)
	}
	own := ownTime()
	_, before, err := s.figures()
	if err != nil {
		return err
	}
	time.Sleep(time.Duration(*seconds) * time.Second)
	memory, after, err := s.figures()
	if err != nil {
		return err
	}
	own = ownTime() - own
	var sent, seen []float64
	for _, c := range all {
		switch rate := float64(c.bytes.Load()) / float64(*seconds) / 1000; {
		case c.watch:
			seen = append(seen, rate)
		case !c.menu:
			sent = append(sent, rate)
		}
	}
	if *hostile == 0 { // with all who play
		ending.Store(true)
		took, err := s.end()
		if err != nil {
			return err
		}
		fmt.Printf("closed with everybody in it after %v\n", took.Round(10*time.Millisecond))
	}
	cancel()
	wg.Wait()
	attacks.print()
	if err := report(all, sent, seen, share(after-before), share(own), float64(memory-idle)/float64(len(all))); err != nil || *hostile == 0 {
		return err
	}
	return s.isAsBefore(open)
}

// report prints the figures.
func report(all []*client, sent, seen []float64, server, own, memory float64) error {
	var answers []time.Duration
	lost := 0
	for _, c := range all {
		answers = append(answers, c.answers...)
		if c.err != nil {
			lost++
			fmt.Println("a client has failed:", c.err)
		}
	}
	if len(answers) == 0 || len(sent) == 0 {
		return errors.New("nothing was measured")
	}
	slices.Sort(answers)
	slices.Sort(sent)
	at := func(share float64) time.Duration {
		return answers[int(share*float64(len(answers)-1))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%d clients, %d×%d, %d keys and %d pings a second, %d s, %d processors\n", len(all), *cols, *rows, keysRate, *pings, *seconds, runtime.NumCPU())
	fmt.Printf("server: %.0f %% of a processor, %.2f %% a client, %.0f KB a client; the clients themselves: %.0f %%\n", server, server/float64(len(all)), memory, own)
	fmt.Printf("sent: %.1f KB/s in the median, %.1f at most\n", sent[len(sent)/2], sent[len(sent)-1])
	fmt.Printf("a key is answered after: p50 %v, p99 %v, at most %v (%d keys)\n", at(0.5), at(0.99), at(1), len(answers))
	if slices.Sort(seen); len(seen) > 0 {
		fmt.Printf("%d watch: %.1f KB/s in the median, %.1f at least, %.1f at most\n", len(seen), seen[len(seen)/2], seen[0], seen[len(seen)-1])
		if seen[0] == 0 {
			return errors.New("somebody who watches sees nothing")
		}
	}
	if lost > 0 {
		return fmt.Errorf("%d clients were lost", lost)
	}
	if *limit > 0 && at(0.99) > *limit {
		return fmt.Errorf("more than %v", *limit)
	}
	return nil
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

// A client is somebody who plays, stays at a menu, or watches.
type client struct {
	menu   bool
	watch  bool
	random *rand.Rand
	conn   *ssh.Client
	in     io.Writer
	out    io.Reader
	bytes  atomic.Int64
	came   chan time.Time // when bytes have come, for clients at a menu

	answers []time.Duration
	err     error
}

// connect comes in as a guest and asks for a terminal.
func (c *client) connect(address string) (err error) {
	guest := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if c.conn, err = ssh.Dial("tcp", address, &ssh.ClientConfig{Auth: []ssh.AuthMethod{guest}, HostKeyCallback: ssh.InsecureIgnoreHostKey()}); err != nil {
		return err
	}
	s, err := c.conn.NewSession()
	if err != nil {
		return err
	}
	c.came = make(chan time.Time, 100)
	if c.in, err = s.StdinPipe(); err != nil {
		return err
	}
	if c.out, err = s.StdoutPipe(); err != nil {
		return err
	}
	if err := errors.Join(s.Setenv("COLORTERM", "truecolor"), s.RequestPty("xterm-256color", *rows, *cols, nil)); err != nil {
		return err
	}
	if c.watch {
		return s.Start("watch")
	}
	return s.Shell()
}

// play presses keys until the context ends.
func (c *client) play(ctx context.Context) {
	defer c.conn.Close()
	go c.read()
	if *pings > 0 {
		go c.ping(ctx)
	}
	if c.watch {
		<-ctx.Done()
		return
	}
	for _, key := range []string{"\r", "\r", "\r", " "} { // a first visit asks how glyphs look, and how hard it shall be
		pause(ctx, time.Duration(500+c.random.IntN(200))*time.Millisecond)
		c.press(key)
	}
	if c.menu {
		c.press("p")
		pause(ctx, 2*time.Second)
		c.browse(ctx)
		return
	}
	keys := []string{"\x1b[D", "\x1b[C", " "}
	for n := 0; ctx.Err() == nil && c.err == nil; n++ {
		c.press(keys[n/20%len(keys)])
		pause(ctx, time.Second/keysRate)
	}
}

// browse goes up and down the menu of a pause, and notes when that is answered.
func (c *client) browse(ctx context.Context) {
	for n := 0; ctx.Err() == nil && c.err == nil; n++ {
		for len(c.came) > 0 {
			<-c.came
		}
		begun := time.Now()
		c.press([]string{"\x1b[B", "\x1b[A"}[n%2])
		select {
		case at := <-c.came:
			c.answers = append(c.answers, at.Sub(begun))
		case <-time.After(5 * time.Second):
			c.fails(errors.New("a key was not answered"))
		case <-ctx.Done():
		}
		pause(ctx, time.Second/menuRate)
	}
}

func (c *client) press(key string) {
	if _, err := io.WriteString(c.in, key); err != nil {
		c.fails(err)
	}
}

// fails notes what went wrong first, before the server was told to end.
func (c *client) fails(err error) {
	if c.err == nil && !ending.Load() {
		c.err = err
	}
}

// read reads what comes, and answers the terminal's questions whether it has been read.
func (c *client) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := c.out.Read(buf)
		if err != nil {
			return
		}
		c.bytes.Add(int64(n))
		if c.menu {
			select {
			case c.came <- time.Now():
			default:
			}
		}
		if strings.Contains(string(buf[:n]), "\x1b[5n") {
			io.WriteString(c.in, "\x1b[0n")
		}
		if strings.Contains(string(buf[:n]), "\x1b[c") {
			io.WriteString(c.in, "\x1b[?62;22c")
		}
	}
}

// ping asks for replies.
func (c *client) ping(ctx context.Context) {
	for ctx.Err() == nil {
		if _, _, err := c.conn.SendRequest("keepalive@openssh.com", true, nil); err != nil {
			return
		}
		pause(ctx, time.Second/time.Duration(*pings))
	}
}

// pause waits, unless the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
