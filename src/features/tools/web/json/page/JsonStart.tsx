// The start view, where the user supplies a text; also shows why a text is not valid JSON.
import { Button } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { largestFile } from '../engine/openText.ts'
import type { ToldProblem } from '../engine/problem.ts'
import type { Repair } from '../engine/repair.ts'
import { openJson, openRepaired, useJson } from './store.ts'
import { chooseFile } from './useTaking.ts'

export const openFile = (): void => chooseFile((file) => void openJson(file, file.name), '')

const readTyped = (): void => {
  const { typed } = useJson.getState()
  if (typed.trim() !== '') void openJson(typed)
}

export function JsonStart() {
  const { status, typed, problem, failure } = useJson()
  const field = useRef<HTMLTextAreaElement>(null)
  const place = problem?.told
  useEffect(() => {
    if (place && field.current && field.current.value !== '') {
      const at = placeIn(field.current.value, place)
      field.current.setSelectionRange(at, at)
    }
  }, [place])
  return (
    <div className="json-start">
      {failure && (
        <p className="tools-problem" role="alert">
          {failure}
        </p>
      )}
      {problem && <Problem {...problem} />}
      <textarea
        ref={field}
        className="bp6-input tools-text"
        aria-label="JSON 文本"
        placeholder={`粘贴 JSON，或把文件拖到这里（最大 ${largestFile / 1024 / 1024} MB；每行一个 JSON 的日志也可以）`}
        value={typed}
        spellCheck={false}
        onChange={({ target }) => useJson.setState({ typed: target.value })}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          // While the user edits an invalid text, a paste goes to the cursor.
          if (text === '' || status === 'problem' || typed !== '') return
          event.preventDefault()
          void openJson(text)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          readTyped()
        }}
      />
      <div className="tools-buttons">
        <Button intent="primary" disabled={typed.trim() === ''} onClick={readTyped}>
          预览
          <span className="tools-key">Ctrl ↵</span>
        </Button>
        <Button onClick={openFile}>
          打开文件
          <KeyHint command="json.open" />
        </Button>
        <span className="tools-muted">只在此浏览器里处理，不会上传。</span>
      </div>
    </div>
  )
}

function placeIn(text: string, { line, column }: ToldProblem): number {
  let at = 0
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf('\n', at)
    if (next < 0) break
    at = next + 1
  }
  return Math.min(text.length, at + column - 1)
}

function Problem({ told, repairs }: { told: ToldProblem; repairs: Repair[] | null }) {
  const { message, line, column, before, after, openedAt } = told
  return (
    <div className="tools-problem" role="alert">
      <p>
        <b>
          第 {line} 行第 {column} 列：
        </b>
        {message}
        {openedAt !== null && `（第 ${openedAt} 行的括号还没有结束）`}
      </p>
      <pre className="json-context">
        {before}
        <mark>{after.slice(0, 1) || '⏎'}</mark>
        {after.slice(1)}
      </pre>
      {repairs && (
        <div className="json-repairs">
          <RepairList repairs={repairs} />
          <Button size="small" intent="primary" onClick={() => void openRepaired()}>
            按修复后打开
            <KeyHint command="json.repair" />
          </Button>
        </div>
      )}
    </div>
  )
}

export function RepairList({ repairs }: { repairs: readonly Repair[] }) {
  return (
    <ul className="json-repair-list" aria-label="修复">
      {repairs.map(({ what, line, times }) => (
        <li key={what}>
          {what}
          <span className="tools-muted">
            {' '}
            第 {line} 行{times > 1 && `起，共 ${times} 处`}
          </span>
        </li>
      ))}
    </ul>
  )
}
