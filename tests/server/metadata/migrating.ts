// A process that migrates a store like a starting server, to be killed. Arguments: data folder, metadata store.
// Prints its start and each finished migration at once.
import { writeSync } from 'node:fs'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { tables } from '../../../src/main-tables.ts'

const [, , dataDir = '', metadata = ''] = process.argv
const log = makeLog('info', { write: (line) => void writeSync(1, line) })
writeSync(1, 'begins\n')
await (await openMetadata({ dataDir, metadata }, log, tables)).stop()
