// Reads the texts of a picture back, letter by letter, as a person would: each place is compared with every letter of
// an alphabet, and the nearest one is read. Lines and fills of charts are no letters: read a part of the picture
// where texts stand alone.
import { createCanvas } from '@napi-rs/canvas'
import { family, loadFont } from '#server/picture/draw/font.ts'
import { decodePng, type Pixels } from './png.ts'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** A letter drawn at a place between pixels: its pixels around the baseline, and how far the next one is. */
interface Drawn {
  letter: string
  ink: Uint8Array
  advance: number
  /** Where its ink stands; null of a blank. */
  box: Box | null
}

/** Pixels of a picture for each of its own. */
const scale = 2
/** Below it are rules, panels and the edges of letters. */
const faint = 70
/** Blank columns between words; a blank within a word is narrower. */
const gap = 24
const cell = { width: 48, height: 56, baseline: 40, left: 6, top: 10, bottom: 50 }
/** The sizes that pictures use. Digits beside Chinese come from another file of the font and are a little larger. */
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

/** Characters that a figure, a day or a change can have, so that a wrong one may be read. */
export const figureLetters = '0123456789-–.,%:▲▼/()'

/** The words of each line from top to bottom. `alphabet`: the letters that may be read beside those of figures. */
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

/** Runs of places where something is dark, ended by `most` blank ones. */
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
  /** How far the letters are from the picture; 0 is the same. */
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

/** What is nearer is the same but for rounding. */
const same = 0.03

/** Where the next letter may stand: the pen between pixels, the baseline on one. */
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

/** Letters of a line stand at quarters of a pixel, and pairs of them are moved a little towards each other. */
const besides = ({ pen, baseline }: Place): Place[] =>
  range(-4, 4).map((by) => ({ pen: pen + by / parts, baseline }))

/** The first letter of a word begins at its ink: so far to the left stands the pen, so far below the baseline. */
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

/** How far a place stands beyond its pixel. */
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

/** The share of ink that differs within the room of the letter. */
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

/** So that a blank where nothing is dark reads as one. */
const blankness = 200
