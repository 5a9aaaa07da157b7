package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

// Servers are killed several at a time, since most of a life is waiting. Each place has a folder of its own, and people who come
// to its servers only: regulars, who play, and one who hands in games.
const places, regulars = 6, 4

// A place is where one server after another is killed.
type place struct {
	program   string
	dir       string
	random    *rand.Rand
	players   []*regular
	collector *collector
	killed    int // servers, so far
}

// leastKills is how many servers are killed at each place, however long that takes.
const leastKills = 5

// A regular is a player who comes again after each kill.
type regular struct {
	key    ssh.Signer
	dir    string // where the server keeps what belongs to them
	random *rand.Rand
	found  int // games that were there again
}

// killAll kills servers while players play, pause and come in, and while games are handed in.
func killAll(program string, n int) error {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	begun := time.Now()
	all := make([]*place, min(places, n))
	errs := make([]error, len(all))
	var wg sync.WaitGroup
	for i := range all {
		if all[i], err = newPlace(program, filepath.Join(dir, fmt.Sprint(i)), i); err != nil {
			return err
		}
		wg.Go(func() { errs[i] = all[i].kill((n+i)/len(all), begun) })
	}
	wg.Wait()
	killed, found, kept := 0, 0, 0
	for _, p := range all {
		killed += p.killed
		for _, r := range p.players {
			found += r.found
		}
		kept += p.collector.kept
	}
	fmt.Printf("%d servers were killed in %v; %d times a saved game was found again, and %d games that were handed in\n", killed, time.Since(begun).Round(time.Second), found, kept)
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if found == 0 || kept == 0 {
		return errors.New("no game was ever saved, or none taken")
	}
	return nil
}

// newPlace returns place i.
func newPlace(program, dir string, i int) (*place, error) {
	p := &place{program: program, dir: dir, random: rand.New(rand.NewPCG(2, uint64(i)))}
	for k := range regulars {
		key, err := keyOf(fmt.Sprint("regular ", i, " ", k))
		if err != nil {
			return nil, err
		}
		hash := sha256.Sum256(key.PublicKey().Marshal())
		p.players = append(p.players, &regular{
			key: key, dir: filepath.Join(dir, "players", hex.EncodeToString(hash[:])), random: rand.New(rand.NewPCG(1, uint64(places*i+k))),
		})
	}
	key, err := keyOf(fmt.Sprint("collector ", i))
	p.collector = &collector{key: key, place: i}
	return p, err
}

// keyOf returns the key of somebody.
func keyOf(who string) (ssh.Signer, error) {
	seed := sha256.Sum256([]byte(who))
	return ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
}

// kill kills n servers, or as many as there is time for, and asks one more for what was acknowledged.
func (p *place) kill(n int, begun time.Time) error {
	for p.killed < n && (*within == 0 || p.killed < leastKills || time.Since(begun) < *within) {
		if err := p.life(); err != nil {
			return fmt.Errorf("%s, kill %d: %w", p.dir, p.killed+1, err)
		}
		p.killed++
	}
	s, err := begin(p.program, p.dir, 2*regulars)
	if err != nil {
		return err
	}
	defer s.kill()
	return p.collector.count(s.address)
}

// mostLife is how long a server lives at most, whatever becomes of the players, and mostPlay how long they play.
const mostLife, mostPlay = 2 * time.Minute, 1200 * time.Millisecond

// life begins a server, lets all come in and play, and kills it after a while. One in five is killed while they come in.
func (p *place) life() error {
	s, err := begin(p.program, p.dir, 2*regulars)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostLife)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, len(p.players)+1)
	looked := make(chan struct{}, len(p.players))
	for i, r := range p.players {
		wg.Go(func() {
			told := sync.OnceFunc(func() { looked <- struct{}{} })
			defer told()
			errs[i] = unlessOver(ctx, r.come(ctx, s, told))
		})
	}
	wg.Go(func() { errs[len(p.players)] = unlessOver(ctx, p.collector.come(ctx, s.address)) })

	after := time.Duration(p.random.Int64N(int64(mostPlay)))
	if p.random.IntN(5) > 0 {
		for range p.players {
			<-looked
		}
	} else {
		after /= 4
	}
	pause(ctx, after)
	late := ctx.Err()
	cancel() // first: what fails from here on has to
	s.kill()
	wg.Wait()
	return errors.Join(append(errs, late)...)
}

// unlessOver returns an error, unless its reason is that the context is over.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, errLost) {
		return nil
	}
	return err
}

// errLost says that something is gone that was said to be kept.
var errLost = errors.New("lost")

