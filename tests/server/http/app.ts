// An app with only the platform's engines, for calls declared by a test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ResultCache } from '#server/cache/types.ts'
import { makeApp } from '#server/http/app.ts'
import { makeLog } from '#server/log.ts'
import { openMetadata } from '#server/metadata/open.ts'
import { platformTables } from '#server/metadata/tables.ts'
import type { ResultStore } from '#server/results/types.ts'
import { readSettings } from '#server/settings.ts'
import type { Sandbox } from '#server/warehouse/sandbox/types.ts'
import type { Warehouse } from '#server/warehouse/types.ts'

/** The tested engines never use the warehouse. */
const noWarehouse = {} as Warehouse

/** `installation`: what its settings.json holds. */
export async function makeBareApp(installation: object = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'app-'))
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(installation))
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
