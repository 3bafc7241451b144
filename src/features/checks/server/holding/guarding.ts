// Looks over a load before it counts: checks that hold back keep its rows aside and refuse it, the others mark its
// days once it is published.
import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { homeOf } from '#server/jobs/home.ts'
import { living } from '#server/scopes/life.ts'
import type { ArrivingLoad, LoadGuard } from '#server/warehouse/import/guard.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import { AppError } from '#shared/errors.ts'
import { type Evaluated, evaluate } from '../judging/evaluate.ts'
import { lookAtLoad } from '../judging/looking.ts'
import { type StoredCheck, valuesIn, whenIn } from '../objectKind.ts'
import { noteRuns } from '../recording.ts'
import { dropRows, keepRows } from './files.ts'

type Own = Pick<Deps, 'settings' | 'metadata'>

/** The source whose batch is loaded, which stops at a load that is held back. */
export interface HeldBatch {
  source: number
  name: string
  fingerprint: string | null
  mark: string | null
  /** The source's, as JSON: under others the mark means nothing. */
  settings: string
}

interface Guarding {
  batch?: HeldBatch
  /** The load was held back, and somebody releases it. */
  releases?: string
}

export async function judgeLoad(
  deps: Own,
  { batch, releases }: Guarding,
  load: ArrivingLoad,
): ReturnType<LoadGuard['judge']> {
  const { metadata } = deps
  const checks = await checksOf(deps, load.table)
  if (checks.length === 0) return null
  const looked = await lookAtLoad(deps, load)
  const { evaluated, days } = await evaluate(
    looked,
    checks.map((check) => ({ id: check.id, kind: check.kind, values: valuesIn(check) })),
  )
  const holding = checks.filter(({ id, action }) => action === 'hold' && isBad(evaluated, id))
  if (holding.length > 0 && releases === undefined) {
    const problems = problemsOf(checks, evaluated)
    const hold = await keep(deps, load, { problems, batch })
    await metadata.transaction((db) =>
      noteRuns(db, checks, evaluated, { reason: 'load', source: load.source, hold, days }),
    )
    throw heldProblem(load, problems)
  }
  return async () => {
    const found = {
      reason: releases === undefined ? 'load' : 'release',
      source: load.source,
      hold: null,
      days,
    } as const
    await metadata.transaction((db) => noteRuns(db, checks, evaluated, found))
    if (releases === undefined) await supersede(deps, load)
  }
}

async function checksOf({ metadata }: Own, table: string): Promise<StoredCheck[]> {
  const rows = await metadata.db
    .selectFrom('data_check')
    .selectAll()
    .where(living('data_check'))
    .where('paused', '=', 0)
    .orderBy('id')
    .execute()
  return rows.filter((row) => tableKey(row.table_name) === tableKey(table) && whenIn(row).kind !== 'hand')
}

const isBad = (evaluated: readonly Evaluated[], id: number): boolean =>
  evaluated.some((one) => one.id === id && (one.state === 'failed' || one.state === 'broken'))

const problemsOf = (checks: readonly StoredCheck[], evaluated: readonly Evaluated[]): string[] =>
  checks.flatMap(({ id, name }) => {
    const own = evaluated.find((one) => one.id === id)
    return own && isBad(evaluated, id)
      ? [`${name}：${own.state === 'broken' ? '计算失败，' : ''}${own.text}`]
      : []
  })

/** The rows are durable before the row that names them: a kill in between leaves a file that is swept. */
async function keep(
  { settings, metadata }: Own,
  load: ArrivingLoad,
  { problems, batch }: { problems: string[]; batch: HeldBatch | undefined },
): Promise<number> {
  const uid = randomUUID()
  const rows = await keepRows(load.connection, settings.dataDir, uid, load.arriving)
  const former = await sameLoads({ metadata }, load)
  const id = await metadata.transaction(async (db) => {
    const row = await db
      .insertInto('data_hold')
      .values({
        uid,
        table_name: load.table,
        source: load.source,
        digest: load.digest,
        rows,
        kept: JSON.stringify(load.kept),
        at: new Date().toISOString(),
        by: load.by?.id ?? null,
        state: 'held',
        problems: JSON.stringify(problems),
        problem: null,
        decided_at: null,
        decided_by: null,
        source_id: batch?.source ?? null,
        batch: batch ? JSON.stringify(batch) : null,
        settled: batch ? 0 : 1,
        home: homeOf(settings.dataDir),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const one of former) await endHold(db, one.id, '同样的内容又载入过，由后来的代替')
    return row.id
  })
  for (const one of former) await dropRows(settings.dataDir, one.uid)
  return id
}

const sameLoads = ({ metadata }: Pick<Own, 'metadata'>, { table, digest }: ArrivingLoad) =>
  metadata.db
    .selectFrom('data_hold')
    .select(['id', 'uid'])
    .where('table_name', '=', table)
    .where('digest', '=', digest)
    .where('state', '=', 'held')
    .execute()

/** The same content was loaded after all. */
async function supersede({ settings, metadata }: Own, load: ArrivingLoad): Promise<void> {
  for (const { id, uid } of await sameLoads({ metadata }, load)) {
    await endHold(metadata.db, id, '同样的内容后来通过了校验，已经载入')
    await dropRows(settings.dataDir, uid)
  }
}

const endHold = (db: Deps['metadata']['db'], id: number, problem: string) =>
  db
    .updateTable('data_hold')
    .set({ state: 'discarded', problem, decided_at: new Date().toISOString(), settled: 1 })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .execute()

const heldProblem = ({ source, table }: ArrivingLoad, problems: readonly string[]): AppError =>
  new AppError(
    'load_held',
    [
      `${source} 没有通过「${table}」的数据校验，已扣下，什么也没有改变；可在「扣下的数据」里仍然发布或丢弃：`,
      ...problems.map((line) => `  ${line}`),
    ].join('\n'),
  )
