// Package cluster connects several servers. Their visitors see each other, watch each other's games and play together.
//
// The servers exchange messages over a [Bus], usually NATS. Every server regularly publishes its visitors and parties,
// and the other servers add them to their lobbies. While a visitor watches a game on another server, that server
// publishes the game's inputs, from which the spectator's server simulates the game. A match is played on the server on
// which its party was opened. The servers of the other players have a copy of the match, see match.go. Each message
// describes the current state or can be requested again. Therefore, nothing is lost if a message is lost or the bus
// fails for a while.
//
// The messages are JSON. Their subjects start with the version of the protocol:
//
//	arkterm1.presence            visitors and parties of a server, at least once per second
//	arkterm1.follow.SERVER       request for a game, with a reply
//	arkterm1.keep.SERVER         keep-alive for a watched game: the number of its spectators on another server
//	arkterm1.game.SERVER.GAME    new inputs of a game, five times per second
//	arkterm1.join.SERVER         request for a seat in a party, with a reply
//	arkterm1.action.SERVER       action of a visitor of another server in a party or match on SERVER
//	arkterm1.party.SERVER        state of a party that a visitor of SERVER has joined on another server,
//	                             at least once per second
//	arkterm1.copy.SERVER         request for a match, with a reply
//	arkterm1.match.SERVER.MATCH  new inputs of a match with players of other servers, every two ticks
//	arkterm1.penalty             penalty of a network or a key
//
// A [Node] is safe for concurrent use.
package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/cmd/arkterm/replay"
	"arkterm/engine"
	"arkterm/engine/record"
)

// A Bus delivers messages to the subscribers of a subject on all servers.
type Bus interface {
	// Publish sends a message.
	Publish(subject string, data []byte) error

	// Subscribe calls handle for each message with a subject, one after another, until cancel is called. For a request,
	// reply sends the reply.
	Subscribe(subject string, handle func(data []byte, reply func(data []byte))) (cancel func(), err error)

	// Request sends a message and returns the first reply.
	Request(subject string, data []byte, timeout time.Duration) ([]byte, error)

	// Status returns an error while there is no connection.
	Status() error

	// Close closes the connection.
	Close()
}

// Protocol parameters.
const (
	updateInterval    = 200 * time.Millisecond // time between two updates of a watched game
	presenceInterval  = time.Second            // time after which an unchanged presence or party message is repeated
	presenceTimeout   = 5 * time.Second        // time after which the visitors of a silent server are removed
	keepAliveInterval = time.Second            // time between two keep-alive messages for a watched game
	keepAliveTimeout  = 5 * time.Second        // time after which a game without keep-alive messages is not published
	reconnectTime     = 2 * time.Second        // time in which all servers reconnect when the bus is up again
	closeDelay        = 2 * time.Second        // time after which a game that its server no longer lists is closed
	requestTimeout    = time.Second            // maximum time until the reply to a request
	maxMembers        = 4096                   // maximum number of visitors of another server
)

// A Node connects a server to the other servers of a cluster.
type Node struct {
	name string // random name of this server
	bus  Bus
	Options

	mu               sync.Mutex
	gameNumbers      map[*lobby.GameStream]uint64     // numbers of the games on this server that can be watched
	lastNumber       uint64                           // number of the newest game or match
	sharedGames      map[uint64]*sharedGame           // games here with spectators on other servers, by number
	servers          map[string]*server               // other servers, by name
	remotePlayers    map[remotePlayerID]*remotePlayer // players of other servers in parties on this one
	hostedMatches    map[*lobby.Match]*hostedMatch
	remoteSeats      map[uint64]*remoteSeat // seats of visitors in parties on other servers, by ID
	connectedSince   time.Time              // time since which the bus is connected; zero if it is not
	lastPresence     string                 // last published visitors
	lastPresenceTime time.Time
	cancelFuncs      []func() // cancel the subscriptions

	matches     sync.WaitGroup // goroutines of hosted matches
	stopMatches chan struct{}  // closed by Leave
}

