// What a rule would find now: counts of new, listed and removed values, and the first values.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { closeDialog, showDialog } from '#web/shell/dialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { SmallTable } from '#web/ui/smallTable/SmallTable.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import {
  type BlackRule,
  type BlackRuleChange,
  previewBlackRule,
  type RuleFound,
} from '#features/lists/contract.ts'
import '../lists.css'

const rowsShown = 100
const stateTitles = { new: '新增', listed: '已在名单', removed: '曾被移除' } as const

export const changeOf = (rule: BlackRule): BlackRuleChange => ({
  name: rule.name,
  games: rule.games,
  kind: rule.kind,
  condition: rule.condition,
  reason: rule.reason,
  keepDays: rule.keepDays,
  dailyAt: rule.dailyAt,
})

export const showRulePreview = (name: string, change: BlackRuleChange): void =>
  showDialog(
    <TitledDialog title={`试算：${name}`} className="lists-preview" onClose={closeDialog}>
      <DialogBody>
        <FoundRows change={change} />
      </DialogBody>
      <DialogFooter actions={<Button text="关闭" onClick={closeDialog} />} />
    </TitledDialog>,
  )

interface Props {
  change: BlackRuleChange
  /** Renders a button that starts the preview; without it, the preview starts at once. */
  button?: (ask: () => void, isBusy: boolean) => ReactNode
}

export function FoundRows({ change, button }: Props) {
  const [found, setFound] = useState<RuleFound | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = useRef<AbortController | null>(null)
  const ask = () => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setBusy(true)
    setFailure(null)
    call(previewBlackRule, { body: change }, { quiet: true, loading: null, signal: own.signal })
      .then(setFound, (error: unknown) => {
        if (!own.signal.aborted) setFailure(failureOf(error))
      })
      .finally(() => {
        if (!own.signal.aborted) setBusy(false)
      })
  }
  const atOnce = button === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once as it opens; the rule does not change then.
  useEffect(() => {
    if (atOnce) ask()
    return () => asking.current?.abort()
  }, [])
  return (
    <div className="lists-found">
      {button?.(ask, busy)}
      {busy && !found && <p role="status">加载中...</p>}
      {failure && <FailureLine what="计算失败" failure={failure} />}
      {found && <Found found={found} />}
    </div>
  )
}

function Found({ found }: { found: RuleFound }) {
  const { rows, fresh, listed, removed, truncated } = found
  return (
    <>
      <p role="status">
        新增 {fresh} 条，已在名单 {listed} 条{removed > 0 && `，曾被人工移除、不再加入 ${removed} 条`}
        {truncated && '；结果过多，只取前 10,000 个'}
      </p>
      {rows.length > 0 && (
        <SmallTable className="lists-rows">
          <thead>
            <tr>
              <th>值</th>
              <th>游戏</th>
              <th>日期</th>
              <th className="lists-number">数值</th>
              <th>状态</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map(({ cgi, game, value, day, figure, state }) => (
              <tr key={`${cgi} ${value}`}>
                <td>{value}</td>
                <td>{game}</td>
                <td>{day ?? '–'}</td>
                <td className="lists-number">{figure.toLocaleString('en-US')}</td>
                <td>{stateTitles[state]}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </>
  )
}
