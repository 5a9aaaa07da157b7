package input

import "bytes"

// A Reply is what the terminal has answered to a query.
type Reply struct {
	Kind ReplyKind
	A, B int // what the kind says
}

// A ReplyKind says which query was answered.
type ReplyKind uint8

// The kinds of reply.
const (
	_               ReplyKind = iota
	StatusReply               // CSI 5 n: the terminal has read all that came before
	ModeReply                 // CSI ? A $ p: mode A is in state B: 0 unknown, 1 set, 2 reset, 3 and 4 for good
	AttributesReply           // CSI c: every terminal answers
	KeyboardReply             // CSI ? u: the flags A of the kitty protocol
	CellReply                 // CSI 16 t: a cell is A pixels high and B wide
)

// reply returns the reply that a control sequence without its introducer is.
func reply(params []byte, final byte) (r Reply, ok bool) {
	switch final {
	case 'n':
		return Reply{Kind: StatusReply}, string(params) == "0"
	case 'c':
		return Reply{Kind: AttributesReply}, bytes.HasPrefix(params, []byte("?"))
	case 'u':
		p, private := bytes.CutPrefix(params, []byte("?"))
		a, ok := parseNumber(p)
		return Reply{KeyboardReply, a, 0}, private && ok
	case 'y':
		p, private := bytes.CutPrefix(params, []byte("?"))
		p, asked := bytes.CutSuffix(p, []byte("$"))
		a, b, ok := twoNumbers(p)
		return Reply{ModeReply, a, b}, private && asked && ok
	case 't':
		p, cell := bytes.CutPrefix(params, []byte("6;"))
		a, b, ok := twoNumbers(p)
		return Reply{CellReply, a, b}, cell && ok
	}
	return r, false
}

func twoNumbers(p []byte) (a, b int, ok bool) {
	left, right, _ := bytes.Cut(p, []byte(";"))
	a, okA := parseNumber(left)
	b, okB := parseNumber(right)
	return a, b, okA && okB
}

// maxReplies is how many replies wait to be taken. A program asks fewer questions at a
// time; what comes beyond is not an answer.
const maxReplies = 16

// Replies returns what the terminal has answered since the last call, in order.
// The slice is valid until the next Append.
func (f *Filter) Replies() []Reply {
	n := f.answered
	f.answered = 0
	return f.replies[:n]
}

func (f *Filter) answer(r Reply) {
	if f.answered < len(f.replies) {
		f.replies[f.answered] = r
		f.answered++
	}
}
