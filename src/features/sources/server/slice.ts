import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { loadSource } from './jobs.ts'
import { sources } from './objectKind.ts'
import { registerSources } from './routes.ts'
import { sourcesTables } from './tables.ts'

export const sourcesServer: ServerSlice = {
  contract,
  register: registerSources,
  tables: sourcesTables,
  objects: [sources],
  jobs: [loadSource],
}
