// The server's caches: the reader's own results, and shared report results for users who may clear them.

import { sizeText } from '#shared/amounts.ts'
import { call, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import {
  clearOwnResults,
  clearReportCache,
  clearReportSums,
  readCaches,
  type ServerCaches,
} from '#features/installation/contract.ts'
import type { CacheRow } from './types.ts'

const keepDays = 10

export async function serverRows(signal: AbortSignal): Promise<CacheRow[]> {
  const { results, reports, sums } = await call(readCaches, {}, { ...quiet, signal })
  return [
    ...(results ? [ownResults(results)] : []),
    ...(reports ? reportRows(reports) : []),
    ...(sums ? sumsRows(sums) : []),
  ]
}

const ownResults = ({ entries, bytes }: NonNullable<ServerCaches['results']>): CacheRow => ({
  id: 'server results',
  kind: 'results',
  place: '服务器',
  name: '我运行 SQL 的结果与导出',
  says: '固定的结果不在其中，不会清除',
  bytes,
  count: entries,
  savedAt: null,
  endsAt: null,
  loses: '不能恢复：这些结果要重新运行，导出要重新导出',
  ...(entries === 0 && { stays: '没有可以清除的结果' }),
  clear: async (signal) => {
    tellFreed(await call(clearOwnResults, { body: {} }, { ...quiet, signal }))
    return undefined
  },
})

function reportRows(reports: NonNullable<ServerCaches['reports']>): CacheRow[] {
  const { entries, bytes, mostBytes, hits, misses, oldest, newest, tables, unread } = reports
  const asked = hits + misses
  const rate =
    asked === 0
      ? '服务启动后还没有查询'
      : `服务启动后 ${asked} 次提问，${hits} 次直接有答案（${Math.round((hits / asked) * 100)}%）`
  const whole: CacheRow = {
    ...server,
    id: 'server reports',
    name: '全部报表',
    says: `${rate}；最多 ${Math.round(mostBytes / 2 ** 20)} MB、${keepDays} 天`,
    bytes,
    count: entries,
    savedAt: newest,
    endsAt: oldest === null ? null : Date.parse(oldest) + keepDays * 86_400_000,
    loses: '所有人的报表下次打开时重新计算，会慢一些',
    ...(entries === 0 && { stays: '没有缓存的结果' }),
    clear: async (signal) => {
      tellFreed(await call(clearReportCache, { body: {} }, { ...quiet, signal }))
      return undefined
    },
  }
  const each = tables.map(
    ({ name, entries: count, bytes: size }): CacheRow => ({
      ...server,
      id: `server reports ${name}`,
      name,
      says: unread > 0 ? `读这张表的报表；另有 ${unread} 份还没认出是哪些表的` : '读这张表的报表',
      bytes: size,
      count,
      savedAt: null,
      endsAt: null,
      loses: '读这张表的报表下次打开时重新计算',
      clear: async (signal) => {
        tellFreed(await call(clearReportCache, { body: { table: name } }, { ...quiet, signal }))
        return undefined
      },
    }),
  )
  return [whole, ...each]
}

const server = { kind: 'reports', place: '服务器' } as const

function sumsRows({
  entries,
  bytes,
  mostBytes,
  hits,
  tables,
}: NonNullable<ServerCaches['sums']>): CacheRow[] {
  const loses = '常看的长期报表会慢一些，直到后台重新汇总'
  const clear = (body: { table?: string }) => async (signal: AbortSignal) => {
    tellFreed(await call(clearReportSums, { body }, { ...quiet, signal }))
    return undefined
  }
  const kept = { kind: 'sums', place: '服务器', savedAt: null, endsAt: null, loses } as const
  const whole: CacheRow = {
    ...kept,
    id: 'server sums',
    name: '全部汇总',
    says: `数字与明细一致；服务启动后命中 ${hits} 次，最多 ${Math.round(mostBytes / 2 ** 20)} MB`,
    bytes,
    count: entries,
    ...(entries === 0 && { stays: '还没有汇总' }),
    clear: clear({}),
  }
  const each = tables.map(
    ({ name, entries: count, bytes: size, rows }): CacheRow => ({
      ...kept,
      id: `server sums ${name}`,
      name,
      says: `这张表的汇总，共 ${rows.toLocaleString('en-US')} 行；数据更新后作废并在后台重做`,
      bytes: size,
      count,
      clear: clear({ table: name }),
    }),
  )
  return [whole, ...each]
}

const tellFreed = ({ entries, bytes }: { entries: number; bytes: number }) =>
  showMessage({ message: `服务器清除了 ${entries} 份，腾出 ${sizeText(bytes)}` })
