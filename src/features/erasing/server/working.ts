// The work of an erasure. Each step looks at what is left, so that it can be taken any number of times. What a step
// removed is noted after it: a kill in between makes the numbers smaller, and leaves no row.
import { memberColumns, segmentOfTable } from '#semantic/model/segments.ts'
import type { Model, PhysicalTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { JobContext, JobDone } from '#server/jobs/declare.ts'
import { presentUser } from '#server/people.ts'
import { writesOwn } from '#server/warehouse/written.ts'
import { AppError } from '#shared/errors.ts'
import { heldData } from '#features/checks/server/index.ts'
import { keptRows } from '#features/code/server/index.ts'
import { keepingOut, playerPlaces, readModel } from '#features/config/server/index.ts'
import { whiteListTable } from '#features/lists/server/index.ts'
import { dropRecords } from '#features/statement/server/index.ts'
import { mayErase } from './keptOut.ts'
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
  const assertStill = () => assertOrdered(deps, found.row.by_id)
  await assertStill()
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
  await keepOut(deps, model, player, { ...found.row, signal })
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
        await assertStill()
      },
    })
  }
  const { writer } = deps.warehouse
  if (writer) {
    const { eraseThere } = await import('#server/warehouse/clickhouse/writing/erasing.ts')
    progress(0.05, '数据表')
    await eraseThere(writer, {
      value: player,
      columnsOf,
      signal,
      onErased: async ({ tables, formers, unreached }) => {
        for (const [table, rows] of tables) outcome.rows[table] = (outcome.rows[table] ?? 0) + rows
        for (const table of formers) outcome.formers[table] = (outcome.formers[table] ?? 0) + 1
        outcome.unreached = [...new Set([...(outcome.unreached ?? []), ...unreached])]
        await note()
        await assertStill()
      },
    })
  }
  if (writesOwn(deps.warehouse)) {
    progress(0.6, '扣下的数据')
    outcome.held += await (await heldData()).eraseHeld(deps, player, columnsOf)
  }
  await assertStill()
  progress(0.7, '缓存与保存的结果')
  await deps.cache.clear()
  const names = model.tables.filter((table) => columnsOf(table).length > 0).map(({ name }) => name)
  const { eraseKept } = await keptRows()
  const kept = await eraseKept(deps, names, signal)
  outcome.results += kept.results
  outcome.temporary += kept.temporary
  outcome.records += await dropRecords(deps, signal)
  await assertStill()
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

/** From now on no load brings the id back: what is loading meanwhile is looked at when its turn comes. */
async function keepOut(
  deps: Deps,
  model: Model,
  id: string,
  { player, by_id, signal }: { player: string; by_id: number; signal: AbortSignal },
): Promise<void> {
  const { keptOutRows, foundKinds } = await keepingOut()
  const kinds = await foundKinds(deps, model, id, signal)
  const at = new Date().toISOString()
  const rows = keptOutRows(deps.settings.dataDir, id, kinds).map((row) => ({ ...row, player, at, by_id }))
  await deps.metadata.db
    .insertInto('kept_out')
    .values(rows)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** Asked between the steps: whoever ordered it may have lost the right meanwhile. */
async function assertOrdered({ metadata }: Pick<Deps, 'metadata'>, by: number): Promise<void> {
  const user = await presentUser(metadata.db, by)
  if (user === null || !mayErase(user))
    throw new AppError(
      'permission_missing',
      '下令删除的人已没有「可见个人信息」「报表配置」权限或看不到全部数据，删除停下了；已删除的不会回来，由有权限的人接着做',
    )
}
