// One field of a form by its kind, with label, help and error.
import { FormGroup, HTMLSelect, InputGroup, Switch, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import { DayField } from '../ui/day/DayField.tsx'
import { MomentField } from '../ui/day/MomentField.tsx'
import { TagsInput } from './TagsInput.tsx'
import type { AnyField, AnyValues, FieldValue } from './types.ts'
import { choicesOf } from './valueText.ts'

interface Props {
  /** The form's name, for ids. */
  form: string
  field: AnyField
  value: FieldValue
  /** Values of all fields: a field's choices may depend on another. */
  values: AnyValues
  problem: string | undefined
  autoFocus: boolean
  onChange: (value: FieldValue) => void
  onBlur: () => void
}

export const inputId = (form: string, name: string): string => `${form}-${name}`.replace(/[^\w-]/g, '_')

export function FieldInput({ form, field, value, values, problem, autoFocus, onChange, onBlur }: Props) {
  const id = inputId(form, field.name)
  const { label, help, required, kind, half } = field
  const shared = {
    id,
    autoFocus,
    onBlur,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': (problem ?? help) ? `${id}-help` : undefined,
    'aria-required': required || undefined,
  }
  return (
    <FormGroup
      className={`form-field${half ? ' form-field-half' : ''}`}
      label={kind === 'switch' ? undefined : label}
      labelFor={id}
      labelInfo={required && kind !== 'switch' ? <span aria-hidden="true">*</span> : undefined}
      intent={problem === undefined ? 'none' : 'danger'}
    >
      <Control field={field} value={value} values={values} shared={shared} onChange={onChange} />
      {problem !== undefined && (
        // Told at once: a field that has the focus is not read out anew.
        <div key="problem" id={`${id}-help`} className="form-problem" role="alert">
          {problem}
        </div>
      )}
      {problem === undefined && help !== undefined && (
        <div key="help" id={`${id}-help`} className="form-help">
          {help}
        </div>
      )}
    </FormGroup>
  )
}

interface ControlProps {
  field: AnyField
  value: FieldValue
  values: AnyValues
  shared: {
    id: string
    autoFocus: boolean
    onBlur: () => void
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
    'aria-required': true | undefined
  }
  onChange: (value: FieldValue) => void
}

function Control({ field, value, values, shared, onChange }: ControlProps) {
  const { placeholder, readOnly = false, label } = field
  const text = typeof value === 'string' ? value : ''
  const texts = Array.isArray(value) ? (value as readonly string[]) : []
  switch (field.kind) {
    case 'text':
      return (
        <>
          <InputGroup
            {...shared}
            className={field.mono ? 'form-mono' : ''}
            value={text}
            placeholder={placeholder}
            readOnly={readOnly}
            autoComplete="off"
            list={field.suggestions ? `${shared.id}-list` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {field.suggestions && (
            <Suggestions id={`${shared.id}-list`} texts={suggestionsOf(field.suggestions, values)} />
          )}
        </>
      )
    case 'secret':
      return (
        <InputGroup
          {...shared}
          type="password"
          value={text}
          placeholder={field.kept ? `${field.kept}，留空则不变` : placeholder}
          readOnly={readOnly}
          autoComplete="new-password"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'textarea':
    case 'lines':
      return (
        <TextArea
          {...shared}
          className={field.mono ? 'form-mono' : ''}
          fill
          rows={field.rows ?? 4}
          value={field.kind === 'lines' ? texts.join('\n') : text}
          placeholder={placeholder}
          readOnly={readOnly}
          onChange={(event) => {
            const typed = event.currentTarget.value
            onChange(field.kind === 'lines' ? (typed === '' ? [] : typed.split('\n')) : typed)
          }}
        />
      )
    case 'number':
      return <NumberInput field={field} value={value} values={values} shared={shared} onChange={onChange} />
    case 'select':
      return (
        <HTMLSelect
          {...shared}
          fill
          value={text}
          disabled={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
          options={[
            ...(choicesOf(field, values).some((choice) => choice.value === text)
              ? []
              : [{ value: text, label: text === '' ? (placeholder ?? '请选择') : text }]),
            ...choicesOf(field, values).map(({ value, title, problem }) => ({
              value,
              label: problem === undefined ? title : `${title}（${problem}）`,
              disabled: problem !== undefined,
            })),
          ]}
        />
      )
    case 'day':
      return (
        <DayField
          id={shared.id}
          label={label}
          value={text}
          min={field.min}
          max={field.max}
          autoFocus={shared.autoFocus}
          onChange={onChange}
        />
      )
    case 'time':
      return (
        <MomentField
          id={shared.id}
          label={label}
          value={text}
          autoFocus={shared.autoFocus}
          onChange={onChange}
        />
      )
    case 'switch':
      return (
        <Switch
          {...shared}
          label={label}
          checked={value === true}
          disabled={readOnly}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'tags':
      return <Tags field={field} texts={texts} shared={shared} onChange={onChange} />
    case 'drawn':
      return (
        <field.draw
          id={shared.id}
          label={label}
          value={value}
          values={values}
          readOnly={readOnly}
          autoFocus={shared.autoFocus}
          isWrong={shared['aria-invalid'] === true}
          describedBy={shared['aria-describedby']}
          onChange={onChange}
          onBlur={shared.onBlur}
        />
      )
  }
}

const suggestionsOf = (
  suggestions: readonly string[] | ((values: AnyValues) => readonly string[]),
  values: AnyValues,
): readonly string[] => (typeof suggestions === 'function' ? suggestions(values) : suggestions)

function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  )
}

/** Typed text stays until it is a number: «1e» on the way to «1e3» must not vanish. */
function NumberInput({ field, value, shared, onChange }: ControlProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const unit = field.kind === 'number' ? field.unit : undefined
  const number = typeof value === 'number' ? value : null
  return (
    <InputGroup
      {...shared}
      inputMode="decimal"
      value={typed ?? (number === null || Number.isNaN(number) ? '' : String(number))}
      placeholder={field.placeholder}
      readOnly={field.readOnly}
      rightElement={unit ? <span className="form-unit">{unit}</span> : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(text.trim() === '' ? null : Number(text.replaceAll(',', '')))
      }}
      onBlur={() => {
        if (number === null || !Number.isNaN(number)) setTyped(null)
        shared.onBlur()
      }}
    />
  )
}

function Tags({
  field,
  texts,
  shared: { onBlur, ...rest },
  onChange,
}: Omit<ControlProps, 'value' | 'values'> & { texts: readonly string[] }) {
  return (
    <TagsInput
      inputProps={{ ...rest, 'aria-label': field.label }}
      values={texts}
      disabled={field.readOnly}
      placeholder={field.placeholder}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
