package web

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// Limits for spectators of games in progress.
const (
	maxWatchTime = time.Hour        // maximum duration of a connection
	sendTimeout  = 10 * time.Second // for sending a packet
)

// Constants of ALiS, the protocol of asciinema-player for live streams. A stream is a magic message, followed by one
// message per packet. Numbers are encoded as LEB128, and times are in microseconds.
const (
	alisProtocol = "v1.alis"
	alisMagic    = "ALiS\x01"
	alisReset    = 0x01
	alisOutput   = 'o'
	alisEnd      = 0x04
)

// statusGameOver is the WebSocket status for the end of the game. After it, asciinema-player does not reconnect.
const statusGameOver websocket.StatusCode = 4000

// serveLive streams a game in progress to asciinema-player over a WebSocket.
func (p *Page) serveLive(w http.ResponseWriter, r *http.Request) {
	id, ok := requestID(r)
	if !ok {
		p.serveError(w, fs.ErrNotExist)
		return
	}
	release, ok := p.watching.acquire(clientOf(r), p.MaxWatching, p.MaxWatchingPerNetwork)
	if !ok {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "too many spectators; try again later", http.StatusServiceUnavailable)
		return
	}
	defer release()
	p.Count.Watching.Add(1)
	defer p.Count.Watching.Add(-1)

	ctx, cancel := context.WithTimeout(r.Context(), maxWatchTime)
	defer cancel()
	stream, err := p.Watch(id)
	// Report the end of the game over the WebSocket below, because asciinema-player would retry after an HTTP error.
	gameOver := errors.Is(err, fs.ErrNotExist)
	if err == nil {
		defer stream.Close()
	} else if !gameOver {
		p.serveError(w, err)
		return
	}
	// Only pages of this server may connect: Accept compares the browser's Origin header with the host. Compression is
	// disabled, because it would need memory for each spectator.
	conn, err := websocket.Accept(w, r,
		&websocket.AcceptOptions{Subprotocols: []string{alisProtocol}, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has sent an error
	}
	defer conn.CloseNow()
	if conn.Subprotocol() != alisProtocol {
		_ = conn.Close(websocket.StatusProtocolError, "want "+alisProtocol)
		return
	}
	ctx = conn.CloseRead(ctx) // spectators send nothing; the context ends when they disconnect

	err = io.EOF
	if !gameOver {
		err = p.forward(ctx, conn, stream)
	}
	switch {
	case errors.Is(err, io.EOF):
		_ = conn.Close(statusGameOver, "The game is over")
	case errors.Is(context.Cause(r.Context()), errClosing):
		_ = conn.Close(websocket.StatusGoingAway, "The server is closing")
	}
}

// forward sends the packets of a stream. It returns io.EOF at the end of the stream, and otherwise the error that has
// interrupted the stream.
func (p *Page) forward(ctx context.Context, conn *websocket.Conn, stream *Stream) error {
	write := func(message []byte) error {
		ctx, cancel := context.WithTimeout(ctx, sendTimeout)
		defer cancel()
		return conn.Write(ctx, websocket.MessageBinary, message)
	}
	if err := write([]byte(alisMagic)); err != nil {
		return err
	}
	var e alisEncoder
	for {
		packet, err := stream.Next(ctx)
		if errors.Is(err, io.EOF) {
			return errors.Join(write([]byte{alisEnd}), err)
		}
		if err != nil {
			return err
		}
		if err := write(e.encode(packet)); err != nil {
			return err
		}
	}
}

// An alisEncoder encodes packets as ALiS messages.
type alisEncoder struct {
	lastID   uint64        // number of the last message, from 1
	lastTime time.Duration // time of the last packet
	buf      []byte        // last message
}

// encode returns the message for a packet. It is valid until the next call.
func (e *alisEncoder) encode(packet Packet) []byte {
	e.lastID++
	at := max(packet.At, 0)
	if packet.IsKeyPacket {
		e.buf = binary.AppendUvarint(append(e.buf[:0], alisReset), e.lastID)
		e.buf = binary.AppendUvarint(e.buf, uint64(at.Microseconds()))
		e.buf = binary.AppendUvarint(e.buf, uint64(packet.Cols))
		e.buf = binary.AppendUvarint(e.buf, uint64(packet.Rows))
		e.buf = append(e.buf, byte(max(0, len(packet.Colors)/3-2))) // number of palette colors
		e.buf = append(e.buf, packet.Colors...)
	} else {
		at = max(at, e.lastTime)
		e.buf = binary.AppendUvarint(append(e.buf[:0], alisOutput), e.lastID)
		e.buf = binary.AppendUvarint(e.buf, uint64(at.Microseconds()-e.lastTime.Microseconds()))
	}
	e.lastTime = at
	e.buf = binary.AppendUvarint(e.buf, uint64(len(packet.Output)))
	e.buf = append(e.buf, packet.Output...)
	return e.buf
}
