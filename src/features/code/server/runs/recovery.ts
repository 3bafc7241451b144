// Marks runs of a killed server as failed, and removes their files.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { keptExportFolder } from './expiry.ts'
import { findTags, tagOf } from './ownership.ts'
import { endings, problemOf } from './problem.ts'
import { isQueued, lonelyRuns } from './queued.ts'

/** No run can be active for longer, whichever server it was on. */
const longestRunMs = 24 * 3_600_000

export async function recoverRuns(deps: Deps): Promise<void> {
  const { metadata, settings, results } = deps
  const { dead, living } = findTags(settings.dataDir)
  const left = await metadata.db
    .selectFrom('sql_run')
    .select(['id', 'started_at'])
    .where('status', 'in', ['queued', 'running'])
    .execute()
  // With an embedded store all servers use this folder; a shared store has servers elsewhere.
  const isAlone = settings.metadata === 'embedded'
  const deadTags = new Set(dead.map(({ tag }) => tag))
  const lonely = new Set(await lonelyRuns(metadata))
  const isLeft = ({ id, started_at }: (typeof left)[number]) => {
    if (isQueued(id)) return lonely.has(id)
    return isAlone
      ? !living.has(tagOf(id))
      : deadTags.has(tagOf(id)) || Date.parse(started_at) < Date.now() - longestRunMs
  }
  const files = await readdir(keptExportFolder(settings.dataDir)).catch(() => [])
  const problem = JSON.stringify(problemOf(endings.restart()))
  for (const { id } of left.filter(isLeft)) {
    await results.remove(id)
    for (const file of files.filter((name) => name.startsWith(id))) {
      await rm(join(keptExportFolder(settings.dataDir), file), { force: true })
    }
    await metadata.db
      .updateTable('sql_run')
      .set({ status: 'failed', problem, expires_at: null, ended_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'running'])
      .execute()
  }
  for (const { release } of dead) release()
}

/** Runs of a server that no longer answers. One that is alive after all writes how they end. */
export async function failRunsOf({ metadata: { db } }: Pick<Deps, 'metadata'>, tag: string): Promise<void> {
  const problem = JSON.stringify(problemOf(endings.restart()))
  await db
    .updateTable('sql_run')
    .set({ status: 'failed', problem, expires_at: null, ended_at: new Date().toISOString() })
    .where('id', 'like', `${tag}%`)
    .where('status', 'in', ['queued', 'running'])
    .execute()
}
