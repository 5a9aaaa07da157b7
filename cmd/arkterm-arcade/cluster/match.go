package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/lobby"
	"arkterm/engine"
)

// This file contains parties and matches of players on several servers.
//
// The server of a party has a remotePlayer with a [lobby.Member] for each player on another server. The player's server
// has a remoteSeat, which forwards the player's actions, and a matchCopy. The copy receives the inputs of all players,
// like a spectator's game, but every two ticks. An action contains its time on the clock of the match's server.
// Therefore, the network between the servers does not delay the effect of a key.
//
// When the player's server is silent or no longer lists the seat, the server of the party removes the remotePlayer, and
// keeps the seat for a minute. The player's server requests the seat again as soon as it receives messages of the
// party's server again.

// Parameters of parties on other servers.
const (
	seatTimeout = 2 * time.Second // time without messages after which a party is requested again
	singleTicks = 8               // ticks published one at a time after a key, which takes effect within three ticks
	clockDrift  = 10000           // two clocks drift apart by at most 1/clockDrift of the elapsed time
)

// A remotePlayerID identifies a player on another server: by the server, and by the ID of the player's remoteSeat
// there.
type remotePlayerID struct {
	server string
	seat   uint64
}

// A remotePlayer is a player on another server in a party on this server.
type remotePlayer struct {
	member         *lobby.Member
	joinTime       time.Time
	lastListedTime time.Time // time when the player's server has last requested or listed the seat
	sentState      string    // last published state of the party, as JSON
	sentTime       time.Time
}

// Contents of messages, which are encoded as JSON.
type (
	joinMessage struct {
		Server string `json:"server"`
		Seat   uint64 `json:"seat"` // ID that the server never reuses
		Name   string `json:"name"`
		Key    string `json:"key,omitempty"`
		Hidden bool   `json:"hidden,omitempty"`
		Party  uint64 `json:"party"`
		Code   string `json:"code,omitempty"` // the party's code, if the player knows it
	}
	partyMessage struct {
		Seat  uint64        `json:"seat"`
		Now   time.Duration `json:"now,omitempty"`   // time of the party's server
		Party *lobby.Party  `json:"party,omitempty"` // nil if the player is no longer in the party
		Match uint64        `json:"match,omitempty"` // number of the match; 0 if there is none
		Error string        `json:"error,omitempty"` // reason for a reply without a party
	}
	actionMessage struct {
		Server string       `json:"server"`
		Seat   uint64       `json:"seat"`
		Action lobby.Action `json:"action"`
	}
	copyMessage struct {
		Match uint64 `json:"match"`
	}
	matchMessage struct {
		Number uint64            `json:"number"` // of the update; a reply has the number of the last update
		Now    time.Duration     `json:"now"`    // time of the match's server
		Setup  *lobby.MatchSetup `json:"setup,omitempty"`
		Fields []fieldMessage    `json:"fields,omitempty"` // fields that have changed
		State  lobby.MatchState  `json:"state"`
		Error  string            `json:"error,omitempty"`
	}
	fieldMessage struct {
		Field int `json:"field,omitempty"`
		gameMessage
	}
	penaltyMessage struct {
		Server  string            `json:"server"`
		Penalty connlimit.Penalty `json:"penalty"`
	}
)

// errNoMatch is the error for a match that has ended.
var errNoMatch = errors.New("this match has ended")

// request sends a request to another server, and parses the reply.
func (n *Node) request(subject string, message, reply any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if data, err = n.bus.Request(subject, data, requestTimeout); err != nil {
		return err
	}
	return json.Unmarshal(data, reply)
}

// handleJoin replies to a request for a seat with the party.
func (n *Node) handleJoin(data []byte, reply func([]byte)) {
	var request joinMessage
	if json.Unmarshal(data, &request) != nil {
		return
	}
	message := n.seatRemotePlayer(&request, time.Now())
	if data, err := json.Marshal(message); err == nil {
		reply(data)
	}
}

