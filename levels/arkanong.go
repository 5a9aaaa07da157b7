package levels

import "embed"

//go:embed arkanong/*.level
var arkanong embed.FS

// Arkanong returns the levels of matches. They are symmetric under rotation by 180°, so both players have the same
// conditions, and have room for a paddle at the ceiling.
func Arkanong() Pack { return arkanongPack() }

var arkanongPack = embeddedPack(arkanong, "arkanong", "arkanong")
