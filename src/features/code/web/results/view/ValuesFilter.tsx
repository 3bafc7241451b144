// Filters a column by a list of its values, each with its count in the rows that the other filters leave.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { emptyWord } from '#semantic/model/valueText.ts'
import { call } from '#web/api/client.ts'
import { type ChosenValues, ValueChoice } from '#web/pick/ValueChoice.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import { type Run, resultValues } from '#features/code/contract.ts'
import { codesNamed, useResultLabels } from '../labels/labels.ts'
import { stateOf } from '../shown.ts'
import { listOf, setList } from './viewing.ts'

interface Props {
  run: Run
  column: number
  onClose: () => void
}

export function ValuesFilter({ run, column, onClose }: Props) {
  const { queryId: runId } = run
  const source = run.columns[column]
  const labels = useResultLabels(run)
  const [chosen, setChosen] = useState<ChosenValues>(() => listOf(runId, column))
  if (!source) return null
  const names = stateOf(runId).plain ? undefined : labels.get(column)
  const read = async (like: string, signal: AbortSignal) => {
    const others = stateOf(runId).spec.filters.filter((filter) => filter.column !== column)
    const codes = like && names ? (codesNamed(new Map([[column, names]]), like)[0]?.values ?? []) : []
    const body = { column, filters: others, ...(like && { text: like }), ...(codes.length > 0 && { codes }) }
    const { distinct, values } = await call(
      resultValues,
      { params: { id: runId }, body },
      { signal, quiet: true },
    )
    return {
      more: distinct > values.length,
      options: values.map(({ value, count, pinyin }) => ({
        value,
        label: value === null ? '' : (names?.get(value) ?? value),
        pinyin,
        note: `${groupThousands(String(count))} 行`,
      })),
    }
  }
  const apply = () => {
    setList(runId, column, chosen)
    onClose()
  }
  return (
    <>
      <DialogBody>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a chord of the whole list. */}
        <div
          className="result-values"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply()
          }}
        >
          <ValueChoice
            name={source.title}
            known={null}
            read={read}
            single={false}
            blank={emptyWord}
            chosen={chosen}
            onChange={setChosen}
            onDone={apply}
          />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="取消" onClick={onClose} />
            <Button
              intent="primary"
              text={chosen.values.length > 0 ? `筛选 ${chosen.values.length} 个值` : '不筛选'}
              onClick={apply}
            />
          </>
        }
      >
        <span className="result-values-hint">Enter 勾选，Ctrl Enter 筛选</span>
      </DialogFooter>
    </>
  )
}
