package load

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/ci/arcadeclient"
	"arkterm/ci/harness"
)

// Limits of a customer with hostile sessions, from docs/arcade.md.
const (
	maxCustomerShare = 15.0 // percentage of one processor
	maxCustomerSeats = 32   // sessions of an IPv6 /56
	minLogins        = 0.95 // share of the visitors from other networks who can start a game
)

// hostileSessions is the number of hostile sessions, which all come from one network.
const hostileSessions = 8

// A customerAttack uses as much processor time as possible with hostileSessions sessions from one address.
type customerAttack struct {
	name    string
	command string   // command of the sessions; "" for the game
	start   []string // keys that are typed first, one per second
	keys    []string // keys that are typed repeatedly
	pause   time.Duration
}

var customerAttacks = []customerAttack{
	{
		name: "large windows in storm", start: []string{"\r", "\r", "\r", " ", " "}, keys: []string{" ", "\r"},
		pause: time.Second / 2,
	},
	{
		name: "jumps in a long recording", command: "replay 1", keys: []string{"9", "1", "7", "2", "8", "3"},
		pause: time.Second / 30,
	},
}

// customerSettings are the settings of the hostile players.
const customerSettings = "fps = 240\nmode = \"storm\"\nglyphs = \"blocks\"\n"

// RunCustomers carries out the subcommand customers. It simulates customers of internet providers who attack the
// arcade. First it measures the processor time that hostile sessions from one network use. It also measures the time
// between two frames of eight honest players in another network, before and during the attack. Then the 256 networks of
// an IPv6 /56 open as many sessions as possible, while visitors from other networks connect.
func RunCustomers(dir string, args []string) error {
	fs := flag.NewFlagSet("customers", flag.ContinueOnError)
	fs.IntVar(seconds, "seconds", 20, "measure each attack for `N` seconds")
	maxGap := fs.Float64("gap", 0, "maximum `FACTOR` of the time between two frames (99th percentile); 0 for unlimited")
	if err := fs.Parse(args); err != nil {
		return err
	}
	program, err := harness.Build(dir, "arkterm-arcade")
	if err != nil {
		return err
	}
	state := filepath.Join(dir, "state")
	for i := range hostileSessions {
		player := sha256.Sum256(hostileKey(i).PublicKey().Marshal())
		folder := filepath.Join(state, "players", hex.EncodeToString(player[:]))
		if err := errors.Join(os.MkdirAll(folder, 0o700),
			os.WriteFile(filepath.Join(folder, "settings.toml"), []byte(customerSettings), 0o600)); err != nil {
			return err
		}
	}
	s, err := startServer(program, state, 500, 0, "--proxies", "127.9.0.0/16")
	if err != nil {
		return err
	}
	defer s.Kill()
	if err := submitLongGame(s, dir); err != nil {
		return err
	}

	w := &crowd{server: s, sameAddress: true}
	defer w.close()
	if err := errors.Join(w.join(slices.Repeat([]*clientKind{player}, 8)...), w.waitUntilArrived()); err != nil {
		return err
	}
	time.Sleep(settleTime)
	before, gap, err := w.observe()
	if err != nil {
		return err
	}
	fmt.Printf("8 honest players of one network: %.1f %% of a processor, %v between two frames (p99)\n", before, gap)

	var errs []error
	for i := range customerAttacks {
		a := &customerAttacks[i]
		ctx, stop := context.WithCancel(context.Background())
		var sessions sync.WaitGroup
		for n := range hostileSessions {
			sessions.Go(func() { a.run(ctx, s, net.IPv4(127, 30, byte(i), 1), hostileKey(n)) })
		}
		time.Sleep(burstTime)
		share, underAttack, err := w.observe()
		// If the share is too high, measure again, because on a busy machine the burst may not be used up yet.
		for range 2 {
			if err == nil && share-before > maxCustomerShare {
				share, underAttack, err = w.observe()
			}
		}
		stop()
		sessions.Wait()
		if err != nil {
			return err
		}
		share -= before
		fmt.Printf("%d sessions of one network, %s: %.1f %% of a processor, %v between two frames of honest players\n",
			hostileSessions, a.name, share, underAttack)
		if share > maxCustomerShare {
			errs = append(errs, fmt.Errorf("%s takes %.1f %% of a processor, want at most %.0f %%", a.name, share,
				maxCustomerShare))
		}
		if *maxGap > 0 && float64(underAttack) > *maxGap*float64(gap) {
			errs = append(errs, fmt.Errorf("%s increases the time between two frames from %v to %v", a.name, gap,
				underAttack))
		}
	}
	return errors.Join(append(errs, attackLogins(s))...)
}

// burstTime is the time until the hostile sessions have started and the customer's burst is used up.
const burstTime = 12 * time.Second

// hostileKey returns the key of a hostile player.
func hostileKey(n int) ssh.Signer { return arcadeclient.Key(fmt.Sprint("hostile ", n)) }

