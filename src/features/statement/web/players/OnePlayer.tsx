// What one player did last, as a time line over all tables, and the way to the player's tags.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { pages } from '#shared/pages.ts'
import { call } from '#web/api/client.ts'
import { goTo } from '#web/shell/keys/run.ts'
import { holds } from '#web/shell/session.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { getPlayerHistory, type PlayerEvent, type PlayerHistory } from '#features/statement/contract.ts'
import { useAnswer } from '../explain/useAnswer.ts'
import { valueText } from '../formats.ts'
import type { Player } from './player.ts'

interface Props {
  player: Player
  onBack: () => void
  onLeave: () => void
}

export function OnePlayer({ player, onBack, onLeave }: Props) {
  const back = useRef<HTMLButtonElement>(null)
  const { value, problem, again } = useAnswer(JSON.stringify(player), (signal) =>
    call(getPlayerHistory, { body: player }, { signal, quiet: true, loading: null }),
  )
  useEffect(() => back.current?.focus(), [])
  const tags = pages.othersUserTagsTest({ cgi: player.game, id: player.player })
  return (
    <div className="one-player">
      <div className="one-player-head">
        <Button ref={back} size="small" text="返回名单" onClick={onBack} />
        <b>{player.player}</b>
        {player.game && <span className="explain-where">{player.game}</span>}
        {player.game && holds('search_userTagTest') && (
          <Button
            size="small"
            text="用户标签"
            onClick={() => {
              onLeave()
              goTo(tags)
            }}
          />
        )}
      </div>
      {problem !== null && <ErrorState title="玩家经历读取失败" failure={problem} onRetry={again} />}
      {problem === null && value === null && <Skeleton lines={8} />}
      {value && <Events history={value} />}
    </div>
  )
}

function Events({ history: { events, more, left } }: { history: PlayerHistory }) {
  const days = Map.groupBy(events, ({ at }) => at.slice(0, 10))
  return (
    <div className="one-player-days">
      {events.length === 0 && <p className="explain-none">数据表里没有这个玩家的行。</p>}
      {[...days].map(([day, own]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol>
            {own.map((event, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and none moves.
              <Event key={at} event={event} />
            ))}
          </ol>
        </section>
      ))}
      {more && <p className="explain-none">更早的没有列出。</p>}
      {left.map(({ title, reason }) => (
        <p key={title} className="explain-none">
          「{title}」没有列出：{reason}
        </p>
      ))}
    </div>
  )
}

/** A column's comment up to what explains it: 状态 of 状态：paid 已支付. */
const headOf = (title: string): string => title.split(/[：:，,（(]/)[0] || title

function Event({ event: { at, title, cells } }: { event: PlayerEvent }) {
  return (
    <li>
      <time>{at.slice(11, 19)}</time>
      <b>{title}</b>
      <span>
        {cells.map(({ name, title: own, value }) => (
          <span key={name} className="one-player-cell">
            {headOf(own)} {valueText(value)}
          </span>
        ))}
      </span>
    </li>
  )
}
