// One large figure: its change, how far its goal is, and the days behind it.
import { goalParts, goalState, goalWords } from '#semantic/model/board/goal.ts'
import type { Goal, FigureTile as Tile } from '#semantic/model/board/types.ts'
import { legendChange } from '#features/statement/web/chart/change.ts'
import { businessToday } from '#features/statement/web/dates/days.ts'
import { compactText, figureText } from '#features/statement/web/formats.ts'
import { areaPath, linePath } from '#features/statement/web/home/change.ts'
import { type FigureTold, figureTold, numberOf } from './figure.ts'
import type { TileFigures } from './useTileAnswer.ts'
import './figure.css'

const line = { width: 240, height: 36 }

function Line({ values }: { values: readonly (number | null)[] }) {
  if (values.filter((value) => value !== null).length < 2) return null
  return (
    <svg
      className="tile-line"
      viewBox={`0 -2 ${line.width} ${line.height + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="tile-area" d={areaPath(values, line.width, line.height)} />
      <path d={linePath(values, line.width, line.height)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function Change({ change }: { change: NonNullable<FigureTold['change']> }) {
  const { text, direction } = legendChange(change.value, change.column)
  return (
    <p className="tile-against">
      <span className={`tile-change tile-change-${direction}`}>
        {direction !== 'none' && <i aria-hidden="true">{direction === 'rise' ? '▲' : '▼'}</i>}
        {text}
      </span>{' '}
      {change.against}
    </p>
  )
}

function GoalBar({ value, goal, text }: { value: number; goal: Goal; text: string }) {
  const state = goalState(value, goal)
  const { figure, mark } = goalParts(value, goal)
  const share = goal.value === 0 ? '' : `，完成 ${((value / goal.value) * 100).toFixed(0)}%`
  const words = `目标 ${goal.low ? '≤' : '≥'} ${text}，${goalWords[state]}${goal.low ? '' : share}`
  return (
    <div className="tile-goal" title={words} data-state={state}>
      <span className="tile-goal-bar" aria-hidden="true">
        <i style={{ width: `${figure * 100}%` }} />
        <b style={{ left: `${mark * 100}%` }} />
      </span>
      <span className="tile-goal-words">{words}</span>
    </div>
  )
}

/** Whole or cents figures of the large are rounded: the exact one is in the title. */
function shortText({ column, value }: FigureTold): string {
  const number = numberOf(value)
  const isLarge = column.format === 'decimal' && number !== null && Math.abs(number) >= 1000
  return isLarge
    ? compactText(Math.round(number), 'integer', column.unit)
    : compactText(value, column.format, column.unit)
}

export function FigureTile({ tile, figures }: { tile: Tile; figures: TileFigures }) {
  const told = figureTold(tile, figures, businessToday())
  if (!told) return <p className="tile-note">这张报表不再有这个指标，请换一个</p>
  const { column, value, change, line: values } = told
  const number = numberOf(value)
  return (
    <div className="tile-figure">
      <p className="tile-value">
        <b title={figureText(value, column.format, column.unit)}>{shortText(told)}</b>
        {column.unit && <span> {column.unit}</span>}
      </p>
      {change && <Change change={change} />}
      {tile.goal && number !== null && (
        <GoalBar
          value={number}
          goal={tile.goal}
          text={figureText(tile.goal.value, column.format, column.unit)}
        />
      )}
      <Line values={values} />
    </div>
  )
}
