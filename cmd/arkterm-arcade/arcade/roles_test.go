package arcade

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/crypto/ssh"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/leaderboard"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm-arcade/sshd"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/progress"
	"arkterm/cmd/arkterm/replay"
	"arkterm/cmd/arkterm/store"
	"arkterm/cmd/arkterm/testenv"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/input"
	"arkterm/levels"
)

// A role is the behavior of a visitor in a simulated arcade. run calls achieve when the visitor has achieved the
// purpose of the role. It returns when the simulation ends, or earlier.
type role struct {
	name string
	run  func(p *simPlayer)
}

// roles contains all roles. Each arcade has a visitor with the first role.
var roles = [...]role{
	{"steady", (*simPlayer).playSteadily},
	{"wild", (*simPlayer).playWildly},
	{"guest", func(p *simPlayer) { p.keyName = ""; p.playWildly() }},
	{"rivals", (*simPlayer).playMatches},
	{"watcher", (*simPlayer).watch},
	{"browser", (*simPlayer).browse},
	{"submitter", (*simPlayer).submitGames},
	{"finisher", (*simPlayer).finishGame},
	{"renamed", (*simPlayer).changeNames},
	{"deleted", (*simPlayer).deleteAccount},
	{"blocked", (*simPlayer).getBlocked},
	{"disk", (*simPlayer).breakDisk},
	{"partners", (*simPlayer).finishMatches},
	{"linked", (*simPlayer).linkKeys},
	{"calendar", (*simPlayer).changeClock},
}

// A simPlayer is a simulated visitor.
type simPlayer struct {
	*simulation
	keyName  string // name of the SSH key; "" for a guest
	rng      *rand.Rand
	broken   bool        // writes to the player's folder fail, see breakFolder
	achieved atomic.Bool // the visitor has achieved the purpose of the role
}

// achieve records that the visitor has achieved the purpose of the role.
func (p *simPlayer) achieve() { p.achieved.Store(true) }

// newPlayer returns a visitor with a key, or a guest if keyName is "".
func (sim *simulation) newPlayer(keyName string, rng *rand.Rand) *simPlayer {
	return &simPlayer{simulation: sim, keyName: keyName, rng: rng}
}

// randomTime returns a random duration in [min, max).
func (p *simPlayer) randomTime(min, max time.Duration) time.Duration {
	return min + time.Duration(p.rng.Int64N(int64(max-min)))
}

// pickRandom returns one of the arguments.
func pickRandom[T any](rng *rand.Rand, all ...T) T { return all[rng.IntN(len(all))] }

