// Memory for backup and restore does not grow with the data, measured by the processes' peak memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeInstallation } from '#tests/factories/installation.ts'
import { addRecords } from '#tests/factories/records.ts'

const million = 1_000_000
/** Of records, in MB. `BACKUP_MB=1500` is the long form. */
const size = Number(process.env.BACKUP_MB ?? 50)
/** Collectors leave some tens of megabytes more or less; a dump gathered in memory takes four bytes for each of its own. */
const mostMore = 100 * million
const told = "process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))"

test(`a backup and a restore of ${size} MB take hardly more memory than of 10`, {
  timeout: 300_000 + size * 500,
}, async () => {
  const installation = await makeInstallation()
  const folder = mkdtempSync(join(tmpdir(), 'memory-'))
  const work = async (name: 'backup' | 'restore', path: string) => {
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(told)}"` }
    const { code, err } = await installation.run([name, path], env)
    expect(code).toBe(0)
    return Number(err) * 1024
  }
  const both = async (path: string) => [await work('backup', path), await work('restore', path)] as const
  try {
    addRecords(installation.dataDir, 10 * million)
    const few = await both(join(folder, 'few.tar'))
    addRecords(installation.dataDir, (size - 10) * million)
    const many = await both(join(folder, 'many.tar'))
    for (const at of [0, 1] as const) {
      expect(few[at]).toBeGreaterThan(50 * million)
      expect(many[at] - few[at]).toBeLessThan(mostMore)
    }
  } finally {
    installation.dispose()
    rmSync(folder, { recursive: true })
  }
})
