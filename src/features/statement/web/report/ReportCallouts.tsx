// Problems of the report's definition, each with the action that fixes it.

import { Button, Callout } from '@blueprintjs/core'
import { goneIds, goneText } from '#semantic/model/gone.ts'
import { withoutIds } from '#semantic/model/references.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { holds } from '#web/shell/session.ts'
import { useReplace } from '../replace/store.ts'
import { ask } from './asking/loading.ts'
import { useStale } from './asking/stale.ts'
import { change } from './follow.ts'
import { goneThings, replacementsFor, withReplacement } from './gone.ts'
import { dimensionName } from './names.ts'
import { useReport } from './store.ts'
import { useViewEditable } from './useView.ts'

export function GoneCallout() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const result = useReport((state) => state.result)
  const viewEditable = useViewEditable()
  if (!present) return null
  const { info, report } = present
  const gone = goneThings(info, params, result)
  if (gone.length === 0) return null
  const editable = report?.editable ?? viewEditable
  return (
    <Callout intent="warning" className="report-callout" compact>
      此报表用到的{gone.map(goneText).join('；')}。{result && '其余部分照常显示。'}
      {editable &&
        gone.flatMap((thing) =>
          replacementsFor(thing, info, params).map(({ id, name }) => (
            <Button
              key={`${thing.kind}${thing.id}-${id}`}
              size="small"
              variant="minimal"
              intent="warning"
              text={`「${thing.name}」改用「${name}」`}
              onClick={() => change(withReplacement(info, thing, id), { atOnce: true })}
            />
          )),
        )}
      {holds(['search_config']) &&
        gone
          .filter(({ kind }) => kind === 'point')
          .map(({ id, name }) => (
            <Button
              key={`all${id}`}
              size="small"
              variant="minimal"
              intent="warning"
              text={`在所有报表里替换「${name || `指标 ${id}`}」…`}
              onClick={() => useReplace.setState({ open: true, from: id })}
            />
          ))}
      <Button
        size="small"
        variant="minimal"
        intent="warning"
        text="移除并查询"
        onClick={() =>
          change(
            { top: undefined, subtotals: undefined, ...withoutIds(info, goneIds(gone)) },
            { atOnce: true },
          )
        }
      />
    </Callout>
  )
}

/** When changes wait for 查询, the shown and exported figures belong to the previous conditions. */
export function StaleCallout() {
  if (!useStale()) return null
  return (
    <Callout className="report-callout report-stale" compact role="status">
      条件已改，下面还是改之前的数据，导出的也是。
      <Button size="small" variant="minimal" intent="primary" onClick={() => void ask()}>
        查询 <KeyHint command="report.query" />
      </Button>
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
      {stuck.map(({ id, unreachable }) => `${dimensionName(params, id)}：${unreachable}`).join('；')}
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
