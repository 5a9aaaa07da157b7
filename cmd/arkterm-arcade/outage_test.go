//go:build unix && cluster

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/leaderboard"
)

var outageCount = flag.Int("outages", 3,
	"number of times that TestOutagesLoseNothing kills each of a server, PostgreSQL and NATS; see .ci/test-cluster")

// TestOutagesLoseNothing kills servers, PostgreSQL and NATS during play. It checks that no acknowledged game is lost,
// that the saved game of a player is recent and can be continued on another server, that spectators continue soon, and
// that /health names the missing part. Several sites run at the same time, because they spend most of the time waiting.
func TestOutagesLoseNothing(t *testing.T) {
	sites := make([]*sharedSite, min(maxSharedSites, *outageCount))
	errs := make([]error, len(sites))
	var wg sync.WaitGroup
	for i := range sites {
		c := &sharedSite{
			dir: t.TempDir(), number: i, random: rand.New(rand.NewPCG(3, uint64(i))), key: testKey("player"),
			submitter: &submitter{key: testKey("submitter"), site: maxSites + i},
			slowest:   make(map[string]time.Duration),
		}
		sites[i] = c
		wg.Go(func() {
			defer c.stop()
			errs[i] = c.test((*outageCount+i)/len(sites), t.Logf)
		})
	}
	wg.Wait()
	slowest, acknowledged := make(map[string]time.Duration), 0
	for _, c := range sites {
		acknowledged += c.submitter.earlier + c.submitter.acknowledged
		for name, t := range c.slowest {
			slowest[name] = max(slowest[name], t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(slowest)) {
		t.Logf("%-45s at most %v", name, slowest[name].Round(time.Millisecond))
	}
	t.Logf("%d kills each, %d submitted games acknowledged", *outageCount, acknowledged)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if acknowledged < *outageCount {
		t.Errorf("%d submitted games were acknowledged, want at least %d", acknowledged, *outageCount)
	}
}

// maxSharedSites is the maximum number of sites that run at the same time.
const maxSharedSites = 3

// test tests n outages of each kind. It logs its progress.
func (c *sharedSite) test(n int, logf func(format string, args ...any)) error {
	text, err := exec.Command("../../.ci/test-cluster", "prepare").Output()
	if err != nil {
		return err
	}
	c.services = strings.TrimSpace(string(text))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := c.start(); err != nil {
		return err
	}
	for _, o := range []struct {
		name string
		kill func(ctx context.Context) error // kills, waits until the site has recovered, and checks the result
	}{
		{"NATS", c.killNATS}, {"server", c.killServer}, {"PostgreSQL", c.killPostgres},
	} {
		c.killed = o.name
		for i := range n {
			if err := c.run(ctx, i, o.kill); err != nil {
				return fmt.Errorf("site %d, kill %d of %s: %w", c.number, i+1, o.name, err)
			}
			if i%10 == 9 {
				logf("site %d: %d kills of %s", c.number, i+1, o.name)
			}
		}
	}
	return c.submitter.checkExport(c.servers[0].address)
}

// A daemon is a program that can be killed and started again.
type daemon struct {
	path   string
	cmd    *exec.Cmd
	exited chan struct{} // closed when the program has ended; nil before start
}

func (d *daemon) start() error {
	d.cmd, d.exited = exec.Command(d.path), make(chan struct{})
	if err := d.cmd.Start(); err != nil {
		close(d.exited)
		return err
	}
	go func(cmd *exec.Cmd, exited chan struct{}) {
		_ = cmd.Wait()
		close(exited)
	}(d.cmd, d.exited)
	return nil
}

// hasExited reports whether the program has ended.
func (d *daemon) hasExited() bool {
	select {
	case <-d.exited:
		return true
	default:
		return false
	}
}

func (d *daemon) kill() {
	if d.exited != nil {
		_ = d.cmd.Process.Kill()
		<-d.exited
	}
}

// A sharedSite consists of two servers that share a PostgreSQL and a NATS server. A player plays on one of them and a
// spectator watches the game on the other one. A submitter submits games to both.
type sharedSite struct {
	number         int
	dir            string // contains the state folders
	services       string // folder that .ci/test-cluster has prepared
	flags          []string
	postgres, nats daemon
	natsAddress    string
	servers        [2]*serverProcess
	db             *leaderboard.DB
	random         *rand.Rand
	connections    int // number of connections so far; each has another client address

	key       ssh.Signer // of the player
	id, name  string     // of the player
	home      int        // index of the player's server
	player    *visit
	playing   time.Time    // time when the game started or continued on this server, after the countdown
	typed     atomic.Int64 // number of keys that the player has typed on this server
	spectator *visit
	submitter *submitter

	killed  string                   // name of the part that is killed
	slowest map[string]time.Duration // maximum times, by killed part and description
}

// Limits of an outage. On a busy machine, a time includes the delay of its measurement.
const (
	maxSaveAge     = 10 * time.Second       // maximum age of a saved game; see [arcade.SaveInterval]
	measuringDelay = 500 * time.Millisecond // tolerance for measured times that are compared with maxSaveAge
	maxResume      = 3 * time.Second        // maximum time until a spectator sees the game again
	maxHealth      = 15 * time.Second       // maximum time until /health reports a change, with a retry of WriteQueue
	maxStart       = time.Minute            // maximum time for starting a program
)

// poll waits until a condition is true. It returns the time, or an error after limit.
func poll(limit time.Duration, condition func() bool) (time.Duration, error) {
	start := time.Now()
	for !condition() {
		if time.Since(start) > limit {
			return limit, fmt.Errorf("not within %v", limit)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(start), nil
}

// record keeps the longest time of each event.
func (c *sharedSite) record(description string, t time.Duration) {
	description = c.killed + ": " + description
	c.slowest[description] = max(c.slowest[description], t)
}

// await is like poll and records the time. The error contains the description.
func (c *sharedSite) await(description string, limit time.Duration, condition func() bool) error {
	took, err := poll(limit, condition)
	c.record(description, took)
	if err != nil {
		return fmt.Errorf("%s: %w", description, err)
	}
	return nil
}

// start starts all programs and creates the player.
func (c *sharedSite) start() error {
	c.postgres.path, c.nats.path = filepath.Join(c.services, "postgres"), filepath.Join(c.services, "nats")
	store, err1 := os.ReadFile(filepath.Join(c.services, "postgres.url"))
	feed, err2 := os.ReadFile(filepath.Join(c.services, "nats.url"))
	if err := errors.Join(err1, err2, c.postgres.start(), c.nats.start()); err != nil {
		return err
	}
	url := strings.TrimSpace(string(store))
	c.flags = []string{"--store", url, "--feed", strings.TrimSpace(string(feed)), "--metrics", "127.0.0.1:0"}
	_, c.natsAddress, _ = strings.Cut(c.flags[3], "//")
	for i := range c.servers {
		if err := c.await("start", maxStart, func() bool { return c.startServer(i) == nil }); err != nil {
			return err
		}
	}
	hash := sha256.Sum256(c.key.PublicKey().Marshal())
	c.id = hex.EncodeToString(hash[:])
	var err error
	if c.db, err = leaderboard.OpenPostgresEditor(url); err != nil {
		return err
	}
	session, end, err := connect(context.Background(), c.servers[0].address, c.key, c.nextAddress())
	if err != nil {
		return err
	}
	defer end()
	if _, err := session.Output("export"); err != nil { // the first command creates the player
		return err
	}
	p, err := c.db.PlayerByKey(c.id)
	c.name = p.Name.String()
	// A game in this mode has no end.
	settings := leaderboard.File{Name: "settings.toml", Modified: time.Now(), Data: []byte("mode = \"zen\"\n")}
	return errors.Join(err, c.db.SaveFiles(c.id, []leaderboard.File{settings}))
}

// startServer starts a server of the site.
func (c *sharedSite) startServer(i int) (err error) {
	c.servers[i], err = startServer(append(c.flags, "--state", filepath.Join(c.dir, fmt.Sprint(i)))...)
	return err
}

// stop kills all programs.
func (c *sharedSite) stop() {
	for _, s := range c.servers {
		if s != nil {
			s.kill()
		}
	}
	if c.db != nil {
		_ = c.db.Close()
	}
	c.postgres.kill()
	c.nats.kill()
	if c.services != "" {
		os.RemoveAll(c.services)
	}
}

// nextAddress returns the client address of the next connection. It is in another /24, because the number of
// connections per network is limited.
func (c *sharedSite) nextAddress() net.IP {
	c.connections++
	return net.IPv4(127, byte(100+c.number), byte(c.connections), byte(c.connections>>8))
}

// run runs an outage while the submitter submits games. Before every fourth outage, the player and the spectator
// connect to the other server.
func (c *sharedSite) run(ctx context.Context, i int, kill func(ctx context.Context) error) error {
	if c.player == nil || i%4 == 0 {
		if err := c.move(ctx, 1-c.home); err != nil {
			return err
		}
	}
	submitting, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	var submitErr error
	address := c.servers[i%2].address
	wg.Go(func() {
		for submitting.Err() == nil && submitErr == nil {
			// A submission fails during an outage, but an acknowledged game must not be lost.
			if err := c.submitter.submitGames(submitting, address); errors.Is(err, errLost) {
				submitErr = err
			}
			wait(submitting, 100*time.Millisecond)
		}
	})
	wait(ctx, time.Duration(c.random.Int64N(int64(time.Second))))
	err := kill(ctx)
	stop()
	wg.Wait()
	if err = errors.Join(err, submitErr); err != nil || c.submitter.last == nil {
		return err
	}
	address = c.servers[0].address
	known, err := c.submitter.submit(ctx, address, c.submitter.last)
	if err == nil && !known {
		err = fmt.Errorf("%w: an acknowledged game", errLost)
	}
	c.submitter.last = nil
	return err
}

// move lets the player continue on a server, and the spectator watch the game on the other one.
func (c *sharedSite) move(ctx context.Context, home int) (err error) {
	if c.player != nil {
		c.player.end()
		c.spectator.end()
	}
	c.home = home
	if err := c.play(ctx); err != nil {
		return err
	}
	return c.watch(ctx, 1-home)
}

// savedAt returns the time of the saved game in the database; zero if there is none.
func (c *sharedSite) savedAt() (time.Time, error) {
	files, err := c.db.Files(c.id)
	i := slices.IndexFunc(files, func(f leaderboard.File) bool { return f.Name == "game.ark" })
	if i < 0 {
		return time.Time{}, err
	}
	return files[i].Modified, err
}

// play connects the player to its server. If there is a saved game, the server must offer to continue it.
func (c *sharedSite) play(ctx context.Context) (err error) {
	saved, err := c.savedAt()
	if err != nil {
		return err
	}
	if c.player, err = c.visit(ctx, c.home, c.key, ""); err != nil {
		return err
	}
	if !saved.IsZero() {
		hasTitle := func() bool { return c.player.contains("Arcade", endOfFrame) }
		if err := c.await("title", maxStart, hasTitle); err != nil {
			return err
		}
		if saved, err = c.savedAt(); err == nil && !saved.IsZero() && !c.player.contains("Continue") {
			return fmt.Errorf("%w: the saved game cannot be continued: %.500q", errLost, c.player.String())
		}
	}
	c.typed.Store(0)
	keys := []string{"\x1b[C", "\x1b[D", " ", "\r"}
	go c.player.answerQueries(func(n int) string {
		if c.typed.Add(1) <= numAnswers {
			return "\r"
		}
		return keys[n%len(keys)]
	})
	if err := c.await("countdown", maxStart, func() bool { return c.typed.Load() > numBefore }); err != nil {
		return err
	}
	c.playing = time.Now()
	took, err := c.waitForFrames(c.player, maxStart)
	c.record("play", took)
	return err
}

const (
	// numAnswers is the number of times that the player presses Enter, for the questions of the first visit or for the
	// button Continue.
	numAnswers = 5

	// numBefore is the number of keys that the player types until the game runs, after a countdown of three seconds.
	numBefore = 45
)

// watch connects the spectator to a server, which must show the game soon.
func (c *sharedSite) watch(ctx context.Context, server int) (err error) {
	if waitErr := c.await("watch", maxResume, func() bool {
		if c.spectator, err = c.visit(ctx, server, testKey("spectator"), "watch "+c.name); err != nil {
			return false
		}
		go c.spectator.answerQueries(nil)
		if _, err = c.waitForFrames(c.spectator, maxResume/2); err == nil && !c.spectator.contains(" watching") {
			err = errors.New("the spectator watches no game")
		}
		if err != nil {
			err = fmt.Errorf("%w: %.500q", err, c.spectator.tail())
			c.spectator.end()
		}
		return err == nil
	}); waitErr != nil {
		return errors.Join(waitErr, err)
	}
	return nil
}

// checkSavedGame checks that the saved game lacks at most maxSaveAge of play. at is the current time or the time of a
// kill.
func (c *sharedSite) checkSavedGame(at time.Time) error {
	saved, err := c.savedAt()
	if err != nil {
		return err
	}
	if saved.Before(c.playing) {
		saved = c.playing // when the game continued, it was as it had been saved
	}
	lost := at.Sub(saved)
	if lost > maxSaveAge+measuringDelay {
		return fmt.Errorf("%w: the saved game is %v old", errLost, lost)
	}
	c.record("age of the saved game", lost)
	return nil
}

// awaitHealth waits until /health of both servers has a status and contains a text.
func (c *sharedSite) awaitHealth(description string, status int, text string) error {
	for _, s := range c.servers {
		if err := c.await(description, maxHealth, func() bool {
			reply, err := http.Get(s.metrics + "/health")
			if err != nil {
				return false
			}
			defer reply.Body.Close()
			body, err := io.ReadAll(reply.Body)
			return err == nil && reply.StatusCode == status && bytes.Contains(body, []byte(text))
		}); err != nil {
			return err
		}
	}
	return nil
}

// awaitFrames waits until the spectator sees the game. passed is the time since the end of the outage.
func (c *sharedSite) awaitFrames(description string, passed time.Duration) error {
	took, err := c.waitForFrames(c.spectator, maxResume-passed)
	c.record(description, passed+took)
	if err != nil {
		return fmt.Errorf("%s: %w: %.500q", description, err, c.spectator.tail())
	}
	return nil
}

// killPostgres is an outage of PostgreSQL.
func (c *sharedSite) killPostgres(ctx context.Context) error {
	c.postgres.kill()
	if err := errors.Join(c.awaitHealth("/health names the database", 503, "database"),
		c.awaitFrames("watch without PostgreSQL", 0)); err != nil {
		return err
	}
	wait(ctx, time.Duration(c.random.Int64N(int64(2*time.Second))))
	if err := c.await("start PostgreSQL", maxStart, func() bool {
		// It does not start before all processes of the killed server have ended.
		if c.postgres.hasExited() && c.postgres.start() != nil {
			return false
		}
		return c.db.Ping(ctx) == nil
	}); err != nil {
		return err
	}
	var err error
	if waitErr := c.await("save after PostgreSQL has started", maxResume, func() bool {
		err = c.checkSavedGame(time.Now())
		return err == nil
	}); waitErr != nil {
		return errors.Join(err, waitErr)
	}
	return errors.Join(c.awaitFrames("watch with PostgreSQL", 0), c.awaitHealth("/health is ok again", 200, "ok"))
}

// killNATS is an outage of NATS. Some are longer than the time after which a silent server is considered dead.
func (c *sharedSite) killNATS(ctx context.Context) error {
	c.nats.kill()
	if err := c.awaitHealth("/health names NATS", 200, "NATS"); err != nil {
		return err
	}
	wait(ctx, time.Duration(c.random.Int64N(int64(8*time.Second))))
	if err := errors.Join(c.checkSavedGame(time.Now()), c.nats.start(), c.await("start NATS", maxStart, func() bool {
		conn, err := net.Dial("tcp", c.natsAddress)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})); err != nil {
		return err
	}
	started := time.Now()
	return errors.Join(c.awaitHealth("/health is ok again", 200, "ok\n"),
		c.awaitFrames("watch after NATS has started", time.Since(started)))
}

// killServer kills the server of the player or of the spectator. Then both use the remaining server.
func (c *sharedSite) killServer(ctx context.Context) error {
	wait(ctx, time.Duration(c.random.Int64N(int64(12*time.Second))))
	dead := c.random.IntN(2)
	c.servers[dead].kill()
	if err := c.checkSavedGame(time.Now()); err != nil {
		return err
	}
	c.spectator.end()
	if c.home == dead {
		c.player.end()
		c.home = 1 - dead
		if err := c.play(ctx); err != nil {
			return err
		}
	}
	return errors.Join(c.watch(ctx, 1-dead),
		c.await("start a server", maxStart, func() bool { return c.startServer(dead) == nil }))
}

// A visit is a session with a terminal.
type visit struct {
	output
	in  io.Writer
	end func()
	ctx context.Context // ends with the visit
}

// endOfFrame is the query at the end of each frame.
const endOfFrame = "\x1b[5n"

// visit opens a session on a server; command is "" for the game.
func (c *sharedSite) visit(ctx context.Context, server int, key ssh.Signer, command string) (*visit, error) {
	v := new(visit)
	var cancel func()
	v.ctx, cancel = context.WithCancel(ctx)
	session, end, err := connect(v.ctx, c.servers[server].address, key, c.nextAddress())
	if err != nil {
		cancel()
		return nil, err
	}
	v.end = func() {
		cancel()
		end()
	}
	session.Stdout = &v.output
	v.in, err = session.StdinPipe()
	err = errors.Join(err, session.Setenv("LANG", "C.UTF-8"), session.RequestPty("vt220", 24, 80, nil))
	if command == "" {
		err = errors.Join(err, session.Shell())
	} else {
		err = errors.Join(err, session.Start(command))
	}
	if err != nil {
		v.end()
		return nil, err
	}
	return v, nil
}

// answerQueries answers the queries at the ends of frames until the visit ends. Unless keys is nil, it also types the
// keys that it returns for the numbers 0, 1, 2, ...
func (v *visit) answerQueries(keys func(n int) string) {
	answered := 0
	for n := 0; v.ctx.Err() == nil; n++ {
		text := strings.Repeat("\x1b[0n", v.numFrames()-answered)
		answered += len(text) / len("\x1b[0n")
		if keys != nil && n%5 == 4 {
			text += keys(n / 5)
		}
		if _, err := io.WriteString(v.in, text); err != nil {
			return
		}
		wait(v.ctx, 20*time.Millisecond)
	}
}

// numFrames returns the number of frames so far.
func (v *visit) numFrames() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return bytes.Count(v.text.Bytes(), []byte(endOfFrame))
}

// waitForFrames waits until a visit shows several frames, which only a running game does, and returns the time. It
// fails after limit, but not before the player has received many frames, because a busy machine delays both.
func (c *sharedSite) waitForFrames(v *visit, limit time.Duration) (took time.Duration, err error) {
	const few, many = 4, 30
	first, firstOfPlayer := v.numFrames(), c.player.numFrames()
	shows := func() bool { return v.numFrames() >= first+few }
	if took, err = poll(limit, shows); err == nil || v == c.player {
		return took, err
	}
	more, err := poll(maxStart, func() bool { return shows() || c.player.numFrames() >= firstOfPlayer+many })
	if err == nil && !shows() {
		err = fmt.Errorf("not within %v", limit)
	}
	return took + more, err
}

// tail returns the end of the output.
func (v *visit) tail() string {
	text := v.String()
	return text[max(0, len(text)-500):]
}
