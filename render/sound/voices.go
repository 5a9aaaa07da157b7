package sound

import (
	"arkterm/engine"
	"arkterm/engine/spec"
)

// An eventSound is the sound of an event: a note or a phrase.
type eventSound struct {
	timbre Timbre
	key    int
	gain   float64 // 0 means no note
	panned bool    // pan the note to the position of the event

	minInterval int  // ticks until an event of this kind may sound again; many sounds at a time would be noise
	bell        bool // ring the terminal's bell, for terminals without other sound

	phrase *phrase // phrase in addition to the note; nil if none

	// soundOf, if not nil, returns the sound of an event. It may use the state of the game after the event's tick.
	soundOf func(b *Band, g *engine.Game, ev *engine.Event) eventSound
}

// A phrase is a sequence of notes.
type phrase struct {
	timbre Timbre
	gain   float64
	beat   int   // ticks between two notes
	keys   []int // keys of the notes in order; pauseKey is a pause
	chord  int   // number of keys at the end that begin together; 0 means 1
}

// pauseKey is the key of a pause in a phrase.
const pauseKey = 0

// Keys around the middle octave.
const (
	a2 = 45
	c3 = 48
	e3 = 52
	g3 = 55
	a3 = 57
	c4 = 60
	d4 = 62
	e4 = 64
	f4 = 65
	g4 = 67
	a4 = 69
	c5 = 72
	d5 = 74
	e5 = 76
	g5 = 79
	a5 = 81
	c6 = 84
	e6 = 88
	g6 = 91
)

// quickBeat is the length of a note in a quick phrase: 75 ms.
const quickBeat = 75 * engine.TicksPerSecond / 1000

// The phrases. The columns are timbre, gain, beat, keys and chord.
var (
	startPhrase = phrase{Brass, 0.22, 2 * quickBeat, []int{c4, g4, c5}, 0}
	clearPhrase = phrase{Brass, 0.3, 3 * quickBeat / 2, []int{c4, e4, g4, c5, pauseKey, g4, c5, e5, g5}, 3}
	winPhrase   = phrase{
		Brass, 0.32, 2 * quickBeat,
		[]int{c4, c4, g4, e4, g4, c5, pauseKey, a4, c5, pauseKey, c4, e4, g4, c5, e5, g5},
		6,
	}
	gameOverPhrase   = phrase{Reed, 0.32, 3 * quickBeat, []int{e4, d4, c4, a3, pauseKey, a2, e3, a3}, 3}
	lostPhrase       = phrase{Reed, 0.3, 3 * quickBeat / 2, []int{g4, e4, c4, a3}, 0}
	lifePhrase       = phrase{Chime, 0.3, quickBeat, []int{g5, c6, e6, g6}, 0}
	goodPhrase       = phrase{Chime, 0.24, quickBeat, []int{c5, g5}, 0}
	badPhrase        = phrase{Reed, 0.26, quickBeat, []int{f4, c4 - 1}, 0}
	neutralPhrase    = phrase{Chime, 0.2, quickBeat, []int{e5}, 0}
	pointPhrase      = phrase{Chime, 0.26, quickBeat, []int{e5, a5, e6}, 0}
	finalePhrase     = phrase{Brass, 0.2, 2 * quickBeat, []int{g4, c5}, 0}
	lastBrickPhrase  = phrase{Brass, 0.22, 2 * quickBeat, []int{g4, c5, e5}, 0}
	bonusPhrase      = phrase{Chime, 0.22, quickBeat, []int{c5, d5, e5, g5, a5, c6}, 0}
	recallPhrase     = phrase{Wood, 0.2, 2 * quickBeat, []int{c5, c5}, 0}
	nextLevelPhrase  = phrase{Brass, 0.26, quickBeat, []int{c4, d4, e4, g4, a4, c5, d5, e5, g5}, 0}
	bossKilledPhrase = phrase{
		Brass, 0.3, 2 * quickBeat,
		[]int{pauseKey, pauseKey, c4, e4, g4, c5, e5, pauseKey, c4, g4, c5, e5},
		4,
	}
	bossPhasePhrase = phrase{Growl, 0.34, 3 * quickBeat, []int{c3, c3 - 1}, 0}
	stunPhrase      = phrase{Reed, 0.24, quickBeat, []int{c4 - 1, c4, c4 - 1, c4}, 0}
)

