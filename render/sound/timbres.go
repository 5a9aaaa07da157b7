package sound

// A Timbre is the character of a note. It is an index into timbres.
type Timbre uint8

// The timbres, with the objects or events that use them. To add a timbre, add a constant here and a row to timbres.
const (
	Tap        Timbre = iota // a wall
	Wood                     // the paddle
	Pluck                    // a brick
	Glass                    // a brick with several hits
	Steel                    // an unbreakable brick
	Spring                   // a bumper
	Chime                    // a benefit for the player
	Brass                    // phrases
	Reed                     // sad phrases
	Blast                    // an explosion
	Hiss                     // an object flies off
	Gust                     // a shove
	Laser                    // a shot
	Swoop                    // an object rises
	Sink                     // an object falls
	Growl                    // the boss
	Pulse                    // a beat during a combo
	NumTimbres = iota
)

// A partial is one sine wave of a timbre.
type partial struct {
	ratio float64 // frequency relative to the note's frequency
	gain  float64
	decay float64 // exponential decay per second
}

// A timbreRow describes a timbre with up to four partials and noise.
type timbreRow struct {
	partials    [4]partial
	noiseGain   float64 // gain of the noise
	noiseDecay  float64 // decay of the noise per second
	noiseCutoff float64 // cutoff frequency of the noise in Hz
	attack      float64 // time until full loudness in seconds, at least minAttack
	bend        float64 // change of pitch, in octaves per second
}

// timbres contains a row for each timbre. The frequencies of the partials of bars and bells are not integer multiples
// of each other. For example, the ratios are 1:4:10 for a marimba and 1:2.76:5.4 for a bell.
var timbres = [NumTimbres]timbreRow{
	Tap: {partials: [4]partial{{1, 0.8, 60}, {2.4, 0.2, 120}}},
	Wood: {
		partials: [4]partial{{1, 0.8, 18}, {4, 0.25, 45}, {10, 0.06, 90}}, noiseGain: 0.15, noiseDecay: 220,
		noiseCutoff: 3000,
	},
	Pluck: {partials: [4]partial{{1, 0.6, 9}, {2, 0.28, 14}, {3, 0.12, 22}, {4, 0.06, 30}}},
	Glass: {partials: [4]partial{{1, 0.6, 7}, {2.76, 0.25, 12}, {5.4, 0.12, 20}}},
	Steel: {partials: [4]partial{{1, 0.45, 16}, {1.59, 0.3, 20}, {2.57, 0.2, 26}, {4.3, 0.12, 34}}},
	Spring: {
		partials: [4]partial{{1, 0.6, 11}, {2, 0.2, 16}, {3.01, 0.1, 20}},
		bend:     2.5,
	},
	Chime: {partials: [4]partial{{1, 0.55, 5}, {2, 0.2, 7}, {4.07, 0.12, 12}, {6.8, 0.05, 18}}},
	Brass: {partials: [4]partial{{1, 0.5, 4}, {2, 0.3, 5}, {3, 0.2, 6}, {4, 0.12, 8}}, attack: 0.012},
	Reed:  {partials: [4]partial{{1, 0.6, 3.5}, {3, 0.22, 5}, {5, 0.1, 7}}, attack: 0.02},
	Blast: {
		partials:  [4]partial{{1, 0.5, 9}, {1.5, 0.25, 12}},
		noiseGain: 1.2, noiseDecay: 8, noiseCutoff: 900, bend: -2,
	},
	Hiss:  {noiseGain: 0.7, noiseDecay: 25, noiseCutoff: 7000},
	Gust:  {noiseGain: 0.9, noiseDecay: 9, noiseCutoff: 1600, attack: 0.015},
	Laser: {partials: [4]partial{{1, 0.5, 14}, {2, 0.25, 18}}, bend: -9},
	Swoop: {partials: [4]partial{{1, 0.6, 6}, {2, 0.2, 8}}, attack: 0.02, bend: 3},
	Sink:  {partials: [4]partial{{1, 0.6, 5}, {2, 0.2, 7}}, attack: 0.01, bend: -2},
	Growl: {
		partials:  [4]partial{{1, 0.6, 5}, {1.06, 0.4, 5}, {2.1, 0.3, 7}, {3.2, 0.2, 9}},
		noiseGain: 0.3, noiseDecay: 6, noiseCutoff: 400, attack: 0.015, bend: -0.4,
	},
	Pulse: {partials: [4]partial{{1, 0.6, 16}, {2, 0.3, 22}}, attack: 0.008},
}
