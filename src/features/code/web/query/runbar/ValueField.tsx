// The value of one parameter, by its type.
import { HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '../../../../../web/api/client.ts'
import { businessToday } from '../../../../../web/shell/businessDay.ts'
import { DictionaryChoice } from '../../../../../web/ui/dictionary/DictionaryChoice.tsx'
import { FailureLine } from '../../../../../web/ui/FailureLine.tsx'
import { Skeleton } from '../../../../../web/ui/Skeleton.tsx'
import { type DictionarySummary, simplelist } from '../../../../dictionary/contract.ts'
import { dictionaryLabels } from '../catalog.ts'
import type { ParameterSetting } from '../documents/types.ts'
import { listOf } from '../parameters/values.ts'

const DayCalendar = lazy(async () => ({
  default: (await import('../../../../../web/ui/day/DayCalendar.tsx')).DayCalendar,
}))

interface Props {
  name: string
  setting: ParameterSetting
  onChange: (setting: ParameterSetting) => void
}

export function ValueField({ name, setting, onChange }: Props) {
  const { type, value, dictId } = setting
  const set = (changed: ParameterSetting['value']) => onChange({ ...setting, value: changed })
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '')
  if (type === 'list') return <ListField name={name} text={text} onChange={set} />
  if (type === 'dictionary') {
    return (
      <>
        <DictionarySelect value={dictId} onChange={(id) => onChange({ ...setting, dictId: id, value: '' })} />
        {dictId !== null && (
          <DictionaryChoice
            name={` :${name} `}
            dictId={dictId}
            load={dictionaryLabels}
            value={value}
            onChange={set}
          />
        )}
      </>
    )
  }
  return (
    <>
      <InputGroup
        aria-label={`:${name}`}
        autoFocus
        value={text}
        inputMode={type === 'number' ? 'decimal' : 'text'}
        placeholder={type === 'date' ? '2026-01-31' : type === 'number' ? '数字' : '文本，可以为空'}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {type === 'date' && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <DayCalendar day={text} today={businessToday()} onChange={set} />
        </Suspense>
      )}
    </>
  )
}

interface ListProps {
  name: string
  text: string
  onChange: (value: (string | number)[]) => void
}

/** What is typed stays as it is typed; the list follows from it. */
function ListField({ name, text, onChange }: ListProps) {
  const [typed, setTyped] = useState(text)
  return (
    <TextArea
      aria-label={`:${name}，每行一项`}
      autoFocus
      rows={6}
      value={typed}
      placeholder="每行一项，或用逗号分隔"
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(listOf(event.currentTarget.value))
      }}
    />
  )
}

interface SelectProps {
  value: number | null
  onChange: (dictId: number | null) => void
}

/** Which dictionary gives the choices. */
function DictionarySelect({ value, onChange }: SelectProps) {
  const [dictionaries, setDictionaries] = useState<DictionarySummary[]>([])
  const [failure, setFailure] = useState<CallError | null>(null)
  useEffect(() => {
    let gone = false
    call(simplelist, undefined, { quiet: true, loading: null }).then(
      (found) => gone || setDictionaries(found),
      (error: unknown) => gone || setFailure(failureOf(error)),
    )
    return () => {
      gone = true
    }
  }, [])
  const options = dictionaries.map(({ id, name }) => ({ value: String(id), label: name }))
  const known = value === null || options.some((option) => option.value === String(value))
  return (
    <>
      <HTMLSelect
        aria-label="字典"
        fill
        value={value === null ? '' : String(value)}
        onChange={(event) =>
          onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
        }
        options={[
          { value: '', label: '选择字典' },
          ...(known ? [] : [{ value: String(value), label: `字典 ${value}` }]),
          ...options,
        ]}
      />
      {failure && <FailureLine what="没有读到有哪些字典" failure={failure} />}
    </>
  )
}