// seatRemotePlayer gives a player on another server a seat in a party. It returns the state of the party, or the error.
func (n *Node) seatRemotePlayer(request *joinMessage, now time.Time) partyMessage {
	n.mu.Lock()
	defer n.mu.Unlock()
	id := remotePlayerID{request.Server, request.Seat}
	g := n.remotePlayers[id]
	if g == nil {
		g = &remotePlayer{member: n.Lobby.EnterRemote(request.Name, request.Key, request.Hidden), joinTime: now}
	}
	var err error
	if request.Code != "" {
		err = g.member.JoinByCode(request.Code, n.Now())
	} else {
		err = g.member.JoinParty(request.Party, n.Now())
	}
	if err != nil {
		if n.remotePlayers[id] == nil {
			g.member.Leave(n.Now())
		}
		return partyMessage{Error: err.Error()}
	}
	g.lastListedTime = now
	n.remotePlayers[id] = g
	m := n.partyOf(id.seat, g)
	m.Now = n.Now()
	return m
}

// partyOf returns the state of a remote player's party, without the time. If the party has a match, partyOf starts to
// publish it. The caller must hold n.mu.
func (n *Node) partyOf(seat uint64, g *remotePlayer) partyMessage {
	m := partyMessage{Seat: seat}
	if p, ok := g.member.Party(); ok {
		m.Party = &p
		if p.Match != nil {
			m.Match = n.hostedMatchFor(p.Match).number
		}
	}
	return m
}

// keepRemotePlayers records which seats a server still lists. It removes the server's other players, unless they have
// joined within seatTimeout. The caller must hold n.mu.
func (n *Node) keepRemotePlayers(m *presenceMessage, now time.Time) {
	for id, g := range n.remotePlayers {
		if id.server != m.Server {
			continue
		}
		if slices.Contains(m.Seats, seatMessage{n.name, id.seat}) {
			g.lastListedTime = now
		} else if now.Sub(g.joinTime) > seatTimeout || len(m.Members) == 0 {
			n.removeRemotePlayer(id)
		}
	}
}

// removeRemotePlayer removes a player. The lobby keeps the player's seat in a match for a minute. The caller must hold
// n.mu.
func (n *Node) removeRemotePlayer(id remotePlayerID) {
	n.remotePlayers[id].member.Leave(n.Now())
	delete(n.remotePlayers, id)
}

// updateRemotePlayers publishes the parties of remote players, and removes players whose server is silent.
func (n *Node) updateRemotePlayers(now time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Lobby.RemoveExpired(n.Now())
	for id, g := range n.remotePlayers {
		if now.Sub(g.lastListedTime) > presenceTimeout {
			n.removeRemotePlayer(id)
			continue
		}
		message := n.partyOf(id.seat, g)
		data, err := json.Marshal(message)
		if err != nil || string(data) == g.sentState && now.Sub(g.sentTime) < presenceInterval {
			continue
		}
		g.sentState, g.sentTime = string(data), now
		message.Now = n.Now()
		n.publish("arkterm1.party."+id.server, message)
		if message.Party == nil { // the player has continued at another terminal
			n.removeRemotePlayer(id)
		}
	}
	for m, h := range n.hostedMatches {
		if !n.hasRemotePlayer(m) {
			h.stop()
			delete(n.hostedMatches, m)
			continue
		}
		h.publish() // the standings can change after the end of the match
	}
}

// hasRemotePlayer reports whether the party of a remote player still shows the match, which may have ended. The caller
// must hold n.mu.
func (n *Node) hasRemotePlayer(m *lobby.Match) bool {
	for _, g := range n.remotePlayers {
		if p, ok := g.member.Party(); ok && p.Match == m {
			return true
		}
	}
	return false
}