// Options contains the arguments of Join.
type Options struct {
	Lobby *lobby.Lobby
	Log   *slog.Logger
	Now   func() time.Duration // the time that the lobby and its matches use

	// Finished saves the result of a field of a match. It is called for matches with players of other servers.
	Finished func(m *lobby.Match, r lobby.MatchResult)

	// Penalize applies a penalty that another server has imposed.
	Penalize func(p connlimit.Penalty)
}

// A server is one of the other servers.
type server struct {
	lastMessageTime time.Time              // time of the last message
	lastPresence    string                 // the last message
	members         map[uint64]uint64      // IDs of its members in the local lobby, by remote ID
	parties         map[uint64]uint64      // IDs of its parties in the local lobby, by remote ID
	games           map[uint64]*remoteGame // games of its members, by number
}

// Contents of messages, which are encoded as JSON.
type (
	presenceMessage struct {
		Server  string              `json:"server"`
		Rules   int                 `json:"rules"` // version of the rules
		Members []presenceMember    `json:"members"`
		Parties []lobby.RemoteParty `json:"parties,omitempty"`
		Seats   []seatMessage       `json:"seats,omitempty"` // seats of its visitors on other servers
	}
	seatMessage struct {
		Server string `json:"server"`
		Seat   uint64 `json:"seat"`
	}
	presenceMember struct {
		ID       uint64 `json:"id"`
		Name     string `json:"name"`
		Activity string `json:"activity,omitempty"`
		Game     uint64 `json:"game,omitempty"` // number of the game; 0 if it cannot be watched
		Waiting  bool   `json:"waiting,omitempty"`
		Party    uint64 `json:"party,omitempty"` // party that can be joined without a code; 0 if none
	}
	spectatorsMessage struct { // request for a game, or keep-alive for it
		Server     string `json:"server"`
		Game       uint64 `json:"game"`
		Spectators int    `json:"spectators"`
	}
	gameMessage struct {
		Number uint64 `json:"number,omitempty"` // of the update, consecutive; a reply has the number of the last update
		Text   string `json:"text,omitempty"`   // the whole recording, in a reply and after a rewind
		More   string `json:"more,omitempty"`   // lines after the previous update
		Hidden bool   `json:"hidden,omitempty"` // the player has hidden the game
		Closed bool   `json:"closed,omitempty"` // the game has ended
		Error  string `json:"error,omitempty"`  // reason for a reply without a game
	}
)

// Join subscribes to the messages of other servers. The caller must call Run, and Leave after Run has returned.
func Join(bus Bus, o Options) (*Node, error) {
	n := &Node{
		name: rand.Text()[:12], bus: bus, Options: o, gameNumbers: make(map[*lobby.GameStream]uint64),
		sharedGames: make(map[uint64]*sharedGame), servers: make(map[string]*server),
		remotePlayers: make(map[remotePlayerID]*remotePlayer), hostedMatches: make(map[*lobby.Match]*hostedMatch),
		remoteSeats: make(map[uint64]*remoteSeat), stopMatches: make(chan struct{}),
	}
	for subject, handle := range map[string]func(data []byte, reply func([]byte)){
		"arkterm1.presence":         func(data []byte, _ func([]byte)) { n.handlePresence(data, time.Now()) },
		"arkterm1.follow." + n.name: n.handleFollow,
		"arkterm1.keep." + n.name:   func(data []byte, _ func([]byte)) { n.handleKeepAlive(data, time.Now()) },
		"arkterm1.join." + n.name:   n.handleJoin,
		"arkterm1.action." + n.name: func(data []byte, _ func([]byte)) { n.handleAction(data) },
		"arkterm1.party." + n.name:  func(data []byte, _ func([]byte)) { n.handleParty(data) },
		"arkterm1.copy." + n.name:   n.handleCopy,
		"arkterm1.penalty":          func(data []byte, _ func([]byte)) { n.handlePenalty(data) },
	} {
		cancel, err := bus.Subscribe(subject, handle)
		if err != nil {
			n.Leave()
			return nil, err
		}
		n.cancelFuncs = append(n.cancelFuncs, cancel)
	}
	return n, nil
}

