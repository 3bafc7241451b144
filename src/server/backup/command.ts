// `npm run backup -- FILE` and `npm run restore -- FILE`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Log } from '../log.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { enterFolder, enterFolderAlone } from '../process/folder.ts'
import { StartProblem } from '../process/refusal.ts'
import { readArguments, say } from '../process/terminal.ts'
import type { Settings } from '../settings.ts'
import { isFull } from '../storage.ts'
import { writeBackup } from './backup.ts'
import { noteIfRoom } from './noting.ts'
import { restoreBackup } from './restore.ts'

export const backupUsage = '用法：npm run backup -- 文件      （服务运行时也可以；文件不能已存在）'
export const restoreUsage =
  '用法：npm run restore -- 文件     （须先停止服务；原有数据留在 DATA_DIR 下的 before-restore-… 里）'

const elsewhere =
  '注意：数据仓库是 ClickHouse，其中的数据不在备份里；请用 ClickHouse 自己的 BACKUP 与 RESTORE 备份和恢复'

const noRoom = (path: string): string =>
  `磁盘空间不足，备份没有完成，也没有留下文件：${path}。请换一个磁盘，或腾出空间后重试`

const unnoted = (dataDir: string): string =>
  `注意：${dataDir} 所在的磁盘空间不足，这次备份没有完整记入审计；备份本身是完整的`

const readPath = (args: string[]): string =>
  resolve(readArguments(args, { positionals: ['文件'] }).positionals[0] ?? '')

export function readBackupCommand(args: string[], tables: readonly Table[]) {
  const path = readPath(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    if (existsSync(path)) throw new StartProblem(`${path} 已存在，请换一个文件名`)
    const occupancy = await enterFolder(settings, { mayBeFull: true })
    const metadata = await openMetadata(settings, log, tables)
    try {
      const isNoted = await noteIfRoom(metadata.db, { action: 'backup.begin', path })
      const { list, rows, bytes } = await writeBackup(settings.dataDir, metadata, path).catch((error) => {
        throw error?.path?.startsWith(path) && isFull(error) ? new StartProblem(noRoom(path)) : error
      })
      const isEndNoted = await noteIfRoom(metadata.db, {
        action: 'backup.end',
        path,
        detail: { rows, bytes },
      })
      say(`已备份到 ${path}：${list.files.length} 个文件，${(bytes / 1_000_000).toFixed(1)} MB`)
      if (!isNoted || !isEndNoted) say(unnoted(settings.dataDir))
      if (settings.warehouse !== 'embedded') say(elsewhere)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}

export function readRestoreCommand(args: string[], tables: readonly Table[]) {
  const path = readPath(args)
  return async (settings: Settings, log: Log): Promise<void> => {
    if (!existsSync(path)) throw new StartProblem(`${path} 不存在`)
    const occupancy = await enterFolderAlone(settings.dataDir, { replaces: true })
    try {
      const { list, before } = await restoreBackup(settings, path, log, tables)
      say(`已恢复 ${list.madeAt} 的备份；所有人需要重新登录`)
      if (settings.warehouse !== 'embedded') say(elsewhere)
      say(`原有数据留在 ${before}，确认无误后可以删除`)
    } finally {
      occupancy.leave()
    }
  }
}