// connect opens a connection with a random latency. It returns nil if the arcade refuses the connection or has closed.
func (p *simPlayer) connect() (*ssh.Client, *slowConn) {
	raw, err := p.dial(netip.AddrFrom4([4]byte{198, 51, byte(p.rng.IntN(200)), byte(p.rng.IntN(200))}))
	if err != nil {
		return nil, nil
	}
	slow := &slowConn{Conn: raw, delay: p.randomTime(0, 80*time.Millisecond)}
	auth := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if p.keyName != "" {
		auth = ssh.PublicKeys(testKey(p.keyName))
	}
	conn, channels, requests, err := ssh.NewClientConn(slow, "",
		&ssh.ClientConfig{Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		raw.Close()
		return nil, nil
	}
	return ssh.NewClient(conn, channels, requests), slow
}

// enter starts a visit with a random terminal. It returns nil if the arcade refuses the connection.
func (p *simPlayer) enter() (*visitor, *slowConn) {
	return p.enterWith("", pickRandom(p.rng, "vt220", "foot", "xterm-256color", "dumb", ""))
}

// enterWith is like enter, with the given terminal. It executes a command if it is not "".
func (p *simPlayer) enterWith(command, term string) (*visitor, *slowConn) {
	client, slow := p.connect()
	if client == nil {
		return nil, nil
	}
	v := &visitor{client: client}
	var err error
	if v.Session, err = client.NewSession(); err == nil {
		v.Stdout = v
		v.input, _ = v.StdinPipe()
		err = errors.Join(v.Setenv("LANG", "C.UTF-8"), v.RequestPty(term, 24, 80, nil))
		if err == nil && command != "" {
			err = v.Start(command)
		} else if err == nil {
			err = v.Shell()
		}
	}
	if err != nil {
		client.Close()
		return nil, nil
	}
	time.Sleep(time.Second)
	return v, slow
}

// tryCommand executes a command without a terminal, and returns its output. ok is false if the connection failed.
func (p *simPlayer) tryCommand(words, in string) (text string, ok bool) {
	client, _ := p.connect()
	if client == nil {
		return "", false
	}
	defer client.Close()
	s, err := client.NewSession()
	if err != nil {
		return "", false
	}
	s.Stdin = strings.NewReader(in)
	out, err := s.CombinedOutput(words)
	if _, ok := errors.AsType[*ssh.ExitError](err); err != nil && !ok {
		return "", false
	}
	return string(out), true
}

// isKnown calls f, and reports whether all look-ups of the player during the call have succeeded. If a look-up fails,
// the arcade treats the player as a guest.
func (p *simPlayer) isKnown(f func()) bool {
	before := p.disk.lookupFailures(playerID(p.keyName))
	f()
	return p.disk.lookupFailures(playerID(p.keyName)) == before
}

// playSteadily plays, disconnects, returns and continues to play.
func (p *simPlayer) playSteadily() {
	for !p.ended() {
		var v *visitor
		var slow *slowConn
		known := p.isKnown(func() { v, slow = p.enter() })
		if v == nil {
			return
		}
		v.startGame()
		v.press(" ") // in some terminals, there is an additional question at the first visit
		start := time.Now()
		until := start.Add(p.randomTime(time.Second, 4*time.Second))
		for !p.ended() && time.Now().Before(until) && !slow.isBroken() {
			io.WriteString(v.input, pickRandom(p.rng, "\x1b[C", "\x1b[D", "a", "d", " "))
			if known && time.Since(start) > time.Second {
				p.update(func() { p.inGame[p.keyName] = true })
			}
			time.Sleep(p.randomTime(20*time.Millisecond, 400*time.Millisecond))
			if p.rng.IntN(6) == 0 {
				slow.stall(p.randomTime(100*time.Millisecond, 2*time.Second))
			}
			if p.rng.IntN(10) == 0 {
				_ = v.WindowChange(pickRandom(p.rng, 20, 24, 40), pickRandom(p.rng, 60, 80, 100))
			}
		}
		p.endVisit(v, slow)
		time.Sleep(p.randomTime(0, 2*time.Second))
	}
}

// endVisit ends a visit in one of several ways.
func (p *simPlayer) endVisit(v *visitor, slow *slowConn) {
	switch p.rng.IntN(4) {
	case 0: // the connection breaks
		slow.Close()
	case 1: // Ctrl-C
		slow.stall(0)
		io.WriteString(v.input, "\x03")
		_ = v.Wait()
		p.checkSaved(v)
	case 2: // waits until the arcade closes
		<-p.finished
		_ = v.Wait()
		p.checkSaved(v)
	default: // ssh's escape ~.
		v.client.Close()
	}
	v.client.Close()
}

// checkSaved checks that a player whose final message reports a saved game has one.
func (p *simPlayer) checkSaved(v *visitor) {
	if !strings.Contains(v.takeOutput(), "your game is saved") {
		return
	}
	if err := canContinue(p.Dir, p.keyName); err != nil {
		p.t.Errorf("%s has seen that the game is saved, but has no valid saved game: %v", p.keyName, err)
	}
	p.update(func() { p.saved[p.keyName] = true })
	p.countAction("saved a game")
	p.achieve()
}

// playWildly repeatedly connects and executes random actions.
func (p *simPlayer) playWildly() {
	for !p.ended() {
		v, slow := p.enter()
		if v == nil {
			time.Sleep(time.Second)
			continue
		}
		for n := 0; n < 30 && !p.ended() && !slow.isBroken(); n++ {
			pickRandom(p.rng, wildActions...)(p, v, slow)
			p.achieve()
			time.Sleep(p.randomTime(0, 300*time.Millisecond))
		}
		p.repairFolder()
		slow.Close()
		v.client.Close()
	}
}

// wildActions contains unusual actions of a visitor, which must not affect other visitors. playWildly selects them at
// random.
var wildActions = []func(p *simPlayer, v *visitor, slow *slowConn){
	func(p *simPlayer, v *visitor, _ *slowConn) { // keys, mouse events and replies of terminals
		for range 1 + p.rng.IntN(5) {
			io.WriteString(v.input, pickRandom(p.rng, "\r", " ", "p", "\x1b", "r", "?", "t", "b", "\x1b[A", "\x1b[B",
				"\x1b[C", "\x1b[D",
				"\x1b[<0;20;10M\x1b[<0;20;10m", "\x1b[O", "\x1b[I",
				"\x1b[0n", "\x1b[?62;22c", "\x1b[200~pasted\x1b[201~"))
		}
	},
	func(p *simPlayer, v *visitor, _ *slowConn) { // random bytes
		noise := make([]byte, 1+p.rng.IntN(5000))
		for i := range noise {
			noise[i] = byte(p.rng.Uint32())
		}
		v.input.Write(noise)
	},
	func(p *simPlayer, v *visitor, _ *slowConn) {
		_ = v.WindowChange(pickRandom(p.rng, 0, 1, 23, 24, 60, 1<<20), pickRandom(p.rng, 0, 1, 79, 80, 200, 1<<30))
	},
	func(p *simPlayer, _ *visitor, slow *slowConn) {
		slow.stall(p.randomTime(0, pickRandom(p.rng, 500*time.Millisecond, 5*time.Second, 50*time.Second)))
	},
	func(p *simPlayer, v *visitor, _ *slowConn) { // OpenSSH does this to obscure keystroke timing
		for range 20 {
			_, _, _ = v.client.SendRequest("keepalive@openssh.com", false, nil)
		}
	},
	func(p *simPlayer, v *visitor, _ *slowConn) {
		go func() {
			if s, err := v.client.NewSession(); err == nil {
				s.Close()
			}
		}()
	},
	func(p *simPlayer, v *visitor, _ *slowConn) { io.WriteString(v.input, "\x03") },
	func(p *simPlayer, v *visitor, slow *slowConn) { slow.Close() },
	func(p *simPlayer, _ *visitor, _ *slowConn) { // another connection with the same key, with a command
		p.tryCommand(pickRandom(p.rng, "version", "help", "sh -c id", "name", "export", "link", "claim 22222-22222",
			"scores",
			"replay 1", "watch",
			strings.Repeat("x", 300)), pickRandom(p.rng, "", "text"))
	},
	func(p *simPlayer, _ *visitor, _ *slowConn) { // an untrusted proxy, or one with an invalid header
		if conn, err := p.listener.Dial(
			pickRandom(p.rng, proxyAddress, netip.MustParseAddr("203.0.113.9"))); err == nil {
			_, _ = io.WriteString(conn, pickRandom(p.rng, "", "PROXY TCP4 1.2.3.4 1.2.3.4 1 1\r\n", "PROXY UNKNOWN\r\n",
				"GET / HTTP/1.1\r\n\r\n"))
			time.Sleep(p.randomTime(0, time.Second))
			conn.Close()
		}
	},
	func(p *simPlayer, _ *visitor, _ *slowConn) { p.breakFolder() },
	func(p *simPlayer, _ *visitor, _ *slowConn) { p.repairFolder() },
}

// breakFolder replaces the player's folder by a file, so that all writes to the folder fail.
func (p *simPlayer) breakFolder() {
	if dir := filepath.Join(p.Dir, playerFolder(p.keyName)); p.keyName != "" && !p.broken &&
		os.Rename(dir, dir+".away") == nil {
		p.broken = os.WriteFile(dir, nil, 0o600) == nil
	}
}

// repairFolder reverts breakFolder.
func (p *simPlayer) repairFolder() {
	if dir := filepath.Join(p.Dir, playerFolder(p.keyName)); p.broken {
		p.broken = false
		if err := errors.Join(os.Remove(dir), os.Rename(dir+".away", dir)); err != nil {
			p.t.Errorf("restore a player's folder: %v", err)
		}
	}
}

// playMatches plays with a second player. The second player joins with a code, and several times drops out and returns.
// Each time, both must be in the same match afterwards.
func (p *simPlayer) playMatches() {
	q := p.newPlayer(p.keyName+" too", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	name, other := p.createAccount(), q.createAccount()
	a, slowA := p.enterWith("", "vt220")
	if a == nil {
		return
	}

	defer a.client.Close()
	code := a.openParty()
	if code == "" {
		p.countAction("no code")
		return
	}

	b, slowB := q.enterWith("join "+code, "vt220")
	if b == nil {
		return
	}
	defer func() { b.client.Close() }()
	p.countAction("matches")
	for !p.ended() && !slowA.isBroken() {
		// Both players press keys, and see the same match.
		for range 1 + p.rng.IntN(10) {
			io.WriteString(a.input, pickRandom(p.rng, "\x1b[C", "\x1b[D", " ", "1", "5"))
			io.WriteString(b.input, pickRandom(p.rng, "\x1b[C", "\x1b[D", " ", "2", "6"))
			p.sleep(p.randomTime(20*time.Millisecond, 300*time.Millisecond))
		}
		if stream := p.streamOf(name); stream != nil && stream == p.streamOf(other) {
			p.achieve()
		}

		switch p.rng.IntN(4) {
		case 0: // the other player's connection breaks or stalls
			slowB.stall(p.randomTime(0, 10*time.Second))
			command := "join " + code // takes the seat from the stalled connection
			if p.rng.IntN(2) == 0 {
				slowB.Close()
				command = pickRandom(p.rng, command, "")
			}
			p.sleep(p.randomTime(0, 2*time.Second))
			before := b
			known := q.isKnown(func() { b, slowB = q.enterWith(command, "vt220") })
			if b == nil {
				b = before
				return
			}
			before.client.Close()
			p.sleep(time.Second)
			if stream, otherStream := p.streamOf(name),
				p.streamOf(other); known && !p.ended() && stream != nil && stream != otherStream {
				p.t.Errorf("%s has returned with the command %q, but is not in the match of %s: streams %p, %p", other,
					command, name, stream,
					otherStream)
			}
			p.countAction("returned to a match")
		case 1:
			_ = a.WindowChange(pickRandom(p.rng, 20, 24, 50), pickRandom(p.rng, 60, 80, 160))
		case 2:
			slowA.stall(p.randomTime(0, time.Second))
		}
	}
}

// createAccount creates the player's account without a visit, and returns its default name.
func (p *simPlayer) createAccount() string {
	player, err := p.disk.Store.SignIn(playerID(p.keyName), maxPlayers, time.Now())
	if err != nil {
		p.t.Errorf("create an account: %v", err)
	}
	return player.Name.String()
}

// changeName changes the player's name and returns the new name, or "" if the change fails.
func (p *simPlayer) changeName(name string) string {
	p.update(func() {
		delete(p.names, p.keyName)
		delete(p.deleted, p.keyName)
	})
	if text, ok := p.tryCommand("name "+name, ""); ok && strings.HasPrefix(text, "your name is now ") {
		n, _, _ := strings.Cut(strings.TrimPrefix(text, "your name is now "), "\n")
		p.update(func() { p.names[p.keyName] = leaderboard.StoredName(n) })
		p.countAction("named")
		return n
	}
	return ""
}

// streamOf returns the stream of a player's game, or nil.
func (sim *simulation) streamOf(name string) any {
	for _, v := range sim.lobby.Members() {
		if v.Name == name && v.Stream != nil && !v.Stream.Closed() {
			return v.Stream
		}
	}
	return nil
}

// watch watches games in progress and rewinds them.
func (p *simPlayer) watch() {
	for !p.ended() {
		p.sleep(p.randomTime(0, 4*time.Second)) // there may be no game yet
		v, slow := p.enterWith(pickRandom(p.rng, "watch", "watch", "watch nobody"), pickRandom(p.rng, "vt220", "foot"))
		if v == nil {
			return
		}
		if strings.Contains(screenText(v.takeOutput()), "LIVE") {
			p.achieve()
		}
		for n := 0; n < 20 && !p.ended() && !slow.isBroken(); n++ {
			io.WriteString(v.input,
				pickRandom(p.rng, "\x1b[D", "[", "]", " ", "\x1b[F", "\t", "?", "\x1b[<0;20;24M\x1b[<0;20;24m"))
			p.sleep(p.randomTime(20*time.Millisecond, 800*time.Millisecond))
			switch p.rng.IntN(8) {
			case 0:
				slow.stall(p.randomTime(0, 3*time.Second))
			case 1:
				_ = v.WindowChange(pickRandom(p.rng, 1, 20, 24, 50), pickRandom(p.rng, 1, 60, 80, 160))
			case 2:
				io.WriteString(v.input, "q")
			}
		}
		p.countAction("watched")
		v.client.Close()
	}
}

// changeNames repeatedly chooses names that other players also choose.
func (p *simPlayer) changeNames() {
	for !p.ended() {
		if p.changeName(pickRandom(p.rng, "Ann", "ANN", "änn", "A-nn", "bill", "b1ll", "BIll", "Otto",
			"ΟΤΤΟ", "отто", "corn",
			"com", "admin")) != "" {
			p.achieve()
		}
		p.sleep(p.randomTime(0, time.Second))
	}
}

var verifiedOutput = regexp.MustCompile(`verified: (\d+) points, game (\d+)\n`)

// submitGames submits recordings of finished games.
func (p *simPlayer) submitGames() {
	all := sampleGames(p.t)
	for n := 0; n < 4 && !p.ended(); n++ {
		text, ok := p.tryCommand("submit", string(pickRandom(p.rng, all...).complete))
		if match := verifiedOutput.FindStringSubmatch(text); match != nil {
			score, _ := strconv.Atoi(match[1])
			id, _ := strconv.ParseInt(match[2], 10, 64)
			p.update(func() { p.games[id] = acknowledgedGame{p.keyName, score} })
			p.countAction("submitted a game")
			p.achieve()
		} else if ok && strings.Contains(text, replay.ErrRejected.Error()) {
			p.t.Errorf("command submit with a valid game: output %s, want no rejection", text)
		}
		p.sleep(p.randomTime(0, 2*time.Second))
	}
}

// finishGame continues a saved game that is almost lost. If the result on the screen contains a place, the player must
// be on a leaderboard.
func (p *simPlayer) finishGame() {
	dir := filepath.Join(p.Dir, playerFolder(p.keyName))
	rec, err := record.Parse("", pickRandom(p.rng, sampleGames(p.t)...).almostLost)
	if err == nil {
		err = errors.Join(os.MkdirAll(dir, 0o700),
			os.WriteFile(filepath.Join(dir, "game.ark"), store.Folders{State: dir}.PackedSealed(rec), 0o600))
	}
	if err != nil {
		p.t.Errorf("write an almost lost game: %v", err)
		return
	}
	var v *visitor
	known := p.isKnown(func() { v, _ = p.enterWith("", "vt220") })
	if v == nil {
		return
	}
	defer v.client.Close()
	text := ""
	for n := 0; n < 10 && !p.ended() && !strings.Contains(text, "all time"); n++ {
		v.press(pickRandom(p.rng, "\r", " "))
		text += v.takeOutput()
	}
	if !known || !strings.Contains(text, "all time") {
		return
	}
	p.update(func() { p.ranked[p.keyName] = true })
	p.countAction("got a place")
	p.achieve()
}

// deleteAccount exports and deletes the account during a game.
func (p *simPlayer) deleteAccount() {
	for !p.ended() {
		name := p.changeName(fmt.Sprint("Eve", p.rng.IntN(100)))
		if name == "" {
			p.sleep(time.Second)
			continue
		}
		v, _ := p.enter()
		if v == nil {
			return
		}
		v.startGame()
		p.sleep(p.randomTime(0, time.Second))
		var out exportData
		if text, ok := p.tryCommand("export", ""); ok && strings.HasPrefix(text, "{") {
			if err := json.Unmarshal([]byte(text), &out); err != nil || out.Name != name ||
				out.ID != playerID(p.keyName) {
				p.t.Errorf("the export has the name %s and the ID %s, error %v; want the player's name and ID",
					out.Name, out.ID, err)
			}
			p.countAction("exported")
		}
		p.forget(p.keyName)
		if text, ok := p.tryCommand("delete "+name, ""); ok && text == "deleted "+name+"\n" {
			p.update(func() { p.deleted[p.keyName] = true })
			p.countAction("deleted an account")
			p.achieve()
			start := time.Now()
			_ = v.Wait()
			if elapsed := time.Since(start); elapsed > maxClose {
				p.t.Errorf("the visit of a deleted player ended after %v, want at most %v", elapsed, maxClose)
			}
		}
		v.client.Close()
		p.sleep(p.randomTime(0, 2*time.Second))
	}
}

// blockedKeys records which keys the simulation has blocked.
type blockedKeys struct {
	mu       sync.Mutex
	byPlayer map[string]bool // whether a key is blocked, by its name
}

// setBlocked blocks or unblocks a player's key.
func (sim *simulation) setBlocked(player string, blocked bool) {
	sim.blockedKeys.mu.Lock()
	defer sim.blockedKeys.mu.Unlock()
	if sim.blockedKeys.byPlayer == nil {
		sim.blockedKeys.byPlayer = make(map[string]bool)
	}
	sim.blockedKeys.byPlayer[player] = blocked
	var text strings.Builder
	for player, blocked := range sim.blockedKeys.byPlayer {
		if blocked {
			fmt.Fprintln(&text, "key", playerID(player))
		}
	}
	path := filepath.Join(sim.Dir, "blocked")
	if err := errors.Join(os.WriteFile(path+".new", []byte(text.String()), 0o600),
		os.Rename(path+".new", path)); err != nil {
		sim.t.Errorf("write the block list: %v", err)
	}
	sim.applyBlocklist()
}

// getBlocked blocks the player during a game, and unblocks the player later.
func (p *simPlayer) getBlocked() {
	for !p.ended() {
		var v *visitor
		known := p.isKnown(func() { v, _ = p.enter() })
		if v == nil {
			return
		}
		v.startGame()
		p.setBlocked(p.keyName, true)
		start := time.Now()
		_ = v.Wait()
		if elapsed := time.Since(start); known && elapsed > maxClose {
			p.t.Errorf("the visit of a blocked player ended after %v, want at most %v", elapsed, maxClose)
		}
		v.client.Close()
		text := ""
		known = p.isKnown(func() { text, _ = p.tryCommand("name", "") })
		if strings.Contains(text, errBlocked.Error()) {
			p.achieve()
		} else if known && text != "" {
			p.t.Errorf("the response to a blocked player is %q, want a refusal", text)
		}
		p.setBlocked(p.keyName, false)
		known = p.isKnown(func() { text, _ = p.tryCommand("name", "") })
		if known && strings.Contains(text, errBlocked.Error()) {
			p.t.Errorf("the response to a player who is no longer blocked is %q, want the name", text)
		}
		p.countAction("blocked")
		p.sleep(p.randomTime(0, time.Second))
	}
}

// breakDisk repeatedly makes operations of the database slow for some time, and makes some of them fail.
func (p *simPlayer) breakDisk() {
	for !p.ended() {
		p.disk.setFailures(pickRandom(p.rng, 20, 50, 100))
		p.sleep(p.randomTime(0, 3*time.Second))
		if p.disk.setFailures(0) {
			p.achieve()
		}
		p.sleep(p.randomTime(0, 3*time.Second))
	}
}

// changeClock repeatedly sets the clock of the database wrong by up to three days, and sometimes runs the maintenance
// with this clock.
func (p *simPlayer) changeClock() {
	const day = 24 * time.Hour
	for !p.ended() {
		clockError := pickRandom(p.rng, 0, -time.Hour, time.Hour, -day, day, -3*day, 3*day)
		p.disk.setClockError(clockError)
		if p.rng.IntN(2) == 0 {
			p.runMaintenance(p.t.Context(), time.Now().Add(clockError))
		}
		p.countAction("dates")
		p.achieve()
		p.sleep(p.randomTime(0, time.Second))
	}
	p.disk.setClockError(0)
}

// linkKeys links another key to the player and removes it.
func (p *simPlayer) linkKeys() {
	q := p.newPlayer(p.keyName+" two", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	name := p.changeName(fmt.Sprint("Two-", p.rng.IntN(100)))
	fingerprint := ssh.FingerprintSHA256(testKey(q.keyName).PublicKey())
	for !p.ended() {
		text, _ := p.tryCommand("link", "")
		if _, code, ok := strings.Cut(strings.TrimSpace(text), "claim "); ok {
			v, _ := q.enterWith("", "vt220") // until the claim, the second key can be a separate player
			text, ok := q.tryCommand("claim "+code, "")
			if ok && name != "" && text == "this key now belongs to "+name+"\n" {
				p.update(func() { p.linked[q.keyName] = p.keyName })
				p.countAction("linked")
				p.achieve()
				if text, ok := q.tryCommand("name", ""); ok && text != name+"\n" && !p.disk.isBroken() {
					p.t.Errorf("command name with the linked key of %s: %q, want the same name", name, text)
				}
			}
			if v != nil {
				v.client.Close()
			}
		}
		p.sleep(p.randomTime(0, time.Second))
		p.update(func() { delete(p.linked, q.keyName) }) // without a response, the key may or may not be linked
		if text, ok := p.tryCommand("keys remove "+fingerprint, ""); ok && text == "removed "+fingerprint+"\n" {
			p.countAction("removed a key")
			if text, ok := q.tryCommand("name", ""); ok && name != "" && text == name+"\n" {
				p.t.Errorf("command name with the key that was removed from %s: %q, want another name", name, text)
			}
		}
		p.sleep(p.randomTime(0, time.Second))
	}
}

// A sampleMatch is the result of a match.
type sampleMatch struct {
	kind   lobby.MatchKind
	result lobby.MatchResult
}

// sampleMatches returns results of matches in which no player moves. They are played only once per process.
var sampleMatches = sync.OnceValues(func() (all []sampleMatch, err error) {
	for _, kind := range []lobby.MatchKind{lobby.Coop, lobby.Arkanong, lobby.TimeRace} {
		m, err := lobby.NewMatch(lobby.MatchSetup{
			Kind: kind, Seed: 7, Bots: bot.Able, Pack: levels.Shipped(), ProgramName: "test", Names: []string{"a", "b"},
			PlayerIDs: []string{"a", "b"},
		})
		if err != nil {
			return nil, err
		}
		for seat := range 2 {
			m.TakeSeat(seat, input.Options{}, 0, 0, true)
		}
		for now := time.Duration(0); m.Advance(now); now += 50 * time.Millisecond {
		}
		for r, ok := m.TakeResult(); ok; r, ok = m.TakeResult() {
			all = append(all, sampleMatch{kind, r})
		}
	}
	return all, nil
})

// finishMatches adds finished matches with another player. If that player is deleted, the remaining player keeps the
// games.
func (p *simPlayer) finishMatches() {
	all, err := sampleMatches()
	if err != nil {
		p.t.Errorf("play sample matches: %v", err)
	}
	q := p.newPlayer(p.keyName+" too", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	p.createAccount()
	for !p.ended() {
		q.createAccount()
		sample := pickRandom(p.rng, all...)
		ids := map[string]string{"a": playerID(p.keyName), "b": playerID(q.keyName)}

		m, err := lobby.NewMatch(lobby.MatchSetup{
			Kind: sample.kind, Pack: levels.Shipped(), Names: []string{"a", "b"},
			PlayerIDs: []string{ids["a"], ids["b"]},
		})
		if err != nil {
			p.t.Errorf("create a match: %v", err)
			return
		}

		// Use the result of a sample match with the IDs of these players.
		r := sample.result
		r.Game.Player, r.Game.Other = ids[r.Game.Player], ids[r.Game.Other]
		if lobby.MatchKinds[sample.kind].SeparateFields && r.Game.Player == ids["b"] {
			continue
		}
		r.Game.State += uint64(p.rng.IntN(1 << 30)) // a different match
		p.matchFinished(nil, m, r)
		p.sleep(p.randomTime(0, 2*time.Second))

		// The match is stored if the outcome is known.
		for _, st := range m.Standings(nil) {
			if st.Outcome == "" || strings.Contains(st.Outcome, leaderboard.ErrWaiting.Error()) ||
				strings.Contains(st.Outcome, leaderboard.ErrDuplicate.Error()) {
				continue
			}
			player := []*simPlayer{p, q}[st.Seat]
			p.update(func() { p.played[player.keyName]++ })
			p.countAction("finished a match")
			p.achieve()
		}

		if p.rng.IntN(4) == 0 {
			p.forget(q.keyName)
			if err := p.deletePlayer(playerID(q.keyName)); err == nil {
				p.countAction("deleted a partner")
			}
		}
		p.sleep(p.randomTime(0, time.Second))
	}
}

// An unreliableStore is a store whose operations can be slow or fail.
type unreliableStore struct {
	leaderboard.Store

	mu            sync.Mutex
	rng           *rand.Rand
	failPercent   int            // percentage of failing operations
	failed        bool           // an operation has failed so far
	failedLookups map[string]int // number of failed look-ups, by player
	clockError    time.Duration  // difference of the store's clock from the time
}

var errDisk = errors.New("simulated disk error")

// setFailures sets the percentage of failing operations; 0 makes all operations fast and successful. It reports whether
// any operation has failed so far.
func (d *unreliableStore) setFailures(percent int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failPercent = percent
	return d.failed
}

// maybeDelayAndFail sometimes sleeps, and sometimes returns an error.
func (d *unreliableStore) maybeDelayAndFail() error {
	d.mu.Lock()
	wait := time.Duration(d.rng.IntN(300)) * time.Millisecond
	d.mu.Unlock()
	if d.isBroken() {
		time.Sleep(wait)
	}
	return d.maybeFail()
}

// maybeFail sometimes returns an error.
func (d *unreliableStore) maybeFail() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rng.IntN(100) < d.failPercent {
		d.failed = true
		return errDisk
	}
	return nil
}

// isBroken reports whether operations can fail.
func (d *unreliableStore) isBroken() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failPercent > 0
}

// lookupFailures returns the number of failed look-ups of a player.
func (d *unreliableStore) lookupFailures(id string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.failedLookups[id]
}

func (d *unreliableStore) SignIn(key string, maxPlayers int, now time.Time) (leaderboard.Player, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.failedLookups == nil {
			d.failedLookups = make(map[string]int)
		}
		d.failedLookups[key]++
		return leaderboard.Player{}, err
	}
	return d.Store.SignIn(key, maxPlayers, now)
}

// setClockError sets the difference of the store's clock from the time, which affects the dates of games.
func (d *unreliableStore) setClockError(clockError time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clockError = clockError
}

// wrongTime returns the time of the store's clock at a time.
func (d *unreliableStore) wrongTime(at time.Time) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return at.Add(d.clockError)
}

