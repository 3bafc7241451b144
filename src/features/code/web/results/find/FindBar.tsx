// Finds a text in all rows of the result: the number of matches, and which one is shown.
import { Button, InputGroup } from '@blueprintjs/core'
import { ChevronDown, ChevronUp, Cross, Search } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { groupThousands } from '#web/table/selection/exactSum.ts'
import type { Run } from '#features/code/contract.ts'
import type { ResultState } from '../shown.ts'
import { shownTable } from '../shownTable.ts'
import { closeFind, search, step, useFind } from './find.ts'

/** Searches after a typing pause. */
const pauseMs = 200

export function FindBar({ run, state }: { run: Run; state: ResultState }) {
  const { runId, text } = useFind()
  if (runId !== run.queryId) return null
  return <Bar key={run.queryId} run={run} state={state} text={text} />
}

function Bar({ run, state, text }: { run: Run; state: ResultState; text: string }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const searchSoon = (typed: string) => {
    clearTimeout(timer.current)
    useFind.setState({ text: typed, cells: null, problem: null })
    timer.current = setTimeout(() => void search(typed), pauseMs)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows or columns are counted anew
  useEffect(() => {
    const typed = useFind.getState().text
    if (typed !== '' && !state.making) void search(typed)
  }, [state.view?.viewId, state.hidden, state.making, run.status])
  useEffect(() => () => clearTimeout(timer.current), [])
  const leave = () => {
    closeFind()
    shownTable()?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter') goOn(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const goOn = (by: 1 | -1) => {
    clearTimeout(timer.current)
    void step(by)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the field, which names itself.
    <div className="result-find" onKeyDown={onKeyDown}>
      <InputGroup
        inputRef={field}
        autoFocus
        size="small"
        className="result-find-field"
        leftElement={<Search className="pick-search" size={14} />}
        aria-label="在结果中查找"
        placeholder="在所有行中查找"
        value={text}
        onChange={(event) => searchSoon(event.currentTarget.value)}
      />
      <Count done={run.status === 'done'} />
      <CommandTip command="result.findPrevious" title="上一处">
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronUp />}
          aria-label="上一处"
          onClick={() => goOn(-1)}
        />
      </CommandTip>
      <CommandTip command="result.findNext" title="下一处">
        <Button
          variant="minimal"
          size="small"
          icon={<ChevronDown />}
          aria-label="下一处"
          onClick={() => goOn(1)}
        />
      </CommandTip>
      <Button variant="minimal" size="small" icon={<Cross />} aria-label="关闭查找" onClick={leave} />
    </div>
  )
}

function Count({ done }: { done: boolean }) {
  const { text, cells, at, busy, problem } = useFind()
  const words = () => {
    if (text.trim() === '') return ''
    if (!done) return '运行结束后才能查找'
    if (problem) return `查找失败：${problem.message}`
    if (cells === null) return busy ? '查找中…' : ''
    if (cells === 0) return '没有找到'
    return `${groupThousands(String(at + 1))} / ${groupThousands(String(cells))}`
  }
  return (
    <span className="result-find-count" role="status">
      {words()}
    </span>
  )
}