// handleAction carries out the action of a remote player.
func (n *Node) handleAction(data []byte) {
	var m actionMessage
	if json.Unmarshal(data, &m) != nil {
		return
	}
	id := remotePlayerID{m.Server, m.Seat}
	n.mu.Lock()
	g := n.remotePlayers[id]
	if g == nil {
		n.mu.Unlock()
		return
	}
	if m.Action.Kind == lobby.LeavePartyAction {
		n.removeRemotePlayer(id)
		n.mu.Unlock()
		return
	}
	n.mu.Unlock()

	g.member.DoAction(m.Action, n.Now())
	if !m.Action.IsUrgent() {
		n.updateRemotePlayers(time.Now())
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if p, ok := g.member.Party(); ok {
		if h := n.hostedMatches[p.Match]; h != nil {
			h.publishTicksSingly()
		}
	}
}

// A hostedMatch is a match on this server with players on other servers. Its goroutine advances the match and publishes
// the inputs of all players.
type hostedMatch struct {
	node            *Node
	match           *lobby.Match
	number          uint64
	wake            chan struct{} // holds a token after a key
	singleTicksLeft atomic.Int32  // remaining ticks that are published one at a time; the others are published in pairs
	stop            func()

	mu              sync.Mutex
	feeds           []feed           // by field
	lastUpdate      uint64           // number of the last update
	standings       []lobby.Standing // last published standings
	standingsBuffer []lobby.Standing // kept to avoid allocations
}

// hostedMatchFor returns the hosted match for a match of the lobby, and starts to host it if necessary. The caller must
// hold n.mu.
func (n *Node) hostedMatchFor(m *lobby.Match) *hostedMatch {
	h := n.hostedMatches[m]
	if h != nil {
		return h
	}
	n.lastNumber++
	stopped := make(chan struct{})
	h = &hostedMatch{
		node: n, match: m, number: n.lastNumber, wake: make(chan struct{}, 1),
		stop: sync.OnceFunc(func() { close(stopped) }),
	}
	for i := range m.NumFields() {
		h.feeds = append(h.feeds, feed{m.Stream(i), m.Stream(i).Snapshot()})
	}
	n.hostedMatches[m] = h
	n.matches.Go(func() { h.run(stopped) })
	return h
}

// publishTicksSingly publishes the next singleTicks ticks one at a time, because a player has pressed a key.
func (h *hostedMatch) publishTicksSingly() {
	h.singleTicksLeft.Store(singleTicks)
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// run advances the match until the match ends, or until stopped or the node's stopMatches is closed.
func (h *hostedMatch) run(stopped <-chan struct{}) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-h.wake:
		case <-stopped:
			return
		case <-h.node.stopMatches:
			return
		}
		running := h.match.Advance(h.node.Now())
		for r, ok := h.match.TakeResult(); ok; r, ok = h.match.TakeResult() {
			h.node.Finished(h.match, r)
		}
		h.publish()
		if !running {
			h.node.endMatch(h.match)
			return
		}
		_, next := h.match.Clocks(nil)
		if h.singleTicksLeft.Load() > 0 {
			h.singleTicksLeft.Add(-1)
		} else {
			next += time.Second / engine.TicksPerSecond // publish two ticks at the same time
		}
		timer.Reset(next - h.node.Now())
	}
}

// endMatch reports the end of a match to the lobby.
func (n *Node) endMatch(m *lobby.Match) {
	n.mu.Lock()
	for _, g := range n.remotePlayers {
		g.member.MatchEnded(m) // does nothing for members whose party has another match
	}
	n.mu.Unlock()
	n.updateRemotePlayers(time.Now())
}

