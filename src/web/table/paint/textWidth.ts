// The painted width of a text. A canvas measures without a layout; where there is no canvas, the width is estimated.

const wideCharacter =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/

/** Rough width in half-width characters: two for CJK and emoji, else one. */
export function roughWidth(text: string): number {
  let width = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x300) width += 1
    else width += wideCharacter.test(text[index] ?? '') ? 2 : code >= 0xd800 && code <= 0xdfff ? 1 : 1.2
  }
  return width
}

export interface TextMeasure {
  /** Width in pixels of one line in the cells' font. */
  cell: (text: string) => number
  /** The same in the header's bold font, and in its plain font. */
  title: (text: string) => number
  unit: (text: string) => number
}

const estimate = (perHalf: number) => (text: string) => roughWidth(text) * perHalf
export const estimatedMeasure: TextMeasure = { cell: estimate(7.2), title: estimate(7), unit: estimate(6.5) }

/** Measures in the font family of `element`. */
export function measureIn(element: Element): TextMeasure {
  const context = canvasContext()
  if (!context) return estimatedMeasure
  const family = getComputedStyle(element).fontFamily || 'sans-serif'
  const measured = (font: string) => (text: string) => {
    context.font = font
    return context.measureText(text).width
  }
  return {
    cell: measured(`400 13px ${family}`),
    title: measured(`600 12px ${family}`),
    unit: measured(`400 12px ${family}`),
  }
}

/** In pixels: no character is wider in any font. */
const widestCharacter = 18
/** In pixels, when no font can be measured: no character of a figure is wider. */
const widestOfFigures = 8.5
/** Factor for what kerning may add. */
const slack = 1.02

/**
 * An upper bound for a text's width, from its characters' widths, each measured once: computed for every painted cell.
 */
export class WidthBound {
  private readonly measure: TextMeasure
  private readonly widths = new Map<number, number>()

  constructor(measure: TextMeasure) {
    this.measure = measure
  }

  of(text: string): number {
    let width = 0
    for (let index = 0; index < text.length; index++) width += this.character(text.charCodeAt(index))
    return width * slack
  }

  private character(code: number): number {
    let width = this.widths.get(code)
    if (width === undefined) {
      width = this.measured(code)
      this.widths.set(code, width)
    }
    return width
  }

  private measured(code: number): number {
    // Cells use tabular figures, while a canvas uses the font's proportional ones.
    if (code >= 0x30 && code <= 0x39) return Math.max(...[...'0123456789'].map((digit) => this.plain(digit)))
    const text = String.fromCharCode(code)
    // In other scripts a character's shape depends on its neighbours.
    return (code >= 0x20 && code < 0x7f) || wideCharacter.test(text) ? this.plain(text) : widestCharacter
  }

  private plain(text: string): number {
    if (this.measure !== estimatedMeasure) return this.measure.cell(text)
    return /[-\d.,%+ ]/.test(text) ? widestOfFigures : widestCharacter
  }
}

let shared: CanvasRenderingContext2D | null | undefined

function canvasContext(): CanvasRenderingContext2D | null {
  if (shared === undefined) {
    const runsInBrowser = typeof OffscreenCanvas !== 'undefined'
    shared = runsInBrowser ? document.createElement('canvas').getContext('2d') : null
  }
  return shared
}
