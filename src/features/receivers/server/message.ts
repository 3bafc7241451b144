// A message as senders pass it, and as the store keeps it until delivery.

import type { GameScope, RowRule } from '#semantic/model/rowScope.ts'
import { cleanLink } from '#shared/message.ts'
import type { NoteLevel } from '#features/inbox/server/index.ts'

export interface MessageTable {
  columns: string[]
  rows: string[][]
  /** Columns of figures. */
  right?: number[]
  /** Shown first, in bold. */
  total?: string[]
  /** A line about the whole table, such as how many rows there are. */
  note?: string
}

export interface Message {
  /** One line of plain text. */
  title: string
  /**
   * Lines with links in the format of src/shared/message.ts (`renderMessageText` makes them from a template).
   */
  text: string
  /** Instead of the text where the table is shown as well: without the lines that repeat its first rows. */
  textBesideTable?: string
  level: NoteLevel
  /** Path within the product. */
  link?: string
  table?: MessageTable
  picture?: { name: string; png: Buffer }
  /** For mail only; the files must exist until the delivery has ended, at most 14 MB together. */
  attachments?: { name: string; path: string; type: string }[]
  /** The games and row rules of the message's figures; absent when it has no figures. */
  games?: GameScope
  rules?: readonly RowRule[]
  at: Date
}

/** Stored as JSON; the picture has a column of its own. */
export interface KeptMessage extends Omit<Message, 'picture' | 'at' | 'games' | 'rules'> {
  picture?: { name: string }
  at: string
}

/** Limits of a message; the rest is left out, and the message says so. */
export const messageLimits = {
  title: 200,
  text: 20_000,
  link: 1_500,
  columns: 30,
  rows: 200,
  cell: 200,
  /** WeCom accepts pictures up to 2 MB. */
  pictureBytes: 2 * 1024 * 1024,
} as const

export function keptMessage({
  picture,
  games: _,
  rules: __,
  at,
  table,
  link,
  textBesideTable,
  ...message
}: Message): KeptMessage {
  return {
    ...message,
    ...(link && isPath(link) && { link }),
    title: cut(message.title.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), messageLimits.title),
    text: cut(message.text, messageLimits.text),
    ...(textBesideTable !== undefined && { textBesideTable: cut(textBesideTable, messageLimits.text) }),
    ...(table && { table: keptTable(table) }),
    ...(picture && picture.png.length <= messageLimits.pictureBytes && { picture: { name: picture.name } }),
    at: at.toISOString(),
  }
}

/** The text for receivers that show the table, too. */
export const textBeside = ({ text, textBesideTable, table }: KeptMessage): string =>
  table ? (textBesideTable ?? text) : text

/** A path within the product, and nothing that browsers treat as another host. */
const isPath = (link: string): boolean =>
  link.length <= messageLimits.link && (cleanLink(link)?.startsWith('/') ?? false)

function keptTable(table: MessageTable): MessageTable {
  const { columns, rows, right = [], total, note } = sayingTable(table)
  const line = (cells: string[]) =>
    cells.slice(0, messageLimits.columns).map((cell) => cut(cell, messageLimits.cell))
  return {
    columns: line(columns),
    rows: rows.slice(0, messageLimits.rows).map(line),
    right: right.filter((at) => at < messageLimits.columns),
    ...(total && { total: line(total) }),
    ...(note && { note: cut(note, messageLimits.cell) }),
  }
}

const isNothing = (cell: string | undefined): boolean => cell === undefined || cell === '' || cell === '–'

/** Without the columns that say nothing in any row. */
function sayingTable(table: MessageTable): MessageTable {
  const { columns, rows, right = [], total } = table
  const kept = columns.flatMap((_, at) =>
    rows.every((row) => isNothing(row[at])) && isNothing(total?.[at]) ? [] : [at],
  )
  if (kept.length === columns.length || kept.length === 0) return table
  const line = (cells: string[]) => kept.map((at) => cells[at] ?? '')
  return {
    ...table,
    columns: line(columns),
    rows: rows.map(line),
    right: kept.flatMap((at, place) => (right.includes(at) ? [place] : [])),
    ...(total && { total: line(total) }),
  }
}

/** Counts UTF-16 units, and never splits a character. */
const cut = (text: string, most: number): string =>
  text.length <= most
    ? text.toWellFormed()
    : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`.toWellFormed()
