// Parses and writes the markup of messages: lines, and links as `[text](address)`. A backslash escapes the
// next character; inserted values are escaped (`asPlain`).

/** A run of text, or a link. */
export interface MessagePiece {
  text: string
  /** http, https, or a path of the product. */
  url?: string
}

const controls = /[\p{Cc}\u2028\u2029]+/gu
const marks = /[\\[\]()]/g

/** A value inside a text: one line, markup escaped. */
export const asPlain = (value: string): string => value.replace(controls, ' ').replace(marks, '\\$&')

/** Lines of pieces, in one pass: a bracket that begins no link is text. */
export function readMessageText(text: string): MessagePiece[][] {
  return text.split(/\r\n|\r|\n/).map(readLine)
}

function readLine(line: string): MessagePiece[] {
  const pieces: MessagePiece[] = []
  let plain = ''
  for (let at = 0; at < line.length; ) {
    const link = line[at] === '[' ? linkAt(line, at) : null
    if (link) {
      if (plain !== '') pieces.push({ text: plain })
      pieces.push({ text: link.text, url: link.url })
      plain = ''
      at = link.end
      continue
    }
    const run = runAt(line, at)
    plain += unmarked(run)
    at += run.length
  }
  if (plain !== '') pieces.push({ text: plain })
  return pieces
}

/** The text up to the next mark, or the mark itself. */
function runAt(line: string, at: number): string {
  if (line[at] === '\\') return line.slice(at, at + 2)
  let end = at + 1
  while (end < line.length && line[end] !== '\\' && line[end] !== '[') end++
  return line.slice(at, end)
}

/** Text and address end at another opening bracket, so no part of a line is read twice. */
function linkAt(line: string, start: number): (Required<MessagePiece> & { end: number }) | null {
  const close = markAt(line, start + 1, ']')
  if (close === null || line[close + 1] !== '(') return null
  const end = markAt(line, close + 2, ')')
  if (end === null) return null
  const text = unmarked(line.slice(start + 1, close)).trim()
  const url = cleanLink(unmarked(line.slice(close + 2, end)))
  return url === null || text === '' ? null : { text, url, end: end + 1 }
}

function markAt(line: string, from: number, mark: string): number | null {
  for (let at = from; at < line.length && line[at] !== '['; at++) {
    if (line[at] === mark) return at
    if (line[at] === '\\') at++
  }
  return null
}

const unmarked = (text: string): string => text.replace(/\\(.)/g, '$1')

/** A normalized link that messages may contain: http, https, or a path of the product; null for others. */
export function cleanLink(text: string): string | null {
  const address = text.trim()
  if (/^\/(?![/\\])[^\s\\]*$/.test(address)) return address
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { href, username, password } = new URL(address)
  return username === '' && password === '' ? href : null
}

export const plainText = (text: string): string =>
  readMessageText(text)
    .map((line) => line.map((piece) => piece.text).join(''))
    .join('\n')

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Escapes for the robots' Markdown. There is no common escape, so active characters become their full-width
 * form, which looks alike: brackets of links and tags, `@` of mentions, the colon of addresses, asterisks,
 * backquotes, bars, and marks of headings and quotations. A minus before a digit stays one: it begins no list, and
 * figures are copied from messages.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(controls, ' ')
    .replace(/[<>[\]*`|@\\~]/g, wide)
    .replace(/:(?=\/\/)/g, '：')
    .replace(/\bwww\./gi, (found) => `${found.slice(0, 3)}．`)
    .replace(
      /^(\s*)(#|[+-](?!\d)|\d{1,9}[.)](?=\s))/,
      (_, blanks: string, mark: string) => `${blanks}${mark.slice(0, -1)}${wide(mark.slice(-1))}`,
    )

/** U+FF01 to U+FF5E are the full-width forms of ASCII. */
const wide = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)
