package cluster

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
	"arkterm/engine/bot"
	"arkterm/engine/record"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
)

// A memoryBus is a bus within a process.
type memoryBus struct {
	mu          sync.Mutex
	subscribers map[string][]*subscriber
	down        bool // all operations fail, and messages are lost
}

type subscriber struct {
	queue chan message
}

type message struct {
	data  []byte
	reply func(data []byte)
}

var errDown = errors.New("the bus is down")

func (b *memoryBus) send(subject string, m message) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down {
		return errDown
	}
	for _, s := range b.subscribers[subject] {
		s.queue <- m
	}
	return nil
}

func (b *memoryBus) Publish(subject string, data []byte) error {
	return b.send(subject, message{data, func([]byte) {}})
}

func (b *memoryBus) Subscribe(subject string, handle func(data []byte, reply func([]byte))) (func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down {
		return nil, errDown
	}
	s := &subscriber{queue: make(chan message, 1000)}
	go func() {
		for m := range s.queue {
			handle(m.data, m.reply)
		}
	}()
	if b.subscribers == nil {
		b.subscribers = make(map[string][]*subscriber)
	}
	b.subscribers[subject] = append(b.subscribers[subject], s)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for i, other := range b.subscribers[subject] {
			if other == s {
				b.subscribers[subject] = append(b.subscribers[subject][:i:i], b.subscribers[subject][i+1:]...)
				close(s.queue)
				return
			}
		}
	}, nil
}

func (b *memoryBus) Request(subject string, data []byte, timeout time.Duration) ([]byte, error) {
	reply := make(chan []byte, 1)
	if err := b.send(subject, message{data, func(data []byte) { reply <- data }}); err != nil {
		return nil, err
	}
	select {
	case data := <-reply:
		return data, nil
	case <-time.After(timeout):
		return nil, errors.New("no reply")
	}
}

func (b *memoryBus) Status() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down {
		return errDown
	}
	return nil
}

func (b *memoryBus) setDown(down bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down = down
}

func (b *memoryBus) Close() {}

var natsURL = flag.String("nats", "", "also test the NATS server at this `URL`")

// Both kinds of bus deliver messages and replies to all subscribers, until the subscription is canceled.
func TestBus(t *testing.T) {
	buses := map[string]Bus{"memory": new(memoryBus)}
	if *natsURL != "" {
		bus, err := Connect(*natsURL)
		if err != nil {
			t.Fatal(err)
		}
		defer bus.Close()
		buses["NATS"] = bus
	}
	for name, bus := range buses {
		const subject = "arkterm.test"
		received := make(chan string, 10)
		subscribe := func(prefix string) (cancel func()) {
			cancel, err := bus.Subscribe(subject, func(data []byte, reply func([]byte)) {
				received <- prefix + string(data)
				reply(append([]byte("reply to "), data...))
			})
			if err != nil {
				t.Fatalf("%s: Subscribe: %v", name, err)
			}
			return cancel
		}
		request := func(text string) {
			t.Helper()
			if data, err := bus.Request(subject, []byte(text), time.Minute); err != nil ||
				string(data) != "reply to "+text {
				t.Errorf("%s: Request = %q, %v; want %q", name, data, err, "reply to "+text)
			}
		}
		cancel := subscribe("first ")
		request("a")
		if got := <-received; got != "first a" {
			t.Errorf("%s: received %q, want %q", name, got, "first a")
		}
		cancel()
		defer subscribe("second ")()
		if err := bus.Publish(subject, []byte("b")); err != nil {
			t.Errorf("%s: Publish: %v", name, err)
		}
		request("c")
		for _, want := range []string{"second b", "second c"} {
			if got := <-received; got != want {
				t.Errorf("%s: received %q, want %q", name, got, want)
			}
		}
		if err := bus.Status(); err != nil {
			t.Errorf("%s: Status: %v", name, err)
		}
	}
}

// A testServer is a server with its lobby.
type testServer struct {
	*Node
	lobby     *lobby.Lobby
	stop      func()                 // stops the server without a message
	results   chan lobby.MatchResult // results of matches
	penalties chan connlimit.Penalty // penalties received from other servers
}

