package main

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"

	"golang.org/x/crypto/ssh"
)

// A line is a client's end of a connection by SSH (RFC 4253, 4252, 4254, 5647). It is as lean as it can be, since it takes its
// share of the machine whose server is measured: one key exchange, the cheapest cipher, one session, no goroutine, and no
// allocation once it is open. It does not ask who the server is, which is ours.
type line struct {
	conn net.Conn
	out  direction
	in   direction

	received []byte // not yet taken by next
	taken    int    // bytes at its beginning that were
	packet   []byte // the last one that was sent
	session  []byte // what a signature of this connection begins with
	channel  uint32 // as the server calls it
}

// Messages of SSH.
const (
	msgDisconnect   = 1
	msgService      = 5
	msgKexInit      = 20
	msgNewKeys      = 21
	msgECDHInit     = 30
	msgECDHReply    = 31
	msgAuth         = 50
	msgAuthFailed   = 51
	msgAuthDone     = 52
	msgAuthQuestion = 60
	msgAuthAnswer   = 61
	msgGlobal       = 80
	msgGlobalFailed = 82
	msgOpen         = 90
	msgOpened       = 91
	msgOpenFailed   = 92
	msgData         = 94
	msgEOF          = 96
	msgClose        = 97
	msgRequest      = 98
	msgDone         = 99
	msgFailed       = 100
	msgPing         = 192 // of OpenSSH: its clients hide among them when keys are pressed
	msgPong         = 193
)

// mostPacket is the longest packet that is taken, in bytes.
const mostPacket = 64 << 10

// window is how much a server may send before it is told to go on: more than it sends, so it never is.
const window = 1 << 31

// A direction is one of the two of a connection, with its cipher: aes128-gcm@openssh.com, none before the keys are known.
type direction struct {
	cipher cipher.AEAD
	nonce  [12]byte
}

// advance makes the nonce that of the next packet.
func (d *direction) advance() {
	binary.BigEndian.PutUint64(d.nonce[4:], binary.BigEndian.Uint64(d.nonce[4:])+1)
}

// dial opens a terminal of cols×rows cells at a server, from an address of this machine. In it a command runs; "" is the game. The
// connection waits while it reads: see fill.
func dial(from net.IP, address, command string, key ed25519.PrivateKey, cols, rows int) (*line, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	l := &line{conn: conn}
	if err := errors.Join(l.exchange(), l.enter(key), l.open(command, cols, rows)); err != nil {
		conn.Close()
		return nil, err
	}
	return l, nil
}

// fill waits for more bytes from the server.
func (l *line) fill() error {
	l.received = append(l.received[:0], l.received[l.taken:]...)
	l.taken = 0
	var buf [4 << 10]byte
	n, err := l.conn.Read(buf[:])
	l.received = append(l.received, buf[:n]...)
	if n > 0 {
		return nil
	}
	return err
}

// next returns the next of the packets that were received, without its type; ok is false if there is no whole one. It is
// good until more is received.
func (l *line) next() (kind byte, body []byte, ok bool, err error) {
	rest := l.received[l.taken:]
	if len(rest) < 4 {
		return 0, nil, false, nil
	}
	size, tag := int(binary.BigEndian.Uint32(rest)), 0
	if l.in.cipher != nil {
		tag = l.in.cipher.Overhead()
	}
	if size < 2 || size > mostPacket {
		return 0, nil, false, fmt.Errorf("a packet of %d bytes", size)
	}
	if len(rest) < 4+size+tag {
		return 0, nil, false, nil
	}
	l.taken += 4 + size + tag
	plain := rest[4 : 4+size+tag]
	if l.in.cipher != nil {
		if plain, err = l.in.cipher.Open(plain[:0], l.in.nonce[:], plain, rest[:4]); err != nil {
			return 0, nil, false, err
		}
		l.in.advance()
	}
	padding := int(plain[0])
	if padding+2 > len(plain) {
		return 0, nil, false, errors.New("a packet of padding")
	}
	return plain[1], plain[2 : len(plain)-padding], true, nil
}

// begin begins a packet, to which its payload is appended; seal makes it what is sent.
func (l *line) begin(kind byte) []byte { return append(l.packet[:0], 0, 0, 0, 0, 0, kind) }

