// All fields of a line. Arrow keys move between them; keys and buttons filter by the focused one.
import { Button } from '@blueprintjs/core'
import { TimelineBarChart as Bars, Duplicate, Filter, FilterRemove, PanelTable } from '@blueprintjs/icons'
import { useState } from 'react'
import { emptyWord } from '#shared/nothing.ts'
import { useCommandContext } from '#web/shell/keys/contexts.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { copyText } from '#web/ui/copyText.ts'
import type { LogField } from '#features/logsearch/contract.ts'
import { addTerm, toggleColumn } from '../actions.ts'
import { showValuesOf } from '../fields/showing.ts'
import { shownText, startOf } from '../lines/safeText.ts'
import type { ShownLine } from '../reading/question.ts'
import { type FieldValue, indexOf, shownColumns, useLogs } from '../store.ts'
import { walkRows } from '../walk.ts'

const longestValue = 2_000

export function FieldRows({ line }: { line: ShownLine }) {
  const index = useLogs(indexOf)
  const [hasFocus, setFocus] = useState(false)
  useCommandContext('logField', hasFocus)
  if (line.fields.length === 0) return <p className="log-none">这条日志没有字段，见「原文」。</p>
  return (
    <>
      <ul
        className="log-field-rows"
        onKeyDown={walkRows}
        onFocus={() => setFocus(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget)) return
          setFocus(false)
          useLogs.setState({ focused: null })
        }}
      >
        {line.fields.map(({ name, value }, at) => (
          <FieldRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may hold a name twice, and never changes.
            key={`${at} ${name}`}
            given={{ field: name, value }}
            known={index?.fields.find((field) => field.name === name)}
            first={at === 0}
          />
        ))}
      </ul>
      <p className="log-keys-note">
        选中一个字段后：
        <KeyHint command="logs.only" /> 只看 <KeyHint command="logs.without" /> 排除{' '}
        <KeyHint command="logs.having" /> 有此字段 <KeyHint command="logs.column" /> 作为列{' '}
        <KeyHint command="logs.values" /> 常见值
      </p>
    </>
  )
}

function FieldRow({
  given,
  known,
  first,
}: {
  given: FieldValue
  known: LogField | undefined
  first: boolean
}) {
  const { field, value } = given
  const isColumn = useLogs((state) => shownColumns(state).includes(field))
  const text = startOf(value, longestValue)
  return (
    <li className="log-field-row">
      {/* biome-ignore lint/a11y/useSemanticElements: what the keys of the registry act on; a field set holds fields. */}
      <div
        className="log-field-pair"
        role="group"
        data-walked=""
        tabIndex={first ? 0 : -1}
        aria-label={`${field}：${shownText(startOf(value, 200))}`}
        onFocus={() => useLogs.setState({ focused: given })}
      >
        <span className="log-field-key">
          {field}
          {known?.title && known.title !== field && <span className="log-muted"> {known.title}</span>}
        </span>
        <span className="log-field-text" dir="ltr">
          {value === '' ? <span className="log-muted">{emptyWord}</span> : shownText(text)}
          {text.length < value.length && '…'}
        </span>
      </div>
      <span className="log-field-tools">
        <Tool label="只看此值" icon={<Filter size={12} />} onClick={() => addTerm('is', given)} />
        <Tool label="排除此值" icon={<FilterRemove size={12} />} onClick={() => addTerm('not', given)} />
        <Tool
          label={isColumn ? '移除此列' : '作为列'}
          icon={<PanelTable size={12} />}
          active={isColumn}
          onClick={() => toggleColumn(field)}
        />
        <Tool label="常见值" icon={<Bars size={12} />} onClick={() => showValuesOf(field)} />
        <Tool label="复制此值" icon={<Duplicate size={12} />} onClick={() => void copyText(value)} />
      </span>
    </li>
  )
}

interface ToolProps {
  label: string
  icon: React.ReactElement
  active?: boolean
  onClick: () => void
}

const Tool = ({ label, icon, active = false, onClick }: ToolProps) => (
  <Button
    variant="minimal"
    size="small"
    icon={icon}
    active={active}
    aria-label={label}
    title={label}
    // Reached by the row's keys: hundreds of tab stops would be useless.
    tabIndex={-1}
    onClick={onClick}
  />
)
