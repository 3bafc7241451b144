// Several short texts in one field. What is typed counts without Enter, too: leaving the field takes it.
import { TagInput } from '@blueprintjs/core'
import { type InputHTMLAttributes, useState } from 'react'

interface Props {
  values: readonly string[]
  inputProps: InputHTMLAttributes<HTMLInputElement> & { id: string }
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onChange: (values: string[]) => void
  onBlur?: () => void
}

const separator = /[,，;；\n\t]/

export function TagsInput({ values, inputProps, placeholder, disabled, onChange, onBlur }: Props) {
  const [typed, setTyped] = useState('')
  const take = (texts: readonly unknown[]) => {
    setTyped('')
    onChange([...new Set(texts.map((one) => String(one).trim()).filter(Boolean))])
  }
  // At once: Blueprint's own way waits a frame, and a press on save finds the field empty.
  const leave = () => {
    if (typed.trim() !== '') take([...values, ...typed.split(separator)])
    onBlur?.()
  }
  return (
    <TagInput
      inputProps={{ ...inputProps, onBlur: leave }}
      inputValue={typed}
      onInputChange={(event) => setTyped(event.currentTarget.value)}
      values={values}
      separator={separator}
      addOnPaste
      fill
      disabled={disabled}
      placeholder={placeholder ?? '回车或逗号隔开'}
      tagProps={{ minimal: true }}
      onChange={take}
    />
  )
}
