// Reads all definitions for the lists through GraphQL, in pages that each occupy the server only briefly; the
// browser filters and sorts.
import { graphqlCall } from '#web/api/client.ts'
import { graphql } from '../contract.ts'

/** Larger pages would block the server with pinyin readings alone. */
const pageSize = 500
/** How many pages are requested together after a full first page. */
const pagesAtOnce = 4

const told = 'id revision owner modified_by modified_at'
const fields = {
  allDimension: `${told} name pinyin table_id table_truename count_quantum update_frequency cgi_filter types form_type describe info create_time dim_typeId`,
  allPoint: `${told} name pinyin table_id point_typeId name_sql event_filter filter types describe info note create_time`,
} as const

const joins = 'joins { dimTableId column role }'
const parts = {
  dimensionTables: `${told} uses name table_truename key_column game_column ${joins} describe create_time`,
  pointTables: `${told} uses name table_truename date_column time_column game_column grain_key update_frequency describe ${joins} create_time`,
  categories: `${told} uses kind name order`,
} as const

/** Pinyin readings of the points read last, kept for completion because the server computes them slowly. */
const readings = new Map<number, string>()
export const readingOfPoint = (id: number): string => readings.get(id) ?? ''

export async function readAll<Row extends { id: number; pinyin?: string }>(
  query: keyof typeof fields,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows = await readRows<Row>(query, signal)
  if (query === 'allPoint') for (const { id, pinyin = '' } of rows) readings.set(id, pinyin)
  return rows
}

async function readRows<Row>(query: keyof typeof fields, signal: AbortSignal): Promise<Row[]> {
  const rows = await readPage<Row>(query, 0, signal)
  for (let offset = pageSize; rows.length === offset; ) {
    const starts = Array.from({ length: pagesAtOnce }, (_, at) => offset + at * pageSize)
    const pages = await Promise.all(starts.map((start) => readPage<Row>(query, start, signal)))
    for (const page of pages) rows.push(...page)
    offset += pagesAtOnce * pageSize
  }
  return rows
}

async function readPage<Row>(
  query: keyof typeof fields,
  offset: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const text = `query list($offset: Int, $limit: Int) { rows: ${query}(offset: $offset, limit: $limit, order: "id") { ${fields[query]} } }`
  return (await ask<{ rows: Row[] }>(text, { offset, limit: pageSize }, signal)).rows
}

/** Several parts of the configuration in one query. */
export async function readConfig<Config>(
  names: readonly (keyof typeof parts)[],
  signal: AbortSignal,
): Promise<Config> {
  const wanted = names.map((name) => `${name} { ${parts[name]} }`).join(' ')
  return (await ask<{ allConfig: Config }>(`{ allConfig { ${wanted} } }`, {}, signal)).allConfig
}

/** How many objects use each definition: counted over all reports, so the rows don't wait for it. */
export async function readUses(
  of: 'points' | 'dimensions',
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const text = `{ allConfig { rows: ${of} { id uses } } }`
  const { allConfig } = await ask<{ allConfig: { rows: { id: number; uses: number }[] } }>(text, {}, signal)
  return new Map(allConfig.rows.map(({ id, uses }) => [id, uses]))
}

const ask = <Answer>(query: string, variables: Record<string, unknown>, signal: AbortSignal) =>
  graphqlCall<Answer>(graphql, { query, variables }, { quiet: true, loading: null, signal })
