// The bar over a board: days, grain, comparison and conditions for all tiles that they reach.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { dimsIn, isFilter } from '#semantic/model/conditions.ts'
import { grainTitles } from '#semantic/model/shown/periods.ts'
import type { Grain, ReportFilter } from '#semantic/model/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { ConditionControl } from '#features/statement/web/filters/ConditionControl.tsx'
import { withFilter } from '#features/statement/web/filters/filters.ts'
import { useValueNames } from '#features/statement/web/report/filterBar/useValueNames.ts'
import { dropCross } from '../cross.ts'
import { changeBar } from '../loading.ts'
import { useBoard } from '../store.ts'
import { BarCompare } from './BarCompare.tsx'
import { BarConditions } from './BarConditions.tsx'
import { BarDays } from './BarDays.tsx'
import '#features/statement/web/filters/filters.css'

const barGrains: readonly Grain[] = ['day', 'week', 'month']

function Grains() {
  const grain = useBoard(({ bar }) => bar.grain)
  const value = grain ?? 'own'
  return (
    <SegmentedControl
      className="grain-control"
      aria-label="粒度"
      options={[
        { value: 'own', label: '各自' },
        ...barGrains.map((one) => ({ value: one, label: grainTitles[one] })),
      ]}
      value={value}
      onValueChange={(next) => changeBar({ grain: next === 'own' ? undefined : (next as Grain) })}
    />
  )
}

function Condition({ filter, isFresh }: { filter: ReportFilter; isFresh: boolean }) {
  const shown = useBoard((state) => state.shown)
  const [isOpen, setOpen] = useState(isFresh)
  const params = useMemo(() => shown && { dimensions: shown.dimensions, points: [] }, [shown])
  const nameOf = useValueNames(params, dimsIn([filter]))
  const subject = { dim: filter.dim ?? 0 }
  const set = (choice: Pick<ReportFilter, 'op' | 'values'> | null) =>
    changeBar({ filters: withFilter(useBoard.getState().bar.filters, subject, choice) })
  return (
    <ConditionControl
      filter={filter}
      params={params}
      nameOf={nameOf}
      isOpen={isOpen}
      onOpen={setOpen}
      onChange={set}
      onRemove={() => set(null)}
    />
  )
}

function CrossNote() {
  const cross = useBoard((state) => state.cross)
  if (!cross) return null
  return (
    <span className="board-cross" role="status">
      <b>{cross.text}</b> 由「{cross.from}」选中
      <Button size="small" variant="minimal" onClick={() => dropCross()}>
        取消 <KeyHint command="board.escape" />
      </Button>
    </span>
  )
}

export function BoardBar() {
  const filters = useBoard(({ bar }) => bar.filters)
  const [fresh, setFresh] = useState<number | null>(null)
  return (
    <search className="filter-bar board-bar" aria-label="看板的条件">
      <div className="filter-left">
        <BarDays />
        <Grains />
        {(filters ?? []).filter(isFilter).map((filter) => (
          <Condition key={filter.dim} filter={filter} isFresh={filter.dim === fresh} />
        ))}
        <BarCompare />
        <BarConditions onAdd={setFresh} />
        <CrossNote />
      </div>
    </search>
  )
}
