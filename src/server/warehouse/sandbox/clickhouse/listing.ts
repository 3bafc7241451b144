// The functions that users' SQL may call, with what the engine says of them, for completion and the list of functions.

import { chineseDescription } from '../check/descriptions.ts'
import type { SandboxFunction } from '../types.ts'
import { listed } from './functions/allowed.ts'

/** Names come from our lists alone, so that no right on the server's system tables is needed. */
export async function listedFunctions(): Promise<SandboxFunction[]> {
  const made = (kind: SandboxFunction['kind']) => (name: string) => ({
    name,
    kind,
    signatures: [`${name}()`],
    description: chineseDescription(name) ?? '',
  })
  const all = [
    ...listed.scalar.map(made('scalar')),
    ...listed.aggregate.map(made('aggregate')),
    ...listed.table.map(made('table')),
  ]
  return all.sort((left, right) => (left.name < right.name ? -1 : 1))
}
