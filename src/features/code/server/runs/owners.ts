// Whether those whose runs are under way may still run them: an account can be disabled, a right or game taken away.
import { sql } from 'kysely'
import type { Metadata } from '../../../../server/metadata/open.ts'
import { type AuthorityInfo, holdsPermission } from '../../../../shared/permissions.ts'
import type { RunsContext } from './context.ts'
import type { LiveRun } from './live.ts'
import { endings } from './problem.ts'
import { gamesKey } from './rows.ts'

interface OwnerRow {
  id: number
  games: string
  disabled: number
  authority_info: string
}

/** Of these runs the ones whose owner may no longer run them as they began. */
export async function ownerProblem({ db }: Metadata, runs: LiveRun[]): Promise<LiveRun[]> {
  const ids = [...new Set(runs.map(({ user }) => user.id))]
  if (ids.length === 0) return []
  const { rows } = await sql<OwnerRow>`
    select u.id, u.games, u.disabled, r.authority_info
    from "user" u join "role" r on r.id = u.role_id where u.id in (${sql.join(ids)})`.execute(db)
  const owners = new Map(rows.map((row) => [row.id, row]))
  return runs.filter((run) => !mayGoOn(run, owners.get(run.user.id)))
}

function mayGoOn({ user }: LiveRun, owner: OwnerRow | undefined): boolean {
  if (!owner || owner.disabled === 1) return false
  const games = JSON.parse(owner.games) as string[] | '*'
  return (
    gamesKey(games === '*' ? 'all' : games) === gamesKey(user.games) &&
    holdsPermission(JSON.parse(owner.authority_info) as AuthorityInfo, 'search_sqlQuery')
  )
}

export async function stopForeign({ deps, live }: RunsContext): Promise<void> {
  for (const run of await ownerProblem(deps.metadata, [...live.values()])) run.stop(endings.rights())
}
