// Handlers of the demo's calls.
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { JobContext, JobDone, JobRun } from '#server/jobs/declare.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { hasDemoPasswords } from '#server/metadata/demoPasswords.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Demo, DemoSize, DemoTouched } from '../contract.ts'
import { addDemo } from './adding.ts'
import { refuseCollisions } from './collisions.ts'
import { addDemoJob } from './job.ts'
import { kindTitles } from './manifest.ts'
import { readTouched, removeDemo } from './removing.ts'
import { assertEmbedded, publishedTables, readState, warehouseKind } from './state.ts'

export async function showDemo(deps: Deps, jobs: Jobs, user: SessionUser): Promise<Demo> {
  const { db } = deps.metadata
  // Reads the job before the state: otherwise a job that ends in between would look interrupted.
  const [last] = await jobs.list({ kind: addDemoJob, most: 1 })
  const state = await readState(db)
  const isOver = last === undefined || last.endedAt !== null
  const { kept: _kept, lost: _lost, detached: _detached, ...touched } = (await readTouched(deps, user)) ?? {}
  return {
    state: state?.state ?? ((await hasDemoPasswords(db)) ? 'first' : 'none'),
    refusal: await refusalOf(deps, user, state !== undefined),
    job: isOver ? null : { id: last.id, progress: last.progress, step: last.step },
    problem: state?.state !== 'made' && last?.status === 'failed' ? (last.problem?.message ?? null) : null,
    madeAt: state?.made_at ?? null,
    size: state?.size ?? null,
    parts: await readParts(db),
    touched: 'changed' in touched ? (touched as DemoTouched) : null,
  }
}

/** The reason for a refusal, shown before the user asks. */
async function refusalOf(deps: Deps, user: SessionUser, isNoted: boolean): Promise<string | null> {
  try {
    assertEmbedded(deps.settings)
    if (!isAllRows(user)) return '只有可看全部游戏、数据范围不受限的人可以生成或移除演示数据'
    if (!isNoted) await refuseTaken(deps)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function refuseTaken({ settings, metadata: { db } }: Deps): Promise<void> {
  if (await hasDemoPasswords(db)) return
  const published = (await publishedTables(settings)).map(({ name }) => name)
  await refuseCollisions(db, { published, accounts: false })
}

async function readParts(db: Db): Promise<Demo['parts']> {
  const rows = await db
    .selectFrom('demo_row')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute()
  const counts = new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  return [[warehouseKind, '数据表'], ...Object.entries(kindTitles)].flatMap(([table = '', kind = '']) => {
    const count = counts.get(table)
    return count === undefined ? [] : [{ kind, count }]
  })
}

const underWay = async (jobs: Jobs): Promise<JobRun[]> =>
  (await jobs.list({ kind: addDemoJob, most: 10 })).filter(({ endedAt }) => endedAt === null)

export async function orderAdding(
  deps: Deps,
  jobs: Jobs,
  { id: userId }: SessionUser,
  size: DemoSize,
): Promise<void> {
  const { settings, metadata } = deps
  assertEmbedded(settings)
  const state = await readState(metadata.db)
  if (state?.state === 'made') throw new AppError('parameter_wrong', '演示数据已存在')
  if (state?.state === 'removing') throw new AppError('parameter_wrong', '上次移除没有完成，请先完成移除')
  if ((await underWay(jobs)).length > 0) throw new AppError('parameter_wrong', '演示数据正在生成，请稍候')
  if (!state) await refuseTaken(deps)
  if (!state && (await hasDemoPasswords(metadata.db)))
    throw new AppError('parameter_wrong', '本系统第一次启动时就生成了完整的演示，不必再生成')
  await jobs.enqueue({ kind: addDemoJob, payload: { size }, userId })
}

export async function cancelAdding(jobs: Jobs): Promise<void> {
  for (const { id } of await underWay(jobs)) await jobs.cancel(id)
}

export async function runAdding(
  deps: Deps,
  size: DemoSize,
  { owner, signal, progress }: JobContext,
): Promise<JobDone> {
  if (!owner || !isAllRows(owner)) throw new AppError('permission_missing')
  const made = await addDemo(deps, { userId: owner.id, size, signal, onProgress: progress })
  return { result: { made } }
}

export async function removeHere(deps: Deps, user: SessionUser, named: number): Promise<DemoTouched> {
  const { touched, tables } = await removeDemo(deps, { userId: user.id, asking: user, named })
  // Removes cached figures of the removed tables.
  for (const table of tables) await deps.cache.clean(table)
  return touched
}
