// The work of an erasure. Each step looks at what is left, so that it can be taken any number of times. What a step
// removed is noted after it: a kill in between makes the numbers smaller, and leaves no row.
import { memberColumns, segmentOfTable } from '#semantic/model/segments.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { heldData } from '#features/checks/server/index.ts'
import { keptRows } from '#features/code/server/index.ts'
import { playerPlaces, readModel } from '#features/config/server/index.ts'
import { whiteListTable } from '#features/lists/server/index.ts'
import { dropRecords } from '#features/statement/server/index.ts'
import { wantedIn } from './service.ts'
import { entryKinds, type Outcome } from './tables.ts'

export async function erase(
  deps: Deps,
  id: number,
  { signal, progress }: JobContext,
): Promise<JobDone | undefined> {
  const found = await wantedIn(deps, id)
  if (found === null) return
  const { player } = found
  const { db } = deps.metadata
  const { dataDir } = deps.settings
  const outcome = JSON.parse(found.row.outcome) as Outcome
  const note = () =>
    db
      .updateTable('erasure')
      .set({ outcome: JSON.stringify(outcome) })
      .where('id', '=', id)
      .execute()
  const model = await readModel(deps)
  const known = (await playerPlaces()).playerColumns(model)
  const columnsOf = (table: PhysicalTable): string[] => {
    if (segmentOfTable(table) !== null) return [...new Set([...known(table), memberColumns.player])]
    return table.name.toLowerCase() === whiteListTable ? ['value'] : known(table)
  }
  if (deps.warehouse.dialect === 'duckdb') {
    const { eraseRows } = await import('#server/warehouse/erasing.ts')
    progress(0.05, '数据表')
    await eraseRows(dataDir, {
      value: player,
      columnsOf,
      signal,
      onErased: async ({ tables, formers, files }) => {
        for (const [table, rows] of tables) outcome.rows[table] = (outcome.rows[table] ?? 0) + rows
        for (const table of formers) outcome.formers[table] = (outcome.formers[table] ?? 0) + 1
        outcome.files += files
        await note()
      },
    })
    progress(0.6, '扣下的数据')
    outcome.held += await (await heldData()).eraseHeld(deps, player, columnsOf)
  }
  progress(0.7, '缓存与保存的结果')
  await deps.cache.clear()
  const names = model.tables.filter((table) => columnsOf(table).length > 0).map(({ name }) => name)
  const { eraseKept } = await keptRows()
  const kept = await eraseKept(deps, names, signal)
  outcome.results += kept.results
  outcome.temporary += kept.temporary
  outcome.records += await dropRecords(deps, signal)
  progress(0.9, '名单、标签与推送记录')
  const entries = await (await import('./lists.ts')).eraseEntries(deps, player, found.row.player)
  for (const kind of entryKinds) outcome[kind] = (outcome[kind] ?? 0) + entries[kind]
  const ended_at = new Date().toISOString()
  return {
    result: { rows: Object.values(outcome.rows).reduce((sum, rows) => sum + rows, 0) },
    commit: async (inner) => {
      await inner
        .updateTable('erasure')
        .set({ state: 'done', wanted: '', problem: null, ended_at, outcome: JSON.stringify(outcome) })
        .where('id', '=', id)
        .execute()
    },
  }
}
