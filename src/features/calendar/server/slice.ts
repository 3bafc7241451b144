import type { ServerSlice } from '../../../server/slice.ts'
import * as contract from '../contract.ts'
import { registerCalendar } from './routes.ts'

export const calendarServer: ServerSlice = { contract, register: registerCalendar }
