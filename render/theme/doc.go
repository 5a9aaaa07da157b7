// Package theme provides the colors of pictures.
//
// A [Theme] has an sRGB color for each use. [Theme.ForTier] derives a theme for terminals with fewer colors.
// [Theme.InScenery] derives a theme for the levels of a world. The package does not draw.
package theme