// publish publishes the changes since the last update.
func (h *hostedMatch) publish() {
	h.mu.Lock()
	defer h.mu.Unlock()
	var m matchMessage
	for i := range h.feeds {
		if u, changed := h.feeds[i].update(); changed {
			m.Fields = append(m.Fields, fieldMessage{i, u})
		}
	}
	h.standingsBuffer = h.match.Standings(h.standingsBuffer[:0])
	if !slices.EqualFunc(h.standingsBuffer, h.standings, equalStanding) {
		h.standings = append(h.standings[:0], h.standingsBuffer...)
		m.State.Standings = h.standingsBuffer
	}
	if m.Fields == nil && m.State.Standings == nil {
		return
	}
	h.lastUpdate++
	m.Number, m.Now = h.lastUpdate, h.node.Now()
	m.State.Clocks, _ = h.match.Clocks(nil)
	h.node.publish(fmt.Sprintf("arkterm1.match.%s.%d", h.node.name, h.number), m)
}

// equalStanding reports whether two standings are equal, or differ only in the tick of a game in progress.
func equalStanding(a, b lobby.Standing) bool {
	if !a.Over {
		a.Tick = b.Tick
	}
	return a == b
}

// handleCopy replies with the whole match.
func (n *Node) handleCopy(data []byte, reply func([]byte)) {
	var request copyMessage
	if json.Unmarshal(data, &request) != nil {
		return
	}
	message := matchMessage{Error: errNoMatch.Error()}
	n.mu.Lock()
	for _, h := range n.hostedMatches {
		if h.number == request.Match {
			message = h.wholeMatch()
		}
	}
	n.mu.Unlock()
	if data, err := json.Marshal(message); err == nil {
		reply(data)
	}
}

// wholeMatch returns a message with the whole match up to the last update.
func (h *hostedMatch) wholeMatch() matchMessage {
	h.mu.Lock()
	defer h.mu.Unlock()
	setup := h.match.MatchSetup
	m := matchMessage{Number: h.lastUpdate, Now: h.node.Now(), Setup: &setup}
	for i := range h.feeds {
		f := &h.feeds[i]
		m.Fields = append(m.Fields, fieldMessage{i, gameMessage{
			Text: recordingText(&f.sent), Hidden: f.stream.Hidden(), Closed: f.sent.Closed,
		}})
	}
	m.State.Standings = h.match.Standings(nil)
	m.State.Clocks, _ = h.match.Clocks(nil)
	return m
}

// A remoteSeat is the seat of a visitor in a party on another server.
type remoteSeat struct {
	node    *Node
	server  string
	seat    uint64
	party   uint64 // ID of the party in the local lobby
	member  *lobby.Member
	request joinMessage

	// Fields that are used without a lock.
	left      atomic.Bool                  // the visitor has left the party
	joining   atomic.Bool                  // joinAgain is running
	offset    atomic.Int64                 // local time minus time of the server, in ns, see updateOffset
	controls  atomic.Pointer[lobby.Action] // last action that has taken a seat; nil if none
	lastState atomic.Pointer[lobby.Party]  // last state, in local time

	mu            sync.Mutex
	code          string     // the party's code
	lastStateTime time.Time  // time of the last state
	offsetTime    time.Time  // time of the last call of updateOffset
	serverSilent  bool       // the server is silent
	match         *matchCopy // nil if there is none
}

// remoteParties returns the parties in a message with IDs of the local lobby, and stores the IDs in s. The caller must
// hold n.mu.
func (n *Node) remoteParties(m *presenceMessage, s *server) (all []lobby.RemoteParty) {
	ids := make(map[uint64]uint64)
	for _, r := range m.Parties {
		number := r.ID
		if ids[number] = s.parties[number]; ids[number] == 0 {
			ids[number] = n.Lobby.NewID()
		}
		r.ID = ids[number]
		r.Join = func(p *lobby.Member, byCode bool, now time.Duration) error {
			if m.Rules != engine.Rules {
				return lobby.ErrOtherVersion
			}
			q := &remoteSeat{
				node: n, server: m.Server, seat: n.Lobby.NewID(), party: r.ID, member: p,
				request: joinMessage{
					Server: n.name, Name: p.Name(), Key: p.Key(), Hidden: p.Hidden(), Party: number,
				},
			}
			if byCode {
				q.request.Code = r.Code
			}
			return q.join(now)
		}
		all = append(all, r)
	}
	s.parties = ids
	return all
}

