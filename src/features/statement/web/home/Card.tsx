// A view on the home page: its name, and on demand its figures of today and yesterday.
import { Button } from '@blueprintjs/core'
import { Document, Lock, Star, StarEmpty } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { Cell, HomeCard, ViewMeta } from '#features/statement/contract.ts'
import { figureText } from '../formats.ts'
import { viewAddress } from '../tree/actions.ts'
import { groupOf, pathTo, viewKey } from '../tree/shape.ts'
import { toggleStar, useTree } from '../tree/store.ts'
import { areaPath, briefText, changeText, type HomePoint, linePath, numberOf, toldOf } from './change.ts'
import { useHome } from './store.ts'

const line = { width: 240, height: 40 }

interface ChangeProps {
  change: number | null
  point: Pick<HomePoint, 'format'>
}

export function Change({ change, point }: ChangeProps) {
  if (change === null) return <span className="home-change">–</span>
  const way = Math.abs(change) < 0.0005 ? '' : change > 0 ? ' home-up' : ' home-down'
  return <span className={`home-change${way}`}>{changeText(change, point)}</span>
}

interface FigureProps {
  point: HomePoint
  card: HomeCard
}

const shownUnit = ({ unit }: Pick<HomePoint, 'unit'>) => (unit === '%' ? '' : unit)

function Line({ point, card }: FigureProps) {
  // Unfinished days would seem to fall.
  const values = point.values.slice(0, -card.openDays).map(numberOf)
  return (
    <svg
      className="home-line"
      viewBox={`0 -2 ${line.width} ${line.height + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="home-area" d={areaPath(values, line.width, line.height)} />
      <path d={linePath(values, line.width, line.height)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** The figure that the card is looked at for. */
function First({ point, card }: FigureProps) {
  const { value, when, change, against, beside } = toldOf(point, card)
  const exact = (cell: Cell) => figureText(cell, point.format, point.unit)
  return (
    <li className="home-first-figure">
      <div className="home-title" title={point.title}>
        {point.title}
      </div>
      <div className="home-large">
        <b title={exact(value)}>{briefText(point, value)}</b>
        {shownUnit(point) !== '' && <span className="home-unit">{shownUnit(point)}</span>}
        <span className="home-when">{when}</span>
      </div>
      <div className="home-against">
        {change !== null && (
          <>
            <Change change={change} point={point} />
            <span>{against}</span>
          </>
        )}
        {numberOf(beside.value) !== null && (
          <span title={exact(beside.value)}>
            {beside.title} {briefText(point, beside.value)}
          </span>
        )}
      </div>
      <Line point={point} card={card} />
    </li>
  )
}

function Further({ point, card }: FigureProps) {
  const { value, when, brief, change, against } = toldOf(point, card)
  return (
    <li className="home-further">
      <span className="home-title" title={point.title}>
        {point.title}
      </span>
      <span className="home-when" title={when}>
        {brief}
      </span>
      <span className="home-figure" title={figureText(value, point.format, point.unit)}>
        {briefText(point, value)}
        {shownUnit(point) !== '' && <span className="home-unit">{shownUnit(point)}</span>}
      </span>
      <span title={against}>
        <Change change={change} point={point} />
      </span>
    </li>
  )
}

interface FiguresProps {
  card: HomeCard | undefined
  /** Of the card's figures those that no other card shows. */
  points: readonly HomePoint[]
}

function Figures({ card, points }: FiguresProps) {
  const hasFailed = useHome(({ status }) => status === 'failed')
  if (!card) {
    return (
      <p className="home-note" role="status">
        {hasFailed ? '读取失败' : '正在取数…'}
      </p>
    )
  }
  if (card.state !== 'figures') {
    return <p className={card.state === 'failed' ? 'home-note home-failed' : 'home-note'}>{card.message}</p>
  }
  const [first, ...others] = points
  if (!first) return <p className="home-note">它的数字在其他卡片里已有</p>
  return (
    <>
      <ul className="home-points" aria-label={card.reportName}>
        <First point={first} card={card} />
        {others.map((point) => (
          <Further key={point.key} point={point} card={card} />
        ))}
      </ul>
      {card.message && <p className="home-note">{card.message}</p>}
    </>
  )
}

interface CardProps {
  view: ViewMeta
  withFigures: boolean
  points?: readonly HomePoint[] | undefined
}

export function Card({ view, withFigures, points }: CardProps) {
  const starred = useTree(({ stars }) => stars.includes(view.id))
  const shape = useTree((state) => state.shape)
  const card = useHome(({ cards }) => cards.get(view.id))
  const path =
    pathTo(shape, view.typeId)
      .map(({ name }) => name)
      .join(' / ') || groupOf(shape, view.id)?.name
  return (
    <li className={withFigures ? 'home-card home-card-figures' : 'home-card'}>
      <div className="home-head">
        {view.audience !== 'own' ? <Document size={14} /> : <Lock size={14} />}
        <Link
          href={viewAddress(view.id)}
          className="home-open"
          data-home-card={view.id}
          // The tree's keys (star, rename, move) act on the focused card.
          onFocus={() => useTree.setState({ cursor: viewKey(view.id) })}
        >
          <span className="home-name" title={view.name}>
            {view.name}
          </span>
          <span className="home-path" title={path}>
            {path}
          </span>
        </Link>
        <Button
          className="home-star"
          data-home-star={view.id}
          size="small"
          variant="minimal"
          icon={starred ? <Star size={14} className="place-star" /> : <StarEmpty size={14} />}
          aria-label={`收藏「${view.name}」`}
          aria-pressed={starred}
          onClick={() => toggleStar(view.id)}
        />
      </div>
      {withFigures && <Figures card={card} points={points ?? card?.points ?? []} />}
    </li>
  )
}
