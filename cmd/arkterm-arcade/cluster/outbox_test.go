package cluster

import (
	"strconv"
	"testing"
	"testing/synctest"
)

// A stalled connection must not block the sessions, which publish messages. The messages that fit are sent in order
// when the connection works again.
func TestOutboxNeverBlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stalled := make(chan struct{})
		var sent []string
		o := newOutbox(func(subject string, _ []byte) error {
			<-stalled
			sent = append(sent, subject)
			return nil
		})
		_ = o.put("0", nil)
		synctest.Wait() // the first message is being sent
		for i := range outboxLen {
			if err := o.put(strconv.Itoa(i+1), nil); err != nil {
				t.Fatalf("message %d: %v", i+1, err)
			}
		}
		if err := o.put("dropped", nil); err != errOutboxFull {
			t.Errorf("the error with a full outbox is %v, want %v", err, errOutboxFull)
		}
		close(stalled)
		o.close()
		if len(sent) != outboxLen+1 {
			t.Errorf("%d messages were sent, want %d", len(sent), outboxLen+1)
		}
		for i, subject := range sent {
			if subject != strconv.Itoa(i) {
				t.Fatalf("message %d is %q", i, subject)
			}
		}
	})
}
