package load

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"

	"golang.org/x/crypto/ssh"
)

// An sshConn is a client's end of an SSH connection (RFC 4253, 4252, 4254, 5647). It uses the cheapest cipher, one key
// exchange and one session, because the clients share the machine with the server that is measured. An sshConn can send
// packets that package ssh cannot send, namely pings and invalid packets. It does not verify the server's key.
type sshConn struct {
	conn      net.Conn
	in        *bufio.Reader
	outgoing  direction
	incoming  direction
	packet    []byte // buffer for the packet that is sent
	received  []byte // buffer for the packet that is received
	sessionID []byte // hash of the key exchange
	channel   uint32 // the server's number of the session's channel
}

// Types of SSH messages.
const (
	msgDisconnect   = 1
	msgKexInit      = 20
	msgNewKeys      = 21
	msgKexReply     = 31
	msgServiceReply = 6
	msgAuthFailed   = 51
	msgAuthDone     = 52
	msgAuthQuestion = 60
	msgGlobal       = 80
	msgOpened       = 91
	msgOpenFailed   = 92
	msgData         = 94
	msgEOF          = 96
	msgClose        = 97
	msgSucceeded    = 99
	msgFailed       = 100
	msgPong         = 193
)

// Messages with constant contents.
var (
	newKeys      = []byte{msgNewKeys}
	noAnswers    = []byte{61, 0, 0, 0, 0} // no answers to keyboard-interactive authentication
	globalFailed = []byte{82}
	ping         = ssh.Marshal(struct { // OpenSSH sends pings to hide the times of keystrokes
		Text string `sshtype:"192"`
	}{"PING!"})
)

type serviceRequest struct {
	Service string `sshtype:"5"`
}

type authRequest struct {
	User, Service, Method string `sshtype:"50"`
}

const (
	maxPacket  = 64 << 10 // bytes
	windowSize = 1 << 31  // the server never sends as much as this, so the window is not adjusted
)

// A direction holds the cipher state for one direction of a connection. The cipher is aes128-gcm@openssh.com.
type direction struct {
	cipher cipher.AEAD // nil before the key exchange
	nonce  [12]byte
}

// setKey sets the key and the first nonce.
func (d *direction) setKey(key, nonce []byte) error {
	block, err := aes.NewCipher(key[:16])
	if err != nil {
		return err
	}
	copy(d.nonce[:], nonce)
	d.cipher, err = cipher.NewGCM(block)
	return err
}

// advance increments the nonce.
func (d *direction) advance() {
	binary.BigEndian.PutUint64(d.nonce[4:], binary.BigEndian.Uint64(d.nonce[4:])+1)
}

func newSSHConn(conn net.Conn) *sshConn { return &sshConn{conn: conn, in: bufio.NewReader(conn)} }

// dialSSH connects from localIP to the server at address, and opens a session with a terminal of cols × rows cells. If
// command is "", the session is a game. If key is nil, the user is a guest.
func dialSSH(localIP net.IP, address, command string, key ssh.Signer, cols, rows int) (*sshConn, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: localIP}}).Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	s := newSSHConn(conn)
	for _, step := range []func() error{
		s.exchangeKeys, func() error { return s.authenticate(key) },
		func() error { return s.open(command, cols, rows) },
	} {
		if err := step(); err != nil {
			conn.Close()
			return nil, err
		}
	}
	return s, nil
}

// seal pads and encrypts a payload. The result is valid until the next call.
func (s *sshConn) seal(payload []byte) []byte {
	const block = aes.BlockSize
	p := append(append(s.packet[:0], 0, 0, 0, 0, 0), payload...)
	size := len(p)
	if s.outgoing.cipher != nil {
		size -= 4 // the length is not encrypted
	}
	padding := block - size%block
	if padding < 4 {
		padding += block
	}
	p = append(p, make([]byte, padding)...)
	p[4] = byte(padding)
	binary.BigEndian.PutUint32(p, uint32(len(p)-4))
	if s.outgoing.cipher != nil {
		p = s.outgoing.cipher.Seal(p[:4], s.outgoing.nonce[:], p[4:], p[:4])
		s.outgoing.advance()
	}
	s.packet = p
	return p
}

// send sends a packet.
func (s *sshConn) send(payload []byte) error {
	_, err := s.conn.Write(s.seal(payload))
	return err
}