// eventSounds contains the sound of each kind of event.
var eventSounds = [...]eventSound{
	engine.WallHit:       {timbre: Tap, key: g3, gain: 0.1, panned: true, minInterval: 8},
	engine.PaddleHit:     {timbre: Wood, key: c4, gain: 0.34, panned: true, minInterval: 4},
	engine.BallHit:       {timbre: Tap, key: e5, gain: 0.16, panned: true, minInterval: 8},
	engine.BrickHit:      {minInterval: 4, soundOf: brickHitSound},
	engine.BrickBroken:   {minInterval: 5, soundOf: brickBrokenSound},
	engine.BrickExploded: {timbre: Blast, key: c3 - 12, gain: 0.4, panned: true, minInterval: 12},
	engine.FuseLit:       {timbre: Hiss, key: c4, gain: 0.2, panned: true, minInterval: 24},
	engine.BrickGrown:    {timbre: Swoop, key: c4, gain: 0.12, panned: true, minInterval: 24},
	engine.BrickHealed:   {timbre: Swoop, key: e4, gain: 0.08, panned: true, minInterval: 48},
	engine.Cannon:        {timbre: Steel, key: c6, gain: 0.22, panned: true, minInterval: 8},

	engine.BallServed:     {timbre: Swoop, key: g3, gain: 0.26, panned: true, minInterval: 24},
	engine.BallLost:       {minInterval: 24, soundOf: ballLostSound, bell: true},
	engine.BallHeld:       {timbre: Wood, key: g3, gain: 0.24, panned: true, minInterval: 12},
	engine.BallNudged:     {timbre: Tap, key: a4, gain: 0.14, panned: true, minInterval: 24},
	engine.BallTeleported: {timbre: Swoop, key: c5, gain: 0.2, panned: true, minInterval: 12},
	engine.BallBumped:     {timbre: Spring, key: g4, gain: 0.24, panned: true, minInterval: 12},
	engine.BallScattered:  {timbre: Spring, key: d4, gain: 0.22, panned: true, minInterval: 12},
	engine.RecallReady:    {phrase: &recallPhrase, minInterval: 240},

	engine.DropCaught: {minInterval: 12, soundOf: dropCaughtSound},
	engine.DropEnded:  {timbre: Sink, key: c5, gain: 0.12, minInterval: 24},

	engine.ShotFired:     {timbre: Laser, key: c6, gain: 0.18, panned: true, minInterval: 12},
	engine.PaddleStunned: {phrase: &stunPhrase, minInterval: 60},
	engine.DroneEntered:  {timbre: Growl, key: c4, gain: 0.14, panned: true, minInterval: 24},
	engine.BossBlocked:   {timbre: Steel, key: c4, gain: 0.26, panned: true, minInterval: 8},
	engine.BossChanged:   {phrase: &bossPhasePhrase, minInterval: 60},
	engine.BallSaved:     {timbre: Spring, key: c4, gain: 0.32, panned: true, minInterval: 12},
	engine.BossOpened:    {timbre: Glass, key: c5, gain: 0.32, panned: true, minInterval: 60},
	engine.BossKilled:    {timbre: Blast, key: c3 - 12, gain: 0.5, panned: true, phrase: &bossKilledPhrase, bell: true},
	engine.VolleyShot:    {timbre: Laser, key: c5, gain: 0.2, panned: true, minInterval: 12},
	engine.BoltDestroyed: {timbre: Glass, key: c6, gain: 0.2, panned: true, minInterval: 8},
	engine.RowLanded:     {timbre: Blast, key: c3, gain: 0.3, panned: true, minInterval: 24},

	engine.BallsShoved: {timbre: Gust, key: c4, gain: 0.4, minInterval: 12},
	engine.TimeSlowed:  {timbre: Sink, key: c5, gain: 0.32, minInterval: 60},
	engine.ShoveReady:  {timbre: Chime, key: g5, gain: 0.12, minInterval: 120},
	engine.ShoveMissed: {timbre: Tap, key: c3, gain: 0.3, minInterval: 24},

	engine.BallTurned:    {timbre: Swoop, key: a3, gain: 0.2, panned: true, minInterval: 60},
	engine.FinaleStarted: {phrase: &finalePhrase, minInterval: 240},
	engine.LastBrick:     {phrase: &lastBrickPhrase, minInterval: 240},
	engine.BrickOverdue:  {timbre: Hiss, key: c4, gain: 0.26, panned: true, minInterval: 24},
	engine.BrickBurst:    {timbre: Blast, key: c3, gain: 0.3, panned: true, minInterval: 12},
	engine.BonusStarted:  {phrase: &bonusPhrase},
	engine.BucketPaid:    {timbre: Chime, key: c6, gain: 0.26, panned: true, minInterval: 6},

	engine.BoltHit:         {timbre: Steel, key: c3, gain: 0.34, panned: true, minInterval: 12},
	engine.ChallengeFailed: {phrase: &lostPhrase, bell: true},
	engine.DropSent:        {timbre: Laser, key: c5, gain: 0.26, panned: true, minInterval: 12},

	engine.WireCut: {timbre: Laser, key: g3, gain: 0.3, panned: true, minInterval: 12},

	engine.LifeGained:   {phrase: &lifePhrase, bell: true},
	engine.LevelStarted: {phrase: &startPhrase},
	engine.LevelClear:   {phrase: &clearPhrase, bell: true},
	engine.LevelExited:  {phrase: &nextLevelPhrase, bell: true},
	engine.LevelWarped:  {phrase: &nextLevelPhrase, bell: true},
	engine.GameEnded:    {soundOf: gameEndedSound, bell: true},
	engine.PointScored:  {phrase: &pointPhrase, bell: true},
	engine.TimeGained:   {timbre: Chime, key: g5, gain: 0.16, minInterval: 24},
	engine.TimeLost:     {timbre: Sink, key: g4, gain: 0.22, minInterval: 24},
}

