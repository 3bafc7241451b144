// A server that only runs jobs, to be killed. Arguments: data folder, metadata store.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Jobs } from '#server/jobs/jobs.ts'
import { jobTables } from '#server/jobs/tables.ts'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { platformTables } from '#server/metadata/tables.ts'
import { fireKind, quickLimits } from './killing.ts'

const [, , dataDir = '', address = ''] = process.argv
const log = makeLog('fatal')
const metadata = await openMetadata({ dataDir, metadata: address }, log, [...platformTables, ...jobTables])
const settings = { zone: 'Asia/Shanghai', cutoffHour: 0 }
const jobs = new Jobs({ metadata, log, settings, dataDir, kinds: [fireKind], limits: quickLimits })
jobs.handle(fireKind, {
  run: async (_, { fireAt, fence, attempt }) => {
    process.stdout.write('begun\n')
    await sleep(20 + ((fence * 7) % 60))
    return {
      commit: async (db) => {
        const at = fireAt?.toISOString() ?? ''
        await sql`insert into effect (fire_at, fence, attempt) values (${at}, ${fence}, ${attempt})`.execute(
          db,
        )
      },
    }
  },
})
await jobs.start()
// Keeps the process alive while no job runs.
setInterval(() => undefined, 60_000)
process.stdout.write('ready\n')
