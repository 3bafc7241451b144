// Choice of several from a known list: check boxes, with a filter where there are many. None checked means
// all.
import { Checkbox, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import type { DrawnProps } from '#web/form/types.ts'
import '../push.css'

interface Props {
  options: readonly { value: string; title: string }[]
  /** Replaces the boxes: loading, a failure, an empty list. */
  said?: string
  all: string
}

const manyOptions = 12

export function CheckList({
  options,
  said,
  all,
  id,
  label,
  value,
  describedBy,
  readOnly,
  onChange,
  onBlur,
}: Props & DrawnProps) {
  const [typed, setTyped] = useState('')
  const ticked = Array.isArray(value) ? (value as readonly string[]) : []
  const shown = options.filter(({ title, value: own }) => `${title} ${own}`.includes(typed.trim()))
  const toggle = (own: string) =>
    onChange(ticked.includes(own) ? ticked.filter((one) => one !== own) : [...ticked, own])
  return (
    <fieldset className="push-checks" aria-label={label} aria-describedby={describedBy} onBlur={onBlur}>
      {options.length > manyOptions && (
        <InputGroup
          id={id}
          size="small"
          value={typed}
          placeholder={`查找${label}`}
          aria-label={`查找${label}`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {said ? (
        <p className="form-help">{said}</p>
      ) : (
        <div className="push-check-boxes">
          {shown.map((option, at) => (
            <Checkbox
              key={option.value}
              {...(at === 0 && options.length <= manyOptions && { id })}
              checked={ticked.includes(option.value)}
              label={option.title}
              disabled={readOnly}
              onChange={() => toggle(option.value)}
            />
          ))}
        </div>
      )}
      <p className="form-help" role="status">
        {ticked.length === 0 ? all : `已选 ${ticked.length} 个`}
      </p>
    </fieldset>
  )
}
