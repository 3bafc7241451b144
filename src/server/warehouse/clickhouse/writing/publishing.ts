// Publishes a table read from a file on ClickHouse, together with its report: both are created or neither.

import {
  forgetting,
  type ImportDone,
  type ImportOrder,
  judgeReplacement,
  type Read,
  refuseForeignRows,
  saveReport,
  type Written,
  writeTable,
} from '#server/warehouse/import/publishing.ts'
import type { PublishedTable } from '#server/warehouse/snapshot/manifest.ts'
import { AppError } from '#shared/errors.ts'
import { named } from './columns.ts'
import { dropOver, noteFormer } from './formers.ts'
import { columnsOf, inPassage, writeLines } from './sending.ts'
import { type ClickHouseWriter, loadText } from './writer.ts'

export const publishThere = <Loaded extends Read>(
  order: ImportOrder<Loaded>,
  writer: ClickHouseWriter,
): Promise<ImportDone<Loaded>> =>
  inPassage(order.dataDir, async (passage) => {
    const { metadata, proposer, source, digest, by, signal } = order
    await proposer.check(metadata)
    const { connection } = passage
    const published = await writer.tables()
    const done = await writeTable({ connection, published }, order, async (replaced, column, games) =>
      refuseForeignRows(replaced, await gamesThere(writer, replaced.name, column), games),
    )
    const { loaded, profiles, replaced, keptOut } = done
    const table = replaced?.name ?? order.table
    if (replaced) await writer.refuseEngine(table)
    const columns = await columnsOf(connection, table)
    const held = order.guard.releases
    const load = loadText({ at: new Date().toISOString(), digest, source, held })
    const { path, rows } = await writeLines(passage, table, { columns, load })
    signal?.throwIfAborted()
    const rowsLieBy = [loaded.dateColumn, loaded.gameColumn].filter((name) => name !== null)
    const staged = await writer.stage({ columns, comment: `导入自 ${source}`, order: rowsLieBy })
    const id = await writer.idOf(staged)
    let restated: number | null = null
    let noted: Awaited<ReturnType<typeof judgeReplacement>> = null
    try {
      await writer.send(staged, path, { token: digest, rows })
      signal?.throwIfAborted()
      if (replaced) {
        const { zone } = order.clock
        const there = {
          arriving: named(staged),
          whole: named(staged),
          ask: (sql: string, longestMs: number) => writer.ask(sql, { zone, longestMs, signal }),
        }
        noted = await judgeReplacement({ connection, published, there }, order, table, done)
        restated = await noteReplaced(writer, order, replaced, { done, staged, load })
        signal?.throwIfAborted()
        const kept = await proposer.kept(metadata, replaced.name)
        await noteFormer(writer, { id: staged, table: replaced, kept, by: by?.id ?? null })
        await writer.exchange(staged, table)
      } else await writer.name(staged, table)
    } catch (error) {
      await writer.discard(staged, id).catch(() => undefined)
      return forgetting(order, restated, error)
    }
    let all: ImportDone<Loaded>
    try {
      const written = (await writer.present()).find(({ name }) => name === table)
      if (!written) throw new AppError('internal')
      const { proposed, told } = await saveReport(order, done, written, restated)
      if (replaced) await dropOver(writer, table)
      all = { loaded, profiles, written, replaced, proposed, told, keptOut }
    } catch (error) {
      if (replaced) await writer.exchange(staged, table)
      await writer.drop(replaced ? staged : table)
      return forgetting(order, restated, error)
    }
    await noted?.()
    return all
  })

async function noteReplaced<Loaded extends Read>(
  writer: ClickHouseWriter,
  { metadata, proposer, clock, source, run, by }: ImportOrder<Loaded>,
  replaced: PublishedTable,
  { done, staged, load }: { done: Written<Loaded>; staged: string; load: string },
): Promise<number | null> {
  const { dateColumn, gameColumn } = done.loaded
  const { contentThere, lastLoaded, noteThere } = await import('./restating.ts')
  const noting = {
    metadata,
    proposer,
    clock,
    former: lastLoaded(replaced, await writer.loads(replaced.name)),
    next: { columns: done.profiles.map(({ name, type }) => ({ name, type, comment: '' })) },
    columns: { dateColumn, gameColumn },
    told: {
      content: contentThere.load(load),
      how: 'replace' as const,
      source,
      run: run ?? null,
      user: by?.id ?? null,
    },
  }
  return noteThere(writer, noting, async () => ({ before: replaced.name, after: staged }))
}

export async function gamesThere(writer: ClickHouseWriter, table: string, column: string): Promise<string[]> {
  const name = named(column)
  const rows = await writer.rows<[string]>(
    `SELECT DISTINCT toString(${name}) FROM ${named(table)} WHERE toString(${name}) != '' LIMIT 1000`,
  )
  return rows.map(([cgi]) => cgi)
}
