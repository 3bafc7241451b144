import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerPrograms } from './routes.ts'

export const programsServer: ServerSlice = {
  contract,
  register: registerPrograms,
  ownPaths: ['/open_api.json', '/mcp'],
}
