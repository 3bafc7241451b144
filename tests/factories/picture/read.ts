// Reads the texts of a picture letter by letter: each place is compared with every letter of an alphabet, and the
// nearest one is taken. Lines and fills of charts are not letters, so read an area that contains only text.
import { createCanvas } from '@napi-rs/canvas'
import { family, loadFont } from '#server/picture/draw/font.ts'
import { decodePng, type Pixels } from './png.ts'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * A letter drawn at a position between pixels: its pixels around the baseline, and the advance to the next letter.
 */
interface Drawn {
  letter: string
  ink: Uint8Array
  advance: number
  /** Bounding box of its ink; null for a blank. */
  box: Box | null
}

/** Pixels of the picture per CSS pixel. */
const scale = 2
/** Fainter pixels belong to rules, panels and edges of letters. */
const faint = 70
/** Blank columns between words; blanks within a word are narrower. */
const gap = 24
const cell = { width: 48, height: 56, baseline: 40, left: 6, top: 10, bottom: 50 }
/** Font sizes in pictures. Digits beside Chinese come from another file of the font and are slightly larger. */
const sizes = [
  { size: 13, weight: 400 },
  { size: 13, weight: 600 },
  { size: 12, weight: 400 },
  { size: 12, weight: 600 },
  { size: 15, weight: 600 },
  { size: 11, weight: 400 },
]
const styles = ['', '合'].flatMap((beside) => sizes.map((size) => ({ ...size, beside })))
type Style = (typeof styles)[number]
const parts = 4

/** Characters of figures, days and changes, so that a wrong one is also recognized. */
export const figureLetters = '0123456789-–.,%:▲▼/()'

/** The words of each line, top to bottom. `alphabet`: letters to recognize in addition to those of figures. */
export function readPicture(png: Buffer, alphabet: string, area?: Partial<Box>): string[][] {
  if (!loaded) loadFont()
  loaded = true
  const pixels = decodePng(png)
  const letters = [...new Set([...alphabet, ...figureLetters, ' '])]
  const whole = { left: 0, top: 0, right: pixels.width, bottom: pixels.height, ...area }
  return linesOf(pixels, whole).map((line) =>
    wordsOf(pixels, line).map((word) => readWord(pixels, word, letters)),
  )
}

let loaded = false

const darkAt = ({ dark, width }: Pixels, x: number, y: number): number => dark[y * width + x] ?? 0

