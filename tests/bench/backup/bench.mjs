// A backup of an installation, half of it metadata (runs, traces, audit) and half warehouse, and its restore: how long
// they take, and their highest memory. `BACKUP_GB=5` changes the size.
import { execFileSync } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { publish } from '../../../src/server/warehouse/publish.ts'
import { makeInstallation } from '../../factories/installation.ts'
import { addRecords } from '../../factories/records.ts'
import { megabytes, seconds } from '../measure.mjs'

const bytes = Number(process.env.BACKUP_GB ?? 0.3) * 1e9
const tables = 5
/** Eight numbers that compress to nothing. */
const rowBytes = 64

async function fillWarehouse(dataDir, size) {
  for (let table = 0; table < tables; table++) {
    const columns = Array.from({ length: 8 }, (_, at) => `hash(i * 8 + ${at}) AS c${at}`).join(', ')
    const rows = Math.ceil(size / tables / rowBytes)
    await publish(dataDir, async ({ connection }) => {
      await connection.run(`CREATE TABLE bench_${table} AS SELECT ${columns} FROM range(${rows}) AS r(i)`)
    })
  }
}

const told = "process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))"

/** One of the documented commands: milliseconds, and bytes of memory at the most. */
function measure(dataDir, name, path) {
  const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(told)}"`
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, NODE_OPTIONS }
  const script = `exec "${process.execPath}" src/main-command.ts ${name} "${path}" 2>&1 >/dev/null`
  const begun = performance.now()
  const memory = Number(execFileSync('sh', ['-c', script], { env }).toString()) * 1024
  return { ms: performance.now() - begun, memory }
}

export async function run() {
  const { dataDir, dispose } = await makeInstallation()
  const path = `${dataDir}.tar`
  try {
    addRecords(dataDir, bytes / 2)
    await fillWarehouse(dataDir, bytes / 2)
    const backup = measure(dataDir, 'backup', path)
    const { size } = await stat(path)
    const restore = measure(dataDir, 'restore', path)
    const told = ({ ms, memory }) => `${seconds(ms)}, ${megabytes(memory)}`
    return [
      {
        id: 'S',
        work: `backup of ${(size / 1e9).toFixed(1)} GB, and its restore: time, highest memory`,
        ours: `${told(backup)}; ${told(restore)}`,
        peer: '',
        ratio: '',
        reach: '< 400 MB, whatever the size',
        met: Math.max(backup.memory, restore.memory) < 400e6,
      },
    ]
  } finally {
    dispose()
    await rm(path, { force: true })
  }
}
