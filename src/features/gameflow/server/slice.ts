import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { rates, shares } from './rates/kinds.ts'
import { records } from './records/objectKind.ts'
import { registerGameFlow } from './routes.ts'
import { gameFlowTables } from './tables.ts'

export const gameFlowServer: ServerSlice = {
  contract,
  register: registerGameFlow,
  ownPaths: '/api/s1/gameflow/',
  tables: gameFlowTables,
  objects: [records, rates, shares],
}
