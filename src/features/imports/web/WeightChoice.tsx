// By which column a mean is weighted.
import { HTMLSelect } from '@blueprintjs/core'
import { changeColumn, useImport, weightOf, weightsFor } from './store.ts'

export function WeightChoice({ at }: { at: number }) {
  const { found, columns } = useImport()
  const own = columns[at]
  if (!found || !own) return null
  const possible = weightsFor(found, columns, at)
  if (possible.length === 0) return <div className="imports-why">没有可以加权的列，取平均</div>
  return (
    <div>
      <HTMLSelect
        minimal
        value={weightOf(found, columns, at)}
        aria-label={`${own.name} 按哪一列加权`}
        options={possible.map((index) => ({ value: index, label: `按「${columns[index]?.name}」加权` }))}
        onChange={(event) => changeColumn(at, { weight: Number(event.currentTarget.value) })}
      />
    </div>
  )
}
