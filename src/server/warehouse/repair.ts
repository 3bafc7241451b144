// `npm run repair`: makes the embedded warehouse's manifest anew of its data files.
import { enterFolderAlone } from '../process/folder.ts'
import { readArguments, say } from '../process/terminal.ts'
import type { Settings } from '../settings.ts'
import { requireEmbedded } from './openStores.ts'
import { warehouseFolder } from './snapshot/manifest.ts'
import { rebuildManifest } from './snapshot/rebuild.ts'

export const repairUsage =
  '用法：npm run repair              （须先停止服务；数据仓库的清单丢失或损坏时，由数据文件重建）'

/** Throws UsageProblem. */
export function readRepairCommand(args: string[]) {
  readArguments(args, { positionals: [] })
  return async (settings: Settings): Promise<void> => {
    requireEmbedded(settings, '数据仓库是 ClickHouse，没有需要重建的清单')
    const occupancy = await enterFolderAlone(settings.dataDir)
    try {
      const rebuilt = await rebuildManifest(warehouseFolder(settings.dataDir))
      if (!rebuilt) return say('数据仓库的清单完好，什么也没有改动')
      const { tables, left, before } = rebuilt
      say(`已由数据文件重建清单，共 ${tables.length} 张表：`)
      for (const { name, rowCount, file } of tables) say(`  ${name}\t${rowCount} 行\t${file}`)
      for (const { file, problem } of left) say(`未采用 ${file}：${problem}`)
      if (before) say(`原来的清单留在 ${before}`)
      say('请核对：此前删除或撤销的表，若其文件还在，会重新出现')
    } finally {
      occupancy.leave()
    }
  }
}
