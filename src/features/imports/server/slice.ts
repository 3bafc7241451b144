import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { dropFormersJob } from './formers.ts'
import { loadFileJob } from './loadJob.ts'
import { mergeJob } from './merging.ts'
import { registerImports } from './routes.ts'

export const importsServer: ServerSlice = {
  contract,
  register: registerImports,
  jobs: [dropFormersJob, loadFileJob, mergeJob],
}
