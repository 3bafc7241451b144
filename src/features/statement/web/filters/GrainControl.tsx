// Grain of the report's dates, as fine as its date dimension allows.
import { SegmentedControl } from '@blueprintjs/core'
import { grainTitles } from '#semantic/model/shown/periods.ts'
import { type Grain, grains } from '#semantic/model/types.ts'
import type { QueryDimension } from '#features/statement/contract.ts'
import { change } from '../report/follow.ts'
import { isDate } from './filters.ts'

/** Grains of the report's date dimension; empty without one. */
export function grainsOf(dims: readonly number[], dimensions: readonly QueryDimension[]): Grain[] {
  const dated = dimensions.filter((dimension) => dims.includes(dimension.id) && isDate(dimension))
  return grains.filter((grain) => dated.some((dimension) => dimension.grains.includes(grain)))
}

export function GrainControl({ grain, offered }: { grain: Grain; offered: Grain[] }) {
  if (offered.length < 2) return null
  return (
    <SegmentedControl
      className="grain-control"
      aria-label="粒度"
      options={offered.map((value) => ({ value, label: grainTitles[value] }))}
      value={grain}
      onValueChange={(value) => change({ grain: value as Grain })}
    />
  )
}
