// The history of the player's tags: who changed which tag, when, and from what to what; each change can be
// undone.
import { Button } from '@blueprintjs/core'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { takeBack } from './actions.ts'
import { useTags } from './store.ts'

export function HistoryPart() {
  const { showsHistory, history, historyFailure } = useTags()
  if (!showsHistory) return null
  return (
    <section className="usertag-group usertag-history" aria-labelledby="usertag-history">
      <h3 id="usertag-history">变更记录</h3>
      {historyFailure && <FailureLine what="变更记录读取失败" failure={historyFailure} />}
      {!history && !historyFailure && <p role="status">加载中...</p>}
      {history?.length === 0 && <p className="usertag-muted usertag-none">还没有人改过这个玩家的标签</p>}
      <ol>
        {history?.map(({ batch, at, by, undid, changes }) => (
          <li key={batch} className="usertag-change">
            <span className="usertag-muted">
              {timeText(at)} {by} {undid && '撤销'}
            </span>
            <ul>
              {changes.map(({ name, from, to }) => (
                <li key={name}>
                  {name}：{from && <del>{from}</del>} {to ? <ins>{to}</ins> : '已删除'}
                </li>
              ))}
            </ul>
            <Button
              size="small"
              variant="minimal"
              text="撤销这次修改"
              onClick={() => void takeBack(batch).catch(() => undefined)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
