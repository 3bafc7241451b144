// `npm run adopt`: after a move, says whose secret and warehouse a shared metadata store belongs to.
import type { Log } from '../log.ts'
import { openMetadata } from '../metadata/open.ts'
import type { Table } from '../metadata/table.ts'
import { installationSecret } from '../secret.ts'
import type { Settings } from '../settings.ts'
import { findUnopened, unopenedLines } from '../unopened.ts'
import { adoptStore } from './common.ts'
import { enterFolder } from './folder.ts'
import { refuseForeignMetadata } from './inventory.ts'
import { StartProblem } from './refusal.ts'
import { readArguments, say } from './terminal.ts'

export const adoptUsage =
  '用法：npm run adopt               （几台服务器共用的 METADATA 从此以本机的 secret 和 WAREHOUSE 为准；须先停止其他服务器）'

/** Throws UsageProblem. The returned function does the work and prints its outcome. */
export function readAdoptCommand(args: string[], readTables: () => Promise<readonly Table[]>) {
  readArguments(args, { positionals: [], options: {} })
  return async (settings: Settings, log: Log): Promise<void> => {
    if (settings.metadata === 'embedded') {
      throw new StartProblem('元数据就在本机的文件夹里，没有别的服务器与它共用，不需要 npm run adopt')
    }
    const occupancy = await enterFolder(settings)
    const tables = await readTables()
    const metadata = await openMetadata(settings, log, tables)
    try {
      await refuseForeignMetadata(settings, metadata)
      const { before, now } = await adoptStore(settings, metadata)
      say(before === null ? `这个库从此属于${now}` : `这个库原属${before}，从此属于${now}`)
      say('其他服务器须有同样的 secret 和 WAREHOUSE 才能启动；正在运行的请重新启动')
      const unopened = await findUnopened(metadata.db, tables, installationSecret(settings.dataDir))
      if (unopened.length === 0) return
      say('下列内容不是由本机的密钥加密的，须重新填写：')
      for (const line of unopenedLines(unopened)) say(line)
    } finally {
      await metadata.stop()
      occupancy.leave()
    }
  }
}