// brickTimbres contains the timbre of each kind of brick. The timbre depends on the behavior of the brick and not on
// its appearance: bricks with several hits ring, and unbreakable bricks clank.
var brickTimbres = [...]Timbre{
	spec.Double:     Glass,
	spec.Triple:     Glass,
	spec.Quad:       Glass,
	spec.Plain:      Pluck,
	spec.Sprout:     Pluck,
	spec.Regrow:     Pluck,
	spec.Cracked:    Steel,
	spec.Wall:       Steel,
	spec.Metal:      Steel,
	spec.Gate:       Steel,
	spec.Magnet:     Steel,
	spec.Portal:     Steel,
	spec.Tripwire:   Steel,
	spec.Chaos:      Spring,
	spec.Bumper:     Spring,
	spec.Hidden:     Chime,
	spec.Bomb:       Wood,
	spec.Seed:       Chime,
	spec.DroneBody:  Growl,
	spec.ShieldBody: Steel,
	spec.BossBody:   Growl,
}

// timbreOf returns the timbre of the event's brick.
func timbreOf(g *engine.Game, ev *engine.Event) Timbre {
	if ev.Brick < 0 || ev.Brick >= len(g.Bricks) { // a brick of a level that ended in this tick
		return Pluck
	}
	return brickTimbres[g.Bricks[ev.Brick].Kind]
}

