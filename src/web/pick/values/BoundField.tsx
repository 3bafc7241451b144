// One bound of a comparison: the given value until something is typed, then the typed text.
import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import type { ConditionValue } from './conditionValues.ts'
import type { TypedValue } from './typed.ts'

interface Props {
  label: string
  placeholder: string
  autoFocus: boolean
  figures: boolean
  value: ConditionValue
  read: (typed: TypedValue) => ConditionValue | undefined
  onChange: (value: ConditionValue) => void
  onWrong: (texts: readonly string[]) => void
}

export function BoundField({
  label,
  placeholder,
  autoFocus,
  figures,
  value,
  read,
  onChange,
  onWrong,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <InputGroup
      autoFocus={autoFocus}
      aria-label={label}
      inputMode={figures ? 'decimal' : 'text'}
      placeholder={placeholder}
      value={typed ?? String(value ?? '')}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const meant = text.trim() === '' ? null : read({ text: text.trim(), isQuoted: false })
        onWrong(meant === undefined ? [text.trim()] : [])
        if (meant !== undefined) onChange(meant)
      }}
    />
  )
}
