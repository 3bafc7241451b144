// A server that only checks alarms, to be killed. Arguments: data folder, metadata store. The store holds the day for
// which it checks.
import { sql } from 'kysely'
import { openCache } from '#server/cache/open.ts'
import type { Deps } from '#server/deps.ts'
import { Jobs } from '#server/jobs/jobs.ts'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { readSettings } from '#server/settings.ts'
import { openWarehouse } from '#server/warehouse/open.ts'
import { businessDay } from '#shared/businessDay.ts'
import { Checker } from '#features/alarm/server/checking/pass.ts'
import { checkAlarms, tellFires } from '#features/alarm/server/telling/declaring.ts'
import { tell } from '#features/alarm/server/telling/tell.ts'
import { noteUntold } from '#features/alarm/server/telling/untold.ts'
import { tables } from '../../../src/main-tables.ts'

const today = businessDay(readSettings({}))
const [, , dataDir = '', address = ''] = process.argv
const log = makeLog('fatal')
const settings = readSettings({ DATA_DIR: dataDir, METADATA: address, NODE_ENV: 'test' })
const metadata = await openMetadata(settings, log, tables)
const warehouse = await openWarehouse({ dataDir, readers: 1, ahead: 0 })
const cache = await openCache({ dataDir, log })
const deps = { settings, metadata, warehouse, cache, log } as unknown as Deps
const limits = { pollMs: 40, leaseMs: 900 }
const jobs = new Jobs({ metadata, log, settings, dataDir, kinds: [checkAlarms, tellFires], limits })
const checker = new Checker({ ...deps, jobs })
jobs.handle(checkAlarms, {
  run: async (_, { signal }) => {
    process.stdout.write('begun\n')
    const { rows } = await sql<{ day: number }>`select day from alarm_test_day`.execute(metadata.db)
    // The morning after the day, late enough that all its data is expected.
    const morning = Date.parse(`${today}T10:00:00+08:00`)
    const now = new Date(morning + ((rows[0]?.day ?? 0) + 1) * 86_400_000)
    await checker.pass({ now, signal, settleMs: 0 })
    return undefined
  },
})
jobs.handle(tellFires, {
  run: (payload, context) => {
    process.stdout.write('telling\n')
    return tell({ ...deps, jobs }, payload, context)
  },
  changed: noteUntold,
})
await jobs.start()
await jobs.schedules.save({
  id: 'check alarms',
  kind: checkAlarms,
  payload: {},
  userId: null,
  rule: { everyMs: 100, from: '2026-01-01T00:00:00.000Z' },
  catchUp: { kind: 'skip' },
})
process.stdout.write('ready\n')
