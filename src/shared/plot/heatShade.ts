// The shades of heat maps, on screens and in pictures.

const palest = 0.04
const darkest = 0.44

/**
 * The opacity of the accent under a figure; `part`: of the largest. Shades end where the page's text still reads at
 * 4.5:1, in the light and in the dark theme.
 */
export const heatShade = (part: number): number =>
  palest + (darkest - palest) * Math.min(1, Math.max(0, part))
