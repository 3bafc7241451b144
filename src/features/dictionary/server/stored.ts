// A dictionary's rows in the store: read by id, by code or by page, and written in batches.
import { type Selectable, sql } from 'kysely'
import { breathe } from '#server/limits/breath.ts'
import { chunks } from '#server/objects/reading.ts'
import type { Db } from '#server/objects/types.ts'
import { codeKey, type DictionaryDataTable } from './tables.ts'

export interface StoredRow {
  id: number
  data: string[]
  position: number
  revision: number
}

const askedAtOnce = 1_000
const writtenAtOnce = 1_000
/** How many rows one query reads. */
const readAtOnce = 1_000

const rowOf = ({
  id,
  data,
  position,
  revision,
}: Omit<Selectable<DictionaryDataTable>, 'code' | 'dict_id'>): StoredRow => ({
  id,
  data: JSON.parse(data) as string[],
  position,
  revision,
})

const columns = ['id', 'data', 'position', 'revision'] as const

export async function rowsById(
  db: Db,
  dictId: number,
  ids: readonly number[],
): Promise<Map<number, StoredRow>> {
  const found = new Map<number, StoredRow>()
  for (const part of chunks([...new Set(ids)], askedAtOnce)) {
    const rows = await db
      .selectFrom('dictionary_data')
      .select(columns)
      .where('dict_id', '=', dictId)
      .where('id', 'in', part)
      .execute()
    for (const row of rows) found.set(row.id, rowOf(row))
    await breathe()
  }
  return found
}

export async function rowsByCode(db: Db, dictId: number, codes: Iterable<string>): Promise<StoredRow[]> {
  const keys = new Set<string>()
  for (const code of codes) {
    await breathe()
    keys.add(codeKey(code))
  }
  const found: StoredRow[] = []
  for (const part of chunks([...keys], askedAtOnce)) {
    const rows = await db
      .selectFrom('dictionary_data')
      .select(columns)
      .where('dict_id', '=', dictId)
      .where('code', 'in', part)
      .execute()
    for (const row of rows) found.push(rowOf(row))
    await breathe()
  }
  return found
}

export interface Place {
  position: number
  dataId: number
}

/** Rows in order, after a position. */
async function rowsAfter(db: Db, dictId: number, after: Place | null): Promise<StoredRow[]> {
  let asked = db.selectFrom('dictionary_data').select(columns).where('dict_id', '=', dictId)
  if (after) {
    const { position, dataId } = after
    // The first condition makes the query use the index.
    asked = asked
      .where('position', '>=', position)
      .where((where) => where.or([where('position', '>', position), where('id', '>', dataId)]))
  }
  const rows = await asked.orderBy('position').orderBy('id').limit(readAtOnce).execute()
  return rows.map(rowOf)
}

/** All rows, or those after a position, one page at a time. */
export async function* allRows(
  db: Db,
  dictId: number,
  from: Place | null = null,
): AsyncGenerator<StoredRow[]> {
  for (let after = from; ; ) {
    const page = await rowsAfter(db, dictId, after)
    yield page
    const last = page.at(-1)
    if (page.length < readAtOnce || !last) return
    after = { position: last.position, dataId: last.id }
    await breathe()
  }
}

export async function countRows(db: Db, dictId: number): Promise<{ count: number; last: number }> {
  const { count, last } = await db
    .selectFrom('dictionary_data')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('position').as('last')])
    .where('dict_id', '=', dictId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), last: Number(last ?? 0) }
}

/** Appends rows. Returns their ids in the given order. */
export async function insertRows(
  db: Db,
  dictId: number,
  rows: readonly (readonly string[])[],
  { last, revision }: { last: number; revision: number },
): Promise<number[]> {
  const ids = new Map<number, number>()
  let position = last
  for (const part of chunks(rows, writtenAtOnce)) {
    const values = part.map((data) => {
      position += 1
      return { dict_id: dictId, data: JSON.stringify(data), position, code: codeKey(data[0] ?? ''), revision }
    })
    const added = await db
      .insertInto('dictionary_data')
      .values(values)
      .returning(['id', 'position'])
      .execute()
    for (const row of added) ids.set(row.position, row.id)
    await breathe()
  }
  return rows.map((_, index) => ids.get(last + index + 1) as number)
}

/** Rows keep their position. */
export async function updateRows(
  db: Db,
  dictId: number,
  rows: readonly Pick<StoredRow, 'id' | 'data' | 'position'>[],
  revision: number,
): Promise<void> {
  for (const part of chunks(rows, writtenAtOnce)) {
    const values = part.map(({ id, data, position }) => ({
      id,
      dict_id: dictId,
      data: JSON.stringify(data),
      position,
      code: codeKey(data[0] ?? ''),
      revision,
    }))
    await db
      .insertInto('dictionary_data')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          data: sql`excluded.data`,
          code: sql`excluded.code`,
          revision: sql`excluded.revision`,
        }),
      )
      .execute()
    await breathe()
  }
}

export async function removeRows(db: Db, dictId: number, ids: readonly number[]): Promise<void> {
  for (const part of chunks(ids, askedAtOnce)) {
    await db.deleteFrom('dictionary_data').where('dict_id', '=', dictId).where('id', 'in', part).execute()
    await breathe()
  }
}
