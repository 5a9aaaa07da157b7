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
	simSeeds = flag.Int("seeds", 3, "how many arcades are simulated")
	simFirst = flag.Uint64("seed", 1, "the seed of the first simulated arcade")
	simRole  = flag.String("role", "", "a part that somebody has in all of them, see roles")
)

// An arcade is simulated with visitors who have parts: see roles. They come over ways that are slow, stand still and break; disks fail;
// the server is killed at some moment, closes, and opens again, at once or years later, or with a clock that was set back. Time is a model's, so that
// some seconds of everybody's evening take a tenth of one.
//
// Nobody makes another one wait; what somebody was told is so, then and after a kill: a name, a game that is saved, a game that is on the boards, that
// they are deleted; whoever had begun a game finds it again; whoever drops out of a match finds their seat; the arcade closes in time; and then nothing is
// left: no goroutine, no place, no guest, no open file.
//
// A seed gives the same visitors who do the same things. Which of two goroutines is first is up to Go.
func TestSimulatedArcades(t *testing.T) {
	warmUp(t)
	before := openFiles(t)
	did := make(map[string]int)
	for i := range *simSeeds {
		seed := *simFirst + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			dir := t.TempDir()
			told := newLedger()
			synctest.Test(t, func(t *testing.T) { simulate(t, seed, dir, told) })
			synctest.Test(t, func(t *testing.T) { simulateAgain(t, seed, dir, told) })
			for what, n := range told.counts {
				did[what] += n
			}
		})
	}
	if after := openFiles(t); after > before {
		t.Errorf("%d open files before, %d after", before, after)
	}
	for _, what := range slices.Sorted(maps.Keys(did)) {
		t.Logf("%7d %s", did[what], what)
	}
	for _, r := range roles {
		if n := did[r.name+comes]; n >= fewParts && did[r.name+goal] == 0 {
			t.Errorf("%s comes to %d arcades, and reaches the goal in none", r.name, n)
		}
	}
}

// What is counted of a role, after its name: how often somebody has it, and reaches its goal. Some have too little time for that, but not all
// of fewParts.
const (
	comes    = " comes"
	goal     = " reaches the goal"
	fewParts = 8
)

// warmUp opens an arcade once, for what stays in the process.
func warmUp(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) { open(t, dir).end() })
	sampleGames(t)
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
func simulate(t *testing.T, seed uint64, dir string, told *ledger) {
	rng := rand.New(rand.NewPCG(seed, 17))
	time.Sleep(time.Duration(rng.IntN(1000)) * 24 * time.Hour) // until the year that it is
	var proxies connlimit.Networks
	if rng.IntN(4) == 0 {
		proxies = connlimit.Networks{netip.PrefixFrom(proxyAt, 16)}
	}
	h := openBehind(t, dir, proxies)
	h.l.Buffer = 4 << 20 // whoever waits for a lock that is held during a write keeps the model's time from going on
	sim := &simulation{testArcade: h, ledger: told, rng: rng, over: make(chan struct{})}
	sim.disk = &brokenDisk{Store: h.boards, rng: rand.New(rand.NewPCG(seed, 18))}
	h.boards = sim.disk
	h.writeQueue.Close(0)
	h.writeQueue = leaderboard.NewWriteQueue(h.boards, func(err error) { t.Errorf("at the desk: %v", err) })
	page := sim.opensPage()

	var all sync.WaitGroup
	all.Go(sim.witness)
	parts := []int{0}
	for range 1 + rng.IntN(3) {
		parts = append(parts, rng.IntN(len(roles)))
	}
	if i := slices.IndexFunc(roles[:], func(r role) bool { return r.name == *simRole }); i >= 0 {
		parts = append(parts, i)
	}
	for i, part := range parts {
		p := sim.player(fmt.Sprint(roles[part].name, i), rand.New(rand.NewPCG(seed, uint64(100+i))))
		sim.done(roles[part].name + comes)
		all.Go(func() {
			roles[part].plays(p)
			if p.reached.Load() {
				sim.done(roles[part].name + goal)
			}
		})
	}

	lasts := time.Duration(4000+rng.IntN(8000)) * time.Millisecond
	if rng.IntN(2) == 0 {
		kill := time.Duration(rng.Int64N(int64(lasts)))
		time.Sleep(kill)
		sim.isKilled()
		lasts -= kill
	}
	time.Sleep(lasts)
	begun := time.Now()
	close(sim.over)
	sim.disk.fails(0)
	page()
	h.end()
	if took := time.Since(begun); took > mostClose {
		t.Errorf("the arcade takes %v to close", took)
	}
	all.Wait()
	sim.nobodyIsLeft()
	time.Sleep(time.Hour) // timers that are left fire
}

