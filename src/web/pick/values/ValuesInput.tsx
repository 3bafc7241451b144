// Several values in one field, each kept as the value that it is: a value that was given comes back as it was, however
// many are added or taken away. What is typed counts without Enter, too: leaving the field takes it. A column pasted
// from a table program is a value a line.
import { TagInput } from '@blueprintjs/core'
import { type ClipboardEvent, type InputHTMLAttributes, type Ref, useState } from 'react'
import { pastedValues, type TypedValue, typedValues } from './typed.ts'
import './values.css'

interface Props<Value> {
  values: readonly Value[]
  /** What a typed text means; undefined where it means none: it stays in the field then. */
  read: (typed: TypedValue) => Value | undefined
  /** How a value reads; never empty. */
  textOf: (value: Value) => string
  inputProps: InputHTMLAttributes<HTMLInputElement> & { 'aria-label'?: string; id?: string }
  inputRef?: Ref<HTMLInputElement>
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onChange: (values: Value[]) => void
  /** Told of texts that mean no value, and of none once they do. */
  onWrong?: (texts: readonly string[]) => void
  onBlur?: (() => void) | undefined
}

/** Thousands of values are kept, and these are drawn. */
const mostShown = 100

export function ValuesInput<Value>(props: Props<Value>) {
  const { values, read, textOf, inputProps, inputRef, disabled, onChange, onWrong, onBlur } = props
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
    // A text field would make one line of them.
    event.preventDefault()
    take(given)
  }
  // At once: Blueprint's own way waits a frame, and a press on save finds the field empty.
  const leave = () => {
    if (typed.trim() !== '') take(typedValues(typed))
    onBlur?.()
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
