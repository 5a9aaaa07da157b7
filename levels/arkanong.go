package levels

import "embed"

//go:embed arkanong/*.level
var arkanong embed.FS

// Arkanong returns the boards for two players against each other that come with the
// game. Each of them is the same when it is turned upside down, so that both play on
// the same one, and leaves room for a paddle at the ceiling.
func Arkanong() Pack { return arkanongPack() }

var arkanongPack = embeddedPack(arkanong, "arkanong", "arkanong")
