package arcade

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
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
	simSeeds     = flag.Int("seeds", 3, "number of arcades to simulate")
	simFirstSeed = flag.Uint64("seed", 1, "seed of the first simulated arcade")
	simRole      = flag.String("role", "", "role of an additional visitor in all simulated arcades; \"\" means none")
)

// TestSimulatedArcades simulates arcades with visitors who have random roles. Connections are slow, stall and break,
// and disks fail. An arcade with a copy of the server's files simulates a restart after a kill. At the end the server
// closes, and is opened again immediately, years later, or with a clock that was set back. The time is synthetic, so a
// visit of several seconds takes about 0.1 s.
//
// The test checks that visitors do not block each other, and that nothing that was acknowledged is lost, even after a
// kill: names, saved games, games on leaderboards, and deletions. Players can continue their games and return to their
// matches. The arcade closes in time, and leaves no goroutine, connection, guest or open file.
//
// A seed determines the visitors and their actions, but not the scheduling of goroutines.
func TestSimulatedArcades(t *testing.T) {
	warmUp(t)
	before := openFiles(t)
	actions := make(map[string]int)
	for i := range *simSeeds {
		seed := *simFirstSeed + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			dir := t.TempDir()
			ledger := newLedger()
			synctest.Test(t, func(t *testing.T) { simulate(t, seed, dir, ledger) })
			synctest.Test(t, func(t *testing.T) { reopenArcade(t, seed, dir, ledger) })
			for action, n := range ledger.counts {
				actions[action] += n
			}
		})
	}
	if after := openFiles(t); after > before {
		t.Errorf("after the simulations, %d files are open, want at most %d", after, before)
	}
	for _, action := range slices.Sorted(maps.Keys(actions)) {
		t.Logf("%7d %s", actions[action], action)
	}
	for _, r := range roles {
		if n := actions[r.name+occursSuffix]; n >= minOccurrences && actions[r.name+achievesSuffix] == 0 {
			t.Errorf("the role %s occurs in %d arcades, but no visitor achieves its purpose", r.name, n)
		}
	}
}

// Suffixes of the actions that are counted for a role: a visitor has the role, or has achieved its purpose. Some
// visitors have too little time for this, but of minOccurrences visitors at least one must achieve it.
const (
	occursSuffix   = " occurs"
	achievesSuffix = " achieves its purpose"
	minOccurrences = 8
)

// warmUp opens an arcade once. Some files then stay open in the process, which must not count as leaks.
func warmUp(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { openArcade(t, dir).shutDown() })
	sampleGames(t)
}

// openFiles returns the number of open files of this process, or 0 if it is unknown.
func openFiles(t *testing.T) int {
	t.Helper()
	all, _ := os.ReadDir("/proc/self/fd")
	return len(all)
}

// Maximum delays for a simulated visitor. They are measured in synthetic time, and therefore do not include the time of
// computations.
const (
	maxResponse = 50 * time.Millisecond // for the response to a key in a menu
	maxClose    = 8 * time.Second       // for closing the arcade
)

// simulate simulates an arcade for several seconds.
func simulate(t *testing.T, seed uint64, dir string, ledger *ledger) {
	rng := rand.New(rand.NewPCG(seed, 17))
	time.Sleep(time.Duration(rng.IntN(1000)) * 24 * time.Hour) // start of the simulation
	var proxies connlimit.Networks
	if rng.IntN(4) == 0 {
		proxies = connlimit.Networks{netip.PrefixFrom(proxyAddress, 16)}
	}
	h := openBehindProxies(t, dir, proxies)
	// The buffers are large, because a goroutine that waits for a lock during a write would stop the synthetic clock.
	h.listener.Buffer = 4 << 20
	sim := &simulation{testArcade: h, ledger: ledger, rng: rng, finished: make(chan struct{})}
	sim.disk = &unreliableStore{Store: h.store, rng: rand.New(rand.NewPCG(seed, 18))}
	h.store = sim.disk
	h.writeQueue.Close(0)
	h.writeQueue = leaderboard.NewWriteQueue(h.store, func(err error) { t.Errorf("write queue: %v", err) })
	stopPage := sim.startPage()

	var all sync.WaitGroup
	all.Go(sim.measureResponses)
	indices := []int{0}
	for range 1 + rng.IntN(3) {
		indices = append(indices, rng.IntN(len(roles)))
	}
	if i := slices.IndexFunc(roles[:], func(r role) bool { return r.name == *simRole }); i >= 0 {
		indices = append(indices, i)
	}
	for i, index := range indices {
		p := sim.newPlayer(fmt.Sprint(roles[index].name, i), rand.New(rand.NewPCG(seed, uint64(100+i))))
		sim.countAction(roles[index].name + occursSuffix)
		all.Go(func() {
			roles[index].run(p)
			if p.achieved.Load() {
				sim.countAction(roles[index].name + achievesSuffix)
			}
		})
	}

	remaining := time.Duration(4000+rng.IntN(8000)) * time.Millisecond
	if rng.IntN(2) == 0 {
		untilKill := time.Duration(rng.Int64N(int64(remaining)))
		time.Sleep(untilKill)
		sim.checkKill()
		remaining -= untilKill
	}
	time.Sleep(remaining)
	start := time.Now()
	close(sim.finished)
	sim.disk.setFailures(0)
	stopPage()
	h.shutDown()
	if elapsed := time.Since(start); elapsed > maxClose {
		t.Errorf("closing the arcade takes %v, want at most %v", elapsed, maxClose)
	}
	all.Wait()
	sim.checkClosed()
	time.Sleep(time.Hour) // let remaining timers fire
}

