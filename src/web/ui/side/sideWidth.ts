// Widths of a page's side panel, in pixels.
export const narrowestSide = 180
export const widestSide = 480
export const usualSide = 240

export const clampSide = (width: number): number =>
  Math.round(Math.min(widestSide, Math.max(narrowestSide, width)))
