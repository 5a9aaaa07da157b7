package engine

import "testing"

func TestAnotherPaddle(t *testing.T) {
	g, err := New(Config{W: 40, H: 30, Free: true, PaddleHalf: 2, PaddleR: 0.25, PaddleY: 28})
	if err != nil {
		t.Fatal(err)
	}
	if p := g.Paddles[0]; p.Half != 2 || p.R != 0.25 || p.Y != 28 {
		t.Errorf("paddle %+v", p)
	}
	// Ball and paddle meet where its measures say: at 28 − 0.25 − 0.25.
	g, err = New(Config{
		W: 40, H: 30, Free: true, PaddleHalf: 2, PaddleR: 0.25, PaddleY: 28,
		Balls: []NewBall{{At: at(21.5, 26.5), V: at(0, 10), R: 0.25}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 48 { // 0.2 s: a unit down, a unit up
		g.Step(Input{Idle, Idle})
	}
	if y := g.BallAt(0).Y; y < 26.5-1e-12 || y > 26.5+1e-12 {
		t.Errorf("the ball is back at %v, want 26.5", y)
	}
}

func TestPaddleOutOfRange(t *testing.T) {
	for _, c := range []Config{
		{PaddleHalf: 2},
		{Free: true, PaddleHalf: 0.5, PaddleR: 0.5},
		{Free: true, PaddleHalf: 40},
		{Free: true, PaddleR: -1},
		{Free: true, PaddleY: 47.5},
		{Free: true, PaddleY: 0.5},
	} {
		c.Levels = []Level{{}}
		if _, err := New(c); err == nil {
			t.Errorf("accepted: half %g, radius %g, at %g, free %v", c.PaddleHalf, c.PaddleR, c.PaddleY, c.Free)
		}
	}
}
