// A small demo warehouse, made once for the whole run; see ../../services.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDemoWarehouse } from '#demo/warehouse/make.ts'

export async function startDemo(): Promise<{ place: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
  await makeDemoWarehouse({ dataDir: folder, today, scale: 0.02 })
  return { place: folder, stop: async () => rmSync(folder, { recursive: true, force: true }) }
}