// seatMessages returns the seats of this server's visitors on other servers. The caller must hold n.mu.
func (n *Node) seatMessages() (all []seatMessage) {
	for id, q := range n.remoteSeats {
		if !q.left.Load() {
			all = append(all, seatMessage{q.server, id})
		}
	}
	slices.SortFunc(all, func(a, b seatMessage) int { return int(a.Seat) - int(b.Seat) })
	return all
}

// join requests the seat for the first time. If the server grants it, join enters the party.
func (q *remoteSeat) join(now time.Duration) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.request.Seat = q.seat
	var m partyMessage
	if err := q.node.request("arkterm1.join."+q.server, q.request, &m); err != nil {
		return fmt.Errorf("join the party on its server: %w", err)
	}
	if m.Error != "" {
		return errors.New(m.Error)
	}
	party, err := q.apply(&m)
	if err != nil {
		q.send(lobby.Action{Kind: lobby.LeavePartyAction})
		return err
	}
	if party == nil {
		return lobby.ErrNoParty
	}
	q.node.mu.Lock()
	q.node.remoteSeats[q.seat] = q
	q.node.mu.Unlock()
	q.member.EnterParty(party, q.send, now)
	return nil
}

// joinAgain requests the seat after the server was silent. If the server refuses, joinAgain ends the party for the
// visitor.
func (q *remoteSeat) joinAgain() {
	defer q.joining.Store(false)
	q.mu.Lock()
	defer q.mu.Unlock()
	request := q.request
	request.Code = q.code
	var m partyMessage
	if q.node.request("arkterm1.join."+q.server, request, &m) != nil || q.left.Load() {
		return
	}
	if m.Error != "" {
		q.end(errors.New(m.Error))
		return
	}
	if c := q.controls.Load(); c != nil {
		q.send(*c)
	}
	if q.match != nil {
		q.match.request()
	}
	q.handleState(&m)
}

// send forwards an action to the server of the party. Its callers hold locks, so it must not lock q.mu or the node's
// mu.
func (q *remoteSeat) send(a lobby.Action) {
	switch a.Kind {
	case lobby.LeavePartyAction:
		q.left.Store(true)
	case lobby.TakeSeatAction:
		q.controls.Store(&a)
	}
	if a.At != 0 {
		a.At -= time.Duration(q.offset.Load())
	}
	q.node.publish("arkterm1.action."+q.server, actionMessage{q.node.name, q.seat, a})
}

// updateOffset updates the offset, which is the local time minus the server's time. remote is the server's time in a
// message that has just arrived. The offset includes the transit time of the message, so updateOffset keeps the
// smallest offset so far, increased by the possible drift of the clocks. Therefore, the time of an action is the time
// at which the server has sent the state that the player saw. The caller must hold q.mu or the mu of its match.
func (q *remoteSeat) updateOffset(remote time.Duration) {
	now := time.Now()
	offset := int64(q.node.Now() - remote)
	if !q.offsetTime.IsZero() {
		offset = min(offset, q.offset.Load()+int64(now.Sub(q.offsetTime))/clockDrift)
	}
	q.offsetTime = now
	q.offset.Store(offset)
}

// toLocalTime converts a time of the server to local time. It returns 0 for 0, which means that there is no time.
func (q *remoteSeat) toLocalTime(t time.Duration) time.Duration {
	if t == 0 {
		return 0
	}
	return t + time.Duration(q.offset.Load())
}