// reopenArcade opens the arcade again and checks the ledger. The clock shows a time after the end of the simulation, or
// an earlier time because it was set back.
func reopenArcade(t *testing.T, seed uint64, dir string, ledger *ledger) {
	rng := rand.New(rand.NewPCG(seed, 19))
	endTime := time.Unix(ledger.endTime, 0)
	day := 24 * time.Hour
	later := pickRandom(rng, 0, 0, time.Minute, 9*day, 20*day, 40*day, 1000*day, -time.Hour, -day, -30*day)
	if at := endTime.Add(later); time.Now().Before(at) {
		time.Sleep(time.Until(at))
	}
	h := openArcade(t, dir)
	defer func() {
		h.shutDown()
		time.Sleep(time.Hour)
	}()
	if rng.IntN(2) == 0 {
		h.runMaintenance(t.Context(), time.Now())
	}
	later = time.Since(endTime)
	ledger.check(h, later)
	if later < keepWithoutGames {
		ledger.checkBoards(h)
		ledger.checkContinue(h)
	}
}

// A simulation is an arcade with its visitors.
type simulation struct {
	*testArcade
	*ledger
	rng         *rand.Rand
	disk        *unreliableStore
	finished    chan struct{} // closed at the end of the simulation
	blockedKeys blockedKeys
	web         *testenv.Listener // listener of the web page
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

// sleep sleeps for the duration d, or until the simulation ends.
func (sim *simulation) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-sim.finished:
	}
}

// checkClosed checks that a closed arcade has no visits and no resources left.
func (sim *simulation) checkClosed() {
	sim.t.Helper()
	if all, pending := sim.server.Limiter.CountConnections(); all != 0 || pending != 0 {
		sim.t.Errorf("after the end, %d connections are open, %d of them unauthenticated; want 0", all, pending)
	}
	if n := sim.NumPlaying(); n != 0 {
		sim.t.Errorf("after the end, NumPlaying() = %d, want 0", n)
	}
	if left, _ := filepath.Glob(filepath.Join(sim.Dir, "guests", "*")); len(left) > 0 {
		sim.t.Errorf("after the end, the guest folders %v exist, want none", left)
	}
	_ = filepath.WalkDir(sim.Dir, func(path string, e fs.DirEntry, err error) error {
		if info, infoErr := e.Info(); err == nil && infoErr == nil && !e.IsDir() && info.Mode().Perm() != 0o600 {
			sim.t.Errorf("%s has the mode %v, want 0600", path, info.Mode())
		}
		return err
	})
	if n := sim.server.Count.Panics.Load(); n != 0 {
		sim.t.Errorf("%d visits have ended because of a panic, want 0", n)
	}
	if n := sim.hub.NumChannels(); n != 0 {
		sim.t.Errorf("after the end, the hub has %d channels, want 0", n)
	}
	if all := sim.lobby.Members(); len(all) != 0 {
		sim.t.Errorf("after the end, the lobby has the members %v, want none", all)
	}
	if n, _, err := sim.writeQueue.Status(); n != 0 {
		sim.t.Errorf("after the end, %d games are not written, want 0; last error %v", n, err)
	}
	sim.lobby.RemoveExpired(time.Since(sim.startTime) + time.Hour)
	if parties, _ := sim.lobby.CountParties(); parties != 0 {
		sim.t.Errorf("after the end, the lobby has %d parties, want 0", parties)
	}
	sim.endTime = time.Now().Unix()
}

// checkKill checks that an arcade with a copy of the arcade's folder agrees with the ledger. The copy, which is made
// while all goroutines wait, is equal to the files of a server that is killed at this time.
func (sim *simulation) checkKill() {
	synctest.Wait()
	dir := filepath.Join(sim.t.TempDir(), "killed")
	if err := os.CopyFS(dir, os.DirFS(sim.Dir)); err != nil {
		sim.t.Fatal(err)
	}
	ledger := sim.clone()
	h := openArcade(sim.t, dir)
	ledger.check(h, 0)
	h.shutDown()
	sim.countAction("killed")
}

// measureResponses simulates a visitor in a menu who presses a key four times per second, and checks the time until the
// screen changes. The menu is not animated, so any output is a response to the key.
func (sim *simulation) measureResponses() {
	v := sim.visit("witness")
	defer v.client.Close()
	v.startGame()
	v.press("p")
	for n := 0; !sim.ended(); n++ {
		time.Sleep(250 * time.Millisecond)
		synctest.Wait()
		v.takeOutput()
		start := time.Now()
		io.WriteString(v.input, []string{"\x1b[B", "\x1b[A"}[n%2])
		for v.takeOutput() == "" && !sim.ended() {
			if time.Since(start) > maxResponse {
				sim.t.Errorf("the screen has not changed %v after a key in a menu, want at most %v", time.Since(start),
					maxResponse)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}
