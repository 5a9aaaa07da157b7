package arcade

import (
	"iter"
	"runtime"
	runtimemetrics "runtime/metrics"
	"sync/atomic"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/metrics"
	"arkterm/cmd/arkterm-arcade/web"
)

// metrics are the server's metrics.
func (s *server) metrics() []metrics.Row {
	d, p := s.ssh.Count, s.page
	return []metrics.Row{
		{Name: "arkterm_info", Help: "The version of the server.", Kind: metrics.Gauge, Label: "version", Values: labelled(s.Version)},
		{Name: "arkterm_playing", Help: "Sessions of games.", Kind: metrics.Gauge, Values: metrics.One(s.Playing)},
		{Name: "arkterm_connections", Help: "Connections by ssh.", Kind: metrics.Gauge, Values: metrics.One(func() int { n, _ := s.ssh.Limiter.Count(); return n })},
		{Name: "arkterm_connections_early", Help: "Connections by ssh that are not authenticated yet.", Kind: metrics.Gauge, Values: metrics.One(func() int { _, n := s.ssh.Limiter.Count(); return n })},
		{Name: "arkterm_networks", Help: "Networks that the gate remembers.", Kind: metrics.Gauge, Values: metrics.One(s.ssh.Limiter.Sources)},
		{Name: "arkterm_gate_total", Help: "Connections by ssh, by what the gate did.", Kind: metrics.Counter, Label: "answer", Values: answers(&d.Refused)},
		{Name: "arkterm_proxy_refused_total", Help: "Connections of proxies that did not say whom they speak for.", Kind: metrics.Counter, Values: metrics.One(d.Unproxied.Load)},
		{Name: "arkterm_not_authenticated_total", Help: "Connections that were not authenticated.", Kind: metrics.Counter, Values: metrics.One(d.Failed.Load)},
		{Name: "arkterm_guests_total", Help: "Connections without a key.", Kind: metrics.Counter, Values: metrics.One(d.Guests.Load)},
		{Name: "arkterm_players_total", Help: "Connections with a key.", Kind: metrics.Counter, Values: metrics.One(d.Keys.Load)},
		{Name: "arkterm_visits_total", Help: "Visits that have begun.", Kind: metrics.Counter, Values: metrics.One(d.Visits.Load)},
		{Name: "arkterm_denied_total", Help: "Channels and requests that were refused.", Kind: metrics.Counter, Values: metrics.One(d.Denied.Load)},
		{Name: "arkterm_faults_total", Help: "Connections closed since they misbehaved.", Kind: metrics.Counter, Values: metrics.One(d.Faults.Load)},
		{Name: "arkterm_panics_total", Help: "Visits that ended by a panic.", Kind: metrics.Counter, Values: metrics.One(d.Panics.Load)},
		{Name: "arkterm_input_dropped_bytes_total", Help: "Bytes from clients that came too fast.", Kind: metrics.Counter, Values: metrics.One(d.Dropped.Load)},
		{Name: "arkterm_sent_bytes_total", Help: "Bytes to clients by ssh, encrypted.", Kind: metrics.Counter, Values: metrics.One(d.Sent.Load)},
		{Name: "arkterm_received_bytes_total", Help: "Bytes from clients by ssh, encrypted.", Kind: metrics.Counter, Values: metrics.One(d.Received.Load)},
		{Name: "arkterm_games_kept_total", Help: "Finished games that were written to the boards.", Kind: metrics.Counter, Values: metrics.One(func() int { _, n, _ := s.desk.State(); return n })},
		{Name: "arkterm_games_waiting", Help: "Finished games that wait to be written: more than a few, and the disk is full.", Kind: metrics.Gauge, Values: metrics.One(func() int { n, _, _ := s.desk.State(); return n })},
		{Name: "arkterm_submissions", Help: "Recordings that are verified, or wait to be.", Kind: metrics.Gauge, Values: metrics.One(func() int { return len(s.queue) })},
		{Name: "arkterm_parties", Help: "Parties that wait for people or play.", Kind: metrics.Gauge, Values: metrics.One(func() int { n, _ := s.hall.Count(); return n })},
		{Name: "arkterm_matches", Help: "Matches that are being played.", Kind: metrics.Gauge, Values: metrics.One(func() int { _, n := s.hall.Count(); return n })},
		{Name: "arkterm_ticks_missed_total", Help: "Ticks left out of games that players play, because the server was 0.1 to 0.5 s late.", Kind: metrics.Counter, Values: metrics.One(s.missed.Load)},
		{Name: "arkterm_full_total", Help: "Visitors who were told to come later, since there was no memory for them.", Kind: metrics.Counter, Values: metrics.One(s.refused.Load)},
		{Name: "arkterm_windows_cropped_total", Help: "Window sizes that were shown in part, since there was too little memory.", Kind: metrics.Counter, Values: metrics.One(s.account.cropped.Load)},
		{Name: "arkterm_memory_reserved_bytes", Help: "Memory that sessions may take, by the sizes of their windows.", Kind: metrics.Gauge, Values: metrics.One(s.reservedMemory)},
		{Name: "arkterm_page_requests_total", Help: "Answers of the page, by the class of their status.", Kind: metrics.Counter, Label: "status", Values: statuses(p)},
		{Name: "arkterm_page_refused_total", Help: "Connections to the page that were refused.", Kind: metrics.Counter, Values: metrics.One(p.Refused.Load)},
		{Name: "arkterm_page_watching", Help: "Browsers that watch a game in progress.", Kind: metrics.Gauge, Values: metrics.One(p.Watching.Load)},
		{Name: "arkterm_page_casts_total", Help: "Recordings that were drawn for the page.", Kind: metrics.Counter, Values: metrics.One(p.Casts.Load)},
		{Name: "arkterm_page_panics_total", Help: "Requests that ended by a panic.", Kind: metrics.Counter, Values: metrics.One(p.Panics.Load)},
		{Name: "arkterm_goroutines", Help: "Goroutines of the server.", Kind: metrics.Gauge, Values: metrics.One(runtime.NumGoroutine)},
		{Name: "arkterm_heap_bytes", Help: "Memory taken by objects, and by those not yet found to be garbage.", Kind: metrics.Gauge, Values: metrics.One(measured("/memory/classes/heap/objects:bytes"))},
		{Name: "arkterm_memory_used_bytes", Help: "Memory that is used, of what the server has.", Kind: metrics.Gauge, Values: metrics.One(s.used)},
		{Name: "arkterm_memory_limit_bytes", Help: "Memory that the server may take, of which visitors leave a fifth; 0: any amount.", Kind: metrics.Gauge, Values: metrics.One(func() int64 { return s.Memory })},
		{Name: "arkterm_memory_bytes", Help: "Memory that the server has from the system.", Kind: metrics.Gauge, Values: metrics.One(measured("/memory/classes/total:bytes"))},
	}
}

// measured returns a function that asks Go's runtime for one of its own metrics.
func measured(name string) func() uint64 {
	return func() uint64 {
		sample := []runtimemetrics.Sample{{Name: name}}
		runtimemetrics.Read(sample)
		return sample[0].Value.Uint64()
	}
}

// labelled is the value 1 for one label.
func labelled(label string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) { yield(label, 1) }
}

// answers are what the gate did, by its words.
func answers(n *[connlimit.NumRefusals]atomic.Int64) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for i := range n {
			if !yield(connlimit.Refusal(i).String(), float64(n[i].Load())) {
				return
			}
		}
	}
}

// statuses are the page's answers, by the class of their status.
func statuses(n *web.Counts) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for i, class := range web.StatusClasses() {
			if !yield(class, float64(n.Requests[i].Load())) {
				return
			}
		}
	}
}