// handleParty handles the state of a party with a visitor of this server.
func (n *Node) handleParty(data []byte) {
	var m partyMessage
	if json.Unmarshal(data, &m) != nil {
		return
	}
	n.mu.Lock()
	q := n.remoteSeats[m.Seat]
	n.mu.Unlock()
	if q == nil || q.left.Load() {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.handleState(&m)
}

// handleState shows a new state of the party to the visitor. The caller must hold q.mu.
func (q *remoteSeat) handleState(m *partyMessage) {
	party, err := q.apply(m)
	switch {
	case err != nil: // the next message follows within a second
		q.node.Log.Debug("copy a match of another server", "error", err)
	case party == nil:
		q.end(nil)
	default:
		q.member.UpdateParty(party, nil)
	}
}

// apply returns the party in a message, adapted to the local lobby and with a copy of its match. The party is nil if
// the visitor is no longer in it. The caller must hold q.mu.
func (q *remoteSeat) apply(m *partyMessage) (*lobby.Party, error) {
	p := m.Party
	if p == nil || p.OwnSeat < 0 || p.OwnSeat >= len(p.Seats) || int(p.Choice.Kind) >= len(lobby.MatchKinds) {
		return nil, nil
	}
	q.lastStateTime, q.serverSilent = time.Now(), false
	p.ID, q.code = q.party, p.Code
	if q.match != nil && q.match.number != m.Match {
		q.match.close()
		q.match = nil
	}
	if q.match == nil {
		q.updateOffset(m.Now)
	}
	if m.Match != 0 && q.match == nil {
		c := &matchCopy{seat: q, number: m.Match}
		if err := c.open(); err != nil {
			return nil, err
		}
		q.match = c
	}
	if q.match != nil {
		if p.Match = q.match.match; p.MatchOver {
			q.match.match.EndCopy()
		}
	}
	for i := range p.Seats {
		p.Seats[i].KeptUntil = q.toLocalTime(p.Seats[i].KeptUntil)
	}
	q.lastState.Store(p)
	return p, nil
}

// end ends the party for the visitor. The caller must hold q.mu.
func (q *remoteSeat) end(err error) {
	q.left.Store(true)
	if q.match != nil {
		q.match.close()
	}
	q.member.UpdateParty(nil, err)
}

// leave ends the copy of the match, after the visitor has left the party or when this server closes.
func (q *remoteSeat) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left.Store(true)
	if q.match != nil {
		q.match.close()
	}
}

// updateSeats updates n.connectedSince, and calls check for each remote seat.
func (n *Node) updateSeats(now time.Time) {
	n.mu.Lock()
	if n.bus.Status() != nil {
		n.connectedSince = time.Time{}
	} else if n.connectedSince.IsZero() {
		n.connectedSince = now
	}
	connected := n.wasConnected(now)
	type seatOf struct {
		*remoteSeat
		listed bool // the server still sends its visitors
	}
	var all []seatOf
	for id, q := range n.remoteSeats {
		if q.left.Load() {
			delete(n.remoteSeats, id)
		}
		all = append(all, seatOf{q, n.servers[q.server] != nil})
	}
	n.mu.Unlock()
	for _, q := range all {
		q.check(now, q.listed, connected)
	}
}

// check requests the seat again if its server is silent, and ends the party if the server has stopped. listed reports
// whether the server still publishes its visitors. connected is the result of wasConnected.
func (q *remoteSeat) check(now time.Time, listed, connected bool) {
	if q.joining.Load() {
		return
	}
	if q.left.Load() {
		q.leave()
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	silent := now.Sub(q.lastStateTime)
	switch {
	case silent < seatTimeout:
		return
	case !listed && connected, silent > lobby.ReturnTime+presenceTimeout:
		q.end(lobby.ErrServerLost)
		return
	case listed:
		q.joining.Store(true)
		go q.joinAgain()
	}
	if !q.serverSilent {
		q.serverSilent = true
		p := *q.lastState.Load()
		p.Seats = slices.Clone(p.Seats)
		own := &p.Seats[p.OwnSeat]
		own.Present, own.KeptUntil = false, q.node.Now()-silent+presenceTimeout+lobby.ReturnTime
		q.member.UpdateParty(&p, nil)
	}
}

// A matchCopy is a copy of a match on another server.
type matchCopy struct {
	seat   *remoteSeat
	number uint64
	match  *lobby.Match

	mu         sync.Mutex
	fields     []feedCopy
	lastUpdate uint64 // number of the last update
	cancel     func() // cancels the subscription
	closed     bool
}

// open copies the match and subscribes to its updates.
func (c *matchCopy) open() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel, err := c.seat.node.bus.Subscribe(fmt.Sprintf("arkterm1.match.%s.%d", c.seat.server, c.number),
		func(data []byte, _ func([]byte)) { c.handleUpdate(data) })
	if err != nil {
		return err
	}
	if err := c.requestAll(); err != nil {
		cancel()
		return err
	}
	c.cancel = cancel
	return nil
}

