// What one key grants, in words: pages, actions, calls.
import { useState } from 'react'
import { type PermissionKey, permissions, ruleListTitles } from '#shared/permissions.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import type { KeyCalls } from '../contract.ts'
import { openedBy, readKeyCalls } from './opened.ts'
import './management.css'

export function KeyOpens({ of }: { of: PermissionKey }) {
  const { pages, commands } = openedBy(of)
  const calls = useCalls(of)
  const { title, rule } = permissions[of]
  return (
    <div className="management-opens">
      <p className="management-opens-title">
        {title} <code>{of}</code>
        <span className="management-muted">
          {ruleListTitles[rule]} {rule}
        </span>
      </p>
      <dl className="management-facts">
        <div>
          <dt>页面</dt>
          <dd>
            {pages.length === 0
              ? '没有单独的页面'
              : pages.map(({ title: name, path }) => `${name} ${path}`).join('，')}
          </dd>
        </div>
        {commands.length > 0 && (
          <div>
            <dt>操作</dt>
            <dd>{commands.join('、')}</dd>
          </div>
        )}
        <div>
          <dt>接口</dt>
          <dd>{calls === null ? '加载中...' : callsText(calls)}</dd>
        </div>
      </dl>
    </div>
  )
}

function useCalls(key: PermissionKey): KeyCalls['calls'] | null | 'failed' {
  const [all, setAll] = useState<readonly KeyCalls[] | null | 'failed'>(null)
  useSecondary('接口读取失败', async (signal) => {
    const read = await readKeyCalls().catch((error: unknown) => {
      if (!signal.aborted) setAll('failed')
      throw error
    })
    if (!signal.aborted) setAll(read)
  })
  if (all === null || all === 'failed') return all
  return all.find((one) => one.key === key)?.calls ?? []
}

function callsText(calls: KeyCalls['calls'] | 'failed'): string {
  if (calls === 'failed') return '读取失败'
  if (calls.length === 0) return '没有单独的接口'
  return `${calls.length} 个：${calls.map(({ name }) => name).join('、')}`
}
