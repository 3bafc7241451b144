// The status line: row count, ticked rows, progress, load time, keys.
import { Button, ProgressBar } from '@blueprintjs/core'
import { memo } from 'react'
import { KeyHint } from '../shell/keys/KeyHint.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { timeText } from '../ui/timeText.ts'
import type { ListState } from './defineList.ts'
import type { ListWork } from './ListWork.ts'

const grouped = (count: number) => count.toLocaleString('en-US')

interface Props<Row extends object> {
  work: ListWork<Row>
  state: ListState<Row>
  shown: number
  total: number
}

export function ListStatus<Row extends object>({ work, state, shown, total }: Props<Row>) {
  const { measure, open, form } = work.list.declaration
  return (
    <footer className="list-line">
      <span role="status">
        {shown === total
          ? `共 ${grouped(total)} ${measure}`
          : `${grouped(shown)} / ${grouped(total)} ${measure}`}
        {state.refreshing && '，加载中...'}
      </span>
      {state.ticked.size > 0 && (
        <span className="list-line-ticked">
          已勾选 <b>{grouped(state.ticked.size)}</b> {measure}
          <Button variant="minimal" size="small" text="取消勾选" onClick={() => work.untickAll()} />
        </span>
      )}
      {state.work && <Progress {...state.work} />}
      {state.readAt !== null && (
        <span className="list-line-time">读取于 {timeText(state.readAt, 'clock')}</span>
      )}
      <Keys enter={open ? '打开' : form ? '编辑' : null} />
    </footer>
  )
}

/** Rendered once, not for each letter of a search. */
const Keys = memo(({ enter }: { enter: string | null }) => (
  <span className="list-line-keys">
    <KeyHint command="list.next" /> <KeyHint command="list.previous" /> 选择
    {enter !== null && (
      <>
        <Kbd keys="enter" /> {enter}
      </>
    )}
    <KeyHint command="list.tick" /> 勾选
    <KeyHint command="help.open" /> 更多
  </span>
))

function Progress({ text, done, of, cancel }: NonNullable<ListState<object>['work']>) {
  return (
    <span className="list-line-work" role="status">
      {text}
      {of > 1 && (
        <>
          <ProgressBar value={done / of} stripes={false} animate={false} aria-label={text} />
          {grouped(done)} / {grouped(of)}
          <Button variant="minimal" size="small" text="停止" onClick={cancel} />
        </>
      )}
    </span>
  )
}