// close ends the copy.
func (c *matchCopy) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.closed = true
	c.cancel()
	c.match.EndCopy()
	for i := range c.fields {
		c.fields[i].stream.Close()
	}
}

// request copies the whole match again, because updates may have been lost.
func (c *matchCopy) request() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.requestAll(); err != nil {
		c.seat.node.Log.Debug("copy a match of another server", "error", err)
	}
}

// requestAll requests the whole match and applies it to the copy. The caller must hold c.mu.
func (c *matchCopy) requestAll() error {
	var m matchMessage
	if err := c.seat.node.request("arkterm1.copy."+c.seat.server, copyMessage{c.number}, &m); err != nil {
		return fmt.Errorf("request the match from its server: %w", err)
	}
	if m.Error != "" {
		return fmt.Errorf("request the match from its server: %s", m.Error)
	}
	if m.Setup == nil {
		return errors.New("request the match from its server: the reply contains no match")
	}
	if c.match == nil {
		c.fields = make([]feedCopy, len(m.Fields))
		var streams []*lobby.GameStream
		for i := range c.fields {
			c.fields[i].stream = new(lobby.GameStream)
			streams = append(streams, c.fields[i].stream)
		}
		m.Setup.Start = c.seat.toLocalTime(m.Setup.Start)
		var err error
		if c.match, err = lobby.NewMatchCopy(*m.Setup, streams, c.seat.send); err != nil {
			return err
		}
	}
	return c.apply(&m)
}

// handleUpdate applies an update. If an earlier one is missing, it requests the whole match.
func (c *matchCopy) handleUpdate(data []byte) {
	var m matchMessage
	if json.Unmarshal(data, &m) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed || c.match == nil || m.Number <= c.lastUpdate {
		return
	}
	var err error
	if m.Number == c.lastUpdate+1 {
		c.seat.updateOffset(m.Now)
		err = c.apply(&m)
	} else {
		err = c.requestAll()
	}
	if err != nil {
		c.seat.node.Log.Debug("update a match of another server", "error", err)
	}
}

// apply applies a message to the copy. The caller must hold c.mu.
func (c *matchCopy) apply(m *matchMessage) error {
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Field < 0 || f.Field >= len(c.fields) {
			return errors.New("the match has a wrong number of fields")
		}
		c.fields[f.Field].stream.SetHidden(f.Hidden)
		if err := c.fields[f.Field].apply(&f.gameMessage); err != nil {
			return err
		}
	}
	for i := range m.State.Standings {
		s := &m.State.Standings[i]
		s.EmoteTime = c.seat.toLocalTime(s.EmoteTime)
	}
	for i := range m.State.Clocks {
		m.State.Clocks[i].Next = c.seat.toLocalTime(m.State.Clocks[i].Next)
	}
	c.match.UpdateCopy(m.State)
	c.lastUpdate = m.Number
	return nil
}

// SharePenalty sends a penalty to the other servers.
func (n *Node) SharePenalty(p connlimit.Penalty) {
	n.publish("arkterm1.penalty", penaltyMessage{n.name, p})
}

// handlePenalty applies a penalty that another server has imposed.
func (n *Node) handlePenalty(data []byte) {
	var m penaltyMessage
	if json.Unmarshal(data, &m) == nil && m.Server != n.name {
		n.Penalize(m.Penalty)
	}
}
