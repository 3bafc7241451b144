// Describes each parameter of the statement: its type, its label and its default.
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { call } from '#web/api/client.ts'
import { ParameterList } from '#web/pick/values/ParameterList.tsx'
import type { CustomParameter } from '#features/custom/contract.ts'
import { type DictionarySummary, simplelist } from '#features/dictionary/contract.ts'
import { changeDraft } from '../saving.ts'
import type { Draft } from '../store.ts'

const typeTitles: Record<ParameterType, string> = {
  date: '日期',
  number: '数字',
  text: '文本',
  list: '列表',
  dictionary: '字典',
  boolean: '是否',
}

export function ParameterRows({ draft }: { draft: Draft }) {
  const change = (name: string, part: Partial<CustomParameter>) =>
    changeDraft({
      params: draft.params.map((parameter) =>
        parameter.name === name ? { ...parameter, ...part } : parameter,
      ),
    })
  if (draft.params.length === 0) return null
  return (
    <fieldset className="custom-parameters">
      <legend>参数</legend>
      {draft.params.map((parameter) => (
        <ParameterRow
          key={parameter.name}
          parameter={parameter}
          onChange={(part) => change(parameter.name, part)}
        />
      ))}
    </fieldset>
  )
}

const defaultOf = (type: ParameterType): ParameterValue =>
  type === 'boolean' ? true : type === 'date' ? 'today-1' : type === 'number' ? 10 : type === 'list' ? [] : ''

const textOf = (value: ParameterValue): string => (Array.isArray(value) ? '' : String(value ?? ''))

const placeholders: Record<Exclude<ParameterType, 'list'>, string> = {
  date: '2026-01-31 或 today-7',
  number: '数字',
  text: '文本，可以为空',
  dictionary: '代码，可以为空',
  boolean: 'true 或 false',
}

interface RowProps {
  parameter: CustomParameter
  onChange: (part: Partial<CustomParameter>) => void
}

function ParameterRow({ parameter, onChange }: RowProps) {
  const { name, type, label, default: value, dictId } = parameter
  const [typed, setTyped] = useState(textOf(value))
  const setDefault = (text: string) => {
    setTyped(text)
    onChange({ default: type === 'boolean' ? /^(true|1|是)$/i.test(text.trim()) : text })
  }
  return (
    <div className="custom-parameter">
      <code>:{name}</code>
      <HTMLSelect
        aria-label={`:${name} 的类型`}
        value={type}
        options={Object.entries(typeTitles).map(([kind, title]) => ({ value: kind, label: title }))}
        onChange={(event) => {
          const next = event.currentTarget.value as ParameterType
          setTyped(textOf(defaultOf(next)))
          onChange({ type: next, default: defaultOf(next), dictId: null })
        }}
      />
      <InputGroup
        aria-label={`:${name} 的显示名称`}
        value={label}
        placeholder="名称"
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      {type === 'list' ? (
        <ParameterList
          label={`:${name} 的默认值`}
          values={Array.isArray(value) ? value : []}
          onChange={(items) => onChange({ default: items })}
        />
      ) : (
        <InputGroup
          aria-label={`:${name} 的默认值`}
          value={typed}
          placeholder={placeholders[type]}
          onChange={(event) => setDefault(event.currentTarget.value)}
        />
      )}
      {type === 'dictionary' && (
        <DictionarySelect value={dictId} onChange={(id) => onChange({ dictId: id })} />
      )}
    </div>
  )
}

function DictionarySelect({
  value,
  onChange,
}: {
  value: number | null
  onChange: (id: number | null) => void
}) {
  const [dictionaries, setDictionaries] = useState<readonly DictionarySummary[]>([])
  useEffect(() => {
    let gone = false
    call(simplelist, undefined, { loading: null }).then(
      (found) => gone || setDictionaries(found),
      // The client has shown the error.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return (
    <HTMLSelect
      aria-label="字典"
      value={value === null ? '' : String(value)}
      options={[
        { value: '', label: '选择字典' },
        ...dictionaries.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
    />
  )
}
