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

// A role is what somebody does in a simulated arcade until the evening is over. Whoever has done what the role is there for calls reaches.
type role struct {
	name  string
	plays func(p *simPlayer)
}

// roles has a row for each. The first one is in every arcade.
var roles = [...]role{
	{"steady", (*simPlayer).evening},
	{"wild", (*simPlayer).havoc},
	{"guest", func(p *simPlayer) { p.key = ""; p.havoc() }},
	{"rivals", (*simPlayer).matches},
	{"watcher", (*simPlayer).watches},
	{"browser", (*simPlayer).browses},
	{"submitter", (*simPlayer).submits},
	{"finisher", (*simPlayer).finishes},
	{"renamed", (*simPlayer).renames},
	{"deleted", (*simPlayer).isDeleted},
	{"blocked", (*simPlayer).isBlocked},
	{"disk", (*simPlayer).breaksTheDisk},
	{"partners", (*simPlayer).endsMatches},
	{"linked", (*simPlayer).links},
	{"calendar", (*simPlayer).turnsTheCalendar},
}

// A simPlayer is somebody with a role.
type simPlayer struct {
	*simulation
	key     string // its name; "" for a guest
	rng     *rand.Rand
	broken  bool        // what is written into the player's folder fails
	reached atomic.Bool // the goal of the role
}

// reaches notes that the player has reached the goal of the role.
func (p *simPlayer) reaches() { p.reached.Store(true) }

func (sim *simulation) player(key string, rng *rand.Rand) *simPlayer {
	return &simPlayer{simulation: sim, key: key, rng: rng}
}

// between returns a random time.
func (p *simPlayer) between(least, most time.Duration) time.Duration {
	return least + time.Duration(p.rng.Int64N(int64(most-least)))
}

// pick returns one of some things.
func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

// connect comes in by a way of its own. It returns nil if the arcade lets nobody in, or not any more.
func (p *simPlayer) connect() (*ssh.Client, *simWay) {
	raw, err := p.dial(netip.AddrFrom4([4]byte{198, 51, byte(p.rng.IntN(200)), byte(p.rng.IntN(200))}))
	if err != nil {
		return nil, nil
	}
	way := &simWay{Conn: raw, delay: p.between(0, 80*time.Millisecond)}
	auth := ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })
	if p.key != "" {
		auth = ssh.PublicKeys(key(p.key))
	}
	conn, channels, requests, err := ssh.NewClientConn(way, "", &ssh.ClientConfig{Auth: []ssh.AuthMethod{auth}, HostKeyCallback: ssh.InsecureIgnoreHostKey()})
	if err != nil {
		raw.Close()
		return nil, nil
	}
	return ssh.NewClient(conn, channels, requests), way
}

// enter sits down at a terminal of some kind. It returns nil if the arcade lets nobody in.
func (p *simPlayer) enter() (*visitor, *simWay) {
	return p.enterBy("", pick(p.rng, "vt220", "foot", "xterm-256color", "dumb", ""))
}

