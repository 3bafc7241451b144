// A list of numbers as text, separated by commas, blanks or 、.
import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface ListProps {
  id: string
  label: string
  help: string
  text: string
  /** Applies what is valid, and says in Chinese what is wrong; empty where nothing is. */
  onText: (text: string) => string
}

/** The text stays as it is typed, also where it is not valid yet. */
export function ListField({ id, label, help, text: first, onText }: ListProps) {
  const [text, setText] = useState(first)
  const [problem, setProblem] = useState('')
  const read = (next: string) => {
    setText(next)
    setProblem(onText(next))
  }
  return (
    <FormGroup label={label} labelFor={id} helperText={problem || help} intent={problem ? 'danger' : 'none'}>
      <InputGroup
        id={id}
        size="small"
        value={text}
        intent={problem ? 'danger' : 'none'}
        onChange={(event) => read(event.currentTarget.value)}
      />
    </FormGroup>
  )
}

interface NumbersProps extends Omit<ListProps, 'text' | 'onText'> {
  numbers: readonly number[]
  /** The error in Chinese; empty where valid. */
  check: (numbers: number[]) => string
  onNumbers: (numbers: number[]) => void
}

export function Numbers({ numbers, check, onNumbers, ...field }: NumbersProps) {
  const read = (text: string): string => {
    const found = text
      .split(/[,，、\s]+/)
      .filter((part) => part !== '')
      .map(Number)
    const wrong = found.some((number) => !Number.isFinite(number)) ? '请写数字，用逗号隔开' : check(found)
    if (!wrong) onNumbers(found)
    return wrong
  }
  return <ListField {...field} text={numbers.join(', ')} onText={read} />
}

export const rises = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))