// simulateAgain opens the arcade of an evening again, at some time after or before that.
func simulateAgain(t *testing.T, seed uint64, dir string, told *ledger) {
	rng := rand.New(rand.NewPCG(seed, 19))
	now := time.Unix(told.lasted, 0)
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
	told.isSo(h, later)
	if later < keepUnplayed {
		told.isOnBoards(h)
		told.isContinued(h)
	}
}

// A simulation is an arcade with its visitors.
type simulation struct {
	*testArcade
	*ledger
	rng  *rand.Rand
	disk *brokenDisk
	over chan struct{} // closed when the evening is
	shut shutOut
	web  *testenv.Listener // of the page
}

// ends reports whether the evening is over.
func (sim *simulation) ends() bool {
	select {
	case <-sim.over:
		return true
	default:
		return false
	}
}

// sleep sleeps, until the evening is over at most.
func (sim *simulation) sleep(d time.Duration) {
	select {
	case <-time.After(d):
	case <-sim.over:
	}
}

// nobodyIsLeft checks a closed arcade.
func (sim *simulation) nobodyIsLeft() {
	sim.t.Helper()
	if all, early := sim.door.Limiter.Count(); all != 0 || early != 0 {
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
	if n := sim.hub.Channels(); n != 0 {
		sim.t.Errorf("%d channels that nobody watches", n)
	}
	if all := sim.lobby.Members(); len(all) != 0 {
		sim.t.Errorf("in the hall there are %v", all)
	}
	if n, _, why := sim.writeQueue.Status(); n != 0 {
		sim.t.Errorf("%d games are lost: %v", n, why)
	}
	sim.lobby.RemoveExpired(time.Since(sim.started) + time.Hour)
	if parties, _ := sim.lobby.Count(); parties != 0 {
		sim.t.Errorf("%d parties of nobody", parties)
	}
	sim.lasted = time.Now().Unix()
}

// isKilled copies the arcade's folder at a moment at which all wait for time to pass: so it is what a server leaves that is killed then. A new one
// must find in it what anybody was told.
func (sim *simulation) isKilled() {
	synctest.Wait()
	dir := filepath.Join(sim.t.TempDir(), "killed")
	if err := os.CopyFS(dir, os.DirFS(sim.Dir)); err != nil {
		sim.t.Fatal(err)
	}
	told := sim.copied()
	h := open(sim.t, dir)
	told.isSo(h, 0)
	h.end()
	sim.done("killed")
}

// witness is somebody at a menu, who presses a key four times a second and waits for the answer: since nothing moves
// there, the next bytes are that.
func (sim *simulation) witness() {
	v := sim.come("witness")
	defer v.client.Close()
	v.play()
	v.press("p")
	for n := 0; !sim.ends(); n++ {
		time.Sleep(250 * time.Millisecond)
		synctest.Wait()
		v.sent()
		begun := time.Now()
		io.WriteString(v.types, []string{"\x1b[B", "\x1b[A"}[n%2])
		for v.sent() == "" && !sim.ends() {
			if time.Since(begun) > mostAnswer {
				sim.t.Errorf("a key at a menu is not answered after %v", time.Since(begun))
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}
