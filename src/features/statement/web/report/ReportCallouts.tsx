// What is wrong with the report's definition, and the step that mends it.
import { Button, Callout } from '@blueprintjs/core'
import { dimensionName } from '../pickers/DimensionsPicker.tsx'
import { change } from './follow.ts'
import { goneFrom, isAnythingGone, withoutGone } from './request.ts'
import { useReport } from './store.ts'

export function GoneCallout() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  if (!present || !params || params.dimensions.length + params.points.length === 0) return null
  const gone = goneFrom(present.info, params)
  if (!isAnythingGone(gone)) return null
  const words = [...gone.dims.map((id) => `维度 ${id}`), ...gone.points.map((id) => `指标 ${id}`)].join('、')
  return (
    <Callout intent="warning" className="report-callout" compact>
      此报表用到的{words} 已被删除。
      <Button
        size="small"
        variant="minimal"
        intent="warning"
        text="移除并查询"
        onClick={() => change(withoutGone(present.info, gone), { atOnce: true })}
      />
    </Callout>
  )
}

export function UnreachableCallout() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  if (!present || !params) return null
  const stuck = params.dimensions.filter(
    ({ id, unreachable }) => unreachable !== '' && present.info.dims.includes(id),
  )
  if (stuck.length === 0) return null
  const ids = stuck.map(({ id }) => id)
  return (
    <Callout intent="warning" className="report-callout" compact>
      {stuck
        .map(({ id, unreachable }) => `${dimensionName(params.dimensions, id)}：${unreachable}`)
        .join('；')}
      <Button
        size="small"
        variant="minimal"
        intent="warning"
        text="移除并查询"
        onClick={() =>
          change({ dims: present.info.dims.filter((id) => !ids.includes(id)) }, { atOnce: true })
        }
      />
    </Callout>
  )
}