// comboScale is the pentatonic scale of a combo, in semitones. All of its tones are consonant.
var comboScale = [...]int{0, 2, 4, 7, 9}

// maxComboStep is the last step of a combo, three octaves above the first step. The key of longer combos stays the
// same.
const maxComboStep = 3 * len(comboScale)

// comboKey returns the key of step n of the scale, starting at c4.
func comboKey(n int) int {
	n = max(0, min(n, maxComboStep))
	return c4 + 12*(n/len(comboScale)) + comboScale[n%len(comboScale)]
}

// brickBrokenSound returns the sound of a broken brick. The key rises with the combo. If several bricks break in a
// tick, the key rises from brick to brick.
func brickBrokenSound(b *Band, g *engine.Game, ev *engine.Event) eventSound {
	n := g.Combo - 1 - b.laterEvents(ev)
	return eventSound{timbre: timbreOf(g, ev), key: comboKey(n), gain: comboGain(0.34, n), panned: true}
}

// comboGain reduces a gain for step n of a combo, because high notes seem louder than low notes. At the last step it
// returns a third of gain.
func comboGain(gain float64, n int) float64 {
	return gain / (1 + 2*float64(max(0, min(n, maxComboStep)))/float64(maxComboStep))
}

// brickHitSound returns the sound of a hit that does not break the brick. The note is an octave lower than the next
// broken brick would be, and quieter.
func brickHitSound(_ *Band, g *engine.Game, ev *engine.Event) eventSound {
	return eventSound{timbre: timbreOf(g, ev), key: comboKey(g.Combo) - 12, gain: 0.2, panned: true}
}

// ballLostSound returns the sound of a lost ball: a phrase for the last ball, and a falling tone for other balls.
func ballLostSound(_ *Band, g *engine.Game, _ *engine.Event) eventSound {
	if g.Phase == engine.Lost || g.Phase.Ended() {
		return eventSound{phrase: &lostPhrase}
	}
	return eventSound{timbre: Sink, key: c4, gain: 0.26, panned: true}
}

// dropCaughtSound returns the sound of a caught drop, which depends on whether the drop is good or bad for the player.
func dropCaughtSound(_ *Band, g *engine.Game, ev *engine.Event) eventSound {
	switch g.BenefitOf(spec.DropKind(ev.Value)) {
	case spec.Good:
		return eventSound{phrase: &goodPhrase}
	case spec.Bad:
		return eventSound{phrase: &badPhrase}
	}
	return eventSound{phrase: &neutralPhrase}
}

// gameEndedSound returns the phrase at the end of a game.
func gameEndedSound(_ *Band, g *engine.Game, _ *engine.Event) eventSound {
	if g.Phase == engine.Won {
		return eventSound{phrase: &winPhrase}
	}
	return eventSound{phrase: &gameOverPhrase}
}

// A Cue is a sound of the menus. It is an index into cueNotes.
type Cue uint8

// The cues.
const (
	CueMove   Cue = iota // another button is selected, or its value changes
	CueChoose            // a button is pressed
	CueBack              // the previous screen is shown
	numCues   = iota
)

// cueNotes contains the note of each cue.
var cueNotes = [numCues]Note{
	CueMove:   {Timbre: Tap, Key: e5, Gain: 0.1},
	CueChoose: {Timbre: Wood, Key: g4, Gain: 0.14},
	CueBack:   {Timbre: Wood, Key: c4, Gain: 0.12},
}

// A pulseStep is a tempo and a pitch of the pulse.
type pulseStep struct {
	combo    int    // minimum length of the combo
	interval uint64 // ticks between two beats
	key      int
}

// pulseSteps contains the steps of the pulse, one for each multiplier of a combo.
var pulseSteps = [...]pulseStep{
	{engine.MinCombo, 144, a2}, // 100 beats per minute
	{8, 120, a2},
	{16, 102, c3},
	{32, 90, e3},
}

// pulseGain is the gain of a beat of the pulse.
const pulseGain = 0.12
