// A line's JSON as a tree; numbers keep all digits.
import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { ExactNumber, exactJson, type JsonValue, jsonText } from '../lines/exactJson.ts'
import { shownText, startOf } from '../lines/safeText.ts'
import type { ShownLine } from '../reading/question.ts'
import { ReadWhole } from './TextPane.tsx'
import type { Whole } from './whole.ts'

/** Children of an object or list that are drawn at once. */
const mostChildren = 200
const longestText = 1_000
const openDepth = 3

export function JsonPane({ line, whole }: { line: ShownLine; whole: Whole }) {
  const value = useMemo(() => exactJson(whole.text), [whole.text])
  if (value === undefined && whole.cut) {
    return (
      <div className="log-none">
        <p>这条日志太长，只取了开头。</p>
        <ReadWhole line={line} whole={whole} />
        {whole.failure && <FailureLine failure={whole.failure} />}
      </div>
    )
  }
  if (value === undefined && line.fields.length === 0)
    return <p className="log-none">这条日志不是 JSON，见「原文」。</p>
  // For other formats, the parsed fields.
  const shown = value ?? Object.fromEntries(line.fields.map(({ name, value: text }) => [name, text]))
  return (
    <div className="log-json" dir="ltr">
      <JsonNode value={shown} name={null} depth={0} last />
    </div>
  )
}

interface NodeProps {
  value: JsonValue
  name: string | null
  depth: number
  last: boolean
}

function JsonNode({ value, name, depth, last }: NodeProps) {
  const isBranch = value !== null && typeof value === 'object' && !(value instanceof ExactNumber)
  const [isOpen, setOpen] = useState(depth < openDepth)
  const [shown, setShown] = useState(mostChildren)
  const key = name === null ? null : <span className="log-json-key">{shownText(JSON.stringify(name))}: </span>
  const comma = last ? '' : ','
  if (!isBranch) {
    return (
      <div className="log-json-row">
        {key}
        <Leaf value={value} />
        {comma}
      </div>
    )
  }
  const isList = Array.isArray(value)
  const entries: [string | null, JsonValue][] = isList
    ? value.map((one) => [null, one])
    : Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) {
    return (
      <div className="log-json-row">
        {key}
        {open + close + comma}
      </div>
    )
  }
  return (
    <div className="log-json-row">
      <button
        type="button"
        className="log-json-fold"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? '收起' : '展开'}${name === null ? '' : ` ${name}`}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '▾' : '▸'}
      </button>
      {key}
      {open}
      {isOpen ? (
        <>
          <div className="log-json-inner">
            {entries.slice(0, shown).map(([childName, child], at) => (
              <JsonNode
                key={childName ?? at}
                value={child}
                name={childName}
                depth={depth + 1}
                last={at === entries.length - 1}
              />
            ))}
            {entries.length > shown && (
              <Button
                size="small"
                text={`还有 ${(entries.length - shown).toLocaleString('en-US')} 项`}
                onClick={() => setShown(shown + 1_000)}
              />
            )}
          </div>
          {close + comma}
        </>
      ) : (
        <span className="log-muted">
          {' '}
          {entries.length} 项 {close + comma}
        </span>
      )}
    </div>
  )
}

function Leaf({ value }: { value: JsonValue }) {
  if (value instanceof ExactNumber) return <span className="log-json-number">{value.text}</span>
  if (typeof value === 'string') {
    const text = JSON.stringify(startOf(value, longestText))
    return (
      <span className="log-json-text">
        {shownText(text)}
        {value.length > longestText && '…'}
      </span>
    )
  }
  return <span className="log-json-word">{jsonText(value)}</span>
}
