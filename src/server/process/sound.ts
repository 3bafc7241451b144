// Checks at start that each store is whole and is the one the folder had, before anything is written.
import type { Log } from '../log.ts'
import { type Metadata, openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { findDamage } from '../warehouse/snapshot/check.ts'
import { warehouseFolder } from '../warehouse/snapshot/manifest.ts'
import { refuseUnlike } from './common.ts'
import { refuseForeignMetadata, type Stores } from './inventory.ts'
import { StartProblem } from './refusal.ts'

/** Throws MetadataProblem, ManifestProblem or StartProblem; nothing has been changed then. */
export async function openSound(stores: Stores, log: Log, tables: readonly Table[]): Promise<Metadata> {
  const metadata = await openMetadata(stores, log, tables)
  try {
    await refuseForeignMetadata(stores, metadata)
    await refuseUnlike(stores, metadata)
    if (stores.warehouse === 'embedded') await refuseDamage(stores)
    return metadata
  } catch (error) {
    await metadata.stop()
    throw error
  }
}

async function refuseDamage({ dataDir }: Stores): Promise<void> {
  const damage = await findDamage(warehouseFolder(dataDir))
  if (!damage) return
  throw new StartProblem(
    `数据仓库已损坏（${damage}）。文件未被改动；请用备份恢复：npm run restore -- 备份文件。` +
      '若没有备份，npm run repair 会移开读不出来的文件（其中的表须重新导入），采用改动过的，其余照旧',
  )
}