// submitLongGame submits a long recorded game, which gets the ID 1.
func submitLongGame(s *arcadeclient.Server, dir string) error {
	program, err := harness.Build(dir, "arkterm")
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "game.ark")
	if err := harness.Run(exec.Command(program, "sim", "--strength", "skilled", "--difficulty", "hard", "--through",
		"--ticks", "3456000", "--record", file)); err != nil {
		return err
	}
	recording, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	client, err := s.Dial(context.Background(), net.IPv4(127, 20, 0, 1), ssh.PublicKeys(arcadeclient.Key("submitter")))
	if err != nil {
		return err
	}
	defer client.Close()
	text, err := arcadeclient.Command(client, "submit", recording)
	if err == nil && !strings.Contains(text, "game 1\n") {
		err = fmt.Errorf("submit prints %q, want game 1", text)
	}
	return err
}

// run carries out the attack in a session from localIP until ctx ends.
func (a *customerAttack) run(ctx context.Context, s *arcadeclient.Server, localIP net.IP, key ssh.Signer) {
	l, err := dialSSH(localIP, s.SSH, a.command, key, 500, 200)
	if err != nil {
		fmt.Printf("%s: %v\n", a.name, err)
		return
	}
	defer context.AfterFunc(ctx, func() { l.conn.Close() })()
	c := &client{clientKind: &clientKind{}, ssh: l}
	go c.read()
	typeKey := func(key string, wait time.Duration) {
		c.mu.Lock()
		c.send(key, time.Now())
		c.mu.Unlock()
		pause(ctx, wait)
	}
	for _, key := range a.start {
		typeKey(key, time.Second)
	}
	repeat(ctx, func(n int) error {
		typeKey(a.keys[n%len(a.keys)], a.pause)
		return nil
	})
}

// observe measures the server and the players for the time of the flag -seconds. It returns the percentage of a
// processor that the server uses, and the 99th percentile of the times between two frames.
func (w *crowd) observe() (percent float64, gap time.Duration, err error) {
	w.forEach(func(c *client) { c.gaps = nil })
	before, err1 := usageOf(w.server)
	time.Sleep(time.Duration(*seconds) * time.Second)
	after, err2 := usageOf(w.server)
	var gaps []time.Duration
	w.forEach(func(c *client) {
		gaps = append(gaps, c.gaps...)
		err = errors.Join(err, c.err)
	})
	if err = errors.Join(err, err1, err2); err == nil && len(gaps) == 0 {
		err = errors.New("the honest players receive no frames")
	}
	if err != nil {
		return 0, 0, err
	}
	slices.Sort(gaps)
	percent = cpuPercent(after.processorTime - before.processorTime)
	return percent, gaps[len(gaps)*99/100].Round(100 * time.Microsecond), nil
}

// proxiedConn returns a connection through a trusted proxy, from a network of an IPv6 /56.
func proxiedConn(address string, network int) (net.Conn, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 9, 0, 1)}}).Dial("tcp", address)
	if err == nil {
		_, err = fmt.Fprintf(conn, "PROXY TCP6 2001:db8:0:%x::1 2001:db8::1 4000 22\r\n", network)
	}
	return conn, err
}

// attackLogins opens as many connections as possible from 256 networks of an IPv6 /56, while visitors from other
// networks start games. Half of the connections stay unauthenticated. It returns an error if too many visitors are
// refused, or if the attacker gets too many sessions.
func attackLogins(s *arcadeclient.Server) error {
	ctx, stop := context.WithCancel(context.Background())
	var attackers sync.WaitGroup
	var mu sync.Mutex
	seats := 0
	for network := range 256 {
		attackers.Go(func() {
			repeat(ctx, func(int) error {
				conn, err := proxiedConn(s.SSH, network)
				if err != nil {
					return nil
				}
				defer conn.Close()
				defer context.AfterFunc(ctx, func() { conn.Close() })()
				l := newSSHConn(conn)
				switch {
				case network%2 == 0:
					_, _ = io.Copy(io.Discard, conn)
				case l.exchangeKeys() == nil && l.authenticate(nil) == nil && l.open("", 80, 24) == nil:
					mu.Lock()
					seats++
					mu.Unlock()
					_, _ = io.Copy(io.Discard, conn)
				}
				pause(ctx, 200*time.Millisecond)
				return nil
			})
		})
	}
	pause(ctx, settleTime)
	logins, total := 0, *seconds*4
	for n := range total {
		l, err := dialSSH(net.IPv4(127, byte(40+n>>8), byte(n), 1), s.SSH, "", nil, 80, 24)
		if err == nil {
			logins++
			defer l.conn.Close()
		} else {
			fmt.Println("an honest visitor is refused:", err)
		}
		pause(ctx, time.Second/4)
	}
	stop()
	attackers.Wait()
	fmt.Printf("256 networks of a /56: %d of %d honest visitors start a game, and the attacker has %d sessions\n",
		logins,
		total, seats)
	if float64(logins) < minLogins*float64(total) || seats > maxCustomerSeats {
		return fmt.Errorf(
			"%d of %d honest visitors start a game, and the attacker has %d sessions; want at least %.0f %%"+
				" and at most %d", logins, total, seats, 100*minLogins, maxCustomerSeats)
	}
	return nil
}
