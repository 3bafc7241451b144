// The palette's sources of the SQL workspace; loaded on first use.
import { pages } from '#shared/pages.ts'
import { hasSyllable } from '#shared/pinyin.ts'
import { call } from '#web/api/client.ts'
import type { PaletteEntry, PalettePreview } from '#web/shell/palette/entries.ts'
import {
  type CatalogColumn,
  type CatalogTable,
  getOdpsTables,
  listQueries,
  type SavedQuery,
} from '../contract.ts'
import { placeText } from './library/folders.ts'

export const readQueries = async (signal: AbortSignal): Promise<PaletteEntry[]> =>
  (await call(listQueries, {}, { signal, quiet: true })).map(queryEntry)

/** One request for tables and columns, which are loaded together. */
let latest: { at: number; tables: Promise<CatalogTable[]> } | undefined
const keptMs = 1_000

function readCatalog(): Promise<CatalogTable[]> {
  if (latest && Date.now() - latest.at < keptMs) return latest.tables
  // Without a signal: two callers wait for it, and one may be aborted alone.
  const asked = { at: Date.now(), tables: call(getOdpsTables, {}, { quiet: true }) }
  latest = asked
  asked.tables.catch(() => {
    if (latest === asked) latest = undefined
  })
  return asked.tables
}

export const readTables = async (): Promise<PaletteEntry[]> => (await readCatalog()).map(tableEntry)

export const readColumns = async (): Promise<PaletteEntry[]> =>
  (await readCatalog()).flatMap((table) => table.columns.map((column) => columnEntry(table, column)))

function queryEntry(query: SavedQuery): PaletteEntry {
  const { id, name, pinyin, sql, tags, params } = query
  const folder = placeText(query)
  return {
    id: `query:${id}`,
    title: name,
    pinyin,
    icon: 'floppy-disk',
    ...(folder && { detail: folder }),
    go: pages.codeQuery({ query: id }),
    preview: async () => queryPreview({ name, folder, sql, tags, params }),
  }
}

function queryPreview({
  name,
  folder,
  sql,
  tags,
  params,
}: Pick<SavedQuery, 'name' | 'folder' | 'sql' | 'tags' | 'params'>): PalettePreview {
  const facts = [
    { label: '标签', value: tags.join('、') },
    { label: '参数', value: params.map(({ name: param, label }) => label || param).join('、') },
  ].filter(({ value }) => value !== '')
  return { title: name, subtitle: folder || '已存查询', facts, code: sql.slice(0, mostCode) }
}

/** More than the pane can show. */
const mostCode = 4_000

const tableAddress = (name: string): string => pages.codeQuery({ table: name })

function tableEntry(table: CatalogTable): PaletteEntry {
  return {
    id: `table:${table.name}`,
    ...titled(table.name, table.name, table.comment, table.pinyin),
    icon: 'layers',
    detail: table.name,
    go: tableAddress(table.name),
    preview: async () => tablePreview(table),
  }
}

function tablePreview({ name, comment, rowCount, columns: own }: CatalogTable): PalettePreview {
  const items = own.map((column) => [column.name, column.type, column.comment].filter(Boolean).join('  '))
  return {
    title: name,
    subtitle: `${rowCount.toLocaleString('en-US')} 行`,
    ...(comment && { text: comment }),
    lists: [{ heading: `${own.length} 列`, items }],
  }
}

function columnEntry(table: CatalogTable, column: CatalogColumn): PaletteEntry {
  const name = `${table.name}.${column.name}`
  return {
    id: `column:${name}`,
    ...titled(name, column.name, column.comment, column.pinyin),
    icon: 'numerical',
    detail: name,
    go: tableAddress(table.name),
    preview: async () => columnPreview(table, column),
  }
}

function columnPreview(table: CatalogTable, { name, type, comment, points, dimensions }: CatalogColumn) {
  const facts = [
    { label: '表', value: [table.name, table.comment].filter(Boolean).join('  ') },
    { label: '类型', value: type },
    { label: '指标', value: points.join('、') },
    { label: '维度', value: dimensions.join('、') },
  ].filter(({ value }) => value !== '')
  return { title: name, subtitle: type, ...(comment && { text: comment }), facts }
}

/** Titled by the comment, where there is one; its own name matches as well. */
function titled(en: string, name: string, comment: string, pinyin: string) {
  const meaning = comment.split(/[：:；;\n]/)[0]?.trim() ?? ''
  if (meaning === '') return { title: name, en, pinyin: '' }
  return { title: meaning, en, pinyin: readingsOf(meaning, comment, pinyin) }
}

/** Readings of the comment's beginning: one per Chinese character. */
function readingsOf(meaning: string, comment: string, pinyin: string): string {
  if (pinyin === '' || !comment.trimStart().startsWith(meaning)) return ''
  const characters = [...meaning].filter(hasSyllable).length
  return pinyin.split(' ').slice(0, characters).join(' ')
}
