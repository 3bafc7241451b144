// The line below the lines: count, time range, duration, what was not searched, keys.
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { type Searched, useLogs } from './store.ts'
import { boundsText } from './time/range.ts'
import { bytesText, grouped, percent } from './words.ts'

export function LogStatus() {
  const searched = useLogs((state) => state.searched)
  const searching = useLogs((state) => state.searching)
  const isTailing = useLogs(({ tail }) => tail !== null)
  const around = useLogs(({ address }) => address.around)
  const words = !isTailing && !around && searched ? wordsOf(searched, searching) : ''
  return (
    <footer className="log-status">
      <span role="status" title={words}>
        {words}
      </span>
      {!isTailing &&
        !around &&
        searched?.notes.map((note) => (
          <span className="log-warning" key={note} title={note}>
            {note}
          </span>
        ))}
      {!isTailing && searched && !around && (
        <span className="log-status-time" title={boundsText(searched.bounds)}>
          {boundsText(searched.bounds)}
        </span>
      )}
      <span className="log-status-keys">
        <KeyHint command="logs.query" /> 条件 <KeyHint command="logs.next" />{' '}
        <KeyHint command="logs.previous" /> 选择 <Kbd keys="enter" /> 详情 <KeyHint command="help.open" />{' '}
        更多
      </span>
    </footer>
  )
}

function wordsOf({ book, progress, done, stopped, elapsedMs }: Searched, searching: boolean): string {
  const count = progress?.count ?? book.rowCount
  const isAll = done || (book.complete && !searching)
  const rest = 1 - (progress?.done ?? (isAll ? 1 : 0))
  const parts = [
    `${isAll ? '共' : '已查到'} ${grouped(count)} 条`,
    searching && progress && `已查 ${percent(progress.done)}`,
    stopped && `已停止，还有 ${percent(rest)} 未查`,
    progress && progress.untimed > 0 && `其中 ${grouped(progress.untimed)} 条没有时间`,
    progress && `读了 ${bytesText(progress.bytes)}`,
    !searching && elapsedMs > 0 && `用时 ${timeWords(progress?.elapsedMs ?? elapsedMs)}`,
  ]
  return parts.filter(Boolean).join('，')
}

const timeWords = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} 毫秒` : `${(ms / 1_000).toFixed(1)} 秒`
