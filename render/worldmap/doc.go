// Package worldmap draws the map of all levels: by world, each with a small picture of its bricks, its name and
// its stars.
//
//	var c worldmap.Chart
//	c.SetLook(look)
//	c.Draw(&frame, &m)
//	i := c.At(&frame, &m, col, row) // the level under the mouse
//
// It knows neither the game being played nor the player's progress: a [Map] says what is open and earned.
// Lengths are in cells, but for those of levels, which are in units of the field.
package worldmap
