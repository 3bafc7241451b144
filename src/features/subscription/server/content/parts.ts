// What messages of reports and of queries have in common.

import type { GameScope, RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Db } from '#server/objects/types.ts'
import { parseTemplate, renderMessageText, type TemplateVariables } from '#shared/template.ts'
import type { Message } from '#features/receivers/server/index.ts'
import type { Content, Only } from '#features/subscription/contract.ts'
import type { Told } from '../corrections/keeping.ts'
import type { Subject } from '../subject.ts'
import type { ShownTable } from './shownReport.ts'

/** Variables of the owner's note. */
export const noteVariables = {
  name: { title: '名称', sample: '经营日报' },
  view: { title: '视图', sample: '经营' },
  days: { title: '日期', sample: '2026-10-01 至 2026-10-07' },
  games: { title: '游戏', sample: '云海仙途' },
} satisfies TemplateVariables

export interface ContentOrder<Of extends Subject = Subject> {
  name: string
  note: string
  link: string
  content: Content
  subject: Of
  viewId: number | null
  only: Only | null
  /** The account for figures, trace and export. */
  reader: SessionUser
  /** Whose right to SQL is used where `reader` is the account within a receiver's games; the reader when absent. */
  account?: SessionUser
  /** Whether the reader was last told that the threshold is met; null: never told. */
  before?: boolean | null
  /** Made although it would not be sent, to be looked at. */
  evenQuiet?: boolean
  /** What its receiver can take beside words and a table; everything where nothing is said. */
  takes?: { picture: boolean; file: boolean }
  /** Folder of the files, and the prefix of their names. */
  files: { folder: string; name: string }
}

export interface MadeContent {
  /** Why it is not to be sent; null where it is. */
  quiet: string | null
  /** Whether the threshold is met; null without one. */
  met?: boolean | null
  message: Message
  tables: { name: string; table: ShownTable }[]
  /** What it tells of days that were whole, to be corrected where a load changes it. */
  figures?: Told[]
  files: { name: string; path: string; bytes: number }[]
}

/** WeCom accepts no larger pictures. */
export const pictureBytes = 1_900_000
export const filesBytes = 10 * 1024 * 1024
/** Rows of the table in the text. */
const textRows = 20
const mostGameNames = 5

/** No report arrives without a figure: whoever can take neither picture nor file gets a table. */
export function taken(asked: Content, takes: { picture: boolean; file: boolean }): Content {
  const picture = asked.picture && takes.picture
  const file = asked.file && takes.file
  return { ...asked, picture, file, table: asked.table || (!picture && !file) }
}

export async function rowsTold(db: Db, { games, rules }: RowScope): Promise<string> {
  return `${await gamesText(db, games)}${rules.length > 0 ? '，数据范围内' : ''}`
}

async function gamesText(db: Db, games: GameScope): Promise<string> {
  if (games === 'all') return '全部游戏'
  const names = (await gamesOf(db, { games })).map(({ name }) => name)
  if (names.length === 0) return '没有可见的游戏'
  const first = names.slice(0, mostGameNames).join('、')
  return names.length > mostGameNames ? `${first} 等 ${names.length} 个游戏` : first
}

export function noteText(
  { note, name, subject }: ContentOrder,
  { days, games }: { days: string; games: string },
): string {
  if (note.trim() === '') return ''
  return renderMessageText(parseTemplate(note, noteVariables), {
    name,
    view: subject.kind === 'query' ? subject.name : subject.viewName,
    days,
    games,
  })
}

export function sentTable({ columns, rows, total, rowCount }: ShownTable): NonNullable<Message['table']> {
  const first = rows.slice(0, textRows)
  return {
    columns: columns.map(({ title }) => title),
    rows: first,
    right: columns.flatMap(({ align }, at) => (align === 'right' ? [at] : [])),
    ...(total && { total }),
    ...(rowCount > first.length && {
      note: `共 ${rowCount.toLocaleString('en-US')} 行，以上为前 ${first.length} 行`,
    }),
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Null where the picture could not be drawn. Throws where the whole message was called off. */
export async function drawnOrNull(
  { log }: Pick<Deps, 'log'>,
  draw: () => Promise<Buffer>,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    return await draw()
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'a subscription’s picture could not be drawn')
    return null
  }
}

/** What is recorded instead of a message. */
export const quietContent = ({ name, link, reader }: ContentOrder, quiet: string): MadeContent => ({
  quiet,
  message: {
    title: name,
    text: quiet,
    level: 'info',
    link,
    games: reader.games,
    rules: reader.rules,
    at: new Date(),
  },
  tables: [],
  files: [],
})