func (d *unreliableStore) Rename(id string, n leaderboard.Name, chosen bool) error {
	if err := d.maybeDelayAndFail(); err != nil {
		return err
	}
	return d.Store.Rename(id, n, chosen)
}

func (d *unreliableStore) Keys(id string) ([]leaderboard.Key, error) {
	if err := d.maybeFail(); err != nil {
		return nil, err
	}
	return d.Store.Keys(id)
}

func (d *unreliableStore) RemoveKey(id, key string) error {
	if err := d.maybeDelayAndFail(); err != nil {
		return err
	}
	return d.Store.RemoveKey(id, key)
}

func (d *unreliableStore) SaveCode(id string, code leaderboard.Code, until time.Time) error {
	if err := d.maybeDelayAndFail(); err != nil {
		return err
	}
	return d.Store.SaveCode(id, code, until)
}

func (d *unreliableStore) Claim(key string, code leaderboard.Code, now time.Time) (leaderboard.Player, string, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		return leaderboard.Player{}, "", err
	}
	return d.Store.Claim(key, code, now)
}

// The following methods do not sleep, because they are called with a lock held. A goroutine that waits for a lock would
// stop the synthetic clock.

func (d *unreliableStore) Tables(source leaderboard.Source, limit int) ([]progress.Table, error) {
	if err := d.maybeFail(); err != nil {
		return nil, err
	}
	return d.Store.Tables(source, limit)
}

