// The line under the board: how many tiles, how fresh they are, how long they took.

import { byKey } from '#web/shell/keys/keySentence.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { elapsedText } from '../formats.ts'
import { lookAtTables } from './alive.ts'
import { oldestOf, useBoard } from './store.ts'

export function BoardStatus() {
  const tiles = useBoard(({ board }) => board?.tiles.length ?? 0)
  const answers = useBoard((state) => state.answers)
  const editing = useBoard((state) => state.editing)
  const isMade = useBoard((state) => state.isMade)
  const tables = [...answers.values()].flatMap((answer) => (answer.state === 'ready' ? [answer.table] : []))
  const oldest = useBoard(oldestOf)
  const untold = useBoard((state) => state.followFailure)
  const longest = Math.max(0, ...tables.map(({ elapsedMs }) => elapsedMs))
  const cached = tables.filter((table) => table.cached).length
  return (
    <footer className="board-status">
      <span>{tiles} 块</span>
      {editing ? (
        <span>编排中：方向键移动，Shift 加方向键改大小，{byKey('board.save')}保存</span>
      ) : (
        isMade && <span>由报表自动生成，还没有人编排过</span>
      )}
      <span className="board-status-rest" />
      {tables.length > 0 && (
        <span>
          最慢 {elapsedText(longest)}，缓存 {cached} / {tables.length}
        </span>
      )}
      {untold && <FailureLine what="数据更新时间读取失败" failure={untold} onRetry={lookAtTables} />}
      {oldest && <span>数据更新到 {timeText(oldest, 'short')}</span>}
    </footer>
  )
}
