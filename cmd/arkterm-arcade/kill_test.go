//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/levels"
)

var killCount = flag.Int("kills", 4,
	"number of servers that TestKillsLoseNothing kills; 200 of them take three minutes")

var postgresURL = flag.String("postgres", "",
	"let two servers of a site share the PostgreSQL database at this `URL`, in turn")

// Maximum number of sites that run at the same time, and number of players per site. Several sites run at the same
// time, because a server spends most of the time waiting.
const maxSites, playersPerSite = 6, 4

// TestKillsLoseNothing kills servers while players connect, play and pause, and while games are submitted. It checks
// that the next server has each saved game and each acknowledged game.
func TestKillsLoseNothing(t *testing.T) {
	if testing.Short() { // the race detector does not see the servers, which are separate processes
		return
	}
	dir := t.TempDir()
	sites := make([]*site, min(maxSites, *killCount))
	errs := make([]error, len(sites))
	var wg sync.WaitGroup
	for i := range sites {
		sites[i] = newSite(filepath.Join(dir, fmt.Sprint(i)), i)
		wg.Go(func() { errs[i] = sites[i].run((*killCount + i) / len(sites)) })
	}
	wg.Wait()
	found, acknowledged := 0, 0
	for _, s := range sites {
		for _, p := range s.players {
			found += p.continued
		}
		acknowledged += s.submitter.earlier + s.submitter.acknowledged
	}
	t.Logf("%d servers killed, %d saved games found, %d submitted games acknowledged", *killCount, found, acknowledged)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if *killCount >= 50 && (found == 0 || acknowledged == 0) {
		t.Error("no saved game was found, or no submitted game was acknowledged")
	}
}

// A site is used by one server after another, each of which is killed. It has its own players, and a submitter of
// finished games. Without PostgreSQL, all servers use the same state folder. With PostgreSQL, the servers use two state
// folders alternately, as if they were on two machines.
type site struct {
	dir       string // contains the state folders
	store     string // URL of the PostgreSQL database; "" if there is none
	started   int    // number of started servers
	random    *rand.Rand
	players   []*returningPlayer
	submitter *submitter
}

// newSite returns the site with index i.
func newSite(dir string, i int) *site {
	s := &site{dir: dir, random: rand.New(rand.NewPCG(2, uint64(i)))}
	if *postgresURL != "" {
		s.store = fmt.Sprintf("%s&search_path=site_%d", *postgresURL, i)
	}
	for k := range playersPerSite {
		key := testKey(fmt.Sprint("player ", i, " ", k))
		hash := sha256.Sum256(key.PublicKey().Marshal())
		s.players = append(s.players, &returningPlayer{
			site: s, key: key, id: hex.EncodeToString(hash[:]),
			random: rand.New(rand.NewPCG(1, uint64(maxSites*i+k))),
		})
	}
	s.submitter = &submitter{key: testKey(fmt.Sprint("submitter ", i)), site: i}
	return s
}

// testKey returns an SSH key that is derived from a name.
func testKey(name string) ssh.Signer {
	seed := sha256.Sum256([]byte(name))
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		panic(err) // cannot happen with a seed of this length
	}
	return signer
}

// run starts and kills n servers. Then it checks with one more server that no acknowledged game is lost.
func (s *site) run(n int) error {
	if err := s.createSchema(); err != nil {
		return err
	}
	for i := range n {
		if err := s.runServer(); err != nil {
			return fmt.Errorf("%s, kill %d: %w", s.dir, i+1, err)
		}
	}
	server, err := s.startServer()
	if err != nil {
		return err
	}
	defer server.kill()
	return s.submitter.checkExport(server.address)
}

// createSchema creates the schema of the site in PostgreSQL, if it uses PostgreSQL.
func (s *site) createSchema() error {
	if s.store == "" {
		return nil
	}
	db, err := sql.Open("pgx", s.store)
	if err != nil {
		return err
	}
	defer db.Close()
	_, schema, _ := strings.Cut(s.store, "search_path=")
	_, err = db.Exec("CREATE SCHEMA " + schema)
	return err
}

// stateDir returns the state folder of the next server.
func (s *site) stateDir() string {
	if s.store == "" {
		return filepath.Join(s.dir, "state")
	}
	return filepath.Join(s.dir, fmt.Sprint("node", s.started%2))
}

// hasSavedGame reports whether a player has a saved game, which the next server must offer to continue.
func (s *site) hasSavedGame(id string) (saved bool, err error) {
	if s.store == "" {
		_, err := os.Stat(filepath.Join(s.stateDir(), "players", id, "game.ark"))
		return err == nil, nil
	}
	db, err := leaderboard.OpenPostgresEditor(s.store)
	if err != nil {
		return false, err
	}
	defer db.Close()
	files, err := db.Files(id)
	return slices.ContainsFunc(files, func(f leaderboard.File) bool { return f.Name == "game.ark" }), err
}