func startServer(t *testing.T, bus Bus) *testServer {
	t.Helper()
	l := lobby.New(lobby.Options{Pack: levels.Shipped(), ProgramName: "test", Random: rand.Uint64})
	s := &testServer{
		lobby: l, results: make(chan lobby.MatchResult, 10), penalties: make(chan connlimit.Penalty, 10),
	}
	start := time.Now()
	n, err := Join(bus, Options{
		Lobby: l, Log: slog.New(slog.DiscardHandler), Now: func() time.Duration { return time.Since(start) },
		Finished: func(_ *lobby.Match, r lobby.MatchResult) { s.results <- r },
		Penalize: func(p connlimit.Penalty) { s.penalties <- p },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Node = n
	stopped, done := make(chan struct{}), make(chan struct{})
	go func() {
		ticker := time.NewTicker(updateInterval)
		defer close(done)
		defer ticker.Stop()
		for {
			n.update(time.Now())
			select {
			case <-ticker.C:
			case <-stopped:
				return
			}
		}
	}()
	s.stop = sync.OnceFunc(func() {
		close(stopped)
		<-done
		n.unsubscribe()
	})
	return s
}

// names returns the names and activities in the lobby of a server.
func (s *testServer) names() string {
	var all []string
	for _, m := range s.lobby.Members() {
		text := m.Name
		if m.Stream != nil {
			text += " plays"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// numFollowed returns the number of games that are published.
func (s *testServer) numFollowed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sharedGames)
}

// A testGame is a game that a bot plays and publishes.
type testGame struct {
	stream    *lobby.GameStream
	recording *record.Recording
	game      *engine.Game
	bot       *bot.Bot
}

func newGame(t testing.TB) *testGame {
	t.Helper()
	pack := levels.Shipped()
	c := engine.Config{Setup: engine.Setup{Seed: 3, Lives: engine.MaxLives}, Levels: pack.Levels}
	g, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return &testGame{lobby.NewGameStream(pack), record.New(c, pack.Name), g, bot.New(3)}
}

// play plays and publishes the ticks of a time.
func (p *testGame) play(d time.Duration) {
	const frame = time.Second / 60
	for ; d > 0; d -= frame {
		for range engine.TicksPerSecond / 60 {
			in := engine.Input{p.bot.Play(p.game), engine.Idle}
			p.recording.Add(in)
			p.game.Step(in)
			p.recording.Checkpoint(p.game)
		}
		p.stream.Publish(p.recording)
		time.Sleep(frame)
	}
}

// watched returns the stream of the only game that a server can watch.
func (s *testServer) watched(t *testing.T) *lobby.GameStream {
	t.Helper()
	for _, m := range s.lobby.Members() {
		if m.Stream != nil {
			return m.Stream
		}
	}
	t.Fatal("no game can be watched")
	return nil
}

// Visitors of all servers are in each lobby, until they leave or their server is silent.
func TestPresence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		one, two := startServer(t, bus), startServer(t, bus)
		defer two.stop()
		ann := one.lobby.Enter("ann", "a", 0)
		two.lobby.Enter("bob", "b", 0)
		time.Sleep(time.Second)
		for i, s := range []*testServer{one, two} {
			if got := s.names(); got != "ann, bob" {
				t.Errorf("the lobby of server %d contains %s, want ann, bob", i+1, got)
			}
		}
		ann.Leave(0)
		one.lobby.Enter("carl", "c", 0)
		time.Sleep(time.Second)
		if got := two.names(); got != "bob, carl" {
			t.Errorf("after a visit ended, the other lobby contains %s, want bob, carl", got)
		}
		one.stop()
		time.Sleep(2 * presenceTimeout)
		if got := two.names(); got != "bob" {
			t.Errorf("after a server was killed, the other lobby contains %s, want bob", got)
		}
	})
}

// Spectators on another server see the same game, also after the bus was down, until it ends. Without spectators, the
// game is not published.
func TestWatchRemoteGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		one, two := startServer(t, bus), startServer(t, bus)
		defer one.stop()
		defer two.stop()
		ann := one.lobby.Enter("ann", "a", 0)
		game := newGame(t)
		game.stream.Publish(game.recording)
		ann.SetStream(game.stream)
		game.play(10 * time.Second)
		if n := one.numFollowed(); n != 0 {
			t.Errorf("%d games are published without spectators, want 0", n)
		}

		remote := two.watched(t)
		start := time.Now()
		now := func() time.Duration { return time.Since(start) }
		viewer, err := lobby.NewGameViewer(remote, "ann", render.Options{Glyphs: cell.Quadrant}, now())
		if err != nil {
			t.Fatal(err)
		}
		leave := remote.AddSpectator()
		watch := func(d time.Duration) {
			for ; d > 0; d -= time.Second / 10 {
				game.play(time.Second / 10)
				viewer.Advance(now())
			}
		}
		lag := func() time.Duration {
			return time.Duration(game.game.Tick-viewer.Game().Tick) * time.Second / engine.TicksPerSecond
		}
		watch(10 * time.Second)
		if lag() > time.Second {
			t.Errorf("the spectator is %v behind, want at most a second", lag())
		}
		if n := game.stream.NumSpectators(); n != 1 {
			t.Errorf("the player sees %d spectators, want 1", n)
		}

		for _, outage := range []time.Duration{3 * time.Second, 2 * max(keepAliveTimeout, presenceTimeout)} {
			bus.setDown(true)
			watch(outage)
			bus.setDown(false)
			watch(3 * time.Second)
			if lag() > time.Second {
				t.Errorf("three seconds after an outage of %v, the spectator is %v behind, want at most a second",
					outage, lag())
			}
		}

		game.stream.Close()
		ann.SetStream(nil)
		for range 20 {
			time.Sleep(time.Second / 10)
			viewer.Advance(now())
		}
		if got, want := viewer.Game(), game.game; !viewer.Over() || got.Hash() != want.Hash() {
			t.Errorf("at the end, the spectator sees tick %d of %d (over: %v), or another state", got.Tick, want.Tick,
				viewer.Over())
		}
		leave()
		time.Sleep(2 * keepAliveTimeout)
		if one.numFollowed() != 0 {
			t.Error("a game without spectators is still published")
		}
	})
}

