package cluster

import (
	"errors"
	"time"
)

// An outbox sends messages in its own goroutine. Sessions publish messages while they hold the lobby's lock, so a write
// to a server that does not read must not block them.
type outbox struct {
	queue   chan outMessage
	drained chan struct{} // closed when the outbox is closed and all its messages have been sent
	stop    chan struct{} // closed by close
}

// An outMessage is a message in an outbox.
type outMessage struct {
	subject string
	data    []byte
	reached chan<- struct{} // if not nil, there is no message, and run closes the channel
}

// outboxLen is the maximum number of messages in an outbox.
const outboxLen = 1024

// Errors of an outbox.
var (
	errOutboxFull   = errors.New("send a message to other servers: too many messages are waiting")
	errOutboxClosed = errors.New("send a message to other servers: the connection is closed")
)

// newOutbox returns an outbox that sends messages with send. Errors of send are ignored, because all messages are
// repeated or can be requested again.
func newOutbox(send func(subject string, data []byte) error) *outbox {
	o := &outbox{make(chan outMessage, outboxLen), make(chan struct{}), make(chan struct{})}
	go o.run(send)
	return o
}

// put adds a message. It never blocks, and returns errOutboxFull if there is no room.
func (o *outbox) put(subject string, data []byte) error {
	return o.add(outMessage{subject: subject, data: data})
}

// add adds a message.
func (o *outbox) add(m outMessage) error {
	select {
	case o.queue <- m:
		return nil
	default:
		return errOutboxFull
	}
}

// wait waits until the messages in o have been sent. It returns an error after the timeout.
func (o *outbox) wait(timeout time.Duration) error {
	reached := make(chan struct{})
	if err := o.add(outMessage{reached: reached}); err != nil {
		return err
	}
	select {
	case <-reached:
		return nil
	case <-o.drained:
		return errOutboxClosed
	case <-time.After(timeout):
		return errOutboxFull
	}
}

// run sends messages until close is called and the queue is empty.
func (o *outbox) run(send func(subject string, data []byte) error) {
	defer close(o.drained)
	for {
		select {
		case m := <-o.queue:
			if m.reached != nil {
				close(m.reached)
			} else {
				_ = send(m.subject, m.data)
			}
		case <-o.stop:
			if len(o.queue) == 0 {
				return
			}
		}
	}
}

// close waits until the messages in o have been sent. Later messages are not sent.
func (o *outbox) close() {
	close(o.stop)
	<-o.drained
}
