// What each key grants among the server's calls; and which users can grant permissions.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { permissionKeys } from '#shared/permissions.ts'
import { holdersOf } from '#features/session/server/index.ts'
import type { KeyCalls } from '../contract.ts'

export const keyCalls = ({ calls }: Pick<FastifyInstance, 'calls'>): KeyCalls[] =>
  permissionKeys.map((key) => ({
    key,
    calls: calls
      .filter(({ access }) => typeof access === 'object' && 'keys' in access && access.keys.includes(key))
      .map(({ name, method, path }) => ({ name, method, path })),
  }))

const mostGivers = 20

/** Only names: that is all a user needs to contact them. */
export async function giverNames({ metadata: { db } }: Deps): Promise<string[]> {
  const holders = await holdersOf(db, 'manage_authority')
  return holders.slice(0, mostGivers).map(({ username }) => username)
}
