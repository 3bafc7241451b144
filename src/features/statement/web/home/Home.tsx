// The start of /statement: figures of starred views, movers, late data, recent views. Without stars: existing
// views and first steps.

import { Button } from '@blueprintjs/core'
import { Document, Star, Time } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactElement, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { weekdayOf } from '#shared/day.ts'
import { pages } from '#shared/pages.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { EmptyState } from '#web/ui/states/EmptyState.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { type HomeCard, mostHomeViews, type ViewMeta } from '#features/statement/contract.ts'
import { ExplainOverlays } from '../explain/ExplainOverlays.tsx'
import { startNaming } from '../tree/actions.ts'
import { loadTree, useTree } from '../tree/store.ts'
import { Attention } from './Attention.tsx'
import { Card } from './Card.tsx'
import { eachOnce, type HomePoint, hasYesterday } from './change.ts'
import { HiddenPlaces } from './HiddenPlaces.tsx'
import { NextSteps, useMayImport } from './NextSteps.tsx'
import { Movers, NotCome } from './Notices.tsx'
import { offeredViews } from './offered.ts'
import { keepCurrent, leaveHome, loadHome, useHome } from './store.ts'
import { followFocus, walk } from './walking.ts'
import { useWay } from './way.ts'
import './home.css'

const mostCards = 12

interface GroupProps {
  title: string
  icon: ReactElement
  views: ViewMeta[]
  withFigures?: boolean
  /** By view: the figures that its card shows. */
  points?: ReadonlyMap<number, readonly HomePoint[]>
  note?: ReactElement
}

function Group({ title, icon, views, withFigures = false, points, note }: GroupProps) {
  if (views.length === 0) return null
  return (
    <section className="place-section" aria-label={title}>
      <h2>
        {icon}
        {title}
        {note}
      </h2>
      <ul className={withFigures ? 'home-cards' : 'place-list'}>
        {views.map((view) => (
          <Card key={view.id} view={view} withFigures={withFigures} points={points?.get(view.id)} />
        ))}
      </ul>
    </section>
  )
}

/** An installation without views: links to importing data and creating a first report. */
function NoViews() {
  const mayImport = useMayImport()
  return (
    <EmptyState
      icon={<Document size={32} />}
      title="还没有报表"
      description={
        mayImport
          ? '导入一个文件就有第一张报表；数据已在，就新建一个视图。'
          : '新建一个视图，选好指标和维度就是一张报表。'
      }
      action={
        <span className="home-first">
          {mayImport && (
            <Link href={pages.configImport()} className="bp6-button bp6-intent-primary">
              导入数据 <KeyHint command="imports.open" />
            </Link>
          )}
          <Button
            intent={mayImport ? 'none' : 'primary'}
            variant={mayImport ? 'outlined' : 'solid'}
            onClick={() => startNaming('newView')}
          >
            新建视图 <KeyHint command="view.create" />
          </Button>
          {mayImport && (
            <Link href={pages.configDemo()} className="bp6-button bp6-minimal">
              试用演示数据
            </Link>
          )}
          <Link href={pages.guide()} className="bp6-button bp6-minimal">
            使用指南
          </Link>
        </span>
      }
    />
  )
}

function StarHint() {
  return (
    <span className="home-hint">
      {useWay() === 'keys' ? (
        <>
          按 <KeyHint command="view.star" /> 收藏
        </>
      ) : (
        '点 ☆ 收藏'
      )}
      ，之后这里只显示收藏的报表
    </span>
  )
}

function dayWords(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日 周${'日一二三四五六'[weekdayOf(day)]}`
}

/** Which day it is, and how far the shown figures' data reaches. */
function Day({ cards }: { cards: readonly HomeCard[] }) {
  const today = cards.at(-1)?.days.at(-1) ?? businessToday()
  const known = cards.filter(({ state }) => state === 'figures')
  const times = known.flatMap(({ updateTime }) => updateTime ?? []).sort()
  const [oldest] = times
  return (
    <p className="home-day">
      <b>今天，{dayWords(today)}</b>
      {oldest && (
        <span>
          数据到 {timeText(oldest, timeText(oldest, 'day').startsWith(today) ? 'clock' : 'short')}，
          {known.every(hasYesterday) ? '昨日已完整' : '昨日还没有完整'}
        </span>
      )}
    </p>
  )
}

function Content() {
  const { shape, recents, stars, owner } = useTree()
  const cards = useHome((state) => state.cards)
  const known = (ids: number[]) => ids.flatMap((id) => shape.views.get(id) ?? [])
  const starred = known(stars).slice(0, mostHomeViews)
  const offered = starred.length > 0 ? [] : offeredViews(shape)
  const offeredIds = new Set(offered.map(({ id }) => id))
  const recent = known(recents).filter(({ id }) => !offeredIds.has(id))
  const ids = [...starred, ...offered].map(({ id }) => id)
  const asked = ids.join(' ')
  const load = useCallback(
    () => void loadHome(owner, asked === '' ? [] : asked.split(' ').map(Number)),
    [owner, asked],
  )
  useEffect(() => {
    load()
    const leave = asked === '' ? undefined : keepCurrent(load)
    return () => {
      leave?.()
      leaveHome()
    }
  }, [load, asked])
  const shown = ids.flatMap((id) => cards.get(id) ?? [])
  const points = eachOnce(shown)
  return (
    <>
      <Day cards={shown} />
      <NotCome onRetry={load} />
      <Group
        title="今日与昨日"
        icon={<Star size={14} className="place-star" />}
        views={starred}
        withFigures
        points={points}
      />
      <Group
        title="从这里开始"
        icon={<Document size={14} />}
        views={offered}
        withFigures
        points={points}
        note={<StarHint />}
      />
      <div className="home-panels">
        <Movers cards={shown} />
        <div className="home-aside">
          <Attention cards={shown} />
          <Group title="最近打开" icon={<Time size={14} />} views={recent.slice(0, mostCards)} />
        </div>
      </div>
      <HiddenPlaces />
      <NextSteps />
      <ExplainOverlays />
    </>
  )
}

export function Home() {
  const { shape, status, failure, stars } = useTree()
  const focused = useRef<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a star moves cards.
  useLayoutEffect(() => followFocus(focused.current), [stars])
  if (status === 'idle' || status === 'loading') return <Skeleton lines={6} />
  if (status === 'failed')
    return <ErrorState title="报表目录读取失败" failure={failure} onRetry={() => void loadTree()} />
  if (shape.views.size === 0)
    return (
      <>
        <NoViews />
        <HiddenPlaces />
      </>
    )
  const handleKey = (event: KeyboardEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey || !(target as Element).matches('[data-home-card]')) return
    if (walk(event.key)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links inside it.
    <div
      className="home"
      onKeyDown={handleKey}
      onFocus={({ target }) => {
        focused.current = target as HTMLElement
      }}
    >
      <Content />
    </div>
  )
}
