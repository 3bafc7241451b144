// Tables that were replaced lately: the version before comes back by one press.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { useAsked } from '#web/ui/useAsked.ts'
import { listFormers, type ShownFormer, takeFormerBack } from '../contract.ts'

export function FormerTables() {
  const { value, failure, again } = useAsked('', (signal) => call(listFormers, {}, { ...quiet, signal }))
  const [refused, setRefused] = useState<CallError | null>(null)
  if (failure) return <FailureLine what="被替换的表读取失败" failure={failure} onRetry={again} />
  if (!value || value.length === 0) return null
  const takeBack = async ({ table }: ShownFormer) => {
    setRefused(null)
    try {
      const { rows } = await call(takeFormerBack, { body: { table } }, quiet)
      showMessage({
        message: `已取回「${table}」的上一版：${rows.toLocaleString('en-US')} 行`,
        detail: '再按一次换回来',
        intent: 'success',
      })
      again()
    } catch (error) {
      setRefused(failureOf(error))
    }
  }
  return (
    <section className="imports-open" aria-label="被替换的表">
      <p className="state-text">被替换的表，30 天内可以取回上一版</p>
      <ul>
        {value.map((former) => (
          <li key={former.table}>
            {former.table}{' '}
            <span className="imports-muted">
              {former.rows.toLocaleString('en-US')} 行，{former.columns} 列，留到 {former.until.slice(0, 10)}
            </span>
            <Button
              variant="minimal"
              size="small"
              text="取回上一版"
              aria-label={`取回 ${former.table} 的上一版`}
              onClick={() => void takeBack(former)}
            />
          </li>
        ))}
      </ul>
      {refused && <FailureLine what="取回失败" failure={refused} />}
    </section>
  )
}
