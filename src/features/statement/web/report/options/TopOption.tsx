// The top values of a dimension by a point; the others become one row, 其他.
import { HTMLSelect, NumericInput, Switch } from '@blueprintjs/core'
import { useId } from 'react'
import type { ReportInfo, TopValues } from '#semantic/model/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { change } from '../follow.ts'
import { dimensionName, pointNames } from '../names.ts'
import type { QueryParams } from '../store.ts'
import { rankable, topRefusal } from './offers.ts'

const usualCount = 10
const most = 1000

/** The default: the last dimension, ranked by the sorted figure or the first one. */
function usualTop(info: ReportInfo, params: QueryParams | null): TopValues | undefined {
  const dim = rankable(info, params).at(-1)
  const sorted = info.order
    ?.map(({ key }) => Number(/^p(-?\d+)/.exec(key)?.[1]))
    .find((id) => !Number.isNaN(id))
  const by = sorted ?? info.points[0]
  return dim === undefined || by === undefined ? undefined : { dim, count: usualCount, by }
}

interface Props {
  info: ReportInfo
  params: QueryParams | null
}

export function TopOption({ info, params }: Props) {
  const reason = useId()
  const { top } = info
  const refused = topRefusal(info, params)
  const set = (patch: Partial<TopValues>) => {
    if (top) change({ top: { ...top, ...patch } }, { atOnce: true })
  }
  const pointName = pointNames(params)
  const points = top && !info.points.includes(top.by) ? [...info.points, top.by] : info.points
  return (
    <div className="option option-top">
      <Switch
        className="option-switch"
        role="switch"
        checked={top !== undefined}
        disabled={refused !== '' && !top}
        aria-describedby={refused ? reason : undefined}
        label="前 N 项，其余归为其他"
        onChange={() => change({ top: top ? undefined : usualTop(info, params) }, { atOnce: true })}
      />
      <KeyHint command="report.rankTop" />
      {refused && (
        <p className="option-reason" id={reason}>
          {refused}
        </p>
      )}
      {top && (
        <div className="option-line">
          <HTMLSelect
            aria-label="排名的维度"
            value={top.dim}
            onChange={(event) => set({ dim: Number(event.currentTarget.value) })}
            options={rankable(info, params).map((id) => ({
              value: id,
              label: dimensionName(params, id),
            }))}
          />
          前
          <NumericInput
            className="option-number"
            aria-label="项数"
            size="small"
            min={1}
            max={most}
            minorStepSize={null}
            clampValueOnBlur
            value={top.count}
            onValueChange={(count) => {
              if (Number.isInteger(count) && count >= 1 && count <= most) set({ count })
            }}
          />
          项，按
          <HTMLSelect
            aria-label="排名的指标"
            value={top.by}
            onChange={(event) => set({ by: Number(event.currentTarget.value) })}
            options={points.map((id) => ({ value: id, label: pointName(id) }))}
          />
        </div>
      )}
    </div>
  )
}
