// A condition on text, or on figures: how to compare, and with what.
import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'

interface Choice<Op extends string> {
  op: Op
  values: (string | number | null)[]
}

/** The values that the fields say; null where a figure is none, or a range runs backwards. */
export function valuesOf(
  op: string,
  fields: readonly [string, string],
  figures: boolean,
): (string | number)[] | null {
  if (op === 'isNull' || op === 'isNotNull') return []
  const texts = op === 'between' ? fields.map((field) => field.trim()) : splitList(op, fields[0])
  if (texts.every((text) => text === '')) return []
  if (!figures) return texts.filter((text) => text !== '')
  const numbers = texts.map((text) => (text === '' ? Number.NaN : Number(text.replaceAll(',', ''))))
  if (!numbers.every(Number.isFinite)) return null
  const [low = 0, high = 0] = numbers
  return op === 'between' && low > high ? null : numbers
}

const splitList = (op: string, text: string) =>
  op === 'in' || op === 'notIn' ? text.split(/[,，、\n]/).map((one) => one.trim()) : [text.trim()]

interface Props<Op extends string> {
  name: string
  figures: boolean
  ops: readonly Op[]
  titles: Readonly<Record<Op, string>>
  filter: Choice<Op> | undefined
  onChange: (choice: Choice<Op>) => void
  onDone: () => void
}

/** Knows `between`, `in`, `notIn`, `isNull` and `isNotNull` by their names; all others take one value. */
export function TextChoice<Op extends string>(props: Props<Op>) {
  const { name, figures, ops, titles, filter, onChange, onDone } = props
  const [op, setOp] = useState<Op>(filter && ops.includes(filter.op) ? filter.op : (ops[0] as Op))
  const isList = op === 'in' || op === 'notIn'
  const given = (filter?.values ?? []).map((value) => (value === null ? '' : String(value)))
  const [first, setFirst] = useState(isList ? given.join(',') : (given[0] ?? ''))
  const [second, setSecond] = useState(given[1] ?? '')
  const [wrong, setWrong] = useState('')
  const needsNone = op === 'isNull' || op === 'isNotNull'
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const values = valuesOf(op, [first, second], figures)
    if (!values) return setWrong(op === 'between' ? '请填两个数，前小后大' : '请填数字')
    onChange({ op, values })
    onDone()
  }
  return (
    <form className="text-filter" onSubmit={apply}>
      <HTMLSelect
        aria-label={`${name}的比较方式`}
        value={op}
        onChange={(event) => setOp(event.currentTarget.value as Op)}
        options={ops.map((value) => ({ value, label: titles[value] }))}
      />
      {!needsNone && (
        <InputGroup
          autoFocus
          aria-label={`${name}的值`}
          inputMode={figures ? 'decimal' : 'text'}
          placeholder={isList ? '多个值用逗号分隔' : figures ? '数值' : '文字'}
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
      )}
      {op === 'between' && (
        <InputGroup
          aria-label={`${name}的上限`}
          inputMode="decimal"
          placeholder="到"
          value={second}
          onChange={(event) => setSecond(event.currentTarget.value)}
        />
      )}
      {wrong && <p className="text-filter-wrong">{wrong}</p>}
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
