import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { computeMembers, watchSegments } from './jobs.ts'
import { segments } from './objectKind.ts'
import { registerSegments } from './routes.ts'
import { segmentTables } from './tables.ts'

export const segmentServer: ServerSlice = {
  contract,
  register: registerSegments,
  tables: segmentTables,
  objects: [segments],
  jobs: [computeMembers, watchSegments],
}
