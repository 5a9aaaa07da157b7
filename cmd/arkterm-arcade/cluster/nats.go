package cluster

import (
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// A natsBus is a [Bus] that uses a NATS server, or a cluster of them.
type natsBus struct {
	conn *nats.Conn
	out  *outbox
}

// natsReconnectWait is the time between two attempts to reconnect.
const natsReconnectWait = 250 * time.Millisecond

// natsTimeout is the maximum time for connecting to a server, and for writing to a server that does not read.
const natsTimeout = 2 * time.Second

// Connect connects to NATS servers. urls has the form nats://HOST:PORT, or several of them separated by commas. If no
// server is available, it keeps trying in the background.
func Connect(urls string) (Bus, error) {
	conn, err := nats.Connect(urls, nats.Name("arkterm-arcade"), nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(natsReconnectWait), nats.ReconnectJitter(natsReconnectWait, natsReconnectWait),
		nats.ReconnectBufSize(-1), // messages about past states are useless after a reconnection
		nats.PingInterval(5*time.Second), nats.Timeout(natsTimeout), nats.FlusherTimeout(natsTimeout))
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return natsBus{conn, newOutbox(conn.Publish)}, nil
}

// Publish implements [Bus].
func (b natsBus) Publish(subject string, data []byte) error { return b.out.put(subject, data) }

// Subscribe implements [Bus].
func (b natsBus) Subscribe(subject string, handle func(data []byte, reply func(data []byte))) (cancel func(),
	err error,
) {
	s, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		handle(m.Data, func(data []byte) { _ = m.Respond(data) }) // the requester repeats an unanswered request
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil
}

// Request implements [Bus]. The request follows all messages that were published before.
func (b natsBus) Request(subject string, data []byte, timeout time.Duration) ([]byte, error) {
	if err := b.out.wait(timeout); err != nil {
		return nil, err
	}
	m, err := b.conn.Request(subject, data, timeout)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Status implements [Bus].
func (b natsBus) Status() error {
	if b.conn.IsConnected() {
		return nil
	}
	if err := b.conn.LastError(); err != nil {
		return err
	}
	return errors.New("not connected to NATS")
}

// Close implements [Bus].
func (b natsBus) Close() {
	b.out.close()
	b.conn.Close()
}
