// Beside a chart: its series to toggle, and the drawn numbers.
import { useMemo } from 'react'
import { type ChartData, figureText, sectorsOf, xText } from '#web/chart/options.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'
import { useSettings } from '#web/shell/settings.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { useDayRows } from '#web/table/days/dayMarks.ts'
import type { CellValue, TableColumn } from '#web/table/types.ts'

interface Props {
  data: ChartData
  truncated: boolean
  onToggle: (index: number) => void
}

export function ChartNumbers({ data, truncated, onToggle }: Props) {
  const legend =
    data.type === 'pie' ? sectorsOf(data).map(({ name }) => name) : data.series.map(({ name }) => name)
  return (
    <aside className="result-chart-numbers" aria-label="图表的数字">
      <div className="result-legend">
        {legend.map((name, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is theirs.
            key={index}
            type="button"
            aria-pressed={!data.off.has(index)}
            onClick={() => onToggle(index)}
          >
            <i className="result-legend-mark" style={{ background: seriesColour(index) }} />
            <span>{name}</span>
          </button>
        ))}
      </div>
      {truncated && <p className="result-chart-cut">点或系列太多，只画了前面的部分</p>}
      <Numbers data={data} />
    </aside>
  )
}

const asText = (value: CellValue) => (value === null ? '' : String(value))
const asFigure = (value: CellValue) => (typeof value === 'number' ? figureText(value) : asText(value))

function Numbers({ data }: { data: ChartData }) {
  const { maxColumnWords } = useSettings()
  const { x, xName, series } = data
  const columns = useMemo((): TableColumn[] => {
    const base = { unit: '', format: asFigure, copy: asText }
    return [
      { ...base, key: 'x', title: xName, align: 'left', numeric: false, frozen: true, format: asText },
      ...series.map(
        ({ name }, index): TableColumn => ({
          ...base,
          key: `s${index}`,
          title: name,
          align: 'right',
          numeric: true,
        }),
      ),
    ]
  }, [xName, series])
  const cellAt = useMemo(
    () =>
      (row: number, column: number): CellValue =>
        column === 0 ? xText(x[row] ?? null) : (series[column - 1]?.values[row] ?? null),
    [x, series],
  )
  const rowMark = useDayRows({ rowCount: x.length, cellAt, column: 0 })
  return (
    <div className="result-chart-table">
      <DataTable
        columns={columns}
        rowCount={x.length}
        cellAt={cellAt}
        rowMark={rowMark}
        maxColumnWords={maxColumnWords}
        maxCellRows={1}
        label="图表的数字"
      />
    </div>
  )
}
