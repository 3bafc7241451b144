// What an erasure did and what it can't reach, in words.
import type { Deps } from '#server/deps.ts'
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

/** What no erasure reaches. */
export const leftLines = ({ warehouse }: Pick<Deps, 'warehouse'>): string[] => [
  ...(warehouse.dialect === 'clickhouse'
    ? ['数据仓库是 ClickHouse，本系统只读取它：请在那里删除这些行']
    : []),
  '备份：直到备份文件到期被清除；用它恢复以后请再删除一次',
  '已发出的邮件、群消息与已下载的文件',
  '数据来源：再次载入含有这位玩家的文件或表时，这些行会再回来',
  '没有处理的：正在上传的文件、推送里还没有发布的行，SQL 与筛选条件里写下的编号，审计明细，日志',
]
