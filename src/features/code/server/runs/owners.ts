// Whether owners of running queries may still run them: an account may be disabled, a right or game revoked.
import { holdsRows, maskedSince, seesPersonal } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Metadata } from '#server/metadata/open.ts'
import { presentUsers } from '#server/people.ts'
import { holdsPermission } from '#shared/permissions.ts'
import type { RunsContext } from './context.ts'
import type { LiveRun } from './live.ts'
import { endings } from './problem.ts'

/** Running queries whose owner may no longer run them as started. */
export async function ownerProblem({ db }: Metadata, runs: LiveRun[]): Promise<LiveRun[]> {
  const owners = await presentUsers(
    db,
    runs.map(({ user }) => user.id),
  )
  return runs.filter((run) => !mayGoOn(run, owners.get(run.user.id)))
}

/** A run may see less than its owner: by a token for some games, or in the eyes of another role. */
const mayGoOn = ({ user }: LiveRun, owner: SessionUser | undefined): boolean =>
  owner !== undefined &&
  holdsRows(owner, user) &&
  (seesPersonal(user) ? seesPersonal(owner) : maskedSince(user) === (owner.marks ?? null)) &&
  holdsPermission(owner.authorityInfo, 'search_sqlQuery')

export async function stopForeign({ deps, live }: RunsContext): Promise<void> {
  for (const run of await ownerProblem(deps.metadata, [...live.values()])) run.stop(endings.rights())
}
