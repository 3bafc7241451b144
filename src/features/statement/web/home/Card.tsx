// A view on the home page: its name, and on demand its figures of today and yesterday.
import { Button } from '@blueprintjs/core'
import { Document, Lock, Star, StarEmpty } from '@blueprintjs/icons'
import { Link } from 'wouter'
import type { Cell, HomeCard, ViewMeta } from '#features/statement/contract.ts'
import { figureText } from '../formats.ts'
import { viewAddress } from '../tree/actions.ts'
import { pathTo, viewKey } from '../tree/shape.ts'
import { toggleStar, useTree } from '../tree/store.ts'
import {
  briefText,
  changeOf,
  changeText,
  type HomePoint,
  hasYesterday,
  linePath,
  numberOf,
} from './change.ts'
import { useHome } from './store.ts'

const line = { width: 72, height: 20 }

export function Change({ change, point }: { change: number | null; point: HomePoint }) {
  if (change === null) return <span className="home-change">–</span>
  const way = Math.abs(change) < 0.0005 ? '' : change > 0 ? ' home-up' : ' home-down'
  return <span className={`home-change${way}`}>{changeText(change, point)}</span>
}

/** Yesterday with its change comes first: it is whole. A part of today beside a change would be read as changed. */
function Row({ point, card }: { point: HomePoint; card: HomeCard }) {
  const { values, format, unit } = point
  const [today, yesterday] = [values.at(-1) ?? null, values.at(-2) ?? null]
  const exact = (value: Cell) => figureText(value, format, unit)
  const brief = (value: Cell) => briefText(point, value, [today, yesterday])
  return (
    <tr>
      <th scope="row" title={point.title}>
        {point.title}
        {unit !== '' && unit !== '%' && <span className="home-unit">{unit}</span>}
      </th>
      <td className="home-figure" title={exact(yesterday)}>
        {brief(yesterday)}
      </td>
      <td>
        <Change change={hasYesterday(card) ? changeOf(point, 1, 2) : null} point={point} />
      </td>
      <td className="home-so-far" title={exact(today)}>
        {brief(today)}
      </td>
      <td className="home-line">
        <svg viewBox={`-2 -2 ${line.width + 4} ${line.height + 4}`} aria-hidden="true">
          {/* Unfinished days would seem to fall. */}
          <path d={linePath(values.slice(0, -card.openDays).map(numberOf), line.width, line.height)} />
        </svg>
      </td>
    </tr>
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
        {hasFailed ? '没有取到' : '正在取数…'}
      </p>
    )
  }
  if (card.state !== 'figures') {
    return <p className={card.state === 'failed' ? 'home-note home-failed' : 'home-note'}>{card.message}</p>
  }
  return (
    <>
      <table className="home-figures">
        <thead>
          <tr>
            <th scope="col">{card.reportName}</th>
            <th scope="col" title={hasYesterday(card) ? undefined : '昨日结束后还没有新数据，数字可能不全'}>
              {hasYesterday(card) ? '昨日' : '昨日未完'}
            </th>
            <th scope="col" title="昨日比前日">
              较前日
            </th>
            <th scope="col" title="今天还没有过完，不与整天相比">
              今日至今
            </th>
            <th scope="col">近 14 天</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <Row key={point.key} point={point} card={card} />
          ))}
        </tbody>
      </table>
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
  const path = pathTo(shape, view.typeId)
  return (
    <li className={withFigures ? 'home-card home-card-figures' : 'home-card'}>
      <div className="home-head">
        {view.shared ? <Document size={14} /> : <Lock size={14} />}
        <Link
          href={viewAddress(view.id)}
          className="home-open"
          data-home-card={view.id}
          // The tree's keys (star, rename, move) act on the focused card.
          onFocus={() => useTree.setState({ cursor: viewKey(view.id) })}
        >
          <span className="home-name">{view.name}</span>
          <span className="home-path">{path.map(({ name }) => name).join(' / ') || '我的私有报表'}</span>
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
