// What an erasure did and what it can't reach, in words.
import type { Deps } from '#server/deps.ts'
import { momentText } from '#shared/moment.ts'
import { entryKinds, type Outcome } from './tables.ts'

const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const entryWords: Record<(typeof entryKinds)[number], string> = {
  lists: '删除黑名单、白名单里的条目（含已删除的）',
  segments: '从粘贴的人群名单删除',
  tags: '删除自建标签',
  pushes: '推送记录里的编号换成散列',
}

export function doneLines({
  rows,
  formers,
  files,
  held,
  results,
  temporary,
  records,
  ...entries
}: Outcome): string[] {
  const byTable = Object.entries(rows).map(([table, count]) => `数据表 ${table}：删除 ${count} 行`)
  return [
    ...(byTable.length > 0 ? byTable : ['数据表里没有这位玩家的行']),
    ...(files > 0 ? [`重写 ${files} 个数据文件`] : []),
    ...(sumOf(formers) > 0
      ? [
          `删除含有这些行的旧版：${Object.entries(formers)
            .map(([table, count]) => `${table} ${count} 版`)
            .join('、')}`,
        ]
      : []),
    ...(held > 0 ? [`扣下的数据里删除 ${held} 行`] : []),
    '清空报表缓存；预先汇总随数据表重新生成',
    ...(results > 0 ? [`删除 ${results} 份保存的 SQL 结果与导出文件`] : []),
    ...(temporary > 0 ? [`删除 ${temporary} 个临时表`] : []),
    ...entryKinds.flatMap((kind) => {
      const count = entries[kind] ?? 0
      return count > 0 ? [`${entryWords[kind]} ${count} 条`] : []
    }),
    ...(records > 0 ? [`删除 ${records} 份后台报表的结果`] : []),
  ]
}

export interface MadeBackup {
  file: string
  at: string
}

/** As the audit knows them, the newest first. */
export async function backupsMade({ metadata }: Pick<Deps, 'metadata'>): Promise<MadeBackup[]> {
  const rows = await metadata.db
    .selectFrom('audit')
    .select(['detail', 'at'])
    .where('action', '=', 'backup.end')
    .orderBy('id', 'desc')
    .limit(mostBackups)
    .execute()
  return rows.map(({ detail, at }) => {
    const { file = '' } = JSON.parse(detail) as { file?: string }
    return { file, at }
  })
}

const mostBackups = 200
const shownBackups = 10

function backupLine(
  { settings }: Pick<Deps, 'settings'>,
  before: string,
  made: readonly MadeBackup[],
): string {
  const own = made.filter(({ at }) => at <= before)
  const named = own
    .slice(0, shownBackups)
    .map(({ file, at }) => `${momentText(at, settings.zone)} 的 ${file}`)
  const more = own.length > shownBackups ? ` 等 ${own.length} 份` : ''
  return named.length === 0
    ? '备份：直到备份文件到期被清除；用它恢复以后请再删除一次（审计里没有在此之前的备份，别处做的不在其中）'
    : `备份：${named.join('、')}${more}，直到文件被清除；用它们恢复以后请再删除一次`
}

function leftThere(
  { warehouse: { writer } }: Pick<Deps, 'warehouse'>,
  { unreached = [] }: Outcome,
): string[] {
  if (!writer)
    return ['数据仓库是 ClickHouse，没有设置可以写入的账号（WAREHOUSE_WRITER）：请在那里删除这些行']
  return [
    ...(unreached.length > 0
      ? [`ClickHouse 里不能由本系统删除行的数据表：${unreached.join('、')}，请在那里删除`]
      : []),
    'ClickHouse 磁盘上被替换的数据块：由它自己在几分钟内清除；它的查询日志、备份和别的库不在其中',
  ]
}

/** What no erasure reaches. */
export const leftLines = (
  deps: Pick<Deps, 'warehouse' | 'settings'>,
  { ended_at, outcome }: { ended_at: string | null; outcome: string },
  made: readonly MadeBackup[],
): string[] => [
  ...(deps.warehouse.dialect === 'clickhouse' ? leftThere(deps, JSON.parse(outcome) as Outcome) : []),
  backupLine(deps, ended_at ?? '9', made),
  '已发出的邮件、群消息与已下载的文件',
  '数据来源里的原文件与原表：再次载入时，这位玩家的行不再进来，并说明有几行',
  '没有处理的：正在上传的文件、推送里还没有发布的行（载入时留在外面），SQL 与筛选条件里写下的编号，审计明细，日志',
]
