// Pushed rows as a source: what waits is put into batches, which keep their rows until they are loaded. A batch has
// an id of its own, by which the table knows it, so a kill at any moment neither loses nor doubles rows.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PhysicalTable } from '#semantic/model/types.ts'
import { makeFile } from '#server/files/whole.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Db } from '#server/objects/types.ts'
import type { Batch, Connector } from '#server/sources/connector.ts'
import { kindOfType } from './fitting.ts'
import { Lacking } from './lacking.ts'

const mostPushes = 5_000
const mostBytes = 64 * 1024 * 1024
/** Bodies that are read or emptied at a time: a larger piece would hold up all other calls. */
const atOnceBytes = 1024 * 1024
/** So long a key is known after its rows were loaded. */
const keptMs = 7 * 24 * 3_600_000

/** Written out, so that SQLite sees that the index of waiting pushes serves. */
export const isWaiting = sql<boolean>`waiting > 0`

export async function waitingRows(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('source_push')
    .select(({ fn }) => ['source_id', fn.sum('waiting').as('rows')])
    .where(isWaiting)
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, rows: count }) => [source_id, Number(count)]))
}

/** `columnsOf`: the table's, of DuckDB's types; none while there is no table. */
export const pushConnector = (
  metadata: Metadata,
  id: number,
  columnsOf: () => Promise<PhysicalTable['columns']>,
): Pick<Connector, 'batches'> => ({
  async *batches() {
    await forgetOld(metadata.db, id)
    const open = await metadata.db
      .selectFrom('source_push')
      .select('segment')
      .where('source_id', '=', id)
      .where(isWaiting)
      .where('segment', 'is not', null)
      .groupBy('segment')
      .orderBy(({ fn }) => fn.min('id'))
      .execute()
    for (const { segment } of open) if (segment !== null) yield batchOf(metadata, id, segment, columnsOf)
    for (;;) {
      const segment = await nextSegment(metadata, id)
      if (segment === null) return
      yield batchOf(metadata, id, segment, columnsOf)
    }
  },
})

async function nextSegment(metadata: Metadata, id: number): Promise<string | null> {
  return metadata.transaction(async (db) => {
    const waiting = await db
      .selectFrom('source_push')
      .select(['id', 'bytes'])
      .where('source_id', '=', id)
      .where(isWaiting)
      .where('segment', 'is', null)
      .orderBy('id')
      .limit(mostPushes)
      .execute()
    const last = runOf(waiting, mostBytes).at(-1)
    if (!last) return null
    const segment = randomUUID()
    await db
      .updateTable('source_push')
      .set({ segment })
      .where('source_id', '=', id)
      .where(isWaiting)
      .where('segment', 'is', null)
      .where('id', '<=', last.id)
      .execute()
    return segment
  })
}

/** The first of them, as many as hold so many bytes; one at least. */
function runOf<Sized extends { bytes: number }>(all: readonly Sized[], most: number): Sized[] {
  let bytes = 0
  const end = all.findIndex((push, at) => {
    bytes += push.bytes
    return at > 0 && bytes > most
  })
  return all.slice(0, end < 0 ? all.length : end)
}

const batchOf = (
  { db }: Metadata,
  id: number,
  segment: string,
  columnsOf: () => Promise<PhysicalTable['columns']>,
): Batch => ({
  name: `推送 ${segment.slice(0, 8)}`,
  fingerprint: segment,
  digest: `push ${segment}`,
  mark: null,
  fetch: async (folder) => {
    const file = 'content.ndjson'
    const columns = await columnsOf()
    const lacking = new Lacking(columns.map(({ name }) => name))
    const bytes = await makeFile(join(folder, file), bodiesOf(db, id, segment, lacking), { durable: false })
    const kinds = columns.flatMap(({ name, type }) => {
      const kind = kindOfType(type)
      return kind ? [{ name, kind }] : []
    })
    return { file, bytes, columns: kinds, notes: lacking.notes, areRows: true }
  },
  done: async () => {
    for await (const ids of piecesOf(db, id, segment)) {
      await db.deleteFrom('source_push').where('id', 'in', ids).where('key', 'is', null).execute()
      await db.updateTable('source_push').set({ body: '', waiting: 0 }).where('id', 'in', ids).execute()
    }
  },
})

async function* bodiesOf(db: Db, id: number, segment: string, lacking: Lacking): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const ids of piecesOf(db, id, segment)) {
    const rows = await db
      .selectFrom('source_push')
      .select('body')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    const lines = rows.map(({ body }) => body).join('')
    lacking.see(lines)
    yield Buffer.from(isFirst ? lacking.filled(lines) : lines)
    isFirst = false
  }
}

/** Ids of the segment's pushes that wait, in order, some at a time. */
async function* piecesOf(db: Db, id: number, segment: string): AsyncGenerator<number[]> {
  const all = await db
    .selectFrom('source_push')
    .select(['id', 'bytes'])
    .where('source_id', '=', id)
    .where(isWaiting)
    .where('segment', '=', segment)
    .orderBy('id')
    .execute()
  for (let at = 0; at < all.length; ) {
    const piece = runOf(all.slice(at, at + 500), atOnceBytes)
    at += piece.length
    yield piece.map((push) => push.id)
    await nextTurn()
  }
}

async function forgetOld(db: Db, id: number): Promise<void> {
  const before = new Date(Date.now() - keptMs).toISOString()
  for (;;) {
    const old = await db
      .selectFrom('source_push')
      .select('id')
      .where('source_id', '=', id)
      .where(sql<boolean>`waiting = 0`)
      .where('at', '<', before)
      .limit(500)
      .execute()
    if (old.length === 0) return
    const ids = old.map((push) => push.id)
    await db.deleteFrom('source_push').where('id', 'in', ids).execute()
    await nextTurn()
  }
}
