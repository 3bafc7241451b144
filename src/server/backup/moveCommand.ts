// `npm run move -- postgres://…`: the metadata go from SQLite to a PostgreSQL, and the start is told where they are.
import { existsSync } from 'node:fs'
import type { Log } from '../log.ts'
import { openMetadata } from '../metadata/open.ts'
import { sqlitePath } from '../metadata/sqlite/open.ts'
import type { Table } from '../metadata/table.ts'
import { enterFolderAlone } from '../process/folder.ts'
import { refuseLoss } from '../process/inventory.ts'
import { setAside } from '../process/moved.ts'
import { makeProgress } from '../process/progress.ts'
import { StartProblem } from '../process/refusal.ts'
import { readArguments, say, UsageProblem } from '../process/terminal.ts'
import { isPostgresAddress, type Settings } from '../settings.ts'
import { type Moved, moveStore } from './moving.ts'
import { noteBackup } from './noting.ts'

export const moveUsage =
  '用法：npm run move -- postgres://用户:密码@主机/库   （元数据从内置的 SQLite 迁到一个空的 PostgreSQL；须先停止服务。\n' +
  '      一个事务里写完、逐表读回比对行数与哈希，全部相同才算数；密码也可放在环境变量 PGPASSWORD 里）'

/** Throws UsageProblem. The returned function does the work and prints its outcome. */
export function readMoveCommand(args: string[], tables: readonly Table[]) {
  const [address = ''] = readArguments(args, { positionals: ['PostgreSQL 的地址'] }).positionals
  // It may hold a password, so it is not repeated.
  if (!isPostgresAddress(address)) throw new UsageProblem('地址应以 postgres:// 开头')
  return async (settings: Settings, log: Log): Promise<void> => {
    refuseMoved(settings)
    const occupancy = await enterFolderAlone(settings.dataDir)
    try {
      await refuseLoss(settings)
      if (!existsSync(sqlitePath(settings.dataDir)))
        throw new StartProblem(`${settings.dataDir} 里没有元数据（metadata.sqlite），没有什么可迁`)
      const moved = await copy(settings, address, log, tables)
      const before = await setAside(settings.dataDir, placeOf(address))
      tell(moved, before)
    } finally {
      occupancy.leave()
    }
  }
}

function refuseMoved({ metadata }: Settings): void {
  if (metadata === 'embedded') return
  throw new StartProblem(
    'METADATA 已指向 PostgreSQL，而 npm run move 迁的是内置的 SQLite：请去掉 METADATA 再运行',
  )
}

async function copy(settings: Settings, address: string, log: Log, tables: readonly Table[]): Promise<Moved> {
  const metadata = await openMetadata(settings, log, tables)
  const show = makeProgress('迁移元数据')
  const begin = () => noteBackup(metadata.db, { action: 'metadata.move', path: placeOf(address) })
  try {
    const moved = await moveStore(metadata, address, log, begin, show)
    show(1, '完成')
    return moved
  } finally {
    await metadata.stop()
  }
}

/** Host and database, without account and password. */
function placeOf(address: string): string {
  const { host, pathname, searchParams } = new URL(address)
  return `${searchParams.get('host') ?? host}${pathname}`
}

function tell({ outcome, contents }: Moved, before: string): void {
  const rows = [...contents.values()].reduce((sum, content) => sum + content.rows, 0)
  for (const [name, content] of contents) say(`  ${name} ${content.rows} 行 ${content.digest.slice(0, 16)}`)
  say(
    outcome === 'copied'
      ? `已迁移 ${contents.size} 张有内容的表、${rows} 行；两边都已读回，行数与哈希逐表相同`
      : `目标库里已是这些内容（${contents.size} 张有内容的表、${rows} 行，行数与哈希逐表相同），没有再写`,
  )
  say('从现在起请以 METADATA=这个地址 启动；数据文件夹、安装密钥和数据仓库不变')
  say(
    `原来的 SQLite 留在 ${before}，确认无误后可以删除；要退回迁移前，把其中的文件移回数据文件夹，去掉 METADATA`,
  )
}
