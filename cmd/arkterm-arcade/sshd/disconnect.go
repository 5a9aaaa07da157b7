package sshd

import (
	"encoding/binary"
	"io"
	"net"
	"time"
	"unsafe"

	"golang.org/x/crypto/ssh"
)

// This file sends clients the reason for closing a connection, as the text of an SSH_MSG_DISCONNECT message. Clients
// show this text, but they do not show lines before the server's version. A refused client receives the version and an
// unencrypted message, before any key exchange. After a key exchange, the library encrypts the message.

// A disconnectReason is a reason code of SSH_MSG_DISCONNECT, see RFC 4253, section 11.1.
type disconnectReason uint32

const (
	reasonNotAllowed         disconnectReason = 1
	reasonByApplication      disconnectReason = 11
	reasonTooManyConnections disconnectReason = 12
)

// message returns an SSH_MSG_DISCONNECT message.
func (r disconnectReason) message(text string) []byte {
	return ssh.Marshal(struct {
		Reason         uint32 `sshtype:"1"`
		Text, Language string
	}{Reason: uint32(r), Text: text})
}

// plainPacket returns an unencrypted packet with a message. It has at least 4 bytes of padding, and a length that is a
// multiple of 8 bytes.
func plainPacket(message []byte) []byte {
	const header, block = 5, 8
	padding := block + 3 - (header+len(message)+3)%block
	p := make([]byte, header, header+len(message)+padding)
	binary.BigEndian.PutUint32(p, uint32(1+len(message)+padding))
	p[4] = byte(padding)
	return append(append(p, message...), make([]byte, padding)...)
}

// Limits for refused clients that are still reading the reason.
const (
	maxLingering   = 64              // maximum number of such clients
	lingerTime     = 2 * time.Second // time from the message until the connection is closed
	maxLingerBytes = 64 << 10        // maximum number of bytes that are read from one client
)

// refuse sends the reason for closing a connection, and closes it. If the server closed a connection with unread bytes,
// the kernel would reset it, and the client could lose the reason. Therefore, a goroutine reads until the client closes
// the connection. If maxLingering goroutines are already reading, refuse closes the connection without waiting for the
// client.
func (s *Server) refuse(conn net.Conn, code disconnectReason, text string) {
	packet := append([]byte(s.version()+"\r\n"), plainPacket(code.message(text))...)
	select {
	case s.lingering <- struct{}{}:
	default:
		// This does not block, because the packet fits into the empty buffer of a new connection.
		_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
		_, _ = conn.Write(packet)
		conn.Close()
		return
	}
	s.goroutines.Go(func() {
		defer func() { <-s.lingering }()
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(lingerTime))
		if _, err := conn.Write(packet); err != nil {
			return
		}
		if writer, ok := conn.(interface{ CloseWrite() error }); ok {
			_ = writer.CloseWrite()
		}
		_, _ = io.CopyN(io.Discard, conn, maxLingerBytes)
	})
}

// disconnect sends the reason for closing the connection. It closes the connection after goodbyeTimeout, unless the
// client closes it earlier. Before the authentication starts, the library cannot send a message, so disconnect
// closes the connection immediately.
func (c *limitedConn) disconnect(code disconnectReason, text string) {
	if !c.authRequested.Load() || c.transport == nil {
		_ = c.closeNow()
		return
	}
	time.AfterFunc(goodbyeTimeout, func() { _ = c.closeNow() })
	_ = writePacket(c.transport, code.message(text))
}

// writePacket encrypts and writes a message. The library has no exported function that sends SSH_MSG_DISCONNECT. If the
// library renames this function, linking the program fails.
//
//go:linkname writePacket golang.org/x/crypto/ssh.(*handshakeTransport).writePacket
func writePacket(transport unsafe.Pointer, message []byte) error