// sendTogether sends the same payload n times in one write.
func (s *sshConn) sendTogether(n int, payload []byte) {
	var all []byte
	for range n {
		all = append(all, s.seal(payload)...)
	}
	_, _ = s.conn.Write(all)
}

// receive waits for a packet and returns the payload, which begins with the message type. The payload is valid until
// the next call.
func (s *sshConn) receive() ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(s.in, length[:]); err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint32(length[:]))
	if size < 2 || size > maxPacket {
		return nil, fmt.Errorf("receive: invalid packet length %d (want 2 to %d)", size, maxPacket)
	}
	if s.incoming.cipher != nil {
		size += s.incoming.cipher.Overhead()
	}
	if cap(s.received) < size {
		s.received = make([]byte, maxPacket+aes.BlockSize)
	}
	p := s.received[:size]
	if _, err := io.ReadFull(s.in, p); err != nil {
		return nil, err
	}
	if s.incoming.cipher != nil {
		var err error
		if p, err = s.incoming.cipher.Open(p[:0], s.incoming.nonce[:], p, length[:]); err != nil {
			return nil, err
		}
		s.incoming.advance()
	}
	if int(p[0])+2 > len(p) {
		return nil, errors.New("receive: packet without a payload")
	}
	return p[1 : len(p)-int(p[0])], nil
}

// expect waits for a message of one of the given types and returns its payload. If the server disconnects, or rejects
// the authentication, the channel or a request, expect returns an error. It skips other messages.
func (s *sshConn) expect(types ...byte) ([]byte, error) {
	for {
		payload, err := s.receive()
		if err != nil {
			return nil, err
		}
		switch kind := payload[0]; {
		case bytes.IndexByte(types, kind) >= 0:
			return payload, nil
		case kind == msgDisconnect, kind == msgAuthFailed, kind == msgOpenFailed, kind == msgFailed:
			return nil, fmt.Errorf("wait for message %d: the server sent message %d: %q", types, kind, payload[1:])
		}
	}
}

// exchangeKeys exchanges versions and keys.
func (s *sshConn) exchangeKeys() error {
	const version = "SSH-2.0-load"
	if _, err := io.WriteString(s.conn, version+"\r\n"); err != nil {
		return err
	}
	serverVersion, err := s.in.ReadString('\n')
	if err != nil || !strings.HasPrefix(serverVersion, "SSH-2.0-") {
		return fmt.Errorf("exchange versions: the server sent %q (error %v), want SSH-2.0-", serverVersion, err)
	}
	ciphers, macs, none := []string{"aes128-gcm@openssh.com"}, []string{"hmac-sha2-256-etm@openssh.com"},
		[]string{"none"}
	init := ssh.Marshal(struct {
		Cookie                   [16]byte `sshtype:"20"`
		Exchanges, HostKeys      []string
		CiphersOut, CiphersIn    []string
		MACsOut, MACsIn          []string
		CompressOut, CompressIn  []string
		LanguagesOut, LanguageIn []string
		FirstFollows             bool
		Reserved                 uint32
	}{
		[16]byte{},
		[]string{"curve25519-sha256"},
		[]string{ssh.KeyAlgoED25519},
		ciphers, ciphers, macs, macs, none, none,
		nil, nil, false, 0,
	})
	if err := s.send(init); err != nil {
		return err
	}
	payload, err := s.expect(msgKexInit)
	if err != nil {
		return err
	}
	serverInit := bytes.Clone(payload)

	secret, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public := secret.PublicKey().Bytes()
	if err := s.send(ssh.Marshal(struct {
		Public []byte `sshtype:"30"`
	}{public})); err != nil {
		return err
	}
	var reply struct {
		HostKey, Public, Signature []byte `sshtype:"31"`
	}
	if payload, err = s.expect(msgKexReply); err != nil {
		return err
	}
	if err := ssh.Unmarshal(payload, &reply); err != nil {
		return err
	}
	point, err := ecdh.X25519().NewPublicKey(reply.Public)
	if err != nil {
		return err
	}
	shared, err := secret.ECDH(point)
	if err != nil {
		return err
	}
	number := new(big.Int).SetBytes(shared)
	hash := sha256.Sum256(ssh.Marshal(struct {
		Version, ServerVersion                          string
		Init, ServerInit, HostKey, Public, ServerPublic []byte
		Shared                                          *big.Int
	}{
		version, strings.TrimRight(serverVersion, "\r\n"), init, serverInit, reply.HostKey, public, reply.Public,
		number,
	}))
	if err := s.send(newKeys); err != nil {
		return err
	}
	if _, err = s.expect(msgNewKeys); err != nil {
		return err
	}
	s.sessionID = hash[:]
	derive := func(letter byte) []byte {
		text := ssh.Marshal(struct{ Shared *big.Int }{number})
		text = append(append(append(text, hash[:]...), letter), hash[:]...)
		sum := sha256.Sum256(text)
		return sum[:]
	}
	return errors.Join(s.outgoing.setKey(derive('C'), derive('A')), s.incoming.setKey(derive('D'), derive('B')))
}