// startServer starts the next server and waits until it listens.
func (s *site) startServer() (*serverProcess, error) {
	args := []string{"--state", s.stateDir()}
	s.started++
	if s.store != "" {
		args = append(args, "--store", s.store)
	}
	return startServer(args...)
}

// A serverProcess is a running server.
type serverProcess struct {
	address string // for SSH
	metrics string // URL of the pages for the operator; "" if there are none
	kill    func() // kills the server
}

// startServer starts a server with the given flags and waits until it listens.
func startServer(args ...string) (*serverProcess, error) {
	cmd := exec.Command("arkterm-arcade", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	log, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &serverProcess{kill: func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}}
	text := ""
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if _, rest, ok := strings.Cut(lines.Text(), "metrics="); ok {
			s.metrics = "http://" + rest
		}
		if _, rest, ok := strings.Cut(lines.Text(), "address="); ok {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			s.address, _, _ = strings.Cut(rest, " ")
			return s, nil
		}
		text += lines.Text() + "\n"
	}
	s.kill()
	return nil, fmt.Errorf("the server does not start: %s", text)
}

// maxServerTime limits the time for which a server runs, and maxPlayTime the time for which players play on it. With
// PostgreSQL, servers save the files of players only every two seconds.
const (
	maxServerTime       = 2 * time.Minute
	maxPlayTime         = 1200 * time.Millisecond
	maxPostgresPlayTime = 6 * time.Second
)

// runServer starts a server and kills it during play. On average, one of five servers is killed while the players
// connect.
func (s *site) runServer() error {
	server, err := s.startServer()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxServerTime)
	defer cancel()
	var wg sync.WaitGroup
	errs := make([]error, len(s.players)+1)
	connected := make(chan struct{}, len(s.players))
	for i, p := range s.players {
		wg.Go(func() {
			signalConnected := sync.OnceFunc(func() { connected <- struct{}{} })
			defer signalConnected()
			errs[i] = unlessEnded(ctx, p.play(ctx, server.address, signalConnected))
		})
	}
	wg.Go(func() { errs[len(s.players)] = unlessEnded(ctx, s.submitter.submitGames(ctx, server.address)) })

	playTime := maxPlayTime
	if s.store != "" {
		playTime = maxPostgresPlayTime
	}
	untilKill := time.Duration(s.random.Int64N(int64(playTime)))
	if s.random.IntN(5) > 0 {
		for range s.players {
			<-connected
		}
	} else {
		untilKill /= 4
	}
	wait(ctx, untilKill)
	timeout := ctx.Err()
	cancel() // before the kill, so that only earlier errors count
	server.kill()
	wg.Wait()
	return errors.Join(append(errs, timeout)...)
}

// wait waits for a time or until the context ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// errLost is the error for the loss of acknowledged data.
var errLost = errors.New("lost")

// unlessEnded returns err, or nil if the end of the context has caused it.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, errLost) {
		return nil
	}
	return err
}