func (d *unreliableStore) Entries(b leaderboard.Board, now time.Time, limit int) ([]leaderboard.Entry, error) {
	if err := d.maybeFail(); err != nil {
		return nil, err
	}
	return d.Store.Entries(b, d.wrongTime(now), limit)
}

func (d *unreliableStore) Prune(before time.Time, best int) (int, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		return 0, err
	}
	return d.Store.Prune(before, best)
}

func (d *unreliableStore) DeleteInactive(unplayed, played time.Time) ([]string, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		return nil, err
	}
	return d.Store.DeleteInactive(unplayed, played)
}

func (d *unreliableStore) Add(g leaderboard.Game) (leaderboard.Placing, error) {
	g.Score.Ended = d.wrongTime(g.Score.Ended)
	if err := d.maybeDelayAndFail(); err != nil {
		return leaderboard.Placing{}, err
	}
	p, err := d.Store.Add(g)
	if lateErr := d.maybeDelayAndFail(); err == nil && lateErr != nil { // written, but reported as failed
		return leaderboard.Placing{}, lateErr
	}
	return p, err
}

func (d *unreliableStore) Delete(id string) error {
	if err := d.maybeDelayAndFail(); err != nil {
		return err
	}
	return d.Store.Delete(id)
}

func (d *unreliableStore) Games(id string, limit int) ([]leaderboard.Record, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		return nil, err
	}
	return d.Store.Games(id, limit)
}

