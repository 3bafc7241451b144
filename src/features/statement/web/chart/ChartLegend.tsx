// The chart's legend: its figures with totals and changes. Arrow keys move and select, Space draws several.
import { type KeyboardEvent, useRef } from 'react'
import { periodUnits } from '#semantic/model/calculation/texts.ts'
import type { ChartFigure } from '#semantic/model/shown/chartFigures.ts'
import type { Plot } from '#shared/plot/plot.ts'
import { seriesColour } from '#web/chart/seriesColour.ts'
import { compactText, figureText } from '../formats.ts'
import type { Result } from '../report/store.ts'
import { grainOfColumn, isDateColumn } from '../report/table/columns.ts'
import { lightRows } from '../report/table/shownTable.ts'
import { legendChange } from './change.ts'
import { chooseFigure, toggleFigure } from './choosing.ts'
import { useLit } from './lit.ts'
import type { ChosenChart } from './useChart.ts'

interface Props {
  result: Result
  chosen: ChosenChart
  plot: Plot
  /** The place with the tip; series show their values there. */
  at: number | null
}

export function ChartLegend({ result, chosen, plot, at }: Props) {
  const { figures, shown, shape } = chosen
  const list = useRef<HTMLDivElement>(null)
  const compared = figures.some(({ changeAt }) => changeAt >= 0)
  if (shape === 'steps') return <StepLegend plot={plot} />
  const walk = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const to = {
      ArrowDown: now + 1,
      ArrowRight: now + 1,
      ArrowUp: now - 1,
      ArrowLeft: now - 1,
      Home: 0,
      End: buttons.length - 1,
    }[event.key]
    const figure = figures[now]
    if (event.key === ' ' && figure) {
      event.preventDefault()
      toggleFigure(figures, figure)
    }
    if (to === undefined || !buttons[to]) return
    event.preventDefault()
    buttons[to].focus()
    const next = figures[to]
    if (next) chooseFigure(next)
  }
  const rest = shown.findIndex((figure) => figures.includes(figure))
  const places = plot.places.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of buttons, walked as one
    <div className="chart-legend" role="group" aria-label="图表的指标" onKeyDown={walk} ref={list}>
      <div className="chart-legend-head" aria-hidden="true">
        <span>{headOf(result, places)}</span>
        <span>{result.table.summary ? '合计' : ''}</span>
        {compared && <span>比{plot.previousName}</span>}
      </div>
      {figures.map((figure, index) => {
        const isShown = shown.includes(figure)
        const splits =
          isShown && shown[0] === figure && plot.kind !== 'heatmap' && splitsOf(plot, shown.length)
        return (
          <div key={figure.key} className="chart-legend-item">
            <button
              type="button"
              className="chart-legend-row"
              aria-pressed={isShown}
              tabIndex={
                isShown
                  ? shown[Math.max(0, rest)] === figure
                    ? 0
                    : -1
                  : shown.length === 0 && index === 0
                    ? 0
                    : -1
              }
              onClick={(event) =>
                event.ctrlKey || event.metaKey ? toggleFigure(figures, figure) : chooseFigure(figure)
              }
            >
              <i
                className="chart-mark"
                style={isShown && !splits ? { background: seriesColour(shown.indexOf(figure)) } : undefined}
              />
              <span className="chart-legend-name" title={figure.title}>
                {figure.title}
              </span>
              <b title={totalOf(result, figure, figureText)}>{totalOf(result, figure, compactText)}</b>
              {compared && <Change result={result} figure={figure} />}
            </button>
            {splits && <Splits plot={plot} at={at} result={result} />}
          </div>
        )
      })}
    </div>
  )
}

const isDated = ({ table }: Result): boolean => table.columns.some(isDateColumn)

const headOf = (result: Result, places: number): string => {
  const grain = grainOfColumn(result.table.columns.find(isDateColumn), result.info.grain)
  return `${places} ${isDated(result) ? periodUnits[grain] : '项'}`
}

/** Series that are values of a dimension instead of figures. */
const splitsOf = ({ series }: Plot, shown: number): boolean => series.length > shown

function totalOf(
  { table }: Result,
  { at, column }: ChartFigure,
  textOf: typeof figureText | typeof compactText,
): string {
  if (!table.summary) return ''
  const text = textOf(table.summary[at] ?? null, column.format, column.unit)
  return column.unit === '%' && text !== '–' ? `${text}%` : text
}

function Change({ result, figure }: { result: Result; figure: ChartFigure }) {
  const { columns, summary } = result.table
  const column = columns[figure.changeAt]
  if (!column) return <span className="chart-legend-change" />
  const { text, direction } = legendChange(summary?.[figure.changeAt] ?? null, column)
  return (
    <span className={`chart-legend-change chart-change-${direction}`}>
      {direction !== 'none' && <i aria-hidden="true">{direction === 'rise' ? '▲' : '▼'}</i>}
      {text}
    </span>
  )
}

/** Each series with its value at the chosen place, else on the last finished day, or its first value. */
function Splits({ plot, at, result }: { plot: Plot; at: number | null; result: Result }) {
  const lit = useLit((state) => state.row)
  const dated = isDated(result)
  const last = (plot.unfinishedFrom ?? plot.places.length) - 1
  const place = at ?? (dated ? Math.max(0, last) : 0)
  return (
    <ul className="chart-legend-splits">
      <li className="chart-legend-place">{plot.places[place]?.title}</li>
      {plot.series.map(({ name, hue, values, source }) => (
        <li
          key={name}
          className={lit !== null && source?.rows.includes(lit) ? 'chart-legend-lit' : undefined}
          onPointerEnter={() => lightRows(result, source?.rows.filter((row) => row !== null) ?? [])}
          onPointerLeave={() => lightRows(result, [])}
        >
          <i className="chart-mark" style={{ background: seriesColour(hue) }} />
          <span className="chart-legend-name" title={name}>
            {name}
          </span>
          <span>{plot.text(values[place] ?? null)}</span>
        </li>
      ))}
    </ul>
  )
}

function StepLegend({ plot }: { plot: Plot }) {
  const values = plot.series[0]?.values ?? []
  const first = values[0] ?? 0
  return (
    <div className="chart-legend">
      <div className="chart-legend-head">
        <span>{plot.places.length} 步</span>
        <span>人数</span>
        <span>占第一步</span>
      </div>
      {plot.places.map(({ label }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their place.
        <div key={at} className="chart-legend-row">
          <i className="chart-mark" />
          <span className="chart-legend-name" title={label}>
            {label}
          </span>
          <b>{plot.text(values[at] ?? null)}</b>
          <span className="chart-legend-change">
            {first > 0 ? `${(((values[at] ?? 0) / first) * 100).toFixed(1)}%` : '–'}
          </span>
        </div>
      ))}
    </div>
  )
}
