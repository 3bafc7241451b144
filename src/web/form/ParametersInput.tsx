// The values of a saved query's parameters, as typed: an empty one stays as the query has it.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { ParameterType, ParameterValue } from '#shared/sql/parameters.ts'
import { dayMeant, sideOf } from '#shared/sql/relativeDay.ts'
import type { DictionaryLabel } from '#web/api/dictionaries.ts'
import { knownFestivals } from '#web/calendar/festivals.ts'
import { listTyped } from '#web/pick/values/list.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { DictionaryPicker } from '#web/ui/dictionary/DictionaryPicker.tsx'
import type { DrawnProps, FieldValue } from './types.ts'
import './parameters.css'

interface QueryParameter {
  name: string
  type: ParameterType
  label: string
  /** The saved value. */
  default: ParameterValue
  /** For the type `dictionary`. */
  dictId: number | null
}

interface Typed extends QueryParameter {
  text: string
  /** The value before anybody typed; absent where the query's own was taken. */
  kept?: ParameterValue
}

const readTyped = (value: FieldValue): Typed[] => (value ? (JSON.parse(String(value)) as Typed[]) : [])

function textOf(value: ParameterValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? value.join('、') : String(value)
}

/** The field's value. */
export const typed = (
  parameters: readonly QueryParameter[],
  values: Readonly<Record<string, ParameterValue>>,
): string =>
  JSON.stringify(
    parameters.map((one): Typed => {
      const kept = Object.hasOwn(values, one.name) ? (values[one.name] ?? null) : undefined
      return kept === undefined ? { ...one, text: '' } : { ...one, text: textOf(kept), kept }
    }),
  )

/** What is sent: the typed ones alone. */
export const given = (value: string): Record<string, ParameterValue> =>
  Object.fromEntries(
    readTyped(value).flatMap((one) => {
      const text = one.text.trim()
      if (one.kept !== undefined && one.text === textOf(one.kept)) return [[one.name, one.kept]]
      return text === '' ? [] : [[one.name, sentOf(one, text)]]
    }),
  )

function sentOf({ type, default: saved }: Typed, text: string): ParameterValue {
  if (type === 'boolean') return text === '是'
  const isList = type === 'list' || (type === 'dictionary' && Array.isArray(saved))
  return isList ? listTyped(text) : text
}

export const parametersText = (value: FieldValue): string =>
  readTyped(value)
    .map((one) => `${one.label || one.name} ${one.text.trim() || savedText(one)}`)
    .join('，')

const savedText = ({ default: saved }: Typed): string => (saved === null ? 'NULL' : textOf(saved) || '未填写')

/** The day that is meant today. */
function meantText({ type, name, text, default: saved }: Typed, says: string): string {
  const written = text.trim() || (typeof saved === 'string' ? saved : '')
  if (type !== 'date' || written === '') return ''
  const meant = dayMeant(written, {
    today: businessToday(),
    festivalDays: knownFestivals(),
    side: sideOf(name),
  })
  return 'day' in meant ? (meant.day === written ? '' : `${says} ${meant.day}`) : meant.problem
}

/** What is in force: the typed value, or the saved one. */
function inForce({ text, default: saved }: Typed): ParameterValue {
  if (text.trim() === '') return saved
  return Array.isArray(saved) ? listTyped(text) : text.trim()
}

interface Props extends DrawnProps {
  /** Reads a dictionary's labels; the same function at each render. */
  load: (dictId: number) => Promise<readonly DictionaryLabel[]>
  /** What stands before the day that a moving one means today. */
  meantBy?: string
}

export function ParametersInput({
  id,
  value,
  readOnly,
  isWrong,
  describedBy,
  onChange,
  onBlur,
  load,
  meantBy = '今天发送是',
}: Props) {
  const all = readTyped(value)
  const change = (name: string, text: string) =>
    onChange(JSON.stringify(all.map((one) => (one.name === name ? { ...one, text } : one))))
  return (
    <div className="query-parameters">
      {all.map((one, at) => {
        const own = at === 0 ? id : `${id}-${one.name}`
        const meant = meantText(one, meantBy)
        return (
          <div key={one.name} className="query-parameter">
            <label htmlFor={own}>{one.label || one.name}</label>
            {one.type === 'boolean' ? (
              <HTMLSelect
                id={own}
                value={one.text}
                disabled={readOnly}
                aria-describedby={describedBy}
                options={[
                  { value: '', label: `按保存的：${savedText(one)}` },
                  { value: '是', label: '是' },
                  { value: '否', label: '否' },
                ]}
                onBlur={onBlur}
                onChange={(event) => change(one.name, event.currentTarget.value)}
              />
            ) : one.type === 'dictionary' && one.dictId !== null && !readOnly ? (
              <span className="query-parameter-choice">
                <DictionaryPicker
                  id={own}
                  label={one.label || one.name}
                  name={`「${one.label || one.name}」`}
                  dictId={one.dictId}
                  load={load}
                  value={inForce(one)}
                  several={Array.isArray(one.default)}
                  onChange={(chosen) => change(one.name, textOf(chosen))}
                />
                {one.text.trim() !== '' && (
                  <Button
                    size="small"
                    variant="minimal"
                    text="用保存的"
                    onClick={() => change(one.name, '')}
                  />
                )}
              </span>
            ) : (
              <InputGroup
                id={own}
                value={one.text}
                readOnly={readOnly}
                placeholder={savedText(one)}
                intent={isWrong ? 'danger' : 'none'}
                aria-describedby={describedBy}
                onBlur={onBlur}
                onChange={(event) => change(one.name, event.currentTarget.value)}
              />
            )}
            {meant !== '' && <span className="query-parameter-day">{meant}</span>}
          </div>
        )
      })}
    </div>
  )
}
