import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { alarms } from './objectKinds.ts'
import { registerAlarm } from './routes.ts'
import { alarmTables } from './tables.ts'
import { checkAlarms, runAlarmQuery, tellFires, tellMuted } from './telling/declaring.ts'

export const alarmServer: ServerSlice = {
  contract,
  register: registerAlarm,
  tables: alarmTables,
  objects: [alarms],
  jobs: [checkAlarms, runAlarmQuery, tellFires, tellMuted],
}
