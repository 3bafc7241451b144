// Whose jobs a manager sees: those of users whose rows are all visible to the manager; the installation's own
// jobs only with access to all rows.
import type { FastifyInstance } from 'fastify'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Caller } from '#server/objects/types.ts'
import { seenPeople } from '#server/people.ts'

export interface JobsDeps extends Deps {
  jobs: Jobs
  objectKinds: FastifyInstance['objectKinds']
}

export interface Sight {
  seen: 'all' | ReadonlySet<number>
  names: ReadonlyMap<number, string>
  mayKnow(userId: number | null): boolean
  /** Empty for the installation. */
  nameOf(userId: number | null): string
  /** The user id for a filter by name; undefined without a filter. */
  idOf(who: string | undefined): number | null | undefined
}

const nobody = -1

export async function sightOf({ metadata: { db } }: Pick<Deps, 'metadata'>, caller: Caller): Promise<Sight> {
  const people = await seenPeople(db, caller)
  const names = new Map(people.map(({ id, username }) => [id, username]))
  const hasAll = isAllRows(caller)
  return {
    seen: hasAll ? 'all' : new Set(names.keys()),
    names,
    mayKnow: (userId) => hasAll || (userId !== null && names.has(userId)),
    nameOf: (userId) => (userId === null ? '' : (names.get(userId) ?? `编号 ${userId}`)),
    idOf: (who) => {
      if (!who) return undefined
      if (who === '-') return null
      return people.find(({ username, email }) => username === who || email === who)?.id ?? nobody
    },
  }
}
