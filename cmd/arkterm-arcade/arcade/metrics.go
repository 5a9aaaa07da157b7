package arcade

import (
	"runtime"
	runtimemetrics "runtime/metrics"

	"arkterm/cmd/arkterm-arcade/connlimit"
	"arkterm/cmd/arkterm-arcade/web"
	"arkterm/cmd/arkterm/runloop"
)

// metrics returns the server's metrics.
func (s *server) metrics() []web.Metric {
	sshCounts, webCounts := s.ssh.Count, s.webCounts
	connections, pending := s.ssh.Limiter.CountConnections()
	waiting, written, _ := s.writeQueue.Status()
	parties, matches := s.lobby.CountParties()
	var refusals, statuses []web.LabelValue
	for i := range sshCounts.Decisions {
		refusals = append(refusals, web.LabelValue{
			Label: connlimit.Refusal(i).String(),
			Value: sshCounts.Decisions[i].Load(),
		})
	}
	for i, class := range web.StatusClasses() {
		statuses = append(statuses, web.LabelValue{Label: class, Value: webCounts.Requests[i].Load()})
	}
	feedConnected := 0
	if s.bus != nil && s.bus.Status() == nil {
		feedConnected = 1
	}
	return []web.Metric{
		{
			Name: "arkterm_info", Help: "Version of the server.", Label: "version",
			Values: []web.LabelValue{{Label: s.Version, Value: 1}},
		},
		{Name: "arkterm_playing", Help: "Visitors with a running session.", Value: s.NumPlaying()},
		{
			Name: "arkterm_older_sessions", Help: "Running sessions on older servers after an upgrade.",
			Value: s.older.numSessions.Load(),
		},
		{Name: "arkterm_connections", Help: "Open SSH connections.", Value: connections},
		{
			Name: "arkterm_connections_early", Help: "Open SSH connections that are not authenticated yet.",
			Value: pending,
		},
		{
			Name: "arkterm_networks", Help: "Networks whose connection rate is tracked.",
			Value: s.ssh.Limiter.NumSources(),
		},
		{
			Name: "arkterm_gate_total", Help: "SSH connections by admission decision.", Label: "answer",
			Values: refusals,
		},
		{
			Name: "arkterm_proxy_refused_total", Help: "Connections of trusted proxies without a valid PROXY header.",
			Value: sshCounts.InvalidHeaders.Load(),
		},
		{
			Name: "arkterm_not_authenticated_total", Help: "SSH connections whose authentication failed.",
			Value: sshCounts.NotAuthenticated.Load(),
		},
		{Name: "arkterm_guests_total", Help: "SSH connections without a key.", Value: sshCounts.WithoutKey.Load()},
		{Name: "arkterm_players_total", Help: "SSH connections with a key.", Value: sshCounts.WithKey.Load()},
		{
			Name: "arkterm_visits_total", Help: "SSH sessions that started, with or without a command.",
			Value: sshCounts.Visits.Load(),
		},
		{Name: "arkterm_denied_total", Help: "Refused SSH channels and requests.", Value: sshCounts.Denied.Load()},
		{
			Name: "arkterm_faults_total", Help: "SSH connections closed because of misbehavior.",
			Value: sshCounts.Misbehaved.Load(),
		},
		{Name: "arkterm_panics_total", Help: "Sessions that ended by a panic.", Value: sshCounts.Panics.Load()},
		{
			Name: "arkterm_input_dropped_bytes_total", Help: "Input bytes dropped because they arrived too fast.",
			Value: sshCounts.DroppedBytes.Load(),
		},
		{Name: "arkterm_sent_bytes_total", Help: "Encrypted bytes sent by SSH.", Value: sshCounts.SentBytes.Load()},
		{
			Name: "arkterm_received_bytes_total", Help: "Encrypted bytes received by SSH.",
			Value: sshCounts.ReceivedBytes.Load(),
		},
		{Name: "arkterm_games_kept_total", Help: "Finished games written to the leaderboards.", Value: written},
		{
			Name: "arkterm_games_waiting",
			Help: "Finished games that wait to be written. More than a few mean a full disk.", Value: waiting,
		},
		{
			Name: "arkterm_submissions", Help: "Submitted recordings that are being verified or are queued.",
			Value: len(s.submitQueue),
		},
		{
			Name: "arkterm_feed_connected", Help: "1 if the server is connected to NATS (--feed), otherwise 0.",
			Value: feedConnected,
		},
		{Name: "arkterm_parties", Help: "Parties that wait for players or play.", Value: parties},
		{Name: "arkterm_matches", Help: "Running matches.", Value: matches},
		{
			Name: "arkterm_ticks_missed_total", Help: "Game ticks skipped because the server was 0.1 to 0.5 s late.",
			Value: s.missedTicks.Load(),
		},
		{
			Name: "arkterm_frame_late_seconds", Help: "Time from when a frame is due until it is drawn.",
			Value: &s.latencies[runloop.Lateness],
		},
		{
			Name: "arkterm_key_seconds", Help: "Time from a key press until the frame that shows its effect is sent.",
			Value: &s.latencies[runloop.KeyToBytes],
		},
		{
			Name: "arkterm_draw_seconds", Help: "Time for drawing and encoding a frame.",
			Value: &s.latencies[runloop.DrawTime],
		},
		{
			Name: "arkterm_database_seconds", Help: "Time for a sign-in, a finished game or a request of a player.",
			Value: &s.databaseDurations,
		},
		{
			Name: "arkterm_full_total", Help: "Visitors refused because of too little memory.",
			Value: s.refusedVisitors.Load(),
		},
		{
			Name: "arkterm_windows_cropped_total", Help: "Windows shown in part because of too little memory.",
			Value: s.memory.numCropped.Load(),
		},
		{
			Name:  "arkterm_memory_reserved_bytes",
			Help:  "Memory reserved for sessions, computed from the sizes of their windows.",
			Value: s.reservedMemory(),
		},
		{
			Name: "arkterm_page_requests_total", Help: "HTTP responses by the class of their status.", Label: "status",
			Values: statuses,
		},
		{
			Name: "arkterm_page_refused_total", Help: "Refused HTTP connections and forwarded requests.",
			Value: webCounts.Refused.Load(),
		},
		{Name: "arkterm_page_watching", Help: "Browsers that watch a running game.", Value: webCounts.Watching.Load()},
		{Name: "arkterm_page_casts_total", Help: "Recordings rendered for browsers.", Value: webCounts.Casts.Load()},
		{
			Name: "arkterm_page_panics_total", Help: "HTTP requests that ended by a panic.",
			Value: webCounts.Panics.Load(),
		},
		{Name: "arkterm_goroutines", Help: "Goroutines.", Value: runtime.NumGoroutine()},
		{
			Name: "arkterm_heap_bytes", Help: "Heap memory of live objects and of garbage that is not collected yet.",
			Value: runtimeMetric("/memory/classes/heap/objects:bytes"),
		},
		{Name: "arkterm_memory_used_bytes", Help: "Memory in use.", Value: s.memoryUsed()},
		{
			Name:  "arkterm_memory_limit_bytes",
			Help:  "Memory limit, including the reserve of a fifth. 0 means unlimited.",
			Value: s.MemoryLimit,
		},
		{
			Name: "arkterm_memory_bytes", Help: "Memory obtained from the system.",
			Value: runtimeMetric("/memory/classes/total:bytes"),
		},
	}
}

// runtimeMetric returns the value of a metric of the Go runtime.
func runtimeMetric(name string) uint64 {
	sample := []runtimemetrics.Sample{{Name: name}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64()
}