/** Runs of dark places, separated by more than `most` blank ones. */
function runsOf(
  from: number,
  to: number,
  most: number,
  isInked: (at: number) => boolean,
): [number, number][] {
  const runs: [number, number][] = []
  for (let at = from; at < to; at++) {
    if (!isInked(at)) continue
    const last = runs.at(-1)
    if (last && at - last[1] <= most) last[1] = at
    else runs.push([at, at])
  }
  return runs
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function linesOf(pixels: Pixels, area: Box): Box[] {
  const columns = range(area.left, area.right - 1)
  const isInked = (y: number) => columns.some((x) => darkAt(pixels, x, y) > faint)
  return runsOf(area.top, area.bottom, 3, isInked).map(([top, bottom]) => ({ ...area, top, bottom }))
}

function wordsOf(pixels: Pixels, line: Box): Box[] {
  const rows = range(line.top, line.bottom)
  const isInked = (x: number) => rows.some((y) => darkAt(pixels, x, y) > faint)
  return runsOf(line.left, line.right, gap, isInked).map(([left, right]) => ({ ...line, left, right }))
}

interface Reading {
  text: string
  /** Distance between letters and picture; 0 is equal. */
  distance: number
}

function readWord(pixels: Pixels, word: Box, letters: readonly string[]): string {
  const darkest = Math.max(
    ...range(word.top, word.bottom).flatMap((y) =>
      range(word.left, word.right).map((x) => darkAt(pixels, x, y)),
    ),
  )
  let best: Reading = { text: '', distance: Number.POSITIVE_INFINITY }
  for (const style of styles) {
    const reading = readIn(pixels, word, letters, style, 255 / darkest)
    if (reading.distance < best.distance) best = reading
    if (best.distance < same) break
  }
  return best.text
}

/** Smaller distances are equal apart from rounding. */
const same = 0.03

/** Position of the next letter: the pen between pixels, the baseline on a pixel. */
interface Place {
  pen: number
  baseline: number
}

function readIn(
  pixels: Pixels,
  word: Box,
  letters: readonly string[],
  style: Style,
  bright: number,
): Reading {
  let [text, distance] = ['', 0]
  let place: Place | null = null
  const longest = 60
  while (text.length < longest && (!place || place.pen < word.right - 2)) {
    let best: { drawn: Drawn; place: Place; distance: number } | null = null
    for (const letter of letters)
      for (const at of place ? besides(place) : firstPlaces(pixels, word, letter, style)) {
        const drawn = drawnAt(letter, style, at.pen)
        const far = distanceOf(pixels, drawn, at, bright)
        if (!best || far < best.distance) best = { drawn, place: at, distance: far }
      }
    if (!best) break
    text += best.drawn.letter
    distance += best.distance
    place = { ...best.place, pen: best.place.pen + best.drawn.advance }
  }
  return { text: text.replaceAll(/ +/g, ' ').trim(), distance: distance / Math.max(1, text.length) }
}

/** Positions to try: letters are placed at quarters of a pixel, and kerning moves pairs a little closer. */
const besides = ({ pen, baseline }: Place): Place[] =>
  range(-4, 4).map((by) => ({ pen: pen + by / parts, baseline }))

/** Positions of a word's first letter: the pen is left of its ink, the baseline below. */
function firstPlaces(pixels: Pixels, word: Box, letter: string, style: Style): Place[] {
  const { box } = drawnAt(letter, style, 0)
  if (!box) return []
  const columns = range(word.left, Math.min(word.right, word.left + box.right - box.left))
  const top = range(word.top, word.bottom).find((y) => columns.some((x) => darkAt(pixels, x, y) > faint))
  if (top === undefined) return []
  const [left, baseline] = [word.left - (box.left - cell.left), top + cell.baseline - box.top]
  return range(-6, 6).flatMap((by) =>
    range(-1, 1).map((down) => ({ pen: left + by / parts, baseline: baseline + down })),
  )
}

/** Fraction of the position beyond its pixel, in quarters. */
const quarterOf = (at: number): number => (Math.round((at - Math.floor(at)) * parts) % parts) / parts

const drawnLetters = new Map<string, Drawn>()

function drawnAt(letter: string, { size, weight, beside }: Style, pen: number): Drawn {
  const part = quarterOf(pen)
  const key = `${letter} ${size} ${weight} ${part} ${beside}`
  const known = drawnLetters.get(key)
  if (known) return known
  const context = createCanvas(cell.width, cell.height).getContext('2d')
  context.scale(scale, scale)
  context.font = `${weight} ${size}px "${family}"`
  const room = context.measureText(beside).width
  context.fillText(`${letter}${beside}`, (cell.left + part) / scale, cell.baseline / scale)
  const { data } = context.getImageData(0, 0, cell.width, cell.height)
  const ink = Uint8Array.from({ length: cell.width * cell.height }, (_, at) => data[at * 4 + 3] as number)
  const advance = (context.measureText(`${letter}${beside}`).width - room) * scale
  const drawn = { letter, ink, advance, box: boxOf(ink, cell.left + advance) }
  drawnLetters.set(key, drawn)
  return drawn
}

function boxOf(ink: Uint8Array, end: number): Box | null {
  const isInked = (at: number) => at % cell.width < end && (ink[at] as number) > faint
  const inked = range(0, ink.length - 1).filter(isInked)
  if (inked.length === 0) return null
  const xs = inked.map((at) => at % cell.width)
  const ys = inked.map((at) => Math.floor(at / cell.width))
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

/** Share of ink that differs within the letter's box. */
function distanceOf(pixels: Pixels, drawn: Drawn, { pen, baseline }: Place, bright: number): number {
  let [different, together] = [0, blankness]
  const from = Math.floor(pen) - cell.left
  const to = cell.left + Math.round(drawn.advance)
  for (let y = cell.top; y < cell.bottom; y++)
    for (let x = cell.left; x < to; x++) {
      const wanted = drawn.ink[y * cell.width + x] as number
      const seen = Math.min(255, darkAt(pixels, from + x, baseline - cell.baseline + y) * bright)
      different += Math.abs(wanted - seen)
      together += wanted + seen
    }
  return different / together
}

/** Weight of a blank, so that a place without ink is read as a blank. */
const blankness = 200
