// Who is behind a figure: its players by their own figures, from whom one comes to what a player did; all of them are
// kept as a segment.
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { TabList } from '#web/ui/TabList.tsx'
import {
  listPlayers,
  mostPlayersPassed,
  type PlayerList,
  playersAtOnce,
} from '#features/statement/contract.ts'
import { bodyOf, type CellQuestion } from '../explain/question.ts'
import { useAnswer } from '../explain/useAnswer.ts'
import { KeepAsSegment } from './KeepAsSegment.tsx'
import { OnePlayer } from './OnePlayer.tsx'
import { PlayerTable } from './PlayerTable.tsx'
import type { Player } from './player.ts'
import './players.css'

interface Props {
  question: CellQuestion
  /** What the figure is, for the name of a segment. */
  name: string
  onLeave: () => void
}

export function PlayersPart({ question, name, onLeave }: Props) {
  const [chosen, setChosen] = useState(0)
  const [offset, setOffset] = useState(0)
  const [one, setOne] = useState<Player | null>(null)
  const body = { ...bodyOf(question), offset }
  const { value, problem, again } = useAnswer(JSON.stringify(body), (signal) =>
    call(listPlayers, { body }, { signal, quiet: true, loading: null }),
  )
  if (problem !== null) return <ErrorState title="玩家名单读取失败" failure={problem} onRetry={again} />
  if (value === null) return <Skeleton lines={8} />
  if (value.lists === null)
    return (
      <p className="explain-none">
        没有查看单个玩家的权限。这里只显示汇总后的数字；需要名单时请联系管理员开通报表配置或 SQL 查询。
      </p>
    )
  if (one !== null) return <OnePlayer player={one} onBack={() => setOne(null)} onLeave={onLeave} />
  const list = value.lists[chosen] ?? value.lists[0]
  if (!list) return <p className="explain-none">这个数字不按玩家统计，没有名单。</p>
  return (
    <div className="players">
      {value.lists.length > 1 && (
        <TabList
          label="玩家名单"
          tabs={value.lists.map(({ title, total }, index) => ({
            id: index,
            title: `${title} ${total.toLocaleString('en-US')}`,
          }))}
          selected={value.lists.indexOf(list)}
          onSelect={(at) => {
            setChosen(at)
            setOffset(0)
          }}
        />
      )}
      {list.total === 0 ? (
        <p className="explain-none">没有玩家。</p>
      ) : (
        <PlayerTable list={list} onOpen={value.masked ? null : setOne} />
      )}
      <div className="explain-rows-foot">
        <span>
          {countText(list, offset)}
          {value.masked && '，编号是个人信息，按你的权限只显示遮盖后的值'}
        </span>
        <Turning list={list} offset={offset} onTurn={setOffset} />
        {list.total > 0 && (
          <KeepAsSegment question={question} list={list.title} initial={name} onLeave={onLeave} />
        )}
      </div>
    </div>
  )
}

/** A figure counts an id of two games once, the list twice: the difference is said where it may be seen. */
function countText({ total, rowCount, columns }: PlayerList, offset: number): string {
  const isByGame = columns.some(({ name }) => name === 'game')
  const all = `共 ${total.toLocaleString('en-US')} 个玩家${isByGame ? '（同一编号在每个游戏各算一个）' : ''}`
  return rowCount < total ? `${all}，这里是第 ${offset + 1}–${offset + rowCount} 个` : all
}

interface TurningProps {
  list: PlayerList
  offset: number
  onTurn: (offset: number) => void
}

function Turning({ list, offset, onTurn }: TurningProps) {
  if (list.total <= playersAtOnce) return null
  const next = offset + playersAtOnce
  return (
    <span className="players-turning">
      <Button
        size="small"
        text="上一页"
        disabled={offset === 0}
        onClick={() => onTurn(Math.max(0, offset - playersAtOnce))}
      />
      <Button
        size="small"
        text="下一页"
        disabled={next >= list.total || next > mostPlayersPassed}
        onClick={() => onTurn(next)}
      />
    </span>
  )
}