func (d *unreliableStore) Recording(id int64) (leaderboard.Record, []byte, error) {
	if err := d.maybeDelayAndFail(); err != nil {
		return leaderboard.Record{}, nil, err
	}
	return d.Store.Recording(id)
}

// startPage starts the web page, and returns a function that stops it and waits for its end.
func (sim *simulation) startPage() (stop func()) {
	s := &server{Arcade: sim.Arcade, ssh: sim.server, webCounts: new(web.Counts)}
	sim.web = testenv.NewListener()
	web := web.Server{
		Handler:           s.newPage(Addresses{Public: "arcade.test"}).Handler(),
		ConnectionLimiter: connlimit.New(web.ConnectionLimits(), func() float64 { return 1 }),
		Blocked:           sim.blocklist.BlocksAddress, Refused: func() {}, Log: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, sim.web) }()
	return func() {
		cancel(sshd.ErrClosing)
		if err := <-ended; err != nil {
			sim.t.Errorf("Serve of the web page: error %v", err)
		}
	}
}

var (
	liveGameLink = regexp.MustCompile(`/watch/(\d+)`)
	replayLink   = regexp.MustCompile(`/replay/\d+`)
)

// browse loads the web page and the games that it links to.
func (p *simPlayer) browse() {
	from := netip.AddrFrom4([4]byte{203, 0, byte(p.rng.IntN(200)), 1})
	tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn,
		error,
	) {
		return p.web.Dial(from)
	}}
	defer tr.CloseIdleConnections()
	client := &http.Client{Transport: tr}
	for !p.ended() {
		text := p.get(client, "/")
		if live := liveGameLink.FindStringSubmatch(text); live != nil {
			p.followLive(client, live[1])
		}
		if path := replayLink.FindString(text); path != "" {
			p.get(client, path+pickRandom(p.rng, "", "/ark"))
		}
		p.sleep(p.randomTime(0, time.Second))
	}
}

