// The page that pictures are drawn on: colours, and texts cut to their width.
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { family, loadFont } from './font.ts'

/** Device pixels per logical pixel, for high-resolution screens. */
const scale = 2
/** The largest width or height in pixels; mail clients show no more. */
const largest = 4_000
/** The largest height of stacked pictures. */
const highest = 16_000

/** The colours of the product's light theme and charts. */
export const colours = {
  page: '#ffffff',
  panel: '#f6f7f9',
  text: '#1c2127',
  muted: '#5f6b7c',
  grid: 'rgba(95, 107, 124, 0.18)',
  line: 'rgba(95, 107, 124, 0.32)',
  previous: '#8f99a8',
  hatch: 'rgba(95, 107, 124, 0.22)',
  tint: 'rgba(240, 183, 38, 0.085)',
  mark: '#cd4246',
  up: '#ac2f33',
  down: '#1c6e42',
  series: [
    '#2d72d2',
    '#c87619',
    '#238551',
    '#9d3f9d',
    '#d33d17',
    '#00a396',
    '#d1980b',
    '#db2c6f',
    '#7961db',
    '#29a634',
    '#946638',
    '#8eb125',
  ],
} as const

export const hueOf = (hue: number): string =>
  colours.series[Math.abs(Math.trunc(hue)) % colours.series.length] as string

interface TextStyle {
  size?: number
  bold?: boolean
  colour?: string
  align?: 'left' | 'right' | 'center'
  /** Texts wider than this are cut with …. */
  most?: number
}

export interface Page {
  context: SKRSContext2D
  width: number
  height: number
  write(text: string, x: number, y: number, style?: TextStyle): void
  widthOf(text: string, style?: Pick<TextStyle, 'size' | 'bold'>): number
  canvas: Canvas
}

const fontOf = ({ size = 13, bold = false }: Pick<TextStyle, 'size' | 'bold'>): string =>
  `${bold ? 600 : 400} ${size}px "${family}"`

let measuring: SKRSContext2D | null = null

function measure(): SKRSContext2D {
  if (!measuring) {
    loadFont()
    measuring = createCanvas(1, 1).getContext('2d')
  }
  return measuring
}

/** Measuring takes most of a table's drawing time, and its texts repeat. */
const widths = new Map<string, number>()
const mostWidths = 5_000

export function widthOf(text: string, style: Pick<TextStyle, 'size' | 'bold'> = {}): number {
  const font = fontOf(style)
  const key = `${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  const context = measure()
  context.font = font
  const { width } = context.measureText(text)
  if (widths.size >= mostWidths) widths.clear()
  widths.set(key, width)
  return width
}

/** As much of the text as fits the width. */
export function cutTo(text: string, most: number, style: Pick<TextStyle, 'size' | 'bold'> = {}): string {
  if (widthOf(text, style) <= most) return text
  const characters = [...text]
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (widthOf(`${characters.slice(0, middle).join('')}…`, style) <= most) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('')}…`
}

export function newPage(width: number, height: number): Page {
  measure()
  const [wide, high] = [width, height].map((side) => Math.min(largest, Math.ceil(side * scale)))
  const canvas: Canvas = createCanvas(wide as number, high as number)
  const context = canvas.getContext('2d')
  context.scale(scale, scale)
  context.fillStyle = colours.page
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'middle'
  return {
    context,
    width,
    height,
    widthOf,
    write: (text, x, y, style = {}) => {
      context.font = fontOf(style)
      context.fillStyle = style.colour ?? colours.text
      context.textAlign = style.align ?? 'left'
      context.fillText(style.most === undefined ? text : cutTo(text, style.most, style), x, y)
    },
    canvas,
  }
}

export const edge = 16

export const pngOf = ({ canvas }: Page): Uint8Array => canvas.encodeSync('png')

/** Stacks pages with a footer under the last, in the highest resolution that `most` bytes allow. */
export function stackPages(pages: readonly Page[], foot: string, most: number): Uint8Array {
  const footHeight = foot ? 28 : 0
  const width = Math.max(...pages.map((page) => page.canvas.width))
  const heights = pages.map((page) => page.canvas.height)
  const whole = heights.reduce((sum, height) => sum + height, footHeight * scale)
  const canvas = createCanvas(width, Math.min(highest, whole))
  const context = canvas.getContext('2d')
  context.fillStyle = colours.page
  context.fillRect(0, 0, width, canvas.height)
  let top = 0
  pages.forEach((page, at) => {
    context.drawImage(page.canvas, 0, top)
    top += heights[at] as number
  })
  context.font = `400 ${12 * scale}px "${family}"`
  context.fillStyle = colours.muted
  context.textBaseline = 'middle'
  context.fillText(foot, edge * scale, Math.min(highest, whole) - (footHeight * scale) / 2)
  return withinBytes(canvas, most)
}

/** Halves the size repeatedly until the picture fits the bytes. */
function withinBytes(canvas: Canvas, most: number): Uint8Array {
  const png = canvas.encodeSync('png')
  if (png.length <= most || canvas.width < 200) return png
  const smaller = createCanvas(Math.ceil(canvas.width * 0.7), Math.ceil(canvas.height * 0.7))
  const context = smaller.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, smaller.width, smaller.height)
  return withinBytes(smaller, most)
}

/** Writes the picture's title with its note below; returns the y position below them. */
export function writeTitle(page: Page, title: string, note?: string): number {
  page.write(title, edge, 24, { size: 15, bold: true, most: page.width - 2 * edge })
  if (!note) return titleHeight(note)
  page.write(note, edge, 45, { size: 12, colour: colours.muted, most: page.width - 2 * edge })
  return titleHeight(note)
}

export const titleHeight = (note?: string): number => (note ? 60 : 42)
