package pictures

import (
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"

	"arkterm/engine"
	"arkterm/engine/spec"
	"arkterm/levels"
	"arkterm/render"
	"arkterm/render/cell"
	"arkterm/render/picture"
)

// Sizes of the sheet of generated levels, in pixels unless noted. Each level is drawn with sheetZoom times 80×24 cells,
// and the picture is then reduced.
const (
	sheetLevels  = 60
	sheetColumns = 6
	sheetZoom    = 2
	levelW       = 152            // width of a level
	levelH       = 102            // height of a level, without the space above the paddle
	sheetMargin  = 6              // space around a level
	sheetFieldW  = 62 * sheetZoom // columns of the field in the frame
	sheetFieldH  = 20 * sheetZoom // rows of the field that can contain bricks
	sheetStepX   = levelW + sheetMargin
	sheetStepY   = levelH + sheetMargin
)

// generatedSheet returns a picture of generated levels.
func generatedSheet() (image.Image, error) {
	rows := (sheetLevels + sheetColumns - 1) / sheetColumns
	img := image.NewRGBA(image.Rect(0, 0, sheetColumns*sheetStepX+sheetMargin, rows*sheetStepY+sheetMargin))
	draw.Draw(img, img.Bounds(), image.Black, image.Point{}, draw.Src)
	for i := range sheetLevels {
		w := levels.Request{Seed: uint64(i) + 1, Difficulty: 1 + i*levels.MaxDifficulty/sheetLevels}
		l, err := w.Level(0, 0)
		if err != nil {
			return nil, err
		}
		full, err := levelPicture(l)
		if err != nil {
			return nil, err
		}
		size := full.Bounds().Size()
		at := image.Pt(i%sheetColumns*sheetStepX+sheetMargin, i/sheetColumns*sheetStepY+sheetMargin)
		reduce(img, image.Rectangle{at, at.Add(image.Pt(levelW, levelH))}, full,
			image.Rect(0, 0, sheetFieldW*size.X/(80*sheetZoom), sheetFieldH*size.Y/(24*sheetZoom)))
	}
	return quantized(img), nil
}

// levelPicture returns a frame of a level before the first serve.
func levelPicture(l spec.Level) (image.Image, error) {
	g, err := engine.New(engine.Config{Setup: engine.Setup{Seed: 1}, Levels: []spec.Level{l}})
	if err != nil {
		return nil, err
	}
	var f cell.Frame
	f.Resize(80*sheetZoom, 24*sheetZoom)
	render.NewView(render.Options{Glyphs: cell.Mosaic, Effects: render.NoEffects}).Draw(&f, g)
	return picture.Image(&f), nil
}

// quantized converts an image to the 216 web-safe colors, which makes its PNG file small.
func quantized(img image.Image) image.Image {
	p := image.NewPaletted(img.Bounds(), palette.WebSafe)
	draw.Draw(p, p.Bounds(), img, image.Point{}, draw.Src)
	return p
}

// reduce draws a part of src into the rectangle r. Each pixel is the mean of the pixels that it replaces.
func reduce(img *image.RGBA, r image.Rectangle, src image.Image, part image.Rectangle) {
	for y := range r.Dy() {
		for x := range r.Dx() {
			x0, x1 := part.Min.X+x*part.Dx()/r.Dx(), part.Min.X+(x+1)*part.Dx()/r.Dx()
			y0, y1 := part.Min.Y+y*part.Dy()/r.Dy(), part.Min.Y+(y+1)*part.Dy()/r.Dy()
			var sum [3]uint32
			n := uint32(0)
			for v := y0; v < max(y1, y0+1); v++ {
				for u := x0; u < max(x1, x0+1); u++ {
					r, g, b, _ := src.At(u, v).RGBA()
					sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
					n++
				}
			}
			img.SetRGBA(r.Min.X+x, r.Min.Y+y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
}
