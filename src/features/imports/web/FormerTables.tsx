// Tables that were replaced lately: their former versions, each of which comes back by one press.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { momentText, readersZone } from '#shared/moment.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { useAsked } from '#web/ui/useAsked.ts'
import { listFormers, type ShownFormer, takeFormerBack } from '../contract.ts'
import { sizeText } from './sending.ts'
import { setImport, useImport } from './store.ts'

export function FormerTables() {
  const { value, failure, again } = useAsked('', (signal) => call(listFormers, {}, { ...quiet, signal }))
  const [refused, setRefused] = useState<CallError | null>(null)
  const isSought = useImport((work) => work.seeksFormers)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isSought || !value) return
    setImport({ seeksFormers: false })
    if (value.length > 0) first.current?.focus()
    else showMessage({ message: '没有被替换的表', detail: '表被替换后，旧版在这里留 30 天' })
  }, [isSought, value])
  if (failure) return <FailureLine what="被替换的表读取失败" failure={failure} onRetry={again} />
  if (!value || value.length === 0) return null
  const takeBack = async (former: ShownFormer) => {
    const { table, replacedAt } = former
    setRefused(null)
    try {
      const { rows, keptOut } = await call(takeFormerBack, { body: { table, replacedAt } }, quiet)
      showMessage({
        message: `已取回「${table}」的${isLast(former) ? '上一版' : '旧版'}：${rows.toLocaleString('en-US')} 行`,
        detail: `现在的一版也留着，可以再换回来${keptOut > 0 ? `；${keptOut} 行属于已删除的玩家，没有取回` : ''}`,
        intent: 'success',
      })
      again()
    } catch (error) {
      setRefused(failureOf(error))
    }
  }
  const isLast = ({ table, replacedAt }: ShownFormer) =>
    value.find((one) => one.table === table)?.replacedAt === replacedAt
  return (
    <section className="imports-open" aria-label="被替换的表">
      <p className="state-text">被替换的表，30 天内可以取回，每张表最多 10 版</p>
      <ul>
        {value.map((former, at) => {
          const moment = momentText(former.replacedAt, readersZone())
          return (
            <li key={`${former.table} ${former.replacedAt}`}>
              {former.table}{' '}
              <span className="imports-muted">
                {moment} {former.by === null ? '' : `由 ${former.by} `}替换，
                {former.rows.toLocaleString('en-US')} 行，{former.columns} 列，{sizeText(former.bytes)}，留到{' '}
                {former.until.slice(0, 10)}
              </span>
              <Button
                ref={at === 0 ? first : null}
                variant="minimal"
                size="small"
                text={isLast(former) ? '取回上一版' : '取回这一版'}
                aria-label={
                  isLast(former)
                    ? `取回 ${former.table} 的上一版`
                    : `取回 ${former.table} 于 ${moment} 被替换的一版`
                }
                onClick={() => void takeBack(former)}
              />
            </li>
          )
        })}
      </ul>
      {refused && <FailureLine what="取回失败" failure={refused} />}
    </section>
  )
}
