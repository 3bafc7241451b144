// The head of a board on a wall: its name, how fresh it is, and the time.
import { useEffect, useState } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { useView } from '../report/useView.ts'
import { oldestOf, useBoard } from './store.ts'

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function WallHead() {
  const view = useView()
  const now = useNow()
  const oldest = useBoard(oldestOf)
  return (
    <header className="wall-head">
      <h1>{view?.name}</h1>
      {oldest && <span>数据更新到 {timeText(oldest, 'short')}</span>}
      <span className="wall-rest" />
      <time>{timeText(now.getTime())}</time>
      <span className="wall-key">
        <KeyHint command="board.wall" /> 退出
      </span>
    </header>
  )
}