// authenticate authenticates with a key, or as a guest if key is nil. For guests, it uses keyboard-interactive
// authentication, in which the server asks no questions.
func (s *sshConn) authenticate(key ssh.Signer) error {
	if err := s.send(ssh.Marshal(serviceRequest{"ssh-userauth"})); err != nil {
		return err
	}
	if _, err := s.expect(msgServiceReply); err != nil {
		return err
	}
	request := authRequest{"player", "ssh-connection", "keyboard-interactive"}
	rest := ssh.Marshal(struct{ Language, Methods string }{})
	if key != nil {
		request.Method = "publickey"
		rest = ssh.Marshal(struct {
			Signed    bool
			Algorithm string
			Key       []byte
		}{true, key.PublicKey().Type(), key.PublicKey().Marshal()})
	}
	payload := append(ssh.Marshal(request), rest...)
	if key != nil {
		signature, err := key.Sign(rand.Reader, append(ssh.Marshal(struct{ Session []byte }{s.sessionID}), payload...))
		if err != nil {
			return err
		}
		payload = append(payload, ssh.Marshal(struct{ Signature []byte }{ssh.Marshal(signature)})...)
	}
	for {
		if err := s.send(payload); err != nil {
			return err
		}
		reply, err := s.expect(msgAuthQuestion, msgAuthDone)
		if err != nil || reply[0] == msgAuthDone {
			return err
		}
		payload = noAnswers
	}
}

// open opens a session with a terminal. If command is "", the session is a game.
func (s *sshConn) open(command string, cols, rows int) error {
	if err := s.send(ssh.Marshal(struct {
		Kind                    string `sshtype:"90"`
		Number, Window, Maximum uint32
	}{"session", 0, windowSize, maxPacket / 2})); err != nil {
		return err
	}
	payload, err := s.expect(msgOpened)
	if err != nil {
		return err
	}
	var opened struct {
		Number, ServerNumber, Window, Maximum uint32 `sshtype:"91"`
	}
	if err := ssh.Unmarshal(payload, &opened); err != nil {
		return err
	}
	s.channel = opened.ServerNumber
	run := s.requestPayload("shell", true, nil)
	if command != "" {
		run = s.requestPayload("exec", true, ssh.Marshal(struct{ Command string }{command}))
	}
	for _, request := range [][]byte{
		s.requestPayload("env", false, ssh.Marshal(struct{ Name, Value string }{"COLORTERM", "truecolor"})),
		s.requestPayload("pty-req", false, ssh.Marshal(struct {
			Term                      string
			Cols, Rows, Width, Height uint32
			Modes                     string
		}{"xterm-256color", uint32(cols), uint32(rows), 0, 0, ""})),
		run,
	} {
		if err := s.send(request); err != nil {
			return err
		}
	}
	_, err = s.expect(msgSucceeded)
	return err
}

// requestPayload returns the payload of a channel request. reply asks the server for a reply. rest contains the data of
// the request.
func (s *sshConn) requestPayload(name string, reply bool, rest []byte) []byte {
	return append(ssh.Marshal(struct {
		Channel uint32 `sshtype:"98"`
		Name    string
		Reply   bool
	}{s.channel, name, reply}), rest...)
}

// keysPayload returns the payload of a message that types keys.
func (s *sshConn) keysPayload(keys string) []byte {
	p := binary.BigEndian.AppendUint32([]byte{msgData}, s.channel)
	return append(binary.BigEndian.AppendUint32(p, uint32(len(keys))), keys...)
}
