import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { registerEmbed } from './routes.ts'
import { embedTables } from './tables.ts'

export const embedServer: ServerSlice = { contract, register: registerEmbed, tables: embedTables }
