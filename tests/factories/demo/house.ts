// A test server with the demo, over a copy of the run's shared warehouse.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemoMetadata } from '#demo/metadata/make.ts'
import { type House, makeHouse } from '../house.ts'
import { askFor } from '../services.ts'

export async function makeDemoHouse(): Promise<House> {
  const dataDir = mkdtempSync(join(tmpdir(), 'demo-house-'))
  cpSync(await askFor<string>('demo'), dataDir, { recursive: true })
  const house = await makeHouse({ dataDir })
  await makeDemoMetadata(house.deps)
  return {
    ...house,
    dispose: async () => {
      await house.dispose()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
