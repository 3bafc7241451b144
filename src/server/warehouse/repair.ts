// `npm run repair`: repairs the embedded warehouse where its manifest or a data file is damaged.
import { enterFolderAlone } from '../process/folder.ts'
import { readArguments, say } from '../process/terminal.ts'
import type { Settings } from '../settings.ts'
import { requireEmbedded } from './openStores.ts'
import { partsOf, warehouseFolder } from './snapshot/manifest.ts'
import { type Rebuilt, rebuildManifest } from './snapshot/rebuild.ts'

export const repairUsage =
  '用法：npm run repair              （须先停止服务；数据仓库的清单丢失或损坏时由数据文件重建；\n' +
  '                                   逐一读过数据文件，读不出来的移开，其余照旧）'

/** Throws UsageProblem. */
export function readRepairCommand(args: string[]) {
  readArguments(args, { positionals: [] })
  return async (settings: Settings): Promise<void> => {
    requireEmbedded(settings, '数据仓库是 ClickHouse，没有需要重建的清单')
    const occupancy = await enterFolderAlone(settings.dataDir)
    try {
      const rebuilt = await rebuildManifest(warehouseFolder(settings.dataDir))
      if (!rebuilt) return say('数据仓库的清单和数据文件完好，什么也没有改动')
      const { tables, left, lessened, changed, formers, isAnew, before } = rebuilt
      say(`已重写清单，共 ${tables.length} 张表：`)
      for (const table of tables) say(`  ${table.name}\t${table.rowCount} 行\t${partsOf(table).join(' ')}`)
      if (formers.length > 0)
        say(
          `旧版数据表 ${formers.length} 个，可以取回：${[...new Set(formers.map(({ table }) => table.name))].join('、')}`,
        )
      for (const each of left) say(leftOut(each))
      for (const { table, files } of lessened)
        say(`表 ${table} 还在，但少了 ${files.join('、')} 里的行：请重新载入，或用备份恢复`)
      for (const file of changed) say(`${file} 与发布时不同，已按现在的内容采用`)
      if (before) say(`原来的清单留在 ${before}`)
      if (isAnew) say('请核对：此前删除或撤销的表，若其文件还在，会重新出现')
    } finally {
      occupancy.leave()
    }
  }
}

function leftOut({ file, problem, tables }: Rebuilt['left'][number]): string {
  const gone = tables.length > 0 ? `；表 ${tables.join('、')} 已不在，请重新导入，或用备份恢复` : ''
  return `未采用 ${file}：${problem}${gone}`
}