// get returns the response to a GET request, or "" if the request fails.
func (p *simPlayer) get(client *http.Client, path string) string {
	response, err := client.Get("http://arcade.test" + path)
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if response.StatusCode >= 500 && !p.ended() && !p.disk.isBroken() {
		p.t.Errorf("GET %s: status %s, want one below 500", path, response.Status)
	}
	if err != nil {
		return ""
	}
	p.countAction("pages")
	return string(text)
}

// followLive watches a game in progress for some time, and sometimes stops reading.
func (p *simPlayer) followLive(client *http.Client, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), p.randomTime(0, 3*time.Second))
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "http://arcade.test/live/"+id,
		&websocket.DialOptions{HTTPClient: client, Subprotocols: []string{"v1.alis"}})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for n := 0; !p.ended(); n++ {
		_, message, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if n == 0 && !bytes.HasPrefix(message, []byte("ALiS")) {
			p.t.Errorf("the first message of a live game is %q, want the prefix ALiS", message)
		}
		if p.rng.IntN(50) == 0 {
			p.sleep(p.randomTime(0, 5*time.Second))
		}
		p.countAction("live frames")
		p.achieve()
	}
}

// A sampleGame is a game in which the player does not move.
type sampleGame struct {
	complete   []byte // recording of the whole game
	almostLost []byte // recording that ends 2 s before the end of the game
}

