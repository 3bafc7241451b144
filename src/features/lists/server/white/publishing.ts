// Publications of the white list: requested after a preview, written by a job, undone by another. One runs at
// a time across all servers; each contains only the rows of its user's games.
import { Type } from 'typebox'
import type { GameScope } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, type JobContext, type JobDone } from '#server/jobs/declare.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { holdsGames, readGames } from '#server/objects/games.ts'
import type { Caller } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { Publication, PublicationPreview } from '#features/lists/contract.ts'
import type { ListsDeps } from '../deps.ts'
import {
  assertPublishable,
  differenceOf,
  digestOf,
  type ListDifference,
  readEntries,
  readPublished,
} from './content.ts'
import { declareWhiteList } from './declaring.ts'
import {
  addPublication,
  forgetOldDifferences,
  listPublications,
  readPublication,
  seenPublication,
  updatePublication,
  whyNotUndone,
} from './records.ts'

export const publishWhiteList = defineJob({
  name: 'lists.publishWhiteList',
  title: '发布白名单',
  payload: Type.Object({ publication: Type.Integer() }),
  permission: 'search_whiteList',
  local: 'warehouse',
  noRetry: '名单可能已经变化，请在白名单页预览后重新发布',
})

const lane = 'white list'
const rowsShown = 1_000

export async function previewPublication(
  deps: Deps,
  { games }: Caller,
  signal?: AbortSignal,
): Promise<PublicationPreview & { difference: ListDifference }> {
  const before = await readPublished(deps, games, signal)
  const { rows: after, expired } = await readEntries(deps, games)
  const { unchanged, ...difference } = await differenceOf(before, after)
  const changed = [
    ...difference.removed.map((row) => ({ ...row, change: 'removed' as const })),
    ...difference.added.map((row) => ({ ...row, change: 'added' as const })),
  ]
  return {
    added: difference.added.length,
    removed: difference.removed.length,
    unchanged,
    rows: changed.slice(0, rowsShown),
    digest: await digestOf(before, after),
    expired,
    difference,
  }
}

/** With a digest, only the content shown under that digest is published. */
export async function orderPublication(
  deps: ListsDeps,
  caller: Caller,
  digest: string | undefined,
): Promise<Publication> {
  assertPublishable(deps)
  if (caller.games !== 'all' && caller.games.length === 0)
    throw new AppError('permission_missing', '你没有可看的游戏，没有可以发布的名单')
  if (digest !== undefined && digest !== (await previewPublication(deps, caller)).digest)
    throw new AppError('object_conflict', '名单或已发布的内容在预览之后有变化，请重新预览后再发布')
  return order(deps, caller, { games: caller.games, digest: digest ?? '', undoes: null })
}

/** Newest first, with the progress of running ones. */
export async function followPublications(
  { jobs, metadata }: ListsDeps,
  caller: Caller,
): Promise<Publication[]> {
  const publications = await listPublications(metadata.db, caller)
  if (!publications.some(({ status }) => status === 'running')) return publications
  const runs = await jobs.list({ kind: publishWhiteList, status: ['running'] })
  return publications.map((publication) => {
    const run = runs.find(
      ({ payload }) => (payload as { publication: number }).publication === publication.id,
    )
    return run ? { ...publication, progress: { fraction: run.progress, step: run.step } } : publication
  })
}

export async function undoPublication(deps: ListsDeps, caller: Caller, id: number): Promise<Publication> {
  assertPublishable(deps)
  const { db } = deps.metadata
  await seenPublication(db, caller, id)
  const all = await db.selectFrom('white_publication').selectAll().where('id', '>=', id).execute()
  const row = all.find((one) => one.id === id)
  if (!row) throw new AppError('object_missing')
  const reason = whyNotUndone(row, all)
  if (reason !== null) throw new AppError('parameter_wrong', reason)
  return order(deps, caller, { games: readGames(row.games), digest: '', undoes: id })
}

async function order(
  { jobs, metadata }: ListsDeps,
  caller: Caller,
  given: { games: GameScope; digest: string; undoes: number | null },
): Promise<Publication> {
  const id = await jobs.transaction(async (db, enqueue) => {
    const added = await addPublication(db, caller, given)
    const action = given.undoes === null ? 'whiteList.publish' : 'whiteList.undoPublish'
    await writeAudit(db, { userId: caller.id, action, detail: { id: added.id, games: given.games } })
    await enqueue({
      kind: publishWhiteList,
      payload: { publication: added.id },
      userId: caller.id,
      lane,
      key: `publication ${added.id}`,
    })
    return added.id
  })
  return seenPublication(metadata.db, caller, id)
}

export function handlePublications(deps: ListsDeps): void {
  deps.jobs.handle(publishWhiteList, {
    run: ({ publication }, context) => run(deps, publication, context),
    changed: async (db, { payload, status, problem }) => {
      const { publication } = payload as { publication: number }
      // The job writes its own end together with its effect.
      if (status === 'running') await updatePublication(db, publication, { status: 'running' })
      if (status === 'queued') await updatePublication(db, publication, { status: 'waiting' })
      if (status !== 'failed' && status !== 'canceled') return
      const ended = { ended_at: new Date().toISOString(), problem: problem?.message ?? null, difference: '' }
      await updatePublication(db, publication, { status, ...ended })
    },
  })
}

async function run(deps: Deps, id: number, { owner, signal, progress }: JobContext): Promise<JobDone> {
  const { db } = deps.metadata
  const row = await readPublication(db, id)
  if (!row || row.status === 'done' || row.status === 'undone') return {}
  const undone = row.undoes === null ? null : await readPublication(db, row.undoes)
  // Loaded when there is something to publish.
  const { isInForce, writePublication } = await import('./writing.ts')
  const isWritten = row.generation !== null && (await isInForce(deps, row.generation))
  if (!isWritten) {
    assertRights(row.games, owner?.games ?? [])
    const difference = undone ? (JSON.parse(undone.difference) as ListDifference) : null
    await writePublication(deps, row, difference, {
      signal,
      onProgress: (fraction) => progress(fraction, '写入数据仓库'),
      onReady: ({ generation, difference: made, unchanged }) =>
        updatePublication(db, id, {
          generation,
          unchanged,
          added: made.added.length,
          removed: made.removed.length,
          difference: JSON.stringify(made),
        }),
    })
  }
  return {
    commit: async (inner) => {
      await updatePublication(inner, id, {
        status: 'done',
        ended_at: new Date().toISOString(),
        problem: null,
      })
      if (undone) await updatePublication(inner, undone.id, { status: 'undone', difference: '' })
      await forgetOldDifferences(inner, id)
      await declareWhiteList(inner)
    },
  }
}

/** If the user has lost games since, the job may not write them. */
function assertRights(stored: string, games: GameScope): void {
  if (!holdsGames({ games }, readGames(stored)))
    throw new AppError('permission_missing', '发布者可看的游戏已变化，请重新发布')
}