// A game that is hidden or has ended cannot be watched from another server.
func TestHiddenRemoteGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := new(memoryBus)
		one, two := startServer(t, bus), startServer(t, bus)
		defer one.stop()
		defer two.stop()
		ann := one.lobby.Enter("ann", "a", 0)
		game := newGame(t)
		game.stream.Publish(game.recording)
		ann.SetStream(game.stream)
		time.Sleep(time.Second)
		remote := two.watched(t)
		game.stream.SetHidden(true)
		if _, err := lobby.NewGameViewer(remote, "ann", render.Options{}, 0); err == nil {
			t.Error("a hidden game can be watched")
		}
		time.Sleep(time.Second)
		if got := two.names(); got != "ann" {
			t.Errorf("the other lobby contains %s, want ann without a game", got)
		}
		bus.setDown(true)
		if _, err := lobby.NewGameViewer(remote, "ann", render.Options{}, 0); !errors.Is(err, errDown) {
			t.Errorf("NewGameViewer without a bus: error %v, want %v", err, errDown)
		}
	})
}

// A game of a server with other rules is refused, because its simulation would differ.
func TestOtherRules(t *testing.T) {
	game := newGame(t)
	start := game.recording.Prefix()
	text := string(start.Text(game.recording.Header(), 0))
	current := fmt.Sprintf("rules %d\n", engine.Rules)
	if !strings.Contains(text, current) {
		t.Fatalf("the recording does not contain %q:\n%s", current, text)
	}
	for _, rules := range []int{engine.Rules - 1, engine.Rules, engine.Rules + 1} {
		g := &feedCopy{stream: lobby.NewRemoteGameStream(func() error { return nil }, func() {})}
		err := g.apply(&gameMessage{Text: strings.Replace(text, current, fmt.Sprintf("rules %d\n", rules), 1)})
		if (err == nil) != (rules == engine.Rules) {
			t.Errorf("a game with rules version %d: error %v, on a server with version %d", rules, err, engine.Rules)
		}
	}
}

// BenchmarkPresence measures the time to receive a list of 300 visitors with one change, per list, and the time to sort
// the lobby of 10,000 visitors.
func BenchmarkPresence(b *testing.B) {
	l := lobby.New(lobby.Options{Pack: levels.Shipped(), ProgramName: "test", Random: rand.Uint64})
	n, err := Join(new(memoryBus), Options{Lobby: l, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	list := func(server, change int) []byte {
		m := presenceMessage{Server: fmt.Sprint("server ", server)}
		for i := range uint64(300) {
			v := presenceMember{ID: i + 1, Name: fmt.Sprintf("player-%d-%d", server, i), Game: i + 1}
			v.Activity = "Campaign, level 12"
			if i == 0 {
				v.Activity = fmt.Sprint("Campaign, level ", change)
			}
			m.Members = append(m.Members, v)
		}
		data, err := json.Marshal(m)
		if err != nil {
			b.Fatal(err)
		}
		return data
	}
	for server := range 34 {
		n.handlePresence(list(server, 0), time.Now())
	}
	lists := [2][]byte{list(1, 1), list(1, 2)}
	b.Run("list", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			n.handlePresence(lists[i%2], time.Now())
		}
		b.ReportMetric(float64(len(lists[0]))/300, "B/visitor")
	})
	b.Run("lobby", func(b *testing.B) {
		for b.Loop() {
			l.Notify()
			if all := l.Members(); len(all) != 34*300 {
				b.Fatalf("the lobby has %d visitors, want %d", len(all), 34*300)
			}
		}
	})
}

// BenchmarkUpdate measures the time to receive an update of a game, without its simulation.
func BenchmarkUpdate(b *testing.B) {
	game := newGame(b)
	bytes := 0
	stream := lobby.NewRemoteGameStream(func() error { return nil }, func() {})
	g := &remoteGame{feedCopy: feedCopy{stream: stream}, cancel: func() {}}
	start := game.recording.Prefix()
	if err := g.apply(&gameMessage{Text: string(start.Text(game.recording.Header(), 0))}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		before := game.recording.Prefix()
		for range engine.TicksPerSecond / 5 {
			in := engine.Input{game.bot.Play(game.game), engine.Idle}
			game.recording.Add(in)
			game.game.Step(in)
		}
		after := game.recording.Prefix()
		g.lastUpdate++
		data, err := json.Marshal(gameMessage{Number: g.lastUpdate, More: string(after.TextAfter(&before))})
		if err != nil {
			b.Fatal(err)
		}
		g.lastUpdate--
		bytes += len(data)
		b.StartTimer()
		g.handleUpdate(data)
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "B/update")
}
