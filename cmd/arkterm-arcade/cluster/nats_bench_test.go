//go:build cluster

package cluster

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// BenchmarkNATS measures the delivery of messages to ten subscribers, which use the same processors as the server.
func BenchmarkNATS(b *testing.B) {
	for _, size := range []int{60, 20_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			const subscribers = 10
			var received sync.WaitGroup
			for range subscribers {
				bus, err := Connect(*natsURL)
				if err != nil {
					b.Fatal(err)
				}
				defer bus.Close()
				receive := func([]byte, func([]byte)) { received.Done() }
				if _, err := bus.Subscribe("arkterm.bench", receive); err != nil {
					b.Fatal(err)
				}
				// A connection's messages stay in order, so after a reply to a request, the subscription has arrived.
				// The reply is an error, because nothing subscribes to the subject.
				_, _ = bus.Request("arkterm.bench.none", nil, time.Second)
			}
			sender, err := Connect(*natsURL)
			if err != nil {
				b.Fatal(err)
			}
			defer sender.Close()
			data := make([]byte, size)
			for b.Loop() {
				received.Add(100 * subscribers)
				for range 100 {
					if err := sender.Publish("arkterm.bench", data); err != nil {
						b.Fatal(err)
					}
				}
				received.Wait()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100/subscribers, "ns/delivery")
		})
	}
}
