package levels

import (
	"embed"
	"fmt"
)

//go:embed arkanong/*.level
var arkanong embed.FS

// Arkanong returns the boards for two players against each other that come with the
// game. Each of them is the same when it is turned upside down, so that both play on
// the same one, and leaves room for a paddle at the ceiling.
func Arkanong() Pack {
	p, err := Load(arkanong, "arkanong")
	if err != nil {
		panic(fmt.Sprintf("levels: those for matches do not parse:\n%v", err))
	}
	p.Name, p.Sources = "arkanong", nil
	return p
}
