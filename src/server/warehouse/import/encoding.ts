// Detects a text file's encoding: UTF-8 and UTF-16 by their byte order marks, else by their bytes. The whole
// file is examined, because a GBK file may begin with pages of plain ASCII.
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { type EncodingName, encodingNames, encodingTitles } from '#shared/imports/encodings.ts'
import { encodingByBytes } from './bytes.ts'
import { firstBytes } from './source.ts'

export interface Encoding {
  /** Display name. */
  label: string
  /** The name in iconv-lite. */
  name: EncodingName
  /** Whether some bytes are invalid in the encoding; lines with the replacement character are then bad. */
  broken: boolean
  /** The bytes don't tell: this is a guess. */
  isUnsure?: boolean
}

const replacement = '\uFFFD'

/** The encoding of this name, in whichever way people write it. */
export function encodingNamed(text: string): Encoding['name'] | null {
  const plain = text.toLowerCase().replaceAll(/[-_ ]/g, '')
  const names: Record<string, Encoding['name']> = {
    gbk: 'gb18030',
    gb2312: 'gb18030',
    cp936: 'gb18030',
    sjis: 'shift_jis',
    cp932: 'shift_jis',
    cp950: 'big5',
    latin1: 'windows-1252',
    iso88591: 'windows-1252',
    cp1252: 'windows-1252',
    utf16: 'utf16le',
  }
  return names[plain] ?? encodingNames.find((key) => key.replaceAll(/[-_]/g, '') === plain) ?? null
}

/** `name`: of the file, for messages. */
export async function findEncoding(
  path: string,
  name: string,
  chosen: EncodingName | null = null,
): Promise<Encoding> {
  // Lines that don't fit what was chosen are bad lines.
  if (chosen) return { label: encodingTitles[chosen], name: chosen, broken: true }
  const start = await firstBytes(path, 4096, name)
  if (start[0] === 0xff && start[1] === 0xfe) return { label: 'UTF-16', name: 'utf16le', broken: false }
  if (start[0] === 0xfe && start[1] === 0xff) return { label: 'UTF-16', name: 'utf16be', broken: false }
  const unmarked = unmarkedUtf16(start)
  if (unmarked) return { label: 'UTF-16', name: unmarked, broken: false }
  const { errors, sequences } = await countUtf8(path)
  if (errors === 0) return { label: 'UTF-8', name: 'utf8', broken: false }
  // GBK text is hardly ever valid UTF-8 by chance: where most sequences are valid, it is UTF-8 with errors.
  if (sequences > errors * 4) return { label: 'UTF-8', name: 'utf8', broken: true }
  const { faults, characters, usual } = await countGbk(path)
  // UTF-8 read as GBK yields rare characters from outside the older, smaller GB2312.
  if (sequences >= errors && usual < characters * 0.7) return { label: 'UTF-8', name: 'utf8', broken: true }
  const told = await encodingByBytes(path)
  if (told && told !== 'gb18030') return { label: encodingTitles[told], name: told, broken: true }
  if (faults * 20 > characters) return { label: 'GBK', name: 'gb18030', broken: true, isUnsure: true }
  return { label: 'GBK', name: 'gb18030', broken: faults > 0 }
}

/** Mostly-ASCII UTF-16 has a zero in every other byte. */
function unmarkedUtf16(start: Buffer): 'utf16le' | 'utf16be' | null {
  const pairs = Math.floor(start.length / 2)
  if (pairs < 4) return null
  let [even, odd] = [0, 0]
  for (let index = 0; index < pairs; index += 1) {
    if (start[index * 2] === 0) even += 1
    if (start[index * 2 + 1] === 0) odd += 1
  }
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf16le'
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf16be'
  return null
}

/** Valid multi-byte sequences, and errors, in a file read as UTF-8. */
async function countUtf8(path: string): Promise<{ sequences: number; errors: number }> {
  let [sequences, errors] = [0, 0]
  let carried: Buffer = Buffer.alloc(0)
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = carried.length > 0 ? Buffer.concat([carried, part as Buffer]) : (part as Buffer)
    const cut = wholeLength(bytes)
    const whole = bytes.subarray(0, cut)
    carried = bytes.subarray(cut)
    if (errors === 0 && isUtf8(whole)) continue
    const text = whole.toString('utf8')
    errors += occurrences(text, replacement)
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 0x7ff && code !== 0xfffd) sequences += 1
    }
  }
  return { sequences, errors: errors + (carried.length > 0 ? 1 : 0) }
}

/** The length up to which the bytes end with a complete character, at most three bytes fewer. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

async function countGbk(path: string): Promise<{ characters: number; faults: number; usual: number }> {
  const decoder = iconv.getDecoder('gb18030')
  let [characters, faults, usual] = [0, 0, 0]
  /** First byte of a character; 0 between characters. */
  let lead = 0
  const count = (text: string) => {
    faults += occurrences(text, replacement)
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) characters += 1
      // People don't write control or private-use characters; they betray a wrong encoding.
      if ((code < 32 && ![0, 9, 10, 13, 26].includes(code)) || (code >= 0xe000 && code < 0xf900)) faults += 1
    }
  }
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    count(decoder.write(part as Buffer))
    for (const byte of part as Buffer) {
      if (lead === 0) lead = byte > 0x80 ? byte : 0
      else {
        if (lead >= 0xa1 && byte >= 0xa1) usual += 1
        lead = 0
      }
    }
  }
  count(decoder.end() ?? '')
  return { characters, faults, usual }
}

function occurrences(text: string, what: string): number {
  let [count, at] = [0, text.indexOf(what)]
  while (at >= 0) {
    count += 1
    at = text.indexOf(what, at + 1)
  }
  return count
}

/** The file's text, piece by piece, without a byte order mark. */
export async function* readText(
  path: string,
  encoding: Encoding,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding.name)
  let first = true
  let bytes = 0
  for await (const part of createReadStream(path, { highWaterMark: 1 << 18 })) {
    bytes += (part as Buffer).length
    onBytes?.(bytes)
    const text = decoder.write(part as Buffer)
    if (text === '') continue
    yield first && text.startsWith('\uFEFF') ? text.slice(1) : text
    first = false
  }
  const rest = decoder.end()
  if (rest) yield rest
}

/** Single carriage returns end lines, too, as on old Macs; a file may mix all kinds. */
export async function* withPlainBreaks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    held = text.endsWith('\r') ? '\r' : ''
    const whole = held ? text.slice(0, -1) : text
    yield whole.includes('\r') ? whole.replaceAll(/\r(?!\n)/g, '\n') : whole
  }
  if (held) yield '\n'
}

/** What is wrong with a text; empty where nothing is. */
export function faultIn(text: string, encoding: Encoding): string {
  if (text.includes('\0')) return '含 NUL 字符'
  if (encoding.broken && text.includes(replacement)) return `含无法按 ${encoding.label} 解码的字符`
  return ''
}
