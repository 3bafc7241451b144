import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerPrediction } from './routes.ts'
import { scenarios } from './scenarios.ts'
import { predictionTables } from './tables.ts'

export const predictionServer: ServerSlice = {
  contract,
  register: registerPrediction,
  tables: predictionTables,
  objects: [scenarios],
}