// playSamples returns sample games, which are played only once per process.
var playSamples = sync.OnceValues(func() (all []sampleGame, err error) {
	for seed := range uint64(3) {
		rec, end, err := playUnmoved(seed, 60*engine.TicksPerSecond)
		if err != nil {
			return nil, err
		}
		near, _, err := playUnmoved(seed, end-2*engine.TicksPerSecond)
		if err != nil {
			return nil, err
		}
		all = append(all, sampleGame{rec.Packed(), near.Packed()})
	}
	return all, nil
})

// sampleGames returns games for submitting and finishing.
func sampleGames(t *testing.T) []sampleGame {
	t.Helper()
	all, err := playSamples()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// playUnmoved plays a campaign in which the player does not move, for at most maxTicks. It returns the recording and
// the last tick of the game.
func playUnmoved(seed, maxTicks uint64) (*record.Recording, uint64, error) {
	pack := levels.PackFor(engine.Campaign, 0, levels.Shipped())
	c := engine.Config{Levels: pack.Levels}
	c.Seed, c.Difficulty = seed, engine.DefaultDifficulty
	g, err := engine.New(c)
	if err != nil {
		return nil, 0, err
	}
	rec := replay.NewRecording("test", c, pack)
	for g.Phase != engine.Over && g.Tick < maxTicks {
		in := engine.Input{engine.Idle, engine.Idle}
		if g.Tick%480 == 0 {
			in[0].Buttons = engine.Fire
		}
		g.Step(in)
		rec.Add(in)
	}
	rec.Close(g)
	return rec, g.Tick, nil
}

// A slowConn is a connection with latency, which can stall. While it is stalled, the client reads nothing.
type slowConn struct {
	net.Conn
	delay time.Duration // delay of received data

	mu           sync.Mutex
	stalledUntil time.Time // end of the stall
	broken       bool      // the connection is closed
}

// stall stalls the connection for the given time.
func (w *slowConn) stall(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stalledUntil = time.Now().Add(d)
}

// isBroken reports whether the connection is closed.
func (w *slowConn) isBroken() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken
}

func (w *slowConn) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	w.mu.Lock()
	wait := max(w.delay, time.Until(w.stalledUntil))
	w.broken = w.broken || err != nil
	w.mu.Unlock()
	time.Sleep(wait)
	return n, err
}

func (w *slowConn) Close() error {
	w.mu.Lock()
	w.broken = true
	w.mu.Unlock()
	return w.Conn.Close()
}
