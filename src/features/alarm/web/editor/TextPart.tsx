// Title and text of the message, with variables: errors at their position, and a preview beside.
import { TextArea } from '@blueprintjs/core'
import { useMemo } from 'react'
import { parseTemplate, type TemplateProblem, type TemplateVariables } from '#shared/template.ts'
import { TemplateInput } from '#web/form/template/TemplateInput.tsx'
import type { AlarmOptions } from '#features/alarm/contract.ts'
import { useReferenceData } from '../referenceData.ts'
import { change } from './actions.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { FieldLine, Part, problemId } from './Part.tsx'
import { problemOf, useEditor } from './store.ts'

const textRows = 5
const longestNote = 2_000

const variablesOf = ({ variables }: AlarmOptions): TemplateVariables =>
  Object.fromEntries(variables.map(({ name, title, sample }) => [name, { title, sample }]))

export function TextPart() {
  const rule = useEditor((state) => state.draft)
  const options = useReferenceData((state) => state.options)
  const variables = useMemo(() => (options ? variablesOf(options) : null), [options])
  if (!rule || !options || !variables) return null
  return (
    <Part title="消息内容">
      <Template name="title" label="标题" usual={options.title} variables={variables} rows={1} />
      <Template name="text" label="正文" usual={options.text} variables={variables} rows={textRows} />
      <MessagePreview />
      <FieldLine name="note" label="备注" id="alarm-note">
        <TextArea
          id="alarm-note"
          fill
          rows={2}
          maxLength={longestNote}
          placeholder="收到告警先看什么、找谁；可用 {{备注}} 写进消息"
          value={rule.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </FieldLine>
    </Part>
  )
}

interface TemplateProps {
  name: 'title' | 'text'
  label: string
  usual: string
  variables: TemplateVariables
  rows: number
}

function Template({ name, label, usual, variables, rows }: TemplateProps) {
  const value = useEditor((state) => state.draft?.[name] ?? '')
  const told = useEditor(problemOf(name))
  const problems = useMemo(() => parseTemplate(value, variables).problems, [value, variables])
  const id = `alarm-${name}`
  const isWrong = told !== undefined || problems.length > 0
  return (
    <FieldLine
      name={name}
      label={label}
      id={id}
      help={
        problems.length > 0 ? (
          <Places id={`${id}-places`} problems={problems} />
        ) : (
          '留空则用默认模板；输入 {{ 或 Alt+/ 选择变量'
        )
      }
    >
      <TemplateInput
        id={id}
        label={label}
        value={value}
        variables={variables}
        rows={rows}
        placeholder={usual}
        isWrong={isWrong}
        describedBy={told ? problemId(name) : isWrong ? `${id}-places` : undefined}
        onChange={(next) => change({ [name]: next })}
      />
    </FieldLine>
  )
}

function Places({ id, problems }: { id: string; problems: readonly TemplateProblem[] }) {
  return (
    <span id={id} className="alarm-places" role="status">
      {problems.map(({ line, column, message, start }) => (
        <span key={`${start} ${message}`}>
          {line > 1 ? `第 ${line} 行` : ''}第 {column} 个字：{message}
        </span>
      ))}
    </span>
  )
}
