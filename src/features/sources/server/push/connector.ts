// Pushed rows as a source: what waits is put into batches, which keep their rows until they are loaded. A batch has
// an id of its own, by which the table knows it, so a kill at any moment neither loses nor doubles rows.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { saveFile } from '#server/files/whole.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Db } from '#server/objects/types.ts'
import type { Batch, Connector } from '#server/sources/connector.ts'

const mostPushes = 5_000
const mostBytes = 64 * 1024 * 1024
/** So long a key is known after its rows were loaded. */
const keptMs = 7 * 24 * 3_600_000

export async function waitingRows(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('source_push')
    .select(({ fn }) => ['source_id', fn.sum('rows').as('rows')])
    .where('body', '<>', '')
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, rows: count }) => [source_id, Number(count)]))
}

export const pushConnector = (metadata: Metadata, id: number): Pick<Connector, 'batches'> => ({
  async *batches() {
    await forgetOld(metadata.db, id)
    const open = await metadata.db
      .selectFrom('source_push')
      .select('segment')
      .where('source_id', '=', id)
      .where('segment', 'is not', null)
      .where('body', '<>', '')
      .groupBy('segment')
      .orderBy(({ fn }) => fn.min('id'))
      .execute()
    for (const { segment } of open) if (segment !== null) yield batchOf(metadata, id, segment)
    for (;;) {
      const segment = await nextSegment(metadata, id)
      if (segment === null) return
      yield batchOf(metadata, id, segment)
    }
  },
})

async function nextSegment(metadata: Metadata, id: number): Promise<string | null> {
  return metadata.transaction(async (db) => {
    const waiting = await db
      .selectFrom('source_push')
      .select(({ fn }) => ['id', fn<number>('length', ['body']).as('size')])
      .where('source_id', '=', id)
      .where('segment', 'is', null)
      .orderBy('id')
      .limit(mostPushes)
      .execute()
    let bytes = 0
    const taken = waiting.filter(({ size }, at) => {
      bytes += Number(size)
      return at === 0 || bytes <= mostBytes
    })
    const last = taken.at(-1)
    if (!last) return null
    const segment = randomUUID()
    await db
      .updateTable('source_push')
      .set({ segment })
      .where('source_id', '=', id)
      .where('segment', 'is', null)
      .where('id', '<=', last.id)
      .execute()
    return segment
  })
}

const batchOf = ({ db }: Metadata, id: number, segment: string): Batch => ({
  name: `推送 ${segment.slice(0, 8)}`,
  fingerprint: segment,
  digest: `push ${segment}`,
  mark: null,
  fetch: async (folder) => {
    const rows = await db
      .selectFrom('source_push')
      .select('body')
      .where('source_id', '=', id)
      .where('segment', '=', segment)
      .orderBy('id')
      .execute()
    const content = Buffer.from(rows.map(({ body }) => body).join(''))
    await saveFile(join(folder, 'content.ndjson'), content, { durable: false })
    return { file: 'content.ndjson', bytes: content.length }
  },
  done: async () => {
    await db
      .updateTable('source_push')
      .set({ body: '' })
      .where('source_id', '=', id)
      .where('segment', '=', segment)
      .execute()
  },
})

const forgetOld = (db: Db, id: number) =>
  db
    .deleteFrom('source_push')
    .where('source_id', '=', id)
    .where('body', '=', '')
    .where('at', '<', new Date(Date.now() - keptMs).toISOString())
    .execute()
