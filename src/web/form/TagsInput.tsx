// Several short texts in one field.
import type { InputHTMLAttributes } from 'react'
import { writtenValue } from '../pick/values/typed.ts'
import { ValuesInput } from '../pick/values/ValuesInput.tsx'

interface Props {
  values: readonly string[]
  inputProps: InputHTMLAttributes<HTMLInputElement> & { id?: string }
  placeholder?: string | undefined
  disabled?: boolean | undefined
  onChange: (values: string[]) => void
  onBlur?: () => void
}

export const TagsInput = (props: Props) => (
  <ValuesInput {...props} staysAtEnter read={({ text }) => text} textOf={(text) => writtenValue(text)} />
)