// visit opens a session with a key, from an address of this machine. The end of the context ends it.
func visit(ctx context.Context, address string, key ssh.Signer, from net.IP) (s *ssh.Session, end func(), err error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	end = func() {
		stop()
		conn.Close()
	}
	c, channels, requests, err := ssh.NewClientConn(conn, "", &ssh.ClientConfig{
		Config: ssh.Config{KeyExchanges: []string{ssh.KeyExchangeCurve25519}}, // the cheapest
		Auth:   []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err == nil {
		s, err = ssh.NewClient(c, channels, requests).NewSession()
	}
	if err != nil {
		end()
		return nil, nil, err
	}
	return s, end, nil
}

// mostFirst is how long a player may wait for the title: on a machine with thirty times more to do than it can it takes some
// seconds. A server that does not show it has stopped somewhere, and is asked where.
const mostFirst = 30 * time.Second

// A title has titleButton, and frames end with frameEnd: one that has both, in this order, is there as a whole. What is in between comes in
// any order, and in pieces.
const titleButton, frameEnd = "Arcade", "\x1b[5n"

// come comes in, looks whether a saved game is there, tells that, and plays until the server is gone.
func (r *regular) come(ctx context.Context, s *server, told func()) error {
	_, err := os.Stat(filepath.Join(r.dir, "game.ark"))
	saved := err == nil
	session, end, err := visit(ctx, s.address, r.key, net.IPv4(127, 0, 0, 1))
	if err != nil {
		return err
	}
	defer end()
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	var screen shown
	session.Stdout = &screen
	if err := errors.Join(session.Setenv("LANG", "C.UTF-8"), session.RequestPty("vt220", 24, 80, nil), session.Shell()); err != nil {
		return err
	}
	if saved {
		late, stop := context.WithTimeout(ctx, mostFirst)
		defer stop()
		for !screen.has("Continue") {
			if late.Err() != nil && ctx.Err() == nil {
				return fmt.Errorf("%w: the title is not there after %v; %d bytes were sent, at last %q; the server is at\n%s",
					errLost, mostFirst, screen.size(), screen.last(), s.goroutines())
			}
			if pause(ctx, 5*time.Millisecond); ctx.Err() != nil {
				return nil
			}
			if screen.has(titleButton, frameEnd) && !screen.has("Continue") {
				return fmt.Errorf("%w: a game was saved in %s, and is not to be continued: %.300q", errLost, r.dir, screen.last())
			}
		}
		r.found++
	}
	told()

	over := make(chan struct{})
	go func() {
		session.Wait()
		close(over)
	}()
	keys := []string{"\r", " ", " ", "\x1b[C", "\x1b[D", "p", "\r"} // P pauses, which saves; Enter goes on
	for n := 0; ; n++ {
		key := keys[r.random.IntN(len(keys))]
		if n < 4 && !saved {
			key = "\r" // to what a first visit asks
		}
		select {
		case <-over:
			return nil
		case <-time.After(time.Duration(10+r.random.IntN(80)) * time.Millisecond):
			if _, err := io.WriteString(in, key); err != nil {
				return nil
			}
		}
	}
}

// A collector hands in games, one after another. What was acknowledged must be known to all servers that come.
type collector struct {
	key   ssh.Signer
	place int
	tries int    // to hand in
	next  int    // the number of the game
	told  []byte // the last game that a server before has acknowledged; nil: none has
	kept  int    // games that were acknowledged, or were known already
}

// come hands in games until the server is gone.
func (c *collector) come(ctx context.Context, address string) error {
	if c.told != nil {
		known, err := c.submit(ctx, address, c.told)
		switch {
		case err != nil:
			return err
		case !known:
			return fmt.Errorf("%w: a game that was acknowledged", errLost)
		}
		c.told = nil
	}
	for ctx.Err() == nil {
		game, err := newGame(uint64(1000*c.place + c.next))
		if err != nil {
			return err
		}
		if _, err := c.submit(ctx, address, game); err != nil {
			return err
		}
		c.told = game
		c.kept++
		c.next++
		pause(ctx, 100*time.Millisecond)
	}
	return nil
}

// submit hands in a game. It reports whether the server knew it already.
func (c *collector) submit(ctx context.Context, address string, game []byte) (known bool, err error) {
	c.tries++ // an address may hand in some in ten minutes
	s, end, err := visit(ctx, address, c.key, net.IPv4(127, byte(2+c.place), byte(c.tries>>8), byte(c.tries)))
	if err != nil {
		return false, err
	}
	defer end()
	var says, wrong bytes.Buffer
	s.Stdin, s.Stdout, s.Stderr = bytes.NewReader(game), &says, &wrong
	err = s.Run("submit")
	switch text := says.String() + wrong.String(); {
	case strings.Contains(text, "this game is known already"):
		return true, nil
	case strings.HasPrefix(text, "verified: "):
		return false, nil
	default:
		return false, fmt.Errorf("a game is not taken: %q (%w)", text, errors.Join(err, ctx.Err()))
	}
}

// count asks a server for all games that were handed in.
func (c *collector) count(address string) error {
	s, end, err := visit(context.Background(), address, c.key, net.IPv4(127, 0, 0, 1))
	if err != nil {
		return err
	}
	defer end()
	text, err := s.Output("export")
	if err != nil {
		return err
	}
	var has struct{ Games []json.RawMessage }
	if err := json.Unmarshal(text, &has); err != nil {
		return fmt.Errorf("an export: %w", err)
	}
	if len(has.Games) < c.kept {
		return fmt.Errorf("%w: %d games were acknowledged, and %d are there", errLost, c.kept, len(has.Games))
	}
	return nil
}

// newGame returns the recording of a short game: a bot loses against bosses.
func newGame(seed uint64) ([]byte, error) {
	pack := levels.For(engine.BossRush, 0, levels.Shipped())
	config := engine.Config{Levels: pack.Levels, Setup: engine.Setup{Mode: engine.BossRush, Seed: seed, Difficulty: engine.Hard}}
	g, err := engine.New(config)
	if err != nil {
		return nil, err
	}
	r := replay.NewRecording("load", config, pack)
	for b := bot.OfStrength(bot.Beginner, seed); !g.Phase.Ended(); {
		in := engine.Input{b.Play(g)}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
	}
	r.Close(g)
	return r.Packed(), nil
}

// A shown is what a terminal was sent.
type shown struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// has reports whether some words were shown, one after the other.
func (s *shown) has(words ...string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.text.Bytes(), true
	for _, word := range words {
		if _, text, ok = bytes.Cut(text, []byte(word)); !ok {
			return false
		}
	}
	return true
}

func (s *shown) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Len()
}

func (s *shown) last() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.text.Bytes()
	return bytes.Clone(b[max(0, len(b)-300):])
}
