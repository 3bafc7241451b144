// The values of one rule: chosen from the warehouse, with the names that dictionaries give them.
import { useEffect, useState } from 'react'
import { emptyWord, nullWord } from '../../../../semantic/model/valueText.ts'
import { call } from '../../../../web/api/client.ts'
import { FilterButton } from '../../../../web/pick/FilterButton.tsx'
import { type OfferedValues, ValueChoice } from '../../../../web/pick/ValueChoice.tsx'
import { getReportQueryParam } from '../../../statement/contract.ts'
import type { TypedRule } from './rules.ts'

interface Props {
  title: string
  /** The dimension's; empty where it is gone. */
  name: string
  rule: TypedRule
  onChange: (part: Pick<TypedRule, 'how' | 'values'>) => void
}

const mostShown = 3

export function ValuesButton({ title, name, rule, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  const { dim, how, values } = rule
  const read = async (like: string, signal: AbortSignal): Promise<OfferedValues> => {
    const query = { options: String(dim), ...(like !== '' && { like }) }
    const question = { params: { reportId: 0 }, query }
    const { dimensions } = await call(getReportQueryParam, question, { quiet: true, loading: null, signal })
    const found = dimensions.find(({ id }) => id === dim)
    const offered = found?.options ?? []
    setLabels(
      (before) => new Map([...before, ...offered.map(({ value, label }) => [String(value), label] as const)]),
    )
    return { options: offered, more: found?.moreOptions ?? false }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of what was chosen before, once for a dimension.
  useEffect(() => {
    const asking = new AbortController()
    // Where they can't be had the values stand for themselves.
    if (values.length > 0) read('', asking.signal).catch(() => undefined)
    return () => asking.abort()
  }, [dim])
  const text = valuesText(rule, labels)
  return (
    <FilterButton
      label=""
      name={`${title}：值`}
      value={text}
      valueText={text}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <ValueChoice
        name={name}
        known={null}
        read={read}
        single={false}
        blank={emptyWord}
        chosen={{ op: how === 'except' ? 'notIn' : 'in', values: [...values] }}
        onChange={({ op, values: next }) =>
          onChange({
            how: op === 'notIn' ? 'except' : 'only',
            values: next.map((one) => (one === null ? null : String(one))),
          })
        }
        onDone={() => setOpen(false)}
      />
    </FilterButton>
  )
}

function valuesText({ how, values }: TypedRule, labels: ReadonlyMap<string, string>): string {
  if (values.length === 0) return '选择值'
  const words = values
    .slice(0, mostShown)
    .map((value) => (value === null ? nullWord : value === '' ? emptyWord : (labels.get(value) ?? value)))
  const rest = values.length > mostShown ? ` +${values.length - mostShown}` : ''
  return `${how === 'only' ? '只看' : '不看'} ${words.join('、')}${rest}`
}
