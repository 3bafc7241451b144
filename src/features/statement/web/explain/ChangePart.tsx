// 变化来自谁: by each dimension the values that moved a figure most. One press narrows the report to a value.
import { HTMLSelect } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { Comparison } from '#semantic/model/types.ts'
import { call } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import {
  type ChangeByDimension,
  changeBases,
  type ExplainedChange,
  explainChange,
} from '#features/statement/contract.ts'
import { comparisonTitles } from '../compareWords.ts'
import './change.css'
import { ChangeTable } from './ChangeTable.tsx'
import { type Written, writtenBy } from './changeTexts.ts'
import { bodyOf, type CellQuestion } from './question.ts'
import { useAnswer } from './useAnswer.ts'

/** Reports about players have no values to split by. */
export const isSplit = ({ info }: Pick<CellQuestion, 'info'>): boolean => (info.kind ?? 'table') === 'table'

const isBase = (comparison: Comparison | undefined): comparison is (typeof changeBases)[number] =>
  changeBases.some((base) => base === comparison)

interface Props {
  question: CellQuestion
  onClose: () => void
}

export function ChangePart({ question, onClose }: Props) {
  const own = question.info.compare
  const id = useId()
  const [against, setAgainst] = useState<Comparison>(own ?? 'previous')
  // The report's own comparison is known to the server, with its days and conditions.
  const body = { ...bodyOf(question), ...(isBase(against) && against !== own && { against }) }
  const { value, problem, again } = useAnswer(JSON.stringify(body), (signal) =>
    call(explainChange, { body }, { signal, quiet: true, loading: null }),
  )
  const offered = [...new Set<Comparison>([...(own ? [own] : []), ...changeBases])]
  return (
    <div className="change-part">
      <div className="change-head">
        <label htmlFor={id}>对比</label>
        <HTMLSelect
          id={id}
          value={against}
          options={offered.map((one) => ({ value: one, label: comparisonTitles[one] }))}
          onChange={({ currentTarget }) => setAgainst(currentTarget.value as Comparison)}
        />
        {value && <Summary answer={value} text={writtenBy(value)} />}
      </div>
      {problem !== null && <ErrorState title="拆分失败" failure={problem} onRetry={again} />}
      {problem === null && value === null && <Skeleton lines={8} />}
      {value?.allRows && (
        <p className="change-all" role="note">
          拆分的是全部行：报表对指标的条件只决定显示哪些行，这里没有计入，所以与表里的合计不同。
        </p>
      )}
      {value && <Dimensions answer={value} question={question} body={body} onClose={onClose} />}
    </div>
  )
}

function Summary({ answer, text }: { answer: ExplainedChange; text: Written }) {
  const { before, after, beforeDays, afterDays } = answer
  const sides = beforeDays ? `${beforeDays} → ${afterDays}` : '同样的日期，对比条件 → 本条件'
  return (
    <p>
      <span className="change-days">{sides}</span>
      <span>
        {text.figure(before)} → {text.figure(after)}
      </span>
      <b>{text.change(before === null || after === null ? null : after - before)}</b>
      <span>{text.growth(before, after)}</span>
    </p>
  )
}

interface DimensionsProps extends Props {
  answer: ExplainedChange
  body: Parameters<typeof call<typeof explainChange>>[1]['body']
}

function Dimensions({ answer, question, body, onClose }: DimensionsProps) {
  const { dims, more, left } = answer
  const [chosen, setChosen] = useState<number | null>(null)
  const first = dims[0]?.dim ?? more[0]?.dim
  if (first === undefined)
    return <p className="explain-none">没有可以拆分的维度{left.length > 0 && `：${leftText(left)}`}。</p>
  const text = writtenBy(answer)
  return (
    <>
      <TabList
        vertical
        label="按维度"
        selected={chosen ?? first}
        onSelect={setChosen}
        tabs={[
          ...dims.map((one) => ({
            id: one.dim,
            title: <DimensionTitle one={one} />,
            panel: <ChangeTable split={one} text={text} onClose={onClose} />,
          })),
          ...more.map(({ dim, dimName }) => ({
            id: dim,
            title: <span className="change-name">{dimName}</span>,
            panel: <Further question={question} body={body} dim={dim} onClose={onClose} />,
          })),
        ]}
      />
      {left.length > 0 && <p className="change-left">没有列出：{leftText(left)}</p>}
    </>
  )
}

const leftText = (left: ExplainedChange['left']): string =>
  left.map(({ dimName, reason }) => `${dimName}（${reason}）`).join('、')

/** With the value that moved most. */
function DimensionTitle({ one }: { one: ChangeByDimension }) {
  const [most] = one.rows
  const { few } = one
  const share = most && writtenBy({ format: null, unit: '' }).share(few === null ? most.share : few.share)
  const others = few !== null && few.count > 1 ? `等 ${few.count} 个值` : ''
  return (
    <>
      <span className="change-name">{one.dimName}</span>
      {most && one.method !== 'alone' && (
        <span className="change-most" title={`${most.label}${others} ${share}`}>
          <span>
            {most.label}
            {others}
          </span>{' '}
          {share}
        </span>
      )}
    </>
  )
}

/** A dimension that is read when it is chosen. */
function Further({
  body,
  dim,
  onClose,
}: Pick<DimensionsProps, 'question' | 'body' | 'onClose'> & { dim: number }) {
  const asked = { ...body, dims: [dim] }
  const { value, problem, again } = useAnswer(JSON.stringify(asked), (signal) =>
    call(explainChange, { body: asked }, { signal, quiet: true, loading: null }),
  )
  if (problem !== null) return <ErrorState title="拆分失败" failure={problem} onRetry={again} />
  if (value === null) return <Skeleton lines={8} />
  const [found] = value.dims
  if (!found) return <p className="explain-none">{leftText(value.left) || '没有数据'}</p>
  return <ChangeTable split={found} text={writtenBy(value)} onClose={onClose} />
}
