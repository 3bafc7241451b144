// One saved query with its latest result: for its owner, for users of its team folder, and for anyone as far
// as the owner shares it. Anything not shared answers like a missing id.

import { holdsRows, maskedRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { presentUser } from '#server/people.ts'
import { mayShareOpenly, ReadNotes } from '#server/sharing.ts'
import { isOf } from '#shared/audience.ts'
import { AppError } from '#shared/errors.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { ColumnLabels } from '#shared/sql/columnLabels.ts'
import { mayDo } from '#shared/sql/queryRights.ts'
import type { Run, SavedQuery } from '#features/code/contract.ts'
import { type Library, readLibrary } from '../library/access.ts'
import type { Runs } from '../runs/types.ts'
import { doneRuns } from './doneRuns.ts'
import { type DrawnResult, type LookedAt, lookedAt } from './looking.ts'
import { shownQuery, shownTo } from './queries.ts'
import { readQuery, type StoredQuery } from './repo.ts'

type Reading = Deps & { runs: Runs; notes: ReadNotes }
type ReadQuery = SavedQuery & {
  own: boolean
  result: Run | null
  labels: ColumnLabels
  chart: DrawnResult | null
}

export async function readView(reading: Reading, caller: SessionUser | null, id: string): Promise<ReadQuery> {
  const query = await readQuery(reading.metadata.db, id)
  if (!query || query.deleted) throw new AppError('object_missing')
  const mayWrite = caller !== null && holdsPermission(caller.authorityInfo, 'search_sqlQuery')
  const library = mayWrite ? await readLibrary(reading.metadata.db, caller) : null
  const right = library?.rightOn(placed(query)) ?? null
  if (mayWrite && library && right) {
    const latest = mayDo(right, 'run') ? await latestResult(reading, caller, query) : null
    return { ...shownTo(library)(query), own: true, ...(await shownResult(reading, caller, latest)) }
  }
  const isReader = query.share !== 'off' && isOf(query.audience, caller && readerOf(caller))
  const owner = isReader ? await readOwner(reading, query) : null
  if (!owner) throw new AppError('object_missing')
  reading.notes.note(id)
  // The rows are the owner's: among people with rights of their own, only for those who see as much.
  const seesRows = query.audience.kind === 'anyone' || (caller !== null && holdsRows(caller, owner))
  const latest = query.share === 'result' && seesRows ? await latestResult(reading, owner, query) : null
  const shown = await shownResult(reading, owner, latest)
  const result = shown.result && sharedRun(shown.result, query)
  return { ...sharedPart(query), own: false, ...shown, result }
}

/** `owner`: the user whose scope the rows were made in. */
async function shownResult(
  reading: Reading,
  owner: SessionUser,
  latest: LookedAt | null,
): Promise<Pick<ReadQuery, 'result' | 'labels' | 'chart'>> {
  if (!latest) return { result: null, labels: [], chart: null }
  const { labelsOfResult } = await import('./naming.ts')
  return { ...latest, labels: await labelsOfResult(reading, owner, latest.result) }
}

export const readNotes = ({ metadata, log }: Deps): ReadNotes =>
  new ReadNotes(log, (id, at) =>
    metadata.db.updateTable('saved_query').set({ last_read_at: at }).where('id', '=', id).execute(),
  )

type Owning = Pick<Deps, 'metadata' | 'settings'>

type Owned = Pick<StoredQuery, 'ownerId' | 'folderId' | 'audience'>

const placed = ({
  ownerId,
  folderId,
}: Pick<Owned, 'ownerId' | 'folderId'>): Parameters<Library['rightOn']>[0] => ({
  owner_id: ownerId,
  folder_id: folderId,
})

/** The owner as a user, while they may still write SQL, edit this query and share it; null otherwise. */
async function readOwner({ metadata, settings }: Owning, query: Owned): Promise<SessionUser | null> {
  const found = await presentUser(metadata.db, query.ownerId)
  // Whoever reads it may lack the right to see personal data.
  const owner = found && maskedRows(found)
  const may =
    owner &&
    holdsPermission(owner.authorityInfo, 'search_sqlQuery') &&
    (query.audience.kind !== 'anyone' || mayShareOpenly(settings, owner))
  if (!may) return null
  if (query.folderId === null) return owner
  const { rightOn } = await readLibrary(metadata.db, owner)
  return mayDo(rightOn(placed(query)), 'edit') ? owner : null
}

/** Why others can't read what is shared, in Chinese; empty where they can. */
export async function whyClosed(owning: Owning, query: Owned): Promise<string> {
  return (await readOwner(owning, query)) ? '' : '所有者的账号已停用，或已不能公开分享'
}

/** Whoever looks at the product as a role reads what that role reads; a deleted role reads nothing. */
const readerOf = ({ id, role = -1 }: SessionUser) => ({ id, roleId: role })

/** Folder, tags and address are private. */
const sharedPart = (query: StoredQuery): SavedQuery => ({
  ...shownQuery(query),
  owner: query.owner.split('@')[0] ?? '',
  folder: '',
  folderId: null,
  modifiedBy: '',
  tags: [],
  // Its filters name values from the rows.
  looks: [],
  audience: { ...query.audience, roles: [], users: [] },
})

/** The run's own id, title and waiting times are private to the owner. */
const sharedRun = (run: Run, { id, name }: StoredQuery): Run => ({
  ...run,
  queryId: id,
  title: name,
  pinned: false,
  file: null,
  queuedMs: 0,
  stamp: 0,
})

/** The user's latest kept run of the saved text, displayed with the query's saved look. */
async function latestResult(
  reading: Reading,
  owner: SessionUser,
  query: StoredQuery,
): Promise<LookedAt | null> {
  for (const id of await doneRuns(reading.metadata.db, owner.id, query)) {
    const run = await keptRun(reading.runs, owner, id)
    if (run) return lookedAt(reading, query, run)
  }
  return null
}

async function keptRun(runs: Runs, owner: SessionUser, id: string): Promise<Run | null> {
  try {
    return await runs.assertKept(owner, id)
  } catch (error) {
    if (error instanceof AppError && ['object_missing', 'result_expired'].includes(error.code)) return null
    throw error
  }
}
