package arcade

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/testenv"
)

var (
	simSeeds = flag.Int("seeds", 3, "number of arcades to simulate")
	simFirst = flag.Uint64("seed", 1, "seed of the first simulated arcade")
	simRole  = flag.String("role", "", "role of an additional visitor in all arcades, see roles")
)

// TestSimulatedArcades simulates arcades with visitors who have random roles. Their connections are slow, stall and
// break, and disks fail. The server is killed at some time, closes, and is opened again, immediately, years later, or
// with an earlier clock. The time is synthetic, so a visit of several seconds takes about 0.1 s.
//
// The test checks that visitors do not block each other, and that every acknowledgement is kept, even after a kill:
// names, saved games, games on leaderboards, and deletions. Players can continue their games and return to their
// matches. The arcade closes in time, and afterwards no goroutine, connection, guest or open file is left.
//
// A seed determines the visitors and their actions, but not the scheduling of goroutines.
func TestSimulatedArcades(t *testing.T) {
	warmUp(t)
	before := openFiles(t)
	actions := make(map[string]int)
	for i := range *simSeeds {
		seed := *simFirst + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			dir := t.TempDir()
			told := newLedger()
			synctest.Test(t, func(t *testing.T) { simulate(t, seed, dir, told) })
			synctest.Test(t, func(t *testing.T) { simulateAgain(t, seed, dir, told) })
			for action, n := range told.counts {
				actions[action] += n
			}
		})
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d open files before, %d after", before, after)
	}
	for _, action := range slices.Sorted(maps.Keys(actions)) {
		t.Logf("%7d %s", actions[action], action)
	}
	for _, r := range roles {
		if n := actions[r.name+occurs]; n >= minRoles && actions[r.name+achieves] == 0 {
			t.Errorf("role %s occurs in %d arcades and never achieves its purpose", r.name, n)
		}
	}
}

// Suffixes of the counted actions of a role: the role occurs, or it achieves its purpose. Some visitors have too little
// time for that, but not all of minRoles.
const (
	occurs   = " occurs"
	achieves = " achieves its purpose"
	minRoles = 8
)

// warmUp opens an arcade once, so that files that remain open in the process are open.
func warmUp(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { open(t, dir).end() })
	sampleGames(t)
}

// openFiles returns the number of open files of this process, or 0 if it is unknown.
func openFiles(t *testing.T) int {
	t.Helper()
	all, _ := os.ReadDir("/proc/self/fd")
	return len(all)
}

// Limits of delays that a simulated visitor may notice, in synthetic time. Computation takes no time, so the measured
// time is spent waiting.
const (
	maxResponse = 50 * time.Millisecond // for the response to a key in a menu
	maxClose    = 8 * time.Second       // for closing the arcade
)

// simulate simulates an arcade for several seconds.
func simulate(t *testing.T, seed uint64, dir string, told *ledger) {
	rng := rand.New(rand.NewPCG(seed, 17))
	time.Sleep(time.Duration(rng.IntN(1000)) * 24 * time.Hour) // start of the simulation
	var proxies connlimit.Networks
	if rng.IntN(4) == 0 {
		proxies = connlimit.Networks{netip.PrefixFrom(proxyAddress, 16)}
	}
	h := openBehind(t, dir, proxies)
	// large, because a goroutine that waits for a lock during a write would stop the synthetic clock
	h.l.Buffer = 4 << 20
	sim := &simulation{testArcade: h, ledger: told, rng: rng, finished: make(chan struct{})}
	sim.disk = &unreliableStore{Store: h.boards, rng: rand.New(rand.NewPCG(seed, 18))}
	h.boards = sim.disk
	h.writeQueue.Close(0)
	h.writeQueue = leaderboard.NewWriteQueue(h.boards, func(err error) { t.Errorf("write queue: %v", err) })
	page := sim.startPage()

	var all sync.WaitGroup
	all.Go(sim.measureResponses)
	parts := []int{0}
	for range 1 + rng.IntN(3) {
		parts = append(parts, rng.IntN(len(roles)))
	}
	if i := slices.IndexFunc(roles[:], func(r role) bool { return r.name == *simRole }); i >= 0 {
		parts = append(parts, i)
	}
	for i, part := range parts {
		p := sim.player(fmt.Sprint(roles[part].name, i), rand.New(rand.NewPCG(seed, uint64(100+i))))
		sim.done(roles[part].name + occurs)
		all.Go(func() {
			roles[part].play(p)
			if p.achieved.Load() {
				sim.done(roles[part].name + achieves)
			}
		})
	}

	lasts := time.Duration(4000+rng.IntN(8000)) * time.Millisecond
	if rng.IntN(2) == 0 {
		kill := time.Duration(rng.Int64N(int64(lasts)))
		time.Sleep(kill)
		sim.checkKill()
		lasts -= kill
	}
	time.Sleep(lasts)
	begun := time.Now()
	close(sim.finished)
	sim.disk.setFailures(0)
	page()
	h.end()
	if took := time.Since(begun); took > maxClose {
		t.Errorf("closing the arcade takes %v", took)
	}
	all.Wait()
	sim.checkClosed()
	time.Sleep(time.Hour) // let remaining timers fire
}

