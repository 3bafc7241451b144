// The font of pictures. Letters drawn as identical empty boxes would pass every check of a picture's size, so
// the process proves that the font draws real letters before it draws anything.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

export const family = 'Picture Sans'

const proofSize = 40
/** No font has a glyph for this private-use code, so it draws the box for missing glyphs. */
const missing = '\u{10fffd}'
/** Chinese, digits, Latin letters and signs are in different files of the font. */
const proofLetters = ['合', '计', '1', '2', 'a', 'Z', '%', '▲', '–']

/** The font consists of some hundred files, each with part of the glyphs, all under one name. */
export function loadFont(): void {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-sc/package.json')),
    'files',
  )
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.woff2')) GlobalFonts.registerFromPath(join(folder, name), family)
  proveLetters(proofLetters.map((letter) => inkOf(letter, family)))
}

/**
 * Takes the pixels of different letters. Throws where two of them are equal, or where one equals the box for
 * missing glyphs.
 */
export function proveLetters(inks: readonly string[], box = inkOf(missing, family)): void {
  if (new Set([box, ...inks]).size === inks.length + 1) return
  throw new Error('the font of pictures draws boxes in the place of letters')
}

/** The pixels of one letter, as comparable text. */
export function inkOf(letter: string, font: string): string {
  const context = createCanvas(proofSize, proofSize).getContext('2d')
  context.font = `400 ${proofSize / 2}px "${font}"`
  context.fillText(letter, proofSize / 4, (proofSize * 3) / 4)
  return Buffer.from(context.getImageData(0, 0, proofSize, proofSize).data.buffer).toString('base64')
}
