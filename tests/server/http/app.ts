// An app of the engines alone, for calls that only a test declares.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ResultCache } from '../../../src/server/cache/types.ts'
import { makeApp } from '../../../src/server/http/app.ts'
import { makeLog } from '../../../src/server/log.ts'
import { openMetadata } from '../../../src/server/metadata/open.ts'
import { platformTables } from '../../../src/server/metadata/tables.ts'
import type { ResultStore } from '../../../src/server/results/types.ts'
import { readSettings } from '../../../src/server/settings.ts'
import type { Sandbox } from '../../../src/server/warehouse/sandbox/types.ts'
import type { Warehouse } from '../../../src/server/warehouse/types.ts'

/** The engines under test never touch the warehouse. */
const noWarehouse = {} as Warehouse

export async function makeBareApp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'app-'))
  const lines: Record<string, unknown>[] = []
  const log = makeLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const settings = readSettings({ DATA_DIR: dataDir })
  const metadata = await openMetadata(settings, log, platformTables)
  const app: FastifyInstance = makeApp({
    settings,
    metadata,
    warehouse: noWarehouse,
    sandbox: {} as Sandbox,
    results: {} as ResultStore,
    cache: {} as ResultCache,
    log,
  })
  const dispose = async () => {
    await app.close()
    await metadata.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { app, lines, metadata, dispose }
}
