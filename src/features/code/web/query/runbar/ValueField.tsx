// The value of one parameter, by its type.
import { Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sideOf } from '#shared/sql/relativeDay.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { ParameterList } from '#web/pick/values/ParameterList.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import { DictionaryChoice } from '#web/ui/dictionary/DictionaryChoice.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type DictionarySummary, simplelist } from '#features/dictionary/contract.ts'
import { dictionaryLabels } from '../catalog.ts'
import type { ParameterSetting } from '../documents/types.ts'
import { dayOf, dayProblem } from '../parameters/values.ts'

const DayCalendar = lazy(async () => ({
  default: (await import('#web/ui/day/DayCalendar.tsx')).DayCalendar,
}))

const unblanked = ({ blank: _, ...setting }: ParameterSetting): ParameterSetting => setting

interface Props {
  name: string
  setting: ParameterSetting
  /** Takes the focus when opened; for a single field. */
  focused?: boolean
  /** Without a calendar, and without the choice of a known dictionary, as one of several fields. */
  plain?: boolean
  onChange: (setting: ParameterSetting) => void
}

export function ValueField({ name, setting, focused = true, plain = false, onChange }: Props) {
  const { type, value, dictId } = setting
  const set = (changed: ParameterSetting['value']) => onChange({ ...unblanked(setting), value: changed })
  const text = Array.isArray(value) ? '' : String(value ?? '')
  if (type === 'boolean') return <TruthField name={name} focused={focused} value={value} onChange={set} />
  if (type === 'list')
    return (
      <ParameterList
        label={`:${name}，可填多项`}
        values={Array.isArray(value) ? value : text === '' ? [] : [text]}
        autoFocus={focused}
        onChange={set}
      />
    )
  if (type === 'dictionary') {
    return (
      <>
        {!(plain && dictId !== null) && (
          <DictionarySelect
            value={dictId}
            onChange={(id) => onChange({ ...setting, dictId: id, value: '' })}
          />
        )}
        {dictId !== null && (
          <DictionaryChoice
            name={` :${name} `}
            dictId={dictId}
            load={dictionaryLabels}
            focused={focused}
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
        autoFocus={focused}
        value={text}
        inputMode={type === 'number' ? 'decimal' : 'text'}
        placeholder={type === 'date' ? '2026-01-31、昨天、10月1日' : type === 'number' ? '数字' : '文本'}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {type === 'text' && text === '' && value !== null && (
        <Checkbox
          className="parameter-null"
          checked={setting.blank === true}
          label="空文本"
          onChange={(event) =>
            onChange(event.currentTarget.checked ? { ...setting, blank: true } : unblanked(setting))
          }
        />
      )}
      {type === 'date' && text !== '' && <DayMeant name={name} text={text} />}
      {type === 'date' && !plain && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <DayCalendar day={dayOf(text, name) ?? text} today={businessToday()} onChange={set} />
        </Suspense>
      )}
    </>
  )
}

/** Today's meaning of a relative day, or why there is none. */
function DayMeant({ name, text }: { name: string; text: string }) {
  const day = dayOf(text, name)
  if (day === text.trim()) return null
  const side = { from: '第一天', to: '最后一天' }[sideOf(name) ?? 'from']
  const isStretch = day !== null && dayOf(text) === null
  return (
    <p className={day === null ? 'parameter-day parameter-day-none' : 'parameter-day'} role="status">
      {day === null ? dayProblem(text, name) : `即 ${day}${isStretch ? `，这段日期的${side}` : ''}`}
    </p>
  )
}

interface TruthProps {
  name: string
  focused: boolean
  value: ParameterSetting['value']
  onChange: (value: boolean) => void
}

function TruthField({ name, focused, value, onChange }: TruthProps) {
  return (
    <HTMLSelect
      aria-label={`:${name}`}
      autoFocus={focused}
      fill
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(event) => event.currentTarget.value !== '' && onChange(event.currentTarget.value === 'true')}
      options={[
        ...(typeof value === 'boolean' ? [] : [{ value: '', label: '选择是或否' }]),
        { value: 'true', label: '是（true）' },
        { value: 'false', label: '否（false）' },
      ]}
    />
  )
}

interface SelectProps {
  value: number | null
  onChange: (dictId: number | null) => void
}

/** The dictionary for the choices. */
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
      {failure && <FailureLine what="字典读取失败" failure={failure} />}
    </>
  )
}