// enterBy is enter with a kind of terminal, and a command if it is not "".
func (p *simPlayer) enterBy(command, term string) (*visitor, *simWay) {
	client, way := p.connect()
	if client == nil {
		return nil, nil
	}
	v := &visitor{client: client}
	var err error
	if v.Session, err = client.NewSession(); err == nil {
		v.Stdout = v
		v.types, _ = v.StdinPipe()
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
	return v, way
}

// says sends a command without a terminal, and returns the answer; ok: there is one, whole.
func (p *simPlayer) says(words, in string) (text string, ok bool) {
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
	if _, is := errors.AsType[*ssh.ExitError](err); err != nil && !is {
		return "", false
	}
	return string(out), true
}

// isKnown calls f, and reports whether the disk has not failed meanwhile when the player was looked up, who is a guest then.
func (p *simPlayer) isKnown(f func()) bool {
	before := p.disk.turnedAway(playerID(p.key))
	f()
	return p.disk.turnedAway(playerID(p.key)) == before
}

// evening plays, is cut off, comes back, and plays on.
func (p *simPlayer) evening() {
	for !p.ends() {
		var v *visitor
		var way *simWay
		known := p.isKnown(func() { v, way = p.enter() })
		if v == nil {
			return
		}
		v.play()
		v.press(" ") // a first visit has more to ask in some terminals
		begun := time.Now()
		until := begun.Add(p.between(time.Second, 4*time.Second))
		for !p.ends() && time.Now().Before(until) && !way.isBroken() {
			io.WriteString(v.types, pick(p.rng, "\x1b[C", "\x1b[D", "a", "d", " "))
			if known && time.Since(begun) > time.Second {
				p.note(func() { p.begun[p.key] = true })
			}
			time.Sleep(p.between(20*time.Millisecond, 400*time.Millisecond))
			if p.rng.IntN(6) == 0 {
				way.stall(p.between(100*time.Millisecond, 2*time.Second))
			}
			if p.rng.IntN(10) == 0 {
				_ = v.WindowChange(pick(p.rng, 20, 24, 40), pick(p.rng, 60, 80, 100))
			}
		}
		p.leaves(v, way)
		time.Sleep(p.between(0, 2*time.Second))
	}
}

// leaves ends a visit in one of the ways in which visits end.
func (p *simPlayer) leaves(v *visitor, way *simWay) {
	switch p.rng.IntN(4) {
	case 0: // the line is cut
		way.Close()
	case 1: // Ctrl-C
		way.stall(0)
		io.WriteString(v.types, "\x03")
		_ = v.Wait()
		p.keeps(v)
	case 2: // until the arcade closes
		<-p.over
		_ = v.Wait()
		p.keeps(v)
	default: // ssh's ~.
		v.client.Close()
	}
	v.client.Close()
}

// keeps checks what the visitor was told.
func (p *simPlayer) keeps(v *visitor) {
	if !strings.Contains(v.sent(), "your game is saved") {
		return
	}
	if err := canContinue(p.Dir, p.key); err != nil {
		p.t.Errorf("%s was told that a game is saved: %v", p.key, err)
	}
	p.note(func() { p.saved[p.key] = true })
	p.done("told that a game is saved")
	p.reaches()
}

// havoc comes in again and again and does whatever comes to its mind.
func (p *simPlayer) havoc() {
	for !p.ends() {
		v, way := p.enter()
		if v == nil {
			time.Sleep(time.Second)
			continue
		}
		for n := 0; n < 30 && !p.ends() && !way.isBroken(); n++ {
			pick(p.rng, mischief...)(p, v, way)
			p.reaches()
			time.Sleep(p.between(0, 300*time.Millisecond))
		}
		p.mendFolder()
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
		p.says(pick(p.rng, "version", "help", "sh -c id", "name", "export", "link", "claim 22222-22222", "scores", "replay 1", "watch",
			strings.Repeat("x", 300)), pick(p.rng, "", "text"))
	},
	func(p *simPlayer, _ *visitor, _ *simWay) { // a proxy that nobody knows, or one that says nothing
		if conn, err := p.l.Dial(pick(p.rng, proxyAt, netip.MustParseAddr("203.0.113.9"))); err == nil {
			_, _ = io.WriteString(conn, pick(p.rng, "", "PROXY TCP4 1.2.3.4 1.2.3.4 1 1\r\n", "PROXY UNKNOWN\r\n", "GET / HTTP/1.1\r\n\r\n"))
			time.Sleep(p.between(0, time.Second))
			conn.Close()
		}
	},
	func(p *simPlayer, _ *visitor, _ *simWay) { p.breakFolder() },
	func(p *simPlayer, _ *visitor, _ *simWay) { p.mendFolder() },
}

// breakFolder makes all that is written for a player fail.
func (p *simPlayer) breakFolder() {
	if at := filepath.Join(p.Dir, folder(p.key)); p.key != "" && !p.broken && os.Rename(at, at+".away") == nil {
		p.broken = os.WriteFile(at, nil, 0o600) == nil
	}
}

// mendFolder ends that.
func (p *simPlayer) mendFolder() {
	if at := filepath.Join(p.Dir, folder(p.key)); p.broken {
		p.broken = false
		if err := errors.Join(os.Remove(at), os.Rename(at+".away", at)); err != nil {
			p.t.Error(err)
		}
	}
}

// matches plays with somebody by a code. One of them drops out and comes back: then they see one game again.
func (p *simPlayer) matches() {
	q := p.player(p.key+" too", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	name, other := p.isGiven(), q.isGiven()
	a, wayA := p.enterBy("", "vt220")
	if a == nil {
		return
	}
	defer a.client.Close()
	code := a.invites()
	if code == "" {
		p.done("no code")
		return
	}
	b, wayB := q.enterBy("join "+code, "vt220")
	if b == nil {
		return
	}
	defer func() { b.client.Close() }()
	p.done("matches")
	for !p.ends() && !wayA.isBroken() {
		for range 1 + p.rng.IntN(10) {
			io.WriteString(a.types, pick(p.rng, "\x1b[C", "\x1b[D", " ", "1", "5"))
			io.WriteString(b.types, pick(p.rng, "\x1b[C", "\x1b[D", " ", "2", "6"))
			p.sleep(p.between(20*time.Millisecond, 300*time.Millisecond))
		}
		if at := p.shownBy(name); at != nil && at == p.shownBy(other) {
			p.reaches()
		}
		switch p.rng.IntN(4) {
		case 0: // the other one's line is cut, now or without anybody knowing
			wayB.stall(p.between(0, 10*time.Second))
			back := "join " + code // to a seat at which the old line still sits
			if p.rng.IntN(2) == 0 {
				wayB.Close()
				back = pick(p.rng, back, "")
			}
			p.sleep(p.between(0, 2*time.Second))
			before := b
			known := q.isKnown(func() { b, wayB = q.enterBy(back, "vt220") })
			if b == nil {
				b = before
				return
			}
			before.client.Close()
			p.sleep(time.Second)
			if at, with := p.shownBy(name), p.shownBy(other); known && !p.ends() && at != nil && at != with {
				p.t.Errorf("%s has come back, and does not play with %s (%q): %p, %p", other, name, back, at, with)
			}
			p.done("came back to a match")
		case 1:
			_ = a.WindowChange(pick(p.rng, 20, 24, 50), pick(p.rng, 60, 80, 160))
		case 2:
			wayA.stall(p.between(0, time.Second))
		}
	}
}

// isGiven makes the player, without a visit, and returns the name that is given.
func (p *simPlayer) isGiven() string {
	who, err := p.disk.Store.SignIn(playerID(p.key), maxPlayers, time.Now())
	if err != nil {
		p.t.Error(err)
	}
	return who.Name.String()
}

// isCalled gives the player a name, and returns it; "" if that fails.
func (p *simPlayer) isCalled(name string) string {
	p.note(func() {
		delete(p.names, p.key)
		delete(p.deleted, p.key)
	})
	if text, ok := p.says("name "+name, ""); ok && strings.HasPrefix(text, "you are ") {
		n, _, _ := strings.Cut(strings.TrimPrefix(text, "you are "), "\n")
		p.note(func() { p.names[p.key] = leaderboard.StoredName(n) })
		p.done("named")
		return n
	}
	return ""
}

// shownBy returns what somebody shows of a game; nil: nothing.
func (sim *simulation) shownBy(name string) any {
	for _, v := range sim.lobby.Members() {
		if v.Name == name && v.Stream != nil && !v.Stream.Closed() {
			return v.Stream
		}
	}
	return nil
}

// watches watches whoever plays, and goes back and forth.
func (p *simPlayer) watches() {
	for !p.ends() {
		p.sleep(p.between(0, 4*time.Second)) // nobody plays yet
		v, way := p.enterBy(pick(p.rng, "watch", "watch", "watch nobody"), pick(p.rng, "vt220", "foot"))
		if v == nil {
			return
		}
		if strings.Contains(picture(v.sent()), "LIVE") {
			p.reaches()
		}
		for n := 0; n < 20 && !p.ends() && !way.isBroken(); n++ {
			io.WriteString(v.types, pick(p.rng, "\x1b[D", "[", "]", " ", "\x1b[F", "\t", "?", "\x1b[<0;20;24M\x1b[<0;20;24m"))
			p.sleep(p.between(20*time.Millisecond, 800*time.Millisecond))
			switch p.rng.IntN(8) {
			case 0:
				way.stall(p.between(0, 3*time.Second))
			case 1:
				_ = v.WindowChange(pick(p.rng, 1, 20, 24, 50), pick(p.rng, 1, 60, 80, 160))
			case 2:
				io.WriteString(v.types, "q")
			}
		}
		p.done("watched")
		v.client.Close()
	}
}

// renames takes names that others want too.
func (p *simPlayer) renames() {
	for !p.ends() {
		if p.isCalled(pick(p.rng, "Ann", "ANN", "änn", "A-nn", "bill", "b1ll", "BIll", "Otto", "ΟΤΤΟ", "отто", "corn", "com", "admin")) != "" {
			p.reaches()
		}
		p.sleep(p.between(0, time.Second))
	}
}

var verified = regexp.MustCompile(`verified: (\d+) points, game (\d+)\n`)

// submits hands in games that were played elsewhere.
func (p *simPlayer) submits() {
	all := sampleGames(p.t)
	for n := 0; n < 4 && !p.ends(); n++ {
		text, ok := p.says("submit", string(pick(p.rng, all...).whole))
		if what := verified.FindStringSubmatch(text); what != nil {
			score, _ := strconv.Atoi(what[1])
			id, _ := strconv.ParseInt(what[2], 10, 64)
			p.note(func() { p.games[id] = toldGame{p.key, score} })
			p.done("told that a game is on the boards")
			p.reaches()
		} else if ok && strings.Contains(text, replay.ErrRefused.Error()) {
			p.t.Errorf("a game is not taken: %s", text)
		}
		p.sleep(p.between(0, 2*time.Second))
	}
}

// finishes continues a game that is all but lost. Whoever is told of a place is on the boards.
func (p *simPlayer) finishes() {
	at := filepath.Join(p.Dir, folder(p.key))
	rec, err := record.Parse("", pick(p.rng, sampleGames(p.t)...).near)
	if err == nil {
		err = errors.Join(os.MkdirAll(at, 0o700), os.WriteFile(filepath.Join(at, "game.ark"), store.Folders{State: at}.PackedSealed(rec), 0o600))
	}
	if err != nil {
		p.t.Error(err)
		return
	}
	var v *visitor
	known := p.isKnown(func() { v, _ = p.enterBy("", "vt220") })
	if v == nil {
		return
	}
	defer v.client.Close()
	text := ""
	for n := 0; n < 10 && !p.ends() && !strings.Contains(text, "all time"); n++ {
		v.press(pick(p.rng, "\r", " "))
		text += v.sent()
	}
	if !known || !strings.Contains(text, "all time") {
		return
	}
	p.note(func() { p.placed[p.key] = true })
	p.done("told of a place")
	p.reaches()
}

// isDeleted plays, and is exported and deleted meanwhile.
func (p *simPlayer) isDeleted() {
	for !p.ends() {
		name := p.isCalled(fmt.Sprint("Eve", p.rng.IntN(100)))
		if name == "" {
			p.sleep(time.Second)
			continue
		}
		v, _ := p.enter()
		if v == nil {
			return
		}
		v.play()
		p.sleep(p.between(0, time.Second))
		var out exported
		if text, ok := p.says("export", ""); ok && strings.HasPrefix(text, "{") {
			if err := json.Unmarshal([]byte(text), &out); err != nil || out.Name != name || out.ID != playerID(p.key) {
				p.t.Errorf("exported as %s, %s: %v", out.Name, out.ID, err)
			}
			p.done("exported")
		}
		p.forgets(p.key)
		if text, ok := p.says("delete "+name, ""); ok && text == name+" is deleted\n" {
			p.note(func() { p.deleted[p.key] = true })
			p.done("told to be deleted")
			p.reaches()
			begun := time.Now()
			_ = v.Wait()
			if took := time.Since(begun); took > mostClose {
				p.t.Errorf("who is deleted plays on for %v", took)
			}
		}
		v.client.Close()
		p.sleep(p.between(0, 2*time.Second))
	}
}

// A shutOut is who is not let in.
type shutOut struct {
	mu   sync.Mutex
	keys map[string]bool
}

// shuts shuts somebody out, or lets them in again.
func (sim *simulation) shuts(who string, out bool) {
	sim.shut.mu.Lock()
	defer sim.shut.mu.Unlock()
	if sim.shut.keys == nil {
		sim.shut.keys = make(map[string]bool)
	}
	sim.shut.keys[who] = out
	var text strings.Builder
	for who, out := range sim.shut.keys {
		if out {
			fmt.Fprintln(&text, "key", playerID(who))
		}
	}
	path := filepath.Join(sim.Dir, "blocked")
	if err := errors.Join(os.WriteFile(path+".new", []byte(text.String()), 0o600), os.Rename(path+".new", path)); err != nil {
		sim.t.Error(err)
	}
	sim.applyBlocklist()
}

// isBlocked plays, and is shut out, and let in again.
func (p *simPlayer) isBlocked() {
	for !p.ends() {
		var v *visitor
		known := p.isKnown(func() { v, _ = p.enter() })
		if v == nil {
			return
		}
		v.play()
		p.shuts(p.key, true)
		begun := time.Now()
		_ = v.Wait()
		if took := time.Since(begun); known && took > mostClose {
			p.t.Errorf("who is blocked plays on for %v", took)
		}
		v.client.Close()
		text := ""
		known = p.isKnown(func() { text, _ = p.says("name", "") })
		if strings.Contains(text, errBlocked.Error()) {
			p.reaches()
		} else if known && text != "" {
			p.t.Errorf("who is blocked is told %q", text)
		}
		p.shuts(p.key, false)
		known = p.isKnown(func() { text, _ = p.says("name", "") })
		if known && strings.Contains(text, errBlocked.Error()) {
			p.t.Errorf("who is not blocked any more is told %q", text)
		}
		p.done("blocked")
		p.sleep(p.between(0, time.Second))
	}
}

// breaksTheDisk makes the database fail and wait, now and then.
func (p *simPlayer) breaksTheDisk() {
	for !p.ends() {
		p.disk.fails(pick(p.rng, 20, 50, 100))
		p.sleep(p.between(0, 3*time.Second))
		if p.disk.fails(0) {
			p.reaches()
		}
		p.sleep(p.between(0, 3*time.Second))
	}
}

// turnsTheCalendar has the clock go wrong, by days at most, and the house kept then.
func (p *simPlayer) turnsTheCalendar() {
	const day = 24 * time.Hour
	for !p.ends() {
		off := pick(p.rng, 0, -time.Hour, time.Hour, -day, day, -3*day, 3*day)
		p.disk.isOff(off)
		if p.rng.IntN(2) == 0 {
			p.runMaintenance(p.t.Context(), time.Now().Add(off))
		}
		p.done("dates")
		p.reaches()
		p.sleep(p.between(0, time.Second))
	}
	p.disk.isOff(0)
}

// links makes another key the player's, and takes it away again.
func (p *simPlayer) links() {
	q := p.player(p.key+" two", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	name := p.isCalled(fmt.Sprint("Two-", p.rng.IntN(100)))
	print := ssh.FingerprintSHA256(key(q.key).PublicKey())
	for !p.ends() {
		text, _ := p.says("link", "")
		if _, code, ok := strings.Cut(strings.TrimSpace(text), "claim "); ok {
			v, _ := q.enterBy("", "vt220") // who may be somebody of their own until now
			text, ok := q.says("claim "+code, "")
			if ok && name != "" && text == "this key is "+name+" now\n" {
				p.note(func() { p.linked[q.key] = p.key })
				p.done("linked")
				p.reaches()
				if text, ok := q.says("name", ""); ok && text != name+"\n" && !p.disk.isBroken() {
					p.t.Errorf("the second key of %s is called %q", name, text)
				}
			}
			if v != nil {
				v.client.Close()
			}
		}
		p.sleep(p.between(0, time.Second))
		p.note(func() { delete(p.linked, q.key) }) // nobody knows, until there is an answer
		if text, ok := p.says("keys remove "+print, ""); ok && text == print+" is no longer yours\n" {
			p.done("a key taken away")
			if text, ok := q.says("name", ""); ok && name != "" && text == name+"\n" {
				p.t.Errorf("a key that was taken from %s is called %q", name, text)
			}
		}
		p.sleep(p.between(0, time.Second))
	}
}

// A sampleMatch is the end of a match of two.
type sampleMatch struct {
	kind   lobby.MatchKind
	result lobby.MatchResult
}

// sampleMatches are played once: nobody moves, in co-op and in a time race.
var sampleMatches = sync.OnceValues(func() (all []sampleMatch, err error) {
	for _, kind := range []lobby.MatchKind{lobby.Coop, lobby.Arkanong, lobby.TimeRace} {
		m, err := lobby.NewMatch(lobby.MatchSetup{
			Kind: kind, Seed: 7, Bots: bot.Able, Pack: levels.Shipped(), Made: "test", Names: []string{"a", "b"}, Players: []string{"a", "b"},
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

// endsMatches has played matches with somebody, who may be deleted then: what is kept is the other one's.
func (p *simPlayer) endsMatches() {
	all, err := sampleMatches()
	if err != nil {
		p.t.Error(err)
	}
	q := p.player(p.key+" too", rand.New(rand.NewPCG(p.rng.Uint64(), 0)))
	p.isGiven()
	for !p.ends() {
		q.isGiven()
		sample := pick(p.rng, all...)
		ids := map[string]string{"a": playerID(p.key), "b": playerID(q.key)}
		m, err := lobby.NewMatch(lobby.MatchSetup{
			Kind: sample.kind, Pack: levels.Shipped(), Names: []string{"a", "b"}, Players: []string{ids["a"], ids["b"]},
		})
		if err != nil {
			p.t.Error(err)
			return
		}
		r := sample.result
		r.Game.Player, r.Game.Other = ids[r.Game.Player], ids[r.Game.Other]
		if lobby.MatchKinds[sample.kind].SeparateFields && r.Game.Player == ids["b"] {
			continue
		}
		r.Game.State += uint64(p.rng.IntN(1 << 30)) // another match
		p.matchFinished(m, r)
		p.sleep(p.between(0, 2*time.Second))
		for _, st := range m.Standings(nil) {
			if st.Outcome == "" || strings.Contains(st.Outcome, leaderboard.ErrWaiting.Error()) || strings.Contains(st.Outcome, leaderboard.ErrDuplicate.Error()) {
				continue
			}
			who := []*simPlayer{p, q}[st.Seat]
			p.note(func() { p.played[who.key]++ })
			p.done("told of a match")
			p.reaches()
		}
		if p.rng.IntN(4) == 0 {
			p.forgets(q.key)
			if err := p.deletePlayer(playerID(q.key)); err == nil {
				p.done("a partner deleted")
			}
		}
		p.sleep(p.between(0, time.Second))
	}
}

// A brokenDisk is a store that fails now and then, or takes its time.
type brokenDisk struct {
	leaderboard.Store

	mu     sync.Mutex
	rng    *rand.Rand
	odds   int            // of a hundred, that something fails
	failed bool           // something has
	away   map[string]int // how often somebody could not be looked up
	date   time.Duration  // by which the clock is wrong
}

var errDisk = errors.New("a disk that fails")

// fails sets how often something fails: so many times of a hundred. It reports whether anything ever has.
func (d *brokenDisk) fails(odds int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.odds = odds
	return d.failed
}

// trouble returns an error, or none, and may take its time.
func (d *brokenDisk) trouble() error {
	d.mu.Lock()
	wait := time.Duration(d.rng.IntN(300)) * time.Millisecond
	d.mu.Unlock()
	if d.isBroken() {
		time.Sleep(wait)
	}
	return d.fault()
}

// fault returns an error, or none.
func (d *brokenDisk) fault() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rng.IntN(100) < d.odds {
		d.failed = true
		return errDisk
	}
	return nil
}

// isBroken reports whether something may fail.
func (d *brokenDisk) isBroken() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.odds > 0
}

// turnedAway returns how often a player could not be looked up.
func (d *brokenDisk) turnedAway(id string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.away[id]
}

func (d *brokenDisk) Enter(key string, most int, now time.Time) (leaderboard.Player, error) {
	if err := d.trouble(); err != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.away == nil {
			d.away = make(map[string]int)
		}
		d.away[key]++
		return leaderboard.Player{}, err
	}
	return d.Store.SignIn(key, most, now)
}

// isOff makes the clock wrong, by which games are dated.
func (d *brokenDisk) isOff(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.date = by
}

// dated returns what the clock says.
func (d *brokenDisk) dated(at time.Time) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return at.Add(d.date)
}

func (d *brokenDisk) Rename(id string, n leaderboard.Name, chosen bool) error {
	if err := d.trouble(); err != nil {
		return err
	}
	return d.Store.Rename(id, n, chosen)
}

func (d *brokenDisk) Keys(id string) ([]leaderboard.Key, error) {
	if err := d.fault(); err != nil {
		return nil, err
	}
	return d.Store.Keys(id)
}

func (d *brokenDisk) RemoveKey(id, key string) error {
	if err := d.trouble(); err != nil {
		return err
	}
	return d.Store.RemoveKey(id, key)
}

func (d *brokenDisk) Link(id string, code leaderboard.Code, until time.Time) error {
	if err := d.trouble(); err != nil {
		return err
	}
	return d.Store.SaveCode(id, code, until)
}

func (d *brokenDisk) Claim(key string, code leaderboard.Code, now time.Time) (leaderboard.Player, string, error) {
	if err := d.trouble(); err != nil {
		return leaderboard.Player{}, "", err
	}
	return d.Store.Claim(key, code, now)
}

// Keys are exported, and the boards of the page read, under a lock: what takes time there would keep the model's time from going on.

func (d *brokenDisk) Boards(of leaderboard.Source, limit int) ([]progress.Table, error) {
	if err := d.fault(); err != nil {
		return nil, err
	}
	return d.Store.RecentTables(of, limit)
}

func (d *brokenDisk) Lines(b leaderboard.Board, now time.Time, limit int) ([]leaderboard.Entry, error) {
	if err := d.fault(); err != nil {
		return nil, err
	}
	return d.Store.Entries(b, d.dated(now), limit)
}

func (d *brokenDisk) Prune(before time.Time, best int) (int, error) {
	if err := d.trouble(); err != nil {
		return 0, err
	}
	return d.Store.Prune(before, best)
}

func (d *brokenDisk) Gone(unplayed, played time.Time) ([]string, error) {
	if err := d.trouble(); err != nil {
		return nil, err
	}
	return d.Store.DeleteInactive(unplayed, played)
}

func (d *brokenDisk) Add(g leaderboard.Game) (leaderboard.Placing, error) {
	g.Score.Ended = d.dated(g.Score.Ended)
	if err := d.trouble(); err != nil {
		return leaderboard.Placing{}, err
	}
	p, err := d.Store.Add(g)
	if late := d.trouble(); err == nil && late != nil { // it is written, and nobody knows
		return leaderboard.Placing{}, late
	}
	return p, err
}

func (d *brokenDisk) Delete(id string) error {
	if err := d.trouble(); err != nil {
		return err
	}
	return d.Store.Delete(id)
}

func (d *brokenDisk) Games(id string, limit int) ([]leaderboard.Record, error) {
	if err := d.trouble(); err != nil {
		return nil, err
	}
	return d.Store.Games(id, limit)
}

func (d *brokenDisk) Recording(id int64) (leaderboard.Record, []byte, error) {
	if err := d.trouble(); err != nil {
		return leaderboard.Record{}, nil, err
	}
	return d.Store.Recording(id)
}

// opensPage opens the arcade's page, and returns a function that closes it.
func (sim *simulation) opensPage() (closes func()) {
	s := &server{Arcade: sim.Arcade, ssh: sim.door, webCounts: new(web.Counts)}
	sim.web = testenv.NewListener()
	web := web.Server{
		Handler: s.newPage(Addresses{Public: "arcade.test"}).Handler(), Limiter: connlimit.New(web.Limits(), func() float64 { return 1 }),
		Blocked: sim.blocked.Address, Refused: func() {}, Log: slog.New(slog.DiscardHandler),
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, sim.web) }()
	return func() {
		cancel(sshd.ErrClosing)
		if err := <-ended; err != nil {
			sim.t.Errorf("the page ends by %v", err)
		}
	}
}

var (
	liveGame  = regexp.MustCompile(`/watch/(\d+)`)
	recording = regexp.MustCompile(`/replay/\d+`)
)

// browses looks at the page, and watches what it finds.
func (p *simPlayer) browses() {
	from := netip.AddrFrom4([4]byte{203, 0, byte(p.rng.IntN(200)), 1})
	tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return p.web.Dial(from) }}
	defer tr.CloseIdleConnections()
	client := &http.Client{Transport: tr}
	for !p.ends() {
		text := p.gets(client, "/")
		if live := liveGame.FindStringSubmatch(text); live != nil {
			p.seesLive(client, live[1])
		}
		if at := recording.FindString(text); at != "" {
			p.gets(client, at+pick(p.rng, "", "/ark"))
		}
		p.sleep(p.between(0, time.Second))
	}
}

// gets returns a page; "" if there is none.
func (p *simPlayer) gets(client *http.Client, path string) string {
	answer, err := client.Get("http://arcade.test" + path)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if answer.StatusCode >= 500 && !p.ends() && !p.disk.isBroken() {
		p.t.Errorf("%s: %s", path, answer.Status)
	}
	if err != nil {
		return ""
	}
	p.done("pages")
	return string(text)
}

// seesLive watches a game in progress for a while, and may stop reading.
func (p *simPlayer) seesLive(client *http.Client, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), p.between(0, 3*time.Second))
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "http://arcade.test/live/"+id, &websocket.DialOptions{HTTPClient: client, Subprotocols: []string{"v1.alis"}})
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for n := 0; !p.ends(); n++ {
		_, message, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if n == 0 && !bytes.HasPrefix(message, []byte("ALiS")) {
			p.t.Errorf("a live game begins with %q", message)
		}
		if p.rng.IntN(50) == 0 {
			p.sleep(p.between(0, 5*time.Second))
		}
		p.done("live frames")
		p.reaches()
	}
}