// connect opens a session with a key, from the given address of this machine. It closes the connection when the context
// ends or the function end is called.
func connect(ctx context.Context, address string, key ssh.Signer, from net.IP) (s *ssh.Session, end func(), err error) {
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
		Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
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

// A returningPlayer is a player who connects to each server of a site.
type returningPlayer struct {
	site      *site
	key       ssh.Signer
	id        string // ID of the player
	random    *rand.Rand
	continued int // number of times that a saved game could be continued
}

// maxTitleTime is the maximum time until the title screen appears on a busy machine.
const maxTitleTime = 30 * time.Second

// play connects, checks that a saved game can be continued, calls connected, and plays until the server is killed.
func (r *returningPlayer) play(ctx context.Context, address string, connected func()) error {
	saved, err := r.site.hasSavedGame(r.id)
	if err != nil {
		return err
	}
	session, end, err := connect(ctx, address, r.key, net.IPv4(127, 0, 0, 1))
	if err != nil {
		return err
	}
	defer end()
	in, err := session.StdinPipe()
	if err != nil {
		return err
	}
	var output output
	session.Stdout = &output
	if err := errors.Join(session.Setenv("LANG", "C.UTF-8"), session.RequestPty("vt220", 24, 80, nil),
		session.Shell()); err != nil {
		return err
	}
	if saved {
		titleCtx, stop := context.WithTimeout(ctx, maxTitleTime)
		defer stop()
		for !output.contains("Continue") {
			// The title contains the button Arcade, and \x1b[5n marks the end of a frame. So a frame with both contains
			// the whole title.
			titleComplete := output.contains("Arcade", "\x1b[5n") && !output.contains("Continue")
			if titleComplete || titleCtx.Err() != nil && ctx.Err() == nil {
				return fmt.Errorf("%w: the saved game of %s in %s cannot be continued: %.500q", errLost, r.id,
					r.site.dir, output.String())
			}
			if wait(ctx, 5*time.Millisecond); ctx.Err() != nil {
				return nil
			}
		}
		r.continued++
	}
	connected()

	ended := make(chan struct{})
	go func() {
		_ = session.Wait()
		close(ended)
	}()
	keys := []string{"\r", " ", " ", "\x1b[C", "\x1b[D", "p", "\r"} // p pauses, which saves the game; Enter resumes
	for n := 0; ; n++ {
		key := keys[r.random.IntN(len(keys))]
		if n < 4 && !saved {
			key = "\r" // there are questions at the first visit; Enter selects the default answers
		}
		select {
		case <-ended:
			return nil
		case <-time.After(time.Duration(10+r.random.IntN(80)) * time.Millisecond):
			if _, err := io.WriteString(in, key); err != nil {
				return nil
			}
		}
	}
}

// A submitter submits one game after another. After a server has acknowledged a game, all later servers must have it.
type submitter struct {
	key          ssh.Signer
	site         int    // index of the site
	attempts     int    // number of connections
	next         int    // number of the next game, which is part of its seed
	last         []byte // last game that was acknowledged by an earlier server and not yet checked; nil if none
	acknowledged int    // number of acknowledged games of this key
	earlier      int    // number of acknowledged games of earlier keys
}

// submitGames submits games until the server is killed.
func (c *submitter) submitGames(ctx context.Context, address string) error {
	if c.last != nil {
		known, err := c.submit(ctx, address, c.last)
		switch {
		case err != nil:
			return err
		case !known:
			return fmt.Errorf("%w: an acknowledged game is not on the next server", errLost)
		}
		c.last = nil
	}
	if c.acknowledged >= leaderboard.MaxDailyGames/2 { // because the server deletes games above MaxDailyGames
		if err := c.checkExport(address); err != nil {
			return err
		}
		c.key, c.earlier = testKey(fmt.Sprint("submitter ", c.site, " ", c.next)), c.earlier+c.acknowledged
		c.acknowledged = 0
	}
	for ctx.Err() == nil {
		game, err := bossGame(uint64(1000*c.site + c.next))
		if err != nil {
			return err
		}
		known, err := c.submit(ctx, address, game)
		if err != nil {
			return err
		}
		if !known { // otherwise the game was stored before a kill, perhaps for an earlier key
			c.acknowledged++
		}
		c.last = game
		c.next++
		wait(ctx, 100*time.Millisecond)
	}
	return nil
}

// clientAddress returns the client address of an attempt. Each attempt uses another /24, because the number of
// submissions per network is limited.
func (c *submitter) clientAddress() net.IP {
	return net.IPv4(127, byte(2+c.site), byte(c.attempts), byte(c.attempts>>8))
}

// submit submits a game, and reports whether the server already had it.
func (c *submitter) submit(ctx context.Context, address string, game []byte) (known bool, err error) {
	c.attempts++
	s, end, err := connect(ctx, address, c.key, c.clientAddress())
	if err != nil {
		return false, err
	}
	defer end()
	s.Stdin = bytes.NewReader(game)
	text, err := s.CombinedOutput("submit")
	switch {
	case bytes.Contains(text, []byte("this game has been submitted before")):
		return true, nil
	case bytes.HasPrefix(text, []byte("verified: ")):
		return false, nil
	}
	return false, fmt.Errorf("submit: %q (%w)", text, errors.Join(err, ctx.Err()))
}

// checkExport checks that the player's export contains all acknowledged games.
func (c *submitter) checkExport(address string) error {
	c.attempts++
	s, end, err := connect(context.Background(), address, c.key, c.clientAddress())
	if err != nil {
		return err
	}
	defer end()
	text, err := s.Output("export")
	if err != nil {
		return err
	}
	var export struct{ Games []json.RawMessage }
	if err := json.Unmarshal(text, &export); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if len(export.Games) < c.acknowledged {
		return fmt.Errorf("%w: %d games were acknowledged, but the export contains %d", errLost, c.acknowledged,
			len(export.Games))
	}
	return nil
}

// bossGame returns the recording of a short game in boss rush mode that a bot loses.
func bossGame(seed uint64) ([]byte, error) {
	pack := levels.PackFor(engine.BossRush, 0, levels.Shipped())
	config := engine.Config{
		Levels: pack.Levels,
		Setup:  engine.Setup{Mode: engine.BossRush, Seed: seed, Difficulty: engine.Hard},
	}
	g, err := engine.New(config)
	if err != nil {
		return nil, err
	}
	r := replay.NewRecording("kills", config, pack)
	for b := bot.OfStrength(bot.Beginner, seed); !g.Phase.Ended(); {
		in := engine.Input{b.Play(g)}
		r.Add(in)
		g.Step(in)
		r.Checkpoint(g)
	}
	r.Close(g)
	return r.Packed(), nil
}

// An output collects the output of a session. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// contains reports whether the output contains the texts in this order.
func (o *output) contains(texts ...string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	rest, ok := o.text.Bytes(), true
	for _, text := range texts {
		if _, rest, ok = bytes.Cut(rest, []byte(text)); !ok {
			return false
		}
	}
	return true
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
