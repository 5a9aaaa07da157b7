package arcade

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm/session"
	"arkterm/cmd/arkterm/store"
)

var (
	simSeeds = flag.Int("seeds", 2, "how many arcades are simulated")
	simFirst = flag.Uint64("seed", 1, "the seed of the first simulated arcade")
)

// An arcade is simulated with visitors of all kinds, over ways that are slow, stand still and break, with disks that fail,
// until it closes and opens again. Time is a model's, so that some seconds of everybody's evening take a tenth of one.
//
// Nobody makes another one wait; whoever had begun a game finds it again; whoever is told that a game is saved has one that
// can be loaded; the arcade closes in time; and then nothing is left: no goroutine, no place, no guest, no open file.
//
// A seed gives the same visitors who do the same things. Which of two goroutines is first is up to Go.
func TestSimulatedArcades(t *testing.T) {
	warmUp(t)
	before := openFiles(t)
	for i := range *simSeeds {
		seed := *simFirst + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) { simulate(t, seed, dir) })
		})
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d open files before, %d after", before, after)
	}
}

// warmUp opens an arcade once, for what stays in the process.
func warmUp(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { open(t, dir).end() })
}

// openFiles returns how many files this process has open, 0 where nothing tells.
func openFiles(t *testing.T) int {
	t.Helper()
	all, _ := os.ReadDir("/proc/self/fd")
	return len(all)
}

// Limits of what a simulated visitor may notice of the others, in the model's time, in which work takes none: whatever
// is measured is waiting.
const (
	mostAnswer = 50 * time.Millisecond // of a key at a menu
	mostClose  = 8 * time.Second       // of the arcade
)

// simulate simulates an evening.
func simulate(t *testing.T, seed uint64, dir string) {
	rng := rand.New(rand.NewPCG(seed, 17))
	h := open(t, dir)
	h.l.Buffer = 4 << 20 // whoever waits for a lock that is held during a write keeps the model's time from going on
	sim := &simulation{house: h}
	var all sync.WaitGroup
	over := make(chan struct{})
	all.Go(func() { sim.witness(over) })
	for i := range 1 + rng.IntN(2) {
		p := &simPlayer{simulation: sim, name: fmt.Sprint("steady ", i), rng: rand.New(rand.NewPCG(seed, uint64(100+i)))}
		sim.steady = append(sim.steady, p)
		all.Go(func() { p.evening(over) })
	}
	for i := range 1 + rng.IntN(2) {
		w := &simPlayer{simulation: sim, rng: rand.New(rand.NewPCG(seed, uint64(200+i)))}
		if i == 0 {
			w.name = "wild"
		}
		all.Go(func() { w.havoc(over) })
	}

	time.Sleep(time.Duration(4000+rng.IntN(4000)) * time.Millisecond)
	begun := time.Now()
	close(over)
	h.end()
	if took := time.Since(begun); took > mostClose {
		t.Errorf("the arcade takes %v to close", took)
	}
	all.Wait()
	sim.nobodyIsLeft()
	t.Logf("%d visits, %d connections closed, %d games", h.door.Count.Visits.Load(), h.door.Count.Faults.Load(), len(sim.steady))
	sim.comeAgain(dir)
	time.Sleep(time.Hour) // timers that are left fire
}

// A simulation is an arcade with its visitors.
type simulation struct {
	*house
	steady []*simPlayer
}

// nobodyIsLeft checks a closed arcade.
func (sim *simulation) nobodyIsLeft() {
	sim.t.Helper()
	if all, early := sim.door.Gate.Inside(); all != 0 || early != 0 {
		sim.t.Errorf("%d connections were never left, %d of them early", all, early)
	}
	if n := sim.Playing(); n != 0 {
		sim.t.Errorf("%d visits go on", n)
	}
	if left, _ := filepath.Glob(filepath.Join(sim.Dir, "guests", "*")); len(left) > 0 {
		sim.t.Errorf("guests have left %v", left)
	}
	if n := sim.door.Count.Panics.Load(); n != 0 {
		sim.t.Errorf("%d visits have failed", n)
	}
}

// comeAgain opens the arcade again. Whoever has begun a game must find it.
func (sim *simulation) comeAgain(dir string) {
	h := open(sim.t, dir)
	defer h.end()
	for _, p := range sim.steady {
		if !p.playing {
			continue
		}
		v := h.come(p.name)
		if text := v.sent(); !strings.Contains(text, "Continue") {
			sim.t.Errorf("%s was in a game and finds none: %q", p.name, text[max(0, len(text)-300):])
		}
		v.client.Close()
	}
}

