// Beside the home page's figures: what failed, and what moved most.
import { Button } from '@blueprintjs/core'
import { TrendingUp } from '@blueprintjs/icons'
import { Link } from 'wouter'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import type { HomeCard } from '#features/statement/contract.ts'
import { viewAddress } from '../tree/actions.ts'
import { useTree } from '../tree/store.ts'
import { Change } from './Card.tsx'
import { briefText, isComparable, moversOf } from './change.ts'
import { useHome } from './store.ts'
import { askWho } from './who.ts'

const useNames = () => {
  const views = useTree(({ shape }) => shape.views)
  return (id: number) => views.get(id)?.name ?? ''
}

/** The shown figures are old. */
export function NotCome({ onRetry }: { onRetry: () => void }) {
  const failure = useHome((state) => (state.status === 'failed' ? state.failure : null))
  const hasFigures = useHome(({ cards }) => cards.size > 0)
  if (!failure) return null
  return (
    <section className="home-late home-not-come" aria-label="读取失败的数据">
      <FailureLine
        what={hasFigures ? '刷新失败，下面是之前的数据' : '数据读取失败'}
        failure={failure}
        onRetry={onRetry}
      />
    </section>
  )
}

export function Movers({ cards }: { cards: readonly HomeCard[] }) {
  const nameOf = useNames()
  if (!isComparable(cards)) return null
  const movers = moversOf(cards)
  return (
    <section className="place-section home-panel" aria-label="昨日变化最大">
      <h2>
        <TrendingUp size={14} />
        昨日变化最大
      </h2>
      {movers.length === 0 ? (
        <p className="home-note">与前天、上周同日相比都在 5% 以内</p>
      ) : (
        <ul className="home-movers">
          {movers.map((mover) => {
            const { card, point, change, against } = mover
            return (
              <li key={`${card.viewId} ${point.key}`} className="home-mover">
                <Link href={viewAddress(card.viewId)} className="home-mover-name" title={point.title}>
                  {point.title} <small>{nameOf(card.viewId)}</small>
                </Link>
                <span className="home-mover-value">{briefText(point, point.values.at(-2) ?? null)}</span>
                <span className="home-mover-change">
                  <Change change={change} point={point} />
                </span>
                <small className="home-mover-against">较{against}</small>
                <Button
                  size="small"
                  variant="minimal"
                  className="home-mover-who"
                  text={
                    <>
                      <span className="visually-hidden">{point.title}的</span>变化来自谁
                    </>
                  }
                  endIcon={
                    <span aria-hidden="true">
                      <KeyHint command="home.who" />
                    </span>
                  }
                  onClick={() => askWho(mover)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
