// The field of one parameter, by its type. Days may be relative: today-7.
import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { namesFestival } from '#shared/days/festivals.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { relativeDay } from '#shared/sql/relativeDay.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { useFestivals } from '#web/calendar/useFestivals.ts'
import { ParameterList } from '#web/pick/values/ParameterList.tsx'
import { businessToday } from '#web/shell/businessDay.ts'
import { DayField } from '#web/ui/day/DayField.tsx'
import type { CustomParameter } from '#features/custom/contract.ts'
import { DictionaryField } from './DictionaryField.tsx'

interface Props {
  parameter: CustomParameter
  value: ParameterValue
  onChange: (value: ParameterValue) => void
}

const textOf = (value: ParameterValue): string => (Array.isArray(value) ? '' : String(value ?? ''))

export function ValueField({ parameter, value, onChange }: Props) {
  const { name, label, type, dictId } = parameter
  const fieldId = useId()
  return (
    <span className="custom-field">
      <label htmlFor={fieldId}>{label || name}</label>
      {type === 'date' && <ParameterDay id={fieldId} name={name} value={textOf(value)} onChange={onChange} />}
      {type === 'dictionary' && dictId !== null && (
        <DictionaryField
          id={fieldId}
          parameter={parameter}
          dictId={dictId}
          value={value}
          onChange={onChange}
        />
      )}
      {(type === 'text' || (type === 'dictionary' && dictId === null)) && (
        <InputGroup
          id={fieldId}
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {type === 'number' && (
        <InputGroup
          id={fieldId}
          inputMode="decimal"
          className="custom-number"
          value={textOf(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {type === 'boolean' && (
        <HTMLSelect
          id={fieldId}
          value={String(value === true)}
          options={[
            { value: 'true', label: '是' },
            { value: 'false', label: '否' },
          ]}
          onChange={(event) => onChange(event.currentTarget.value === 'true')}
        />
      )}
      {type === 'list' && (
        <ParameterList id={fieldId} values={Array.isArray(value) ? value : []} onChange={onChange} />
      )}
    </span>
  )
}

interface FieldProps<Value> {
  id: string
  value: Value
  onChange: (value: ParameterValue) => void
}

/**
 * A relative day stays until another day is chosen; the parameter's name may tell which end of a range it is.
 */
function ParameterDay({ id, name, value, onChange }: FieldProps<string> & { name: string }) {
  const written = value.trim()
  useFestivals(namesFestival(written))
  const day = relativeDay(written, businessToday(), name, knownFestivals())
  const isRelative = day !== null && !/^\d{4}/.test(written)
  return (
    <>
      <DayField id={id} value={day ?? ''} onChange={onChange} />
      {isRelative && (
        <span className="custom-relative" title="每天随日期变化；选了日期就固定为那一天">
          {relativeText(value)}
        </span>
      )}
    </>
  )
}

/** today-7 → 7 天前; 上月 stays 上月. */
function relativeText(text: string): string {
  if (!/^\s*today/i.test(text)) return text.trim()
  const days = Number(/[+-]\s*\d+/.exec(text)?.[0].replace(/\s/g, '') ?? 0)
  if (days === 0) return '今天'
  if (days === -1) return '昨天'
  return days < 0 ? `${-days} 天前` : `${days} 天后`
}