// witness is somebody at a menu, who presses a key four times a second and waits for the answer: since nothing moves
// there, the next bytes are that.
func (sim *simulation) witness(over <-chan struct{}) {
	v := sim.come("witness")
	defer v.client.Close()
	v.play()
	v.press("p")
	for n := 0; !isClosed(over); n++ {
		time.Sleep(250 * time.Millisecond)
		synctest.Wait()
		v.sent()
		begun := time.Now()
		io.WriteString(v.types, []string{"\x1b[B", "\x1b[A"}[n%2])
		for v.sent() == "" && !isClosed(over) {
			if time.Since(begun) > mostAnswer {
				sim.t.Errorf("a key at a menu is not answered after %v", time.Since(begun))
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// A simPlayer is a simulated visitor.
type simPlayer struct {
	*simulation
	name    string // "" for a guest
	rng     *rand.Rand
	playing bool // is in a game, or was when the visit ended
	broken  bool // the disk fails
}

// between returns a random time.
func (p *simPlayer) between(least, most time.Duration) time.Duration {
	return least + time.Duration(p.rng.Int64N(int64(most-least)))
}

// evening plays, is cut off, comes back, and plays on.
func (p *simPlayer) evening(over <-chan struct{}) {
	for !isClosed(over) {
		v, way := p.enter()
		if v == nil {
			return
		}
		v.play()
		v.press(" ") // a first visit has more to ask in some terminals
		begun := time.Now()
		until := begun.Add(p.between(time.Second, 4*time.Second))
		for !isClosed(over) && time.Now().Before(until) && !way.isBroken() {
			io.WriteString(v.types, pick(p.rng, "\x1b[C", "\x1b[D", "a", "d", " "))
			p.playing = p.playing || time.Since(begun) > time.Second
			time.Sleep(p.between(20*time.Millisecond, 400*time.Millisecond))
			if p.rng.IntN(6) == 0 {
				way.stall(p.between(100*time.Millisecond, 2*time.Second))
			}
		}
		p.leave(v, way, over)
		time.Sleep(p.between(0, 2*time.Second))
	}
}

// leave ends a visit in one of the ways in which visits end.
func (p *simPlayer) leave(v *visitor, way *simWay, over <-chan struct{}) {
	switch p.rng.IntN(4) {
	case 0: // the line is cut
		way.Close()
	case 1: // Ctrl-C
		way.stall(0)
		io.WriteString(v.types, "\x03")
		_ = v.Wait()
		p.keeps(v)
	case 2: // until the arcade closes
		<-over
		_ = v.Wait()
		p.keeps(v)
	default: // ssh's ~.
		v.client.Close()
	}
	v.client.Close()
}

// keeps checks what the visitor was told.
func (p *simPlayer) keeps(v *visitor) {
	if p.name == "" || !strings.Contains(v.sent(), "your game is saved") {
		return
	}
	saves, err := store.OpenSaves(store.Folders{State: filepath.Join(p.Dir, folder(p.name))}, session.FirstID)
	if err == nil {
		game, e := saves.Load(time.Now())
		if err = e; err == nil && game == nil {
			err = errors.New("no game")
		}
		saves.Close()
	}
	if err != nil {
		p.t.Errorf("%s was told that a game is saved: %v", p.name, err)
	}
}

// enter comes in by a way of its own. It returns nil if the arcade lets nobody in any more.
func (p *simPlayer) enter() (*visitor, *simWay) {
	raw, err := p.l.Dial(netip.AddrFrom4([4]byte{198, 51, byte(p.rng.IntN(200)), byte(p.rng.IntN(200))}))
	if err != nil {
		return nil, nil
	}
	way := &simWay{Conn: raw, delay: p.between(0, 80*time.Millisecond)}
	auth := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if p.name != "" {
		auth = ssh.PublicKeys(key(p.name))
	}
	conn, channels, requests, err := ssh.NewClientConn(way, "", &ssh.ClientConfig{Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		raw.Close()
		return nil, nil
	}
	v := &visitor{client: ssh.NewClient(conn, channels, requests)}
	if v.Session, err = v.client.NewSession(); err == nil {
		v.Stdout = v
		v.types, _ = v.StdinPipe()
		term := pick(p.rng, "vt220", "foot", "xterm-256color", "dumb", "")
		err = errors.Join(v.Setenv("LANG", "C.UTF-8"), v.RequestPty(term, 24, 80, nil), v.Shell())
	}
	if err != nil {
		v.client.Close()
		return nil, nil
	}
	time.Sleep(time.Second)
	return v, way
}

// pick returns one of some things.
func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

// havoc comes in again and again and does whatever comes to its mind.
func (p *simPlayer) havoc(over <-chan struct{}) {
	for !isClosed(over) {
		v, way := p.enter()
		if v == nil {
			time.Sleep(time.Second)
			continue
		}
		for n := 0; n < 30 && !isClosed(over) && !way.isBroken(); n++ {
			pick(p.rng, mischief...)(p, v, way)
			time.Sleep(p.between(0, 300*time.Millisecond))
		}
		p.mendDisk()
		way.Close()
		v.client.Close()
	}
}

// mischief is what a visitor may do that nobody else may notice.
var mischief = []func(p *simPlayer, v *visitor, way *simWay){
	func(p *simPlayer, v *visitor, _ *simWay) { // keys, the mouse, and what terminals send
		for range 1 + p.rng.IntN(5) {
			io.WriteString(v.types, pick(p.rng, "\r", " ", "p", "\x1b", "r", "?", "t", "b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D",
				"\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[O", "\x1b[I", "\x1b[0n", "\x1b[?62;22c", "\x1b[200~pasted\x1b[201~"))
		}
	},
	func(p *simPlayer, v *visitor, _ *simWay) { // noise
		noise := make([]byte, 1+p.rng.IntN(5000))
		for i := range noise {
			noise[i] = byte(p.rng.Uint32())
		}
		v.types.Write(noise)
	},
	func(p *simPlayer, v *visitor, _ *simWay) {
		_ = v.WindowChange(pick(p.rng, 0, 1, 23, 24, 60, 1<<20), pick(p.rng, 0, 1, 79, 80, 200, 1<<30))
	},
	func(p *simPlayer, _ *visitor, way *simWay) {
		way.stall(p.between(0, pick(p.rng, 500*time.Millisecond, 5*time.Second, 50*time.Second)))
	},
	func(p *simPlayer, v *visitor, _ *simWay) { // as OpenSSH hides when keys are pressed
		for range 20 {
			_, _, _ = v.client.SendRequest("keepalive@openssh.com", false, nil)
		}
	},
	func(p *simPlayer, v *visitor, _ *simWay) {
		go func() {
			if s, err := v.client.NewSession(); err == nil {
				s.Close()
			}
		}()
	},
	func(p *simPlayer, v *visitor, _ *simWay) { io.WriteString(v.types, "\x03") },
	func(p *simPlayer, v *visitor, way *simWay) { way.Close() },
	func(p *simPlayer, _ *visitor, _ *simWay) { // somebody with the same key, who sends a word
		if w, way := p.enter(); w != nil {
			_ = w.Run(pick(p.rng, "version", "help", "sh -c id", strings.Repeat("x", 300)))
			way.Close()
			w.client.Close()
		}
	},
	func(p *simPlayer, _ *visitor, _ *simWay) { p.breakDisk() },
	func(p *simPlayer, _ *visitor, _ *simWay) { p.mendDisk() },
}

// breakDisk makes all that is written for a player fail.
func (p *simPlayer) breakDisk() {
	if at := filepath.Join(p.Dir, folder(p.name)); p.name != "" && !p.broken && os.Rename(at, at+".away") == nil {
		p.broken = os.WriteFile(at, nil, 0o600) == nil
	}
}

// mendDisk ends that.
func (p *simPlayer) mendDisk() {
	if at := filepath.Join(p.Dir, folder(p.name)); p.broken {
		p.broken = false
		if err := errors.Join(os.Remove(at), os.Rename(at+".away", at)); err != nil {
			p.t.Error(err)
		}
	}
}

// A simWay is a connection over a long line, which stands still at times: then nothing is read at the client's end.
type simWay struct {
	net.Conn
	delay time.Duration // before what has come is read

	mu     sync.Mutex
	until  time.Time // it stands still
	broken bool
}

func (w *simWay) stall(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.until = time.Now().Add(d)
}

func (w *simWay) isBroken() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

func (w *simWay) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	w.mu.Lock()
	wait := max(w.delay, time.Until(w.until))
	w.broken = w.broken || err != nil
	w.mu.Unlock()
	time.Sleep(wait)
	return n, err
}

func (w *simWay) Close() error {
	w.mu.Lock()
	w.broken = true
	w.mu.Unlock()
	return w.Conn.Close()
}
