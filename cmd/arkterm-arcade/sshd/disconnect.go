package sshd

import (
	"encoding/binary"
	"io"
	"net"
	"time"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// Clients show the text of SSH_MSG_DISCONNECT. They do not show lines before the protocol's version. A refused client
// gets the version and then the message, which needs no key exchange. Later the library encrypts the message.

// A reason is a reason code of SSH_MSG_DISCONNECT, see RFC 4253, section 11.1.
type disconnectReason uint32

const (
	notAllowed         disconnectReason = 1
	byApplication      disconnectReason = 11
	tooManyConnections disconnectReason = 12
)

// message returns an SSH_MSG_DISCONNECT.
func (r disconnectReason) message(text string) []byte {
	return ssh.Marshal(struct {
		Reason         uint32 `sshtype:"1"`
		Text, Language string
	}{Reason: uint32(r), Text: text})
}

// plainPacket returns a message as an unencrypted packet, with at least 4 bytes of padding up to a multiple of 8.
func plainPacket(message []byte) []byte {
	const header, block = 5, 8
	padding := block + 3 - (header+len(message)+3)%block
	p := make([]byte, header, header+len(message)+padding)
	binary.BigEndian.PutUint32(p, uint32(1+len(message)+padding))
	p[4] = byte(padding)
	return append(append(p, message...), make([]byte, padding)...)
}

// Limits of refused clients that are reading the reason.
const (
	maxLingering = 64
	lingerTime   = 2 * time.Second
	maxLingered  = 64 << 10 // bytes that are read from one
)

// refuse sends a client the reason for closing its connection, and closes it. The client may be sending too: if the
// connection was closed with unread bytes, the system would reset it, and the client might lose the reason. So
// a goroutine reads until the client closes the connection. If maxLingering goroutines are reading, refuse closes the
// connection without waiting for the client.
func (s *Server) refuse(conn net.Conn, code disconnectReason, text string) {
	packet := append([]byte(s.version()+"\r\n"), plainPacket(code.message(text))...)
	select {
	case s.lingering <- struct{}{}:
	default:
		_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)) // there is room for it in a new connection
		_, _ = conn.Write(packet)
		conn.Close()
		return
	}
	s.running.Go(func() {
		defer func() { <-s.lingering }()
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(lingerTime))
		if _, err := conn.Write(packet); err != nil {
			return
		}
		if half, ok := conn.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
		_, _ = io.CopyN(io.Discard, conn, maxLingered)
	})
}

// disconnect sends the client the reason for closing the connection. The client then closes it; otherwise it is closed
// after goodbyeTime. Before the authentication begins there is no safe way to send anything, so the connection is closed
// immediately.
func (c *limitedConn) disconnect(code disconnectReason, text string) {
	if !c.authRequested.Load() || c.transport == nil {
		_ = c.cut()
		return
	}
	time.AfterFunc(goodbyeTime, func() { _ = c.cut() })
	_ = writePacket(c.transport, code.message(text))
}

// writePacket encrypts and writes a message. The library has no exported function that sends SSH_MSG_DISCONNECT. If it
// renames this one, the program cannot be linked.
//
//go:linkname writePacket golang.org/x/crypto/ssh.(*handshakeTransport).writePacket
func writePacket(transport unsafe.Pointer, message []byte) error