// Run exchanges messages until the context is canceled.
func (n *Node) Run(ctx context.Context) {
	ticker := time.NewTicker(updateInterval)
	defer ticker.Stop()
	for {
		n.update(time.Now())
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// Leave leaves the cluster without closing the bus. All visits must have ended.
func (n *Node) Leave() {
	n.unsubscribe()
	n.publish("arkterm1.presence", presenceMessage{Server: n.name})
}

// unsubscribe cancels all subscriptions, and ends the goroutines of matches.
func (n *Node) unsubscribe() {
	for _, cancel := range n.cancelFuncs {
		cancel()
	}
	n.mu.Lock()
	seats := slices.Collect(maps.Values(n.remoteSeats))
	n.mu.Unlock()
	for _, q := range seats {
		q.leave()
	}
	close(n.stopMatches)
	n.matches.Wait()
}

// update publishes changes, and removes servers, players and spectators whose messages no longer arrive.
func (n *Node) update(now time.Time) {
	n.publishPresence(now)
	n.publishGames(now)
	n.updateRemotePlayers(now)
	n.updateSeats(now)

	n.mu.Lock()
	var games []*remoteGame
	for name, s := range n.servers {
		if now.Sub(s.lastMessageTime) > presenceTimeout && n.wasConnected(now) {
			n.removeServer(name, s)
			continue
		}
		for _, g := range s.games {
			games = append(games, g)
		}
	}
	n.mu.Unlock()
	for _, g := range games {
		g.keepAlive(now)
	}
}

// wasConnected reports whether the bus has been connected for longer than presenceTimeout. Otherwise, a silent server
// may only be unreachable, so it must not be considered failed. The caller must hold n.mu.
func (n *Node) wasConnected(now time.Time) bool {
	return !n.connectedSince.IsZero() && now.Sub(n.connectedSince) > presenceTimeout
}

// publish sends a message. It logs errors only at the debug level. A metric reports the state of the connection, and
// all messages are repeated or can be requested again.
func (n *Node) publish(subject string, message any) {
	data, err := json.Marshal(message)
	if err == nil {
		err = n.bus.Publish(subject, data)
	}
	if err != nil {
		n.Log.Debug("publish", "subject", subject, "error", err)
	}
}

// publishPresence publishes the visitors and parties of this server if they have changed or presenceInterval has
// passed.
func (n *Node) publishPresence(now time.Time) {
	members := n.Lobby.LocalMembers()
	message := presenceMessage{
		Server: n.name, Rules: engine.Rules, Members: make([]presenceMember, 0, len(members)),
		Parties: n.Lobby.LocalParties(),
	}
	n.mu.Lock()
	message.Seats = n.seatMessages()
	numbers := make(map[*lobby.GameStream]uint64)
	for i := range members {
		v := &members[i]
		m := presenceMember{ID: v.ID, Name: v.Name, Activity: v.Activity, Waiting: v.Waiting, Party: v.PartyID}
		if v.Stream != nil {
			number := n.gameNumbers[v.Stream]
			if number == 0 {
				n.lastNumber++
				number = n.lastNumber
			}
			numbers[v.Stream], m.Game = number, number
		}
		message.Members = append(message.Members, m)
	}
	n.gameNumbers = numbers
	n.mu.Unlock()

	data, err := json.Marshal(message)
	if err != nil || string(data) == n.lastPresence && now.Sub(n.lastPresenceTime) < presenceInterval {
		return
	}
	if err := n.bus.Publish("arkterm1.presence", data); err == nil {
		n.lastPresence, n.lastPresenceTime = string(data), now
	}
}

// handlePresence adds the visitors and parties of another server to the lobby.
func (n *Node) handlePresence(data []byte, now time.Time) {
	var message presenceMessage
	if err := json.Unmarshal(data, &message); err != nil || message.Server == n.name ||
		len(message.Members) > maxMembers {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.keepRemotePlayers(&message, now)
	s := n.servers[message.Server]
	if len(message.Members)+len(message.Parties)+len(message.Seats) == 0 {
		if s != nil {
			n.removeServer(message.Server, s)
		}
		return
	}
	if s == nil {
		s = &server{}
		n.servers[message.Server] = s
	}
	s.lastMessageTime = now
	if s.lastPresence == string(data) {
		return
	}
	s.lastPresence = string(data)

	parties := n.remoteParties(&message, s)
	members, games := make(map[uint64]uint64), make(map[uint64]*remoteGame)
	infos := make([]lobby.MemberInfo, 0, len(message.Members))
	for _, m := range message.Members {
		if members[m.ID] = s.members[m.ID]; members[m.ID] == 0 {
			members[m.ID] = n.Lobby.NewID()
		}
		info := lobby.MemberInfo{
			ID: members[m.ID], Name: m.Name, Activity: m.Activity, Waiting: m.Waiting, PartyID: s.parties[m.Party],
		}
		if m.Game != 0 {
			g := games[m.Game]
			if g == nil {
				g = s.games[m.Game]
			}
			if g == nil {
				g = newRemoteGame(n, message.Server, m.Game)
			}
			games[m.Game], info.Stream = g, g.stream
		}
		infos = append(infos, info)
	}
	for number, g := range s.games {
		if games[number] == nil {
			time.AfterFunc(closeDelay, g.close) // usually, an update with the end arrives earlier
		}
	}
	s.members, s.games = members, games
	n.Lobby.SetRemote(message.Server, infos, parties)
}

// removeServer removes the visitors of a server. The caller must hold n.mu.
func (n *Node) removeServer(name string, s *server) {
	delete(n.servers, name)
	n.Lobby.SetRemote(name, nil, nil)
	for _, g := range s.games {
		time.AfterFunc(0, g.close)
	}
}

// A sharedGame is a game on this server that is watched on other servers.
type sharedGame struct {
	feed
	lastUpdate uint64                    // number of the last update
	spectators map[string]spectatorCount // by server
}

// A spectatorCount is the number of spectators that another server has for a game.
type spectatorCount struct {
	count int
	until time.Time // time at which the count expires; each keep-alive message extends it
}

// recordingText returns the recording in a snapshot as text, from the start of the current level.
func recordingText(s *lobby.StreamSnapshot) string {
	return string(s.Prefix.Text(s.Header, s.Header.Tick()+uint64(s.Prefix.Ticks())))
}

// handleFollow replies with a game, and starts to publish the game's updates.
func (n *Node) handleFollow(data []byte, reply func([]byte)) {
	var request spectatorsMessage
	message := gameMessage{Error: "this game has ended"}
	if err := json.Unmarshal(data, &request); err == nil {
		n.mu.Lock()
		if g := n.follow(&request, time.Now()); g != nil {
			message = gameMessage{Number: g.lastUpdate, Text: recordingText(&g.sent), Closed: g.sent.Closed}
		}
		n.mu.Unlock()
	}
	if data, err := json.Marshal(message); err == nil {
		reply(data)
	}
}

// handleKeepAlive updates the number of spectators on another server.
func (n *Node) handleKeepAlive(data []byte, now time.Time) {
	var message spectatorsMessage
	if err := json.Unmarshal(data, &message); err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.follow(&message, now)
}

// follow records how many spectators of a game another server has. It returns the game, or nil if the game cannot be
// watched. The caller must hold n.mu.
func (n *Node) follow(m *spectatorsMessage, now time.Time) *sharedGame {
	g := n.sharedGames[m.Game]
	if g == nil {
		for stream, number := range n.gameNumbers {
			if number == m.Game && !stream.Hidden() {
				if sent := stream.Snapshot(); sent.Header != nil {
					// The first number is a time. Therefore, a server that has followed this game before detects a
					// gap in the numbers, and requests the game again.
					g = &sharedGame{
						feed: feed{stream, sent}, lastUpdate: uint64(now.UnixMicro()),
						spectators: make(map[string]spectatorCount),
					}
				}
			}
		}
		if g == nil {
			return nil
		}
		n.sharedGames[m.Game] = g
	}
	g.spectators[m.Server] = spectatorCount{m.Spectators, now.Add(keepAliveTimeout)}
	return g
}

// publishGames publishes the updates of the games that other servers follow.
func (n *Node) publishGames(now time.Time) {
	type update struct {
		game    uint64
		message gameMessage
	}
	var updates []update
	n.mu.Lock()
	for number, g := range n.sharedGames {
		total := 0
		maps.DeleteFunc(g.spectators, func(_ string, s spectatorCount) bool { return now.After(s.until) })
		for _, s := range g.spectators {
			total += s.count
		}
		g.stream.SetNumRemoteSpectators(total)
		message, changed := g.update()
		if changed {
			updates = append(updates, update{number, message})
		}
		if message.Closed || message.Hidden || len(g.spectators) == 0 {
			delete(n.sharedGames, number)
		}
	}
	n.mu.Unlock()
	for _, u := range updates {
		n.publish(fmt.Sprintf("arkterm1.game.%s.%d", n.name, u.game), u.message)
	}
}

// A feed produces the messages with which a server publishes a game.
type feed struct {
	stream *lobby.GameStream
	sent   lobby.StreamSnapshot // the part that was already published
}

// update returns the changes since the last update, and whether there are any.
func (f *feed) update() (m gameMessage, changed bool) {
	now := f.stream.Snapshot()
	m.Hidden, m.Closed = f.stream.Hidden(), now.Closed
	switch {
	case now.Epoch != f.sent.Epoch:
		m.Text = recordingText(&now)
	case now.Prefix.HasMoreThan(&f.sent.Prefix):
		m.More = string(now.Prefix.TextAfter(&f.sent.Prefix))
	case !m.Closed || f.sent.Closed:
		return m, false
	}
	f.sent = now
	return m, true
}

// update returns the changes since the last update, and whether there are any. For a hidden game, the message contains
// no inputs.
func (g *sharedGame) update() (m gameMessage, changed bool) {
	if m.Hidden = g.stream.Hidden(); m.Hidden {
		changed = true
	} else {
		m, changed = g.feed.update()
	}
	if changed {
		g.lastUpdate++
		m.Number = g.lastUpdate
	}
	return m, changed
}

// A remoteGame is a game on another server. It receives updates while it has spectators.
type remoteGame struct {
	node   *Node
	server string
	number uint64 // number of the game

	mu sync.Mutex
	feedCopy
	cancel            func()    // cancels the subscription; nil if the game is not followed
	lastUpdate        uint64    // number of the last update
	lastUpdateTime    time.Time // time of the last update or reply
	lastKeepAliveTime time.Time // time of the last keep-alive message
}

// A feedCopy publishes the messages of a feed on another server to spectators on this server.
type feedCopy struct {
	stream    *lobby.GameStream
	recording *record.Recording // nil before the first message
}

// newRemoteGame returns a game that is not followed.
func newRemoteGame(n *Node, server string, number uint64) *remoteGame {
	g := &remoteGame{node: n, server: server, number: number}
	g.stream = lobby.NewRemoteGameStream(g.connect, g.disconnect)
	return g
}

// connect starts to follow the game, unless it is already followed.
func (g *remoteGame) connect() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.follow()
}

// follow implements connect. The caller must hold g.mu.
func (g *remoteGame) follow() error {
	if g.cancel != nil {
		return nil
	}
	cancel, err := g.node.bus.Subscribe(fmt.Sprintf("arkterm1.game.%s.%d", g.server, g.number),
		func(data []byte, _ func([]byte)) { g.handleUpdate(data) })
	if err != nil {
		return err
	}
	if err := g.request(); err != nil {
		cancel()
		return err
	}
	g.cancel = cancel
	return nil
}

// disconnect stops following the game.
func (g *remoteGame) disconnect() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.unfollow()
}

// unfollow implements disconnect. The caller must hold g.mu.
func (g *remoteGame) unfollow() {
	if g.cancel != nil {
		g.cancel()
		g.cancel = nil
		g.publishNumSpectators(0)
	}
}

// close ends the game for its spectators on this server.
func (g *remoteGame) close() {
	g.stream.Close()
	g.disconnect()
}

// request requests the whole game and publishes it to the spectators on this server. The caller must hold g.mu.
func (g *remoteGame) request() error {
	data, err := json.Marshal(spectatorsMessage{g.node.name, g.number, max(1, g.stream.NumLocalSpectators())})
	if err != nil {
		return err
	}
	if data, err = g.node.bus.Request("arkterm1.follow."+g.server, data, requestTimeout); err != nil {
		return fmt.Errorf("request the game from its server: %w", err)
	}
	var m gameMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	if m.Error != "" {
		return errors.New(m.Error)
	}
	return g.update(&m)
}

// update publishes the content of a message to the spectators on this server. The caller must hold g.mu.
func (g *remoteGame) update(m *gameMessage) error {
	if err := g.apply(m); err != nil {
		return err
	}
	if m.Hidden {
		g.stream.SetHidden(true)
	}
	g.lastUpdate, g.lastUpdateTime = m.Number, time.Now()
	return nil
}

// apply publishes the content of a message on the stream.
func (g *feedCopy) apply(m *gameMessage) error {
	if m.Text != "" {
		opened, err := replay.Open("its recording", []byte(m.Text), nil)
		if err != nil {
			return err
		}
		if rules := opened.Recording.Rules; rules != engine.Rules { // Open returns an error for newer rules
			return fmt.Errorf("the game has rules version %d (this server has version %d)", rules, engine.Rules)
		}
		g.recording = opened.Recording
		g.stream.SetPack(opened.Pack)
	}
	if g.recording == nil {
		return errors.New("the message has no recording")
	}
	if err := g.recording.Extend([]byte(m.More)); err != nil {
		return err
	}
	g.stream.Publish(g.recording)
	if m.Closed {
		g.stream.Close()
	}
	return nil
}

// handleUpdate applies an update. If an earlier one is missing, it requests the whole game.
func (g *remoteGame) handleUpdate(data []byte) {
	var m gameMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cancel == nil || m.Number <= g.lastUpdate && m.Text == "" {
		return
	}
	var err error
	if m.Number == g.lastUpdate+1 || m.Text != "" {
		err = g.update(&m)
	} else {
		err = g.request()
	}
	if err != nil {
		g.node.Log.Debug("update a game on another server", "error", err)
	}
}

// keepAlive publishes the number of spectators every keepAliveInterval, so that the game's server continues to publish
// updates. For reconnectTime after the bus is up again, it publishes the number in each call, because the game's server
// may reconnect later than this server.
//
// Usually, connect is called for the first spectator, and disconnect for the last one. keepAlive also corrects the
// state if these calls are not made, because a spectator has left while another one started to watch, or because a
// viewer could not be created.
func (g *remoteGame) keepAlive(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(g.lastKeepAliveTime) < keepAliveInterval && now.Sub(g.node.connectedSince) > reconnectTime {
		return
	}
	g.lastKeepAliveTime = now
	switch spectators := g.stream.NumLocalSpectators(); {
	case spectators > 0 && g.cancel == nil:
		if err := g.follow(); err != nil {
			g.node.Log.Debug("follow a game on another server", "error", err)
		}
	case spectators > 0:
		g.publishNumSpectators(spectators)
	case g.cancel != nil && now.Sub(g.lastUpdateTime) > keepAliveTimeout:
		g.unfollow()
	}
}

// publishNumSpectators sends a keep-alive message with the number of local spectators to the game's server.
func (g *remoteGame) publishNumSpectators(spectators int) {
	g.node.publish("arkterm1.keep."+g.server, spectatorsMessage{g.node.name, g.number, spectators})
}
