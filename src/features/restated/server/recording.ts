// Notes of changed days: pending before the publication, done with its definitions. A pending one that a kill left is
// done where its rows count, and forgotten where they do not.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import type { ClickHouseWriter } from '#server/warehouse/clickhouse/writing/writer.ts'
import type { Restated } from '#server/warehouse/import/restating/types.ts'
import { readManifest, warehouseFolder } from '#server/warehouse/snapshot/manifest.ts'

type Db = Kysely<Database>

const keptDays = 90
const rowsAtOnce = 500

export async function noteRestatement(db: Db, restated: Restated): Promise<number> {
  const { table, content, how, source, run, user, days, from, to, figures } = restated
  const now = new Date()
  const { id } = await db
    .insertInto('restatement')
    .values({
      table_name: table,
      content,
      state: 'pending',
      how,
      source,
      source_id: run?.source ?? null,
      run_id: run?.run ?? null,
      by_user: user,
      at: now.toISOString(),
      first_day: from,
      last_day: to,
      days,
      rows_before: restated.rowsBefore,
      rows_after: restated.rowsAfter,
      figures: restated.hasFigures ? 1 : 0,
      by_game: restated.byGame,
      told: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < figures.length; at += rowsAtOnce)
    await db
      .insertInto('restated_figure')
      .values(
        figures.slice(at, at + rowsAtOnce).map(({ day, point, game, before, after }) => ({
          restatement_id: id,
          day,
          point_id: point,
          cgi: game,
          before,
          after,
        })),
      )
      .execute()
  const old = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await db.deleteFrom('restatement').where('at', '<', old).execute()
  return id
}

/** With the definitions of the publication. */
export async function confirmRestatement(db: Db, id: number | null | undefined): Promise<void> {
  if (id == null) return
  const at = new Date().toISOString()
  await db.updateTable('restatement').set({ state: 'done', at }).where('id', '=', id).execute()
}

export async function forgetRestatement(db: Db, id: number): Promise<void> {
  await db.deleteFrom('restatement').where('id', '=', id).where('state', '=', 'pending').execute()
}

type Counts = (table: string, content: string) => Promise<boolean>

async function countsHere(dataDir: string): Promise<Counts> {
  const { tables } = await readManifest(warehouseFolder(dataDir))
  return async (table, content) => {
    const present = tables.find(({ name }) => name === table)
    return present !== undefined && (present.content ?? present.file) === content
  }
}

async function countsThere(writer: ClickHouseWriter): Promise<Counts> {
  const { cameAbout } = await import('#server/warehouse/clickhouse/writing/restating.ts')
  return (table, content) => cameAbout(writer, table, content)
}

/** Notes that are older than this were left by a kill. */
const settledAfterMs = 10 * 60_000

export async function settleRestatements(
  db: Db,
  { dataDir, writer }: { dataDir: string; writer?: ClickHouseWriter | undefined },
  now = new Date(),
): Promise<void> {
  const old = new Date(now.getTime() - settledAfterMs).toISOString()
  const left = await db
    .selectFrom('restatement')
    .select(['id', 'table_name', 'content'])
    .where('state', '=', 'pending')
    .where('at', '<', old)
    .execute()
  if (left.length === 0) return
  const counts = writer ? await countsThere(writer) : await countsHere(dataDir)
  for (const { id, table_name, content } of left) {
    if (await counts(table_name, content))
      await db.updateTable('restatement').set({ state: 'done' }).where('id', '=', id).execute()
    else await forgetRestatement(db, id)
  }
}
