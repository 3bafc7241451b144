import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerJobs } from './routes.ts'

export const jobsServer: ServerSlice = { contract, register: registerJobs }