// simulateAgain opens the arcade again, some time after or before its end.
func simulateAgain(t *testing.T, seed uint64, dir string, told *ledger) {
	rng := rand.New(rand.NewPCG(seed, 19))
	now := time.Unix(told.endTime, 0)
	day := 24 * time.Hour
	later := pick(rng, 0, 0, time.Minute, 9*day, 20*day, 40*day, 1000*day, -time.Hour, -day, -30*day)
	if at := now.Add(later); time.Now().Before(at) {
		time.Sleep(time.Until(at))
	}
	h := open(t, dir)
	defer func() {
		h.end()
		time.Sleep(time.Hour)
	}()
	if rng.IntN(2) == 0 {
		h.runMaintenance(t.Context(), time.Now())
	}
	later = time.Since(now)
	told.check(h, later)
	if later < keepUnplayed {
		told.checkBoards(h)
		told.checkContinue(h)
	}
}

// A simulation is an arcade with its visitors.
type simulation struct {
	*testArcade
	*ledger
	rng      *rand.Rand
	disk     *unreliableStore
	finished chan struct{} // closed at the end of the simulation
	blocks   blockedKeys
	web      *testenv.Listener // for the web page
}

// ended reports whether the simulation has ended.
func (sim *simulation) ended() bool {
	select {
	case <-sim.finished:
		return true
	default:
		return false
	}
}

// sleep sleeps until the time is over or the simulation ends.
func (sim *simulation) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-sim.finished:
	}
}

// checkClosed checks that a closed arcade has no visits and resources left.
func (sim *simulation) checkClosed() {
	sim.t.Helper()
	if all, early := sim.server.Limiter.Count(); all != 0 || early != 0 {
		sim.t.Errorf("%d connections are open, %d of them unauthenticated", all, early)
	}
	if n := sim.Playing(); n != 0 {
		sim.t.Errorf("%d visits are open", n)
	}
	if left, _ := filepath.Glob(filepath.Join(sim.Dir, "guests", "*")); len(left) > 0 {
		sim.t.Errorf("folders of guests are left: %v", left)
	}
	if n := sim.server.Count.Panics.Load(); n != 0 {
		sim.t.Errorf("%d visits have ended by a panic", n)
	}
	if n := sim.hub.Channels(); n != 0 {
		sim.t.Errorf("%d channels without subscriptions", n)
	}
	if all := sim.lobby.Members(); len(all) != 0 {
		sim.t.Errorf("members in the lobby: %v", all)
	}
	if n, _, why := sim.writeQueue.Status(); n != 0 {
		sim.t.Errorf("%d games are lost: %v", n, why)
	}
	sim.lobby.RemoveExpired(time.Since(sim.started) + time.Hour)
	if parties, _ := sim.lobby.Count(); parties != 0 {
		sim.t.Errorf("%d parties without members", parties)
	}
	sim.endTime = time.Now().Unix()
}

// checkKill copies the arcade's folder while all goroutines wait. So the copy equals the files of a server that is
// killed at this time. A new arcade with this copy must agree with the ledger.
func (sim *simulation) checkKill() {
	synctest.Wait()
	dir := filepath.Join(sim.t.TempDir(), "killed")
	if err := os.CopyFS(dir, os.DirFS(sim.Dir)); err != nil {
		sim.t.Fatal(err)
	}
	told := sim.copied()
	h := open(sim.t, dir)
	told.check(h, 0)
	h.end()
	sim.done("killed")
}

// measureResponses is a visitor in a menu who presses a key four times per second and measures the time until the
// response. The menu is not animated, so the next bytes are the response.
func (sim *simulation) measureResponses() {
	v := sim.visit("witness")
	defer v.client.Close()
	v.play()
	v.press("p")
	for n := 0; !sim.ended(); n++ {
		time.Sleep(250 * time.Millisecond)
		synctest.Wait()
		v.sent()
		begun := time.Now()
		io.WriteString(v.input, []string{"\x1b[B", "\x1b[A"}[n%2])
		for v.sent() == "" && !sim.ended() {
			if time.Since(begun) > maxResponse {
				sim.t.Errorf("no response to a key in a menu after %v", time.Since(begun))
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}
