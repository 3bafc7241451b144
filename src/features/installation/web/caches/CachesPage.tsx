// /others/cacheManager: what this browser and the server cache or keep as drafts, with age and size.

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { sizeText, spanText } from '#shared/amounts.ts'
import { pages } from '#shared/pages.ts'
import { type CallError, failureOf } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import { useSession } from '#web/shell/session.ts'
import { useSettings } from '#web/shell/settings.ts'
import { ToolsNavigation } from '#web/shell/ToolsNavigation.tsx'
import { useMissing } from '#web/ui/missing/notes.ts'
import { timeText } from '#web/ui/timeText.ts'
import { assetRows, dictionaryRows, draftRows } from './databases.ts'
import { serverRows } from './serverRows.ts'
import { storedTexts } from './storedTexts.ts'
import { type CacheRow, cacheKinds, cacheKindTitles } from './types.ts'
import '../installation.css'

async function readRows(signal: AbortSignal): Promise<readonly CacheRow[]> {
  const { roleData, username } = useSession.getState()
  const readers = [roleData?.email, roleData?.username, username].filter((name) => typeof name === 'string')
  const parts = await Promise.all([
    dictionaryRows(),
    draftRows(roleData?.email ?? ''),
    storedTexts(() => localStorage, 'local', readers),
    storedTexts(() => sessionStorage, 'session', readers),
    assetRows(),
    // The browser's rows show even if the server does not answer.
    serverRows(signal).then(
      (rows) => {
        useServer.setState({ failure: null })
        return rows
      },
      (error: unknown) => {
        if (signal.aborted) throw error
        useServer.setState({ failure: failureOf(error) })
        return []
      },
    ),
  ])
  return parts.flat()
}

const useServer = create<{ failure: CallError | null }>(() => ({ failure: null }))

/** Undo functions of the last clearing, by row. */
const takenOut = new Map<string, () => Promise<void>>()

const leftText = (endsAt: number | null): string => {
  if (endsAt === null) return ''
  const left = endsAt - Date.now()
  return left <= 0 ? '已过期，下次用到时重新读取' : `还有 ${spanText(left)}`
}

const cacheList = defineList<CacheRow>({
  name: 'cacheManager',
  path: pages.othersCacheManager.path,
  title: '缓存管理',
  noun: '缓存',
  measure: '项',
  searchHint: '名称、用途',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  permission: null,
  source: { kind: 'whole', read: readRows },
  sort: 'kind',
  columns: [
    {
      key: 'kind',
      title: '种类',
      value: ({ kind }) => cacheKindTitles[kind],
      rank: ({ kind }) => cacheKinds.indexOf(kind),
    },
    { key: 'place', title: '位置', value: ({ place }) => place },
    { key: 'name', title: '名称', value: ({ name }) => name, width: 260 },
    {
      key: 'bytes',
      title: '大小',
      kind: 'number',
      value: ({ bytes }) => bytes,
      text: ({ bytes }) => (bytes === null ? '未知' : sizeText(bytes)),
    },
    { key: 'count', title: '条数', kind: 'number', value: ({ count }) => count },
    { key: 'savedAt', title: '存于', kind: 'time', value: ({ savedAt }) => savedAt },
    {
      key: 'left',
      title: '有效',
      value: ({ endsAt }) => endsAt,
      text: ({ endsAt }) => leftText(endsAt),
      searched: false,
    },
    { key: 'says', title: '用途', value: ({ says }) => says, width: 420 },
  ],
  filters: [
    {
      key: 'kind',
      title: '种类',
      kind: 'several',
      options: cacheKinds.map((kind) => ({ value: kind, title: cacheKindTitles[kind] })),
      holds: ({ kind }, value) => kind === value,
    },
    {
      key: 'server',
      title: '位置',
      kind: 'yesNo',
      yes: '服务器',
      no: '此浏览器',
      holds: ({ place }) => place === '服务器',
    },
  ],
  actions: [
    {
      command: 'caches.clear',
      title: '清除',
      refuses: ({ stays }) => stays,
      each: {
        doing: '正在清除...',
        done: '已清除',
        asks: { detail: (rows) => lossOf(rows) },
        run: async (row, signal) => {
          const back = await row.clear(signal)
          if (back) takenOut.set(row.id, back)
          else takenOut.delete(row.id)
          // The server's cache may have filled again meanwhile, so it is read anew.
          if (row.place === '服务器') setTimeout(() => void cacheList.refresh(), 0)
          return row.place === '服务器' ? undefined : null
        },
        lasting: ({ place }) => place === '服务器',
        undo: async (row) => {
          const back = takenOut.get(row.id)
          if (!back) throw new Error('这一项不能恢复')
          await back()
          return row
        },
      },
    },
  ],
  empty: { title: '没有缓存', description: '打开报表、编辑 SQL 之后，这里会有字典、草稿和设置。' },
})

/** What would be lost for good, each loss once, and how much space becomes free. */
function lossOf(rows: readonly CacheRow[]): string {
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0)
  const losses = [...new Set(rows.map(({ loses }) => loses).filter(Boolean))]
  const freed = `腾出约 ${sizeText(bytes)}。`
  const lost = losses.length === 0 ? '需要时会重新读取，不会丢失内容。' : `会失去：${losses.join('；')}。`
  return `${freed}${lost}`
}

export function Page() {
  return (
    <ListPage
      list={cacheList}
      lead={<ToolsNavigation />}
      actions={<Facts />}
      preview={(row) => <CachePane row={row} />}
    />
  )
}

/** Whether dictionaries are cached, and how much space the browser reports. */
function Facts() {
  const failure = useServer((state) => state.failure)
  useMissing('服务器缓存读取失败，下面只有此浏览器里的', failure, () => void cacheList.refresh())
  const keeps = useSettings(({ useDictCache }) => useDictCache)
  const [estimate, setEstimate] = useState<StorageEstimate>({})
  const readAt = cacheList.useState(({ readAt }) => readAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each reading.
  useEffect(() => {
    navigator.storage?.estimate().then(setEstimate, () => undefined)
  }, [readAt])
  const { usage, quota } = estimate
  return (
    <span className="installation-facts">
      <span>
        {keeps ? '字典缓存已开启，15 分钟有效' : '字典缓存已关闭（个人设置），每打开一页都从服务器读取'}
      </span>
      {usage !== undefined && quota !== undefined && (
        <span title="浏览器的估计，含数据库、资源等，不精确">
          浏览器估计占用 {sizeText(usage)}，可用 {sizeText(quota - usage)}
        </span>
      )}
    </span>
  )
}

function CachePane({ row }: { row: CacheRow }) {
  const { name, kind, place, says, bytes, count, savedAt, endsAt, loses, stays, content } = row
  return (
    <article className="installation-pane" aria-label={name}>
      <h2>{name}</h2>
      <p>{says}</p>
      <p className="installation-muted">
        {cacheKindTitles[kind]}，{place}，{bytes === null ? '大小未知' : sizeText(bytes)}
        {count !== null && `，${count} 条`}
      </p>
      {savedAt !== null && <p className="installation-muted">存于 {timeText(savedAt)}</p>}
      {endsAt !== null && <p className="installation-muted">{leftText(endsAt)}</p>}
      <p>{stays ?? (loses ? `清除会失去：${loses}` : '清除后需要时重新读取')}</p>
      {content && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls within is reached by keys.
        <pre className="installation-text" tabIndex={0}>
          {content}
        </pre>
      )}
    </article>
  )
}