// A sampleGame is a game in which nobody moves.
type sampleGame struct {
	whole []byte
	near  []byte // until shortly before its end
}

// samples are made once.
var samples = sync.OnceValues(func() (all []sampleGame, err error) {
	for seed := range uint64(3) {
		rec, end, err := unmoved(seed, 60*engine.TicksPerSecond)
		if err != nil {
			return nil, err
		}
		near, _, err := unmoved(seed, end-2*engine.TicksPerSecond)
		if err != nil {
			return nil, err
		}
		all = append(all, sampleGame{rec.Packed(), near.Packed()})
	}
	return all, nil
})

// sampleGames returns games to hand in and to finish.
func sampleGames(t *testing.T) []sampleGame {
	t.Helper()
	all, err := samples()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// unmoved plays a campaign in which nobody moves, and returns its recording and its last tick.
func unmoved(seed, most uint64) (*record.Recording, uint64, error) {
	pack := levels.For(engine.Campaign, 0, levels.Shipped())
	c := engine.Config{Levels: pack.Levels}
	c.Seed, c.Difficulty = seed, engine.DefaultDifficulty
	g, err := engine.New(c)
	if err != nil {
		return nil, 0, err
	}
	rec := replay.NewRecording("test", c, pack)
	for g.Phase != engine.Over && g.Tick < most {
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