// seal pads and encrypts a packet. What it returns is good until the next one begins.
func (l *line) seal(p []byte) []byte {
	const block, least = aes.BlockSize, 4
	size := len(p) - 4
	if l.out.cipher == nil {
		size = len(p) // RFC 4253: the length counts too
	}
	padding := block - size%block
	if padding < least {
		padding += block
	}
	p = append(p, make([]byte, padding)...)
	p[4] = byte(padding)
	binary.BigEndian.PutUint32(p, uint32(len(p)-4))
	if l.out.cipher != nil {
		p = l.out.cipher.Seal(p[:4], l.out.nonce[:], p[4:], p[:4])
		l.out.advance()
	}
	l.packet = p
	return p
}

// say sends a packet, and waits until the system has taken it.
func (l *line) say(p []byte) error {
	_, err := l.conn.Write(l.seal(p))
	return err
}

// sayAtOnce sends n packets in one piece.
func (l *line) sayAtOnce(n int, packet func() []byte) {
	var all []byte
	for range n {
		all = append(all, packet()...)
	}
	_, _ = l.conn.Write(all)
}

// hear waits for a packet of one of some kinds, and passes over others. A server that disconnects or refuses is an error.
func (l *line) hear(kinds ...byte) (kind byte, body []byte, err error) {
	for {
		kind, body, ok, err := l.next()
		switch {
		case err != nil:
			return 0, nil, err
		case !ok:
			if err := l.fill(); err != nil {
				return 0, nil, err
			}
		case bytes.IndexByte(kinds, kind) >= 0:
			return kind, bytes.Clone(body), nil
		case kind == msgDisconnect, kind == msgAuthFailed, kind == msgOpenFailed, kind == msgFailed:
			return 0, nil, fmt.Errorf("refused, by message %d: %q", kind, body)
		}
	}
}

// exchange exchanges versions and keys.
func (l *line) exchange() error {
	const own = "SSH-2.0-load"
	if _, err := l.conn.Write([]byte(own + "\r\n")); err != nil {
		return err
	}
	end := -1
	for ; end < 0; end = bytes.IndexByte(l.received, '\n') {
		if err := l.fill(); err != nil {
			return err
		}
	}
	other := strings.TrimRight(string(l.received[:end]), "\r")
	if l.taken = end + 1; !strings.HasPrefix(other, "SSH-2.0-") {
		return fmt.Errorf("the server says %q", other)
	}

	init := l.begin(msgKexInit)
	init = append(init, make([]byte, 16)...) // the cookie: nobody is to be surprised here
	const cipher, mac, none = "aes128-gcm@openssh.com", "hmac-sha2-256-etm@openssh.com", "none"
	for _, names := range []string{"curve25519-sha256", "ssh-ed25519", cipher, cipher, mac, mac, none, none, "", ""} {
		init = text(init, names)
	}
	init = append(init, 0, 0, 0, 0, 0)
	ownInit := bytes.Clone(init[5:])
	if err := l.say(init); err != nil {
		return err
	}
	kind, body, err := l.hear(msgKexInit)
	if err != nil {
		return err
	}
	otherInit := append([]byte{kind}, body...)

	secret, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public := secret.PublicKey().Bytes()
	if err := l.say(text(l.begin(msgECDHInit), public)); err != nil {
		return err
	}
	if _, body, err = l.hear(msgECDHReply); err != nil {
		return err
	}
	hostKey, rest, ok1 := cut(body)
	reply, _, ok2 := cut(rest)
	if !ok1 || !ok2 {
		return errors.New("a key exchange that is cut off")
	}
	point, err := ecdh.X25519().NewPublicKey(reply)
	if err != nil {
		return err
	}
	shared, err := secret.ECDH(point)
	if err != nil {
		return err
	}
	shared = bytes.TrimLeft(shared, "\x00")
	if shared[0] >= 0x80 { // it is a number, and not less than 0
		shared = append([]byte{0}, shared...)
	}

	number := text(nil, shared)
	hashed := text(text(text(text(nil, own), other), ownInit), otherInit)
	hashed = append(text(text(text(hashed, hostKey), public), reply), number...)
	hash := sha256.Sum256(hashed)
	if err := l.say(l.begin(msgNewKeys)); err != nil {
		return err
	}
	if _, _, err = l.hear(msgNewKeys); err != nil {
		return err
	}
	l.session = text(nil, hash[:])
	derive := func(letter byte) []byte {
		sum := sha256.Sum256(append(append(append(bytes.Clone(number), hash[:]...), letter), hash[:]...))
		return sum[:]
	}
	return errors.Join(l.out.set(derive('C'), derive('A')), l.in.set(derive('D'), derive('B')))
}

