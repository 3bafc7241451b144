import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerSharing } from './routes.ts'

export const sharingServer: ServerSlice = { contract, register: registerSharing }
