// Package theme provides the colors of pictures.
//
// A [Theme] has a true color for each use. [Theme.ForTier] derives the colors for terminals with fewer colors, and
// [Theme.InScenery] the colors in the light of a world. The package does not draw.
package theme