// set sets the key and the first nonce of a direction, which are the beginnings of what was derived for them.
func (d *direction) set(key, nonce []byte) error {
	block, err := aes.NewCipher(key[:16])
	if err != nil {
		return err
	}
	copy(d.nonce[:], nonce)
	d.cipher, err = cipher.NewGCM(block)
	return err
}

// enter authenticates by a key, or as a guest, who has none and answers a dialog without questions.
func (l *line) enter(key ed25519.PrivateKey) error {
	if err := l.say(text(l.begin(msgService), "ssh-userauth")); err != nil {
		return err
	}
	p := text(text(l.begin(msgAuth), "anybody"), "ssh-connection")
	if key == nil {
		p = text(text(text(p, "keyboard-interactive"), ""), "")
	} else {
		const kind = ssh.KeyAlgoED25519
		public := text(text(nil, kind), key.Public().(ed25519.PublicKey))
		p = text(text(append(text(p, "publickey"), 1), kind), public)
		p = text(p, text(text(nil, kind), ed25519.Sign(key, append(bytes.Clone(l.session), p[5:]...))))
	}
	if err := l.say(p); err != nil {
		return err
	}
	for {
		switch kind, _, err := l.hear(msgAuthQuestion, msgAuthDone); {
		case err != nil:
			return err
		case kind == msgAuthDone:
			return nil
		}
		if err := l.say(append(l.begin(msgAuthAnswer), 0, 0, 0, 0)); err != nil {
			return err
		}
	}
}

// open opens a session with a terminal.
func (l *line) open(command string, cols, rows int) error {
	p := text(l.begin(msgOpen), "session")
	p = binary.BigEndian.AppendUint32(p, 0)
	p = binary.BigEndian.AppendUint32(p, window)
	if err := l.say(binary.BigEndian.AppendUint32(p, mostPacket/2)); err != nil {
		return err
	}
	_, body, err := l.hear(msgOpened)
	if err != nil {
		return err
	}
	if len(body) < 8 {
		return errors.New("a channel that is cut off")
	}
	l.channel = binary.BigEndian.Uint32(body[4:])

	if err := l.say(text(text(l.request("env", false), "COLORTERM"), "truecolor")); err != nil {
		return err
	}
	p = text(l.request("pty-req", false), "xterm-256color")
	p = binary.BigEndian.AppendUint32(p, uint32(cols))
	p = binary.BigEndian.AppendUint32(p, uint32(rows))
	p = append(p, 0, 0, 0, 0, 0, 0, 0, 0) // pixels
	if err := l.say(text(p, "")); err != nil {
		return err
	}
	p = l.request("shell", true)
	if command != "" {
		p = text(l.request("exec", true), command)
	}
	if err := l.say(p); err != nil {
		return err
	}
	_, _, err = l.hear(msgDone)
	return err
}

// request begins a request of the channel.
func (l *line) request(name string, answered bool) []byte {
	p := text(l.toChannel(msgRequest), name)
	if answered {
		return append(p, 1)
	}
	return append(p, 0)
}

// toChannel begins a packet for the channel.
func (l *line) toChannel(kind byte) []byte {
	return binary.BigEndian.AppendUint32(l.begin(kind), l.channel)
}

// typed returns a packet with what is typed.
func (l *line) typed(keys string) []byte { return l.seal(text(l.toChannel(msgData), keys)) }

// ping returns a packet that the server answers with a pong.
func (l *line) ping() []byte { return l.seal(text(l.begin(msgPing), "PING!")) }

// text appends a string with its length.
func text[S ~string | ~[]byte](dst []byte, s S) []byte {
	return append(binary.BigEndian.AppendUint32(dst, uint32(len(s))), s...)
}

// cut returns the string with which p begins, and what follows it.
func cut(p []byte) (s, rest []byte, ok bool) {
	if len(p) < 4 || uint64(binary.BigEndian.Uint32(p)) > uint64(len(p)-4) {
		return nil, nil, false
	}
	n := 4 + binary.BigEndian.Uint32(p)
	return p[4:n], p[n:], true
}
