// A condition on texts or numbers: an operator and values. Untouched parts are returned unchanged.
import { Button, HTMLSelect } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { anyCaseNote } from './anyCase.ts'
import { BoundField } from './values/BoundField.tsx'
import { type ConditionValue, conditionText, readConditionValue } from './values/conditionValues.ts'
import { ValuesInput } from './values/ValuesInput.tsx'

interface Choice<Op extends string> {
  op: Op
  values: (string | number | null)[]
}

interface Props<Op extends string> {
  name: string
  figures: boolean
  ops: readonly Op[]
  titles: Readonly<Record<Op, string>>
  filter: Choice<Op> | undefined
  onChange: (choice: Choice<Op>) => void
  onDone: () => void
}

const takesNone = (op: string): boolean => op === 'isNull' || op === 'isNotNull'
/** Ignoring case, as a note says. */
const seeksParts = (op: string): boolean => ['contains', 'notContains', 'startsWith'].includes(op)
const takesSeveral = (op: string): boolean => op === 'in' || op === 'notIn' || seeksParts(op)

/** The number of bounds of an operator. */
const boundsOf = (op: string): number => (op === 'between' ? 2 : 1)

const isSet = (value: ConditionValue | undefined): boolean =>
  value !== undefined && value !== null && value !== ''

/** The values for the operator; an error text where they are no condition. No values restrict nothing. */
function valuesFor(op: string, values: readonly ConditionValue[]): ConditionValue[] | string {
  if (takesNone(op)) return []
  if (takesSeveral(op)) return [...values]
  const bounds = Array.from({ length: boundsOf(op) }, (_, at) => values[at] ?? null)
  if (!bounds.some(isSet)) return []
  const [low = null, high = null] = bounds
  const isBackwards = op === 'between' && isSet(low) && isSet(high) && Number(low) > Number(high)
  return isBackwards ? '请填两个数，前小后大' : bounds
}

/** Edits one condition; operators other than those above take one bound. */
export function TextChoice<Op extends string>(props: Props<Op>) {
  const { name, figures, titles, filter, onChange, onDone } = props
  // An operator from elsewhere (a link, a clicked figure) is offered as it is.
  const ops = filter && !props.ops.includes(filter.op) ? [...props.ops, filter.op] : props.ops
  const [op, setOp] = useState<Op>(filter?.op ?? (ops[0] as Op))
  const [values, setValues] = useState<readonly ConditionValue[]>(filter?.values ?? [])
  const [wrong, setWrong] = useState('')
  /** Synchronously, for an Enter that confirms typed text at once. */
  const latest = useRef({ values, isWrong: false })
  const isTouched = useRef(false)
  const put = (next: readonly ConditionValue[]) => {
    isTouched.current = true
    latest.current.values = next
    setValues(next)
  }
  const tell = (texts: readonly string[]) => {
    latest.current.isWrong = texts.length > 0
    setWrong(texts.length === 0 ? '' : `请填数字：「${texts[0]}」不是`)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (latest.current.isWrong) return
    const meant = isTouched.current ? valuesFor(op, latest.current.values) : [...values]
    if (typeof meant === 'string') return setWrong(meant)
    onChange({ op, values: meant })
    onDone()
  }
  const field = { name, figures, read: readConditionValue(figures), onWrong: tell }
  return (
    <form className="text-filter" onSubmit={apply}>
      <HTMLSelect
        aria-label={`${name}的比较方式`}
        value={op}
        onChange={(event) => {
          isTouched.current = true
          setOp(event.currentTarget.value as Op)
        }}
        options={ops.map((value) => ({ value, label: titles[value] }))}
      />
      {takesSeveral(op) && (
        <ValuesInput<ConditionValue>
          values={values}
          read={field.read}
          textOf={conditionText}
          inputProps={{
            autoFocus: true,
            'aria-label': `${name}的值`,
            inputMode: figures ? 'decimal' : 'text',
          }}
          onChange={put}
          onWrong={tell}
        />
      )}
      {!takesNone(op) &&
        !takesSeveral(op) &&
        Array.from({ length: boundsOf(op) }, (_, at) => (
          <BoundField
            // biome-ignore lint/suspicious/noArrayIndexKey: a bound is its place.
            key={at}
            label={at === 0 ? `${name}的值` : `${name}的上限`}
            placeholder={at > 0 ? '到' : figures ? '数值' : '文字'}
            autoFocus={at === 0}
            value={values[at] ?? null}
            {...field}
            onChange={(value) => put(Object.assign([...latest.current.values], { [at]: value }))}
          />
        ))}
      {seeksParts(op) && <p className="text-filter-note">{anyCaseNote}</p>}
      {wrong && (
        <p role="alert" className="text-filter-wrong">
          {wrong}
        </p>
      )}
      <div className="text-filter-actions">
        <Button
          variant="minimal"
          text="清空"
          onClick={() => {
            onChange({ op, values: [] })
            onDone()
          }}
        />
        <Button type="submit" intent="primary" text="确定" />
      </div>
    </form>
  )
}
