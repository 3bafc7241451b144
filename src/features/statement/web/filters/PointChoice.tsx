// A condition on a point: against a number, another point, or its own past.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { againstPastTitles, filterOpTitles, pastTitles } from '#semantic/model/titles.ts'
import {
  type FilterOp,
  type FilterThan,
  type PastPeriod,
  pastPeriods,
  type ReportFilter,
} from '#semantic/model/types.ts'
import type { QueryPoint } from '#features/statement/contract.ts'
import { offeredPoints } from '../pickers/retired.ts'
import type { Choice } from './filters.ts'
import { TextFilter } from './TextFilter.tsx'

type Against = 'number' | 'point' | PastPeriod

const againstTitles: Record<Against, string> = {
  number: '一个数',
  point: '另一指标',
  ...pastTitles,
}
const againsts: Against[] = ['number', 'point', ...pastPeriods]
const thanOps: FilterOp[] = ['gt', 'gte', 'lt', 'lte']
/** Operators against a past: a figure then and none now, or the reverse. */
const pastOps = Object.keys(againstPastTitles) as FilterOp[]
const opsOf = (against: Against): FilterOp[] => (against === 'point' ? thanOps : [...thanOps, ...pastOps])
const opTitle = (op: FilterOp): string => {
  const past = againstPastTitles[op]
  return past === undefined ? filterOpTitles[op] : `${past.title}：${past.describe}`
}

const againstOf = (than: FilterThan | undefined): Against =>
  than === undefined ? 'number' : 'past' in than ? than.past : 'point'

const comparedWith = ({ than }: ReportFilter): number[] => (than && 'point' in than ? [than.point] : [])

interface Props {
  name: string
  filter: ReportFilter
  points: readonly QueryPoint[]
  onChange: (choice: Choice) => void
  onDone: () => void
}

export function PointChoice({ name, filter, points, onChange, onDone }: Props) {
  const [against, setAgainst] = useState(againstOf(filter.than))
  return (
    <div className="point-choice">
      <HTMLSelect
        aria-label={`${name}与什么比较`}
        value={against}
        onChange={(event) => setAgainst(event.currentTarget.value as Against)}
        options={againsts.map((value) => ({ value, label: `与${againstTitles[value]}比较` }))}
      />
      {against === 'number' ? (
        <TextFilter name={name} figures filter={filter} onChange={onChange} onDone={onDone} />
      ) : (
        <ThanForm
          name={name}
          filter={filter}
          against={against}
          points={offeredPoints(points, comparedWith(filter)).filter(
            ({ id, unreachable }) => id !== filter.point && unreachable === '',
          )}
          onChange={onChange}
          onDone={onDone}
        />
      )}
    </div>
  )
}

const readTimes = (text: string): number | null => {
  const times = Number(text.trim())
  return /^\d{1,7}(\.\d{1,6})?$/.test(text.trim()) && times > 0 && times <= 1_000_000 ? times : null
}

function ThanForm({ name, filter, against, points, onChange, onDone }: Props & { against: Against }) {
  const { op: opened, than } = filter
  const ops = opsOf(against)
  const [chosen, setOp] = useState<FilterOp>(opened)
  const op = ops.includes(chosen) ? chosen : 'gt'
  const hasTimes = !pastOps.includes(op)
  const [other, setOther] = useState(than && 'point' in than ? than.point : (points[0]?.id ?? 0))
  const given = String(than?.times ?? 1)
  const [times, setTimes] = useState(given)
  const [wrong, setWrong] = useState('')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const read = hasTimes ? readTimes(times) : 1
    if (read === null) return setWrong('倍数请填大于 0 的数')
    if (against === 'point' && other === 0) return setWrong('没有别的指标可比')
    // Untouched parts are returned unchanged, even `times: 1`.
    const factor = hasTimes && times === given ? than?.times : read === 1 ? undefined : read
    const how = factor === undefined ? {} : { times: factor }
    const next: FilterThan =
      against === 'point' ? { point: other, ...how } : { past: against as PastPeriod, ...how }
    onChange({ op, values: [], than: next })
    onDone()
  }
  return (
    <form className="text-filter" onSubmit={apply}>
      <HTMLSelect
        aria-label={`${name}的比较方式`}
        value={op}
        onChange={(event) => setOp(event.currentTarget.value as FilterOp)}
        options={ops.map((value) => ({ value, label: opTitle(value) }))}
      />
      {against === 'point' && (
        <HTMLSelect
          aria-label="另一指标"
          value={other}
          onChange={(event) => setOther(Number(event.currentTarget.value))}
          options={points.map(({ id, name: label }) => ({ value: id, label }))}
        />
      )}
      {hasTimes && (
        <InputGroup
          aria-label="倍数"
          inputMode="decimal"
          leftElement={<span className="point-times">×</span>}
          value={times}
          onChange={(event) => setTimes(event.currentTarget.value)}
        />
      )}
      {wrong && <p className="text-filter-wrong">{wrong}</p>}
      <div className="text-filter-actions">
        <Button type="submit" intent="primary" text="确定" />
      </div>
    </form>
  )
}
