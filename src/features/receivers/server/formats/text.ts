// Writes the lines of a message as Markdown, cut to the receiver's size limit.
import { escapeMarkdown, type MessagePiece, readMessageText } from '#shared/message.ts'
import { levelTitle } from '../levels.ts'
import { textBeside } from '../message.ts'
import type { Parcel } from './types.ts'

const mostRows = 20
/** A line of a chat holds no more figures. */
const mostColumns = 6

/** A relative link points into the product, and becomes absolute when the product's address is known. */
export const absolute = (url: string, publicUrl: string | null): string | null =>
  url.startsWith('/') ? (publicUrl === null ? null : `${publicUrl}${url}`) : url

const piece = ({ text, url }: MessagePiece, publicUrl: string | null): string => {
  const address = url === undefined ? null : absolute(url, publicUrl)
  const shown = escapeMarkdown(text)
  return address === null ? shown : `[${shown}](${linkAddress(address)})`
}

/** Escapes an address for the round brackets of a link. */
export const linkAddress = (address: string): string =>
  address.replace(/[()<>\s"'`\\]/g, (character) => encodeURIComponent(character).replace(/[()']/g, hex))

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const markdownLines = ({ message, publicUrl }: Parcel): string[] => [
  ...readMessageText(textBeside(message)).map((line) => line.map((one) => piece(one, publicUrl)).join('')),
  ...tableLines(message.table),
]

function tableLines(table: Parcel['message']['table']): string[] {
  if (!table) return []
  const { columns, rows, total, note } = table
  const line = (cells: readonly string[]) => cells.slice(0, mostColumns).map(escapeMarkdown).join(' ｜ ')
  const more = rows.length - mostRows
  const wider = columns.length - mostColumns
  return [
    '',
    `**${line(columns)}**`,
    // A blank before the closing asterisks would keep them from making it bold.
    ...(total ? [`**${line(withoutTail(total))}**`] : []),
    ...rows.slice(0, mostRows).map(line),
    ...(more > 0 ? [`……还有 ${more} 行`] : []),
    ...(wider > 0 ? [`……还有 ${wider} 列`] : []),
    ...(note ? [escapeMarkdown(note)] : []),
  ]
}

/** Without the empty cells at the end. */
const withoutTail = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.slice(0, mostColumns).findLastIndex((cell) => cell !== '') + 1)

/**
 * The level before a title, once: nothing where the title tells it, where it begins with a state (【恢复】), or where a
 * report is sent, which has no level.
 */
export function levelMark({ message, source }: Pick<Parcel, 'message' | 'source'>): string {
  const { level, title } = message
  const word = levelTitle(level)
  const isTold =
    /^【(恢复|测试)】/.test(title) || title.includes(`[${word}]`) || title.includes(`【${word}】`)
  return isTold || (level === 'info' && source.kind === 'subscription') ? '' : word
}

/** Plain text, for receivers with a separate title field. */
export function plainTitle(parcel: Pick<Parcel, 'message' | 'source'>): string {
  const mark = levelMark(parcel)
  return mark === '' ? parcel.message.title : `【${mark}】${parcel.message.title}`
}

export const markdownTitle = (parcel: Parcel): string => escapeMarkdown(plainTitle(parcel))

const cutNote = '……（内容过长，未完）'

/** As many lines as fit into the given number of UTF-8 bytes; when lines are dropped, a last line says so. */
export function fitLines(lines: readonly string[], mostBytes: number, joint = '\n'): string {
  const whole = lines.join(joint)
  if (Buffer.byteLength(whole) <= mostBytes) return whole
  const room = mostBytes - Buffer.byteLength(joint + cutNote)
  const kept: string[] = []
  let size = 0
  for (const line of lines) {
    const left = room - size - (kept.length > 0 ? joint.length : 0)
    const part = cutLine(line, left)
    if (part !== '' || line === '') kept.push(part)
    size = room - left + Buffer.byteLength(part)
    if (part !== line) break
  }
  return [...kept, cutNote].join(joint)
}

/** Never cuts within a character or a link. */
function cutLine(line: string, mostBytes: number): string {
  if (Buffer.byteLength(line) <= mostBytes) return line
  if (mostBytes <= 0) return ''
  const part = Buffer.from(line)
    .subarray(0, mostBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
  const link = part.lastIndexOf('[')
  return link > part.lastIndexOf(')') ? part.slice(0, link) : part
}

/** A body within the size limit, made of as many lines as fit. */
export function fitBody(
  lines: readonly string[],
  mostBytes: number,
  joint: string,
  bodyOf: (text: string) => unknown,
): string {
  for (let room = mostBytes; ; ) {
    const body = JSON.stringify(bodyOf(fitLines(lines, room, joint)))
    const over = Buffer.byteLength(body) - mostBytes
    if (over <= 0 || room === 0) return body
    room = Math.max(0, room - over)
  }
}
