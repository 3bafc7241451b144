// In the status line: whether the figures are new or cached, and how to recompute them.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { ageText } from '../formats.ts'
import { sumsText } from '../sumsText.ts'
import { ask } from './asking/loading.ts'
import { useReport } from './store.ts'

export function Freshness() {
  const result = useReport((state) => state.result)
  const now = useMinutes()
  if (!result) return null
  const { table, keptAt } = result
  if (!keptAt && !table.cached) {
    return <span title={table.sums ? sumsText(table.sums) : '刚刚在数据仓库里算出'}>实时</span>
  }
  const text = keptAt
    ? `后台结果，${timeText(keptAt, 'short')} 保存`
    : `缓存 ${ageText(table.computedAt, now)}`
  const title = keptAt
    ? '这是后台运行时保存的结果，之后更新的数据不在里面'
    : `${timeText(table.computedAt, 'second')} 算出${table.sums ? `，${sumsText(table.sums)}` : ''}；数据表更新后会自动重算`
  return (
    <span title={title}>
      {text}
      <Button
        size="small"
        variant="minimal"
        className="status-anew"
        onClick={() => void ask({ fresh: true })}
      >
        重新计算 <KeyHint command="report.refresh" />
      </Button>
    </span>
  )
}

function useMinutes(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
