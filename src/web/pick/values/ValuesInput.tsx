// Several values in one field. A given value is returned unchanged, however many are added or removed. Typed
// text counts without Enter, too: leaving the field takes it. A column pasted from a spreadsheet is one value
// per line.
import { TagInput } from '@blueprintjs/core'
import { type ClipboardEvent, type InputHTMLAttributes, type KeyboardEvent, type Ref, useState } from 'react'
import { pastedValues, type TypedValue, typedValues } from './typed.ts'
import './values.css'

interface Props<Value> {
  values: readonly Value[]
  /** Parses a typed text; undefined where it is invalid: it then stays in the field. */
  read: (typed: TypedValue) => Value | undefined
  /** Displays a value; never empty. */
  textOf: (value: Value) => string
  inputProps: InputHTMLAttributes<HTMLInputElement> & { 'aria-label'?: string; id?: string }
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onChange: (values: Value[]) => void
  /** Called with invalid texts, and with an empty list once they are valid. */
  onWrong?: (texts: readonly string[]) => void
  onBlur?: (() => void) | undefined
  /** Enter after a text takes it only, and does not submit the form. */
  staysAtEnter?: boolean
}

/** Thousands of values are kept, but only these are drawn. */
const mostShown = 100

export function ValuesInput<Value>(props: Props<Value>) {
  const { values, read, textOf, inputProps, inputRef, disabled, onChange, onWrong, onBlur } = props
  const { staysAtEnter = false } = props
  const [typed, setTyped] = useState('')
  const take = (given: readonly TypedValue[]) => {
    const meant = given.map((one) => ({ text: one.text, value: read(one) }))
    const wrong = meant.filter(({ value }) => value === undefined).map(({ text }) => text)
    setTyped(wrong.join('，'))
    onWrong?.(wrong)
    const added = meant.flatMap(({ value }) => (value === undefined ? [] : [value]))
    const known = new Set(values)
    const fresh = [...new Set(added)].filter((value) => !known.has(value))
    if (fresh.length > 0) onChange([...values, ...fresh])
  }
  const paste = (event: ClipboardEvent) => {
    const given = pastedValues(event.clipboardData.getData('text'))
    if (given === null) return
    // A text field would join them into one line.
    event.preventDefault()
    take(given)
  }
  // Immediately: Blueprint's own way waits a frame, and pressing save would find the field empty.
  const leave = () => {
    if (typed.trim() !== '') take(typedValues(typed))
    onBlur?.()
  }
  const press = (event: KeyboardEvent) => {
    const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (staysAtEnter && isPlainEnter && typed.trim() !== '') event.preventDefault()
  }
  const hidden = values.length - mostShown
  return (
    <div className="values-input" onPasteCapture={disabled ? undefined : paste}>
      <TagInput
        {...(inputRef && { inputRef })}
        inputProps={{ autoComplete: 'off', ...inputProps, onBlur: leave }}
        inputValue={typed}
        onInputChange={(event) => setTyped(event.currentTarget.value)}
        values={values.slice(0, mostShown).map(textOf)}
        separator={false}
        fill
        disabled={disabled}
        placeholder={props.placeholder ?? '逗号或回车隔开，可粘贴一列'}
        tagProps={{ minimal: true }}
        onKeyDown={press}
        onAdd={() => {
          take(typedValues(typed))
          return false
        }}
        onRemove={(_, at) => onChange(values.filter((_, place) => place !== at))}
      />
      {hidden > 0 && (
        <p className="values-hidden" role="status">
          共 {values.length.toLocaleString('en-US')} 个值，这里列出前 {mostShown} 个
        </p>
      )}
    </div>
  )
}
