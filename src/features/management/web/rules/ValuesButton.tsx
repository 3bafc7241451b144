// The values of one rule, chosen from the warehouse and shown by label.
import { useMemo, useState } from 'react'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import { call, quiet } from '#web/api/client.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { type OfferedValues, ValueChoice, type ValueOption, withKnown } from '#web/pick/ValueChoice.tsx'
import { codesShown } from '#web/ui/dictionary/codesShown.ts'
import { useValueNames } from '#web/ui/dictionary/useValueNames.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import { anaDictListsByDictId } from '#features/dictionary/contract.ts'
import { getReportQueryParam, type QueryDimension } from '#features/statement/contract.ts'
import type { TypedRule } from './rules.ts'

interface Props {
  title: string
  /** undefined when the dimension is gone. */
  dimension: QueryDimension | undefined
  rule: TypedRule
  onChange: (part: Pick<TypedRule, 'how' | 'values'>) => void
}

const mostShown = 3

const fetchDictionaries = (ids: number[]) => call(anaDictListsByDictId, { body: ids }, quiet)

export function ValuesButton({ title, dimension, rule, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [offered, setOffered] = useState<readonly ValueOption[]>([])
  const { dim, how, values } = rule
  const read = async (like: string, signal: AbortSignal): Promise<OfferedValues> => {
    const query = { options: String(dim), ...(like !== '' && { like }) }
    const question = { params: { reportId: 0 }, query }
    const { dimensions } = await call(getReportQueryParam, question, { ...quiet, signal })
    const found = dimensions.find(({ id }) => id === dim)
    const options = found?.options ?? []
    setOffered((before) => withKnown(options, before))
    return { options, more: found?.moreOptions ?? false }
  }
  // The names of what was chosen before, once for a dimension. Without labels, the values themselves are shown.
  const [hadValues] = useState(values.length > 0)
  useSecondary(codesShown, hadValues ? (signal) => read('', signal) : null, dim)
  const named = useMemo(
    () => (dimension && values.length > 0 ? [{ ...dimension, options: offered }] : []),
    [dimension, values.length, offered],
  )
  const names = useValueNames(named, fetchDictionaries)
  const nameOf = (value: string) => (named[0] ? names(named[0], value) : value)
  const text = valuesText(rule, nameOf)
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
        name={dimension?.name ?? ''}
        known={null}
        read={read}
        single={false}
        blank={emptyWord}
        nameOf={nameOf}
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

function valuesText({ how, values }: TypedRule, nameOf: (value: string) => string): string {
  if (values.length === 0) return '选择值'
  const words = values
    .slice(0, mostShown)
    .map((value) => (value === null ? emptyText : value === '' ? emptyWord : nameOf(value)))
  const rest = values.length > mostShown ? ` +${values.length - mostShown}` : ''
  return `${how === 'only' ? '只看' : '不看'} ${words.join('、')}${rest}`
}
