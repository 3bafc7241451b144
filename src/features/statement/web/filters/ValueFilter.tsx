// Chooses values of a dimension, one or several, by name, pinyin or by asking the server.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { ReportFilter } from '../../../../semantic/model/types.ts'
import { type CallError, failureOf } from '../../../../web/api/callError.ts'
import { loadingTexts } from '../../../../web/api/loading.ts'
import type { QueryDimension } from '../../contract.ts'
import { emptyWord } from '../formats.ts'
import { PickList } from '../pickers/PickList.tsx'
import type { PickItem } from '../pickers/pickItem.ts'
import { loadOptions } from '../report/loading.ts'

type Choice = Pick<ReportFilter, 'op' | 'values'>
type Option = { value: string | null; label: string; pinyin?: string }

const keyOf = (value: string | number | null) => (value === null ? 'null' : `=${value}`)

function useOptions(dimension: QueryDimension, like: string) {
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<{
    options: Option[]
    more: boolean
    failure: CallError | null
    loading: boolean
  }>({
    options: dimension.options ?? [],
    more: dimension.moreOptions,
    failure: null,
    loading: dimension.options === null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again.
  useEffect(() => {
    const canceled = new AbortController()
    // A pause in typing asks; the first look asks at once.
    const timer = setTimeout(
      () => {
        setState((before) => ({ ...before, loading: true }))
        loadOptions(dimension.id, like, canceled.signal).then(
          ({ options, more }) => setState({ options, more, failure: null, loading: false }),
          (error: unknown) =>
            canceled.signal.aborted ||
            setState((before) => ({ ...before, failure: failureOf(error), loading: false })),
        )
      },
      like === '' ? 0 : 200,
    )
    return () => {
      clearTimeout(timer)
      canceled.abort()
    }
  }, [dimension.id, like, times])
  return { ...state, again: () => setTimes((before) => before + 1) }
}

interface Props {
  dimension: QueryDimension
  filter: Choice | undefined
  onChange: (choice: Choice) => void
  onDone: () => void
}

export function ValueFilter({ dimension, filter, onChange, onDone }: Props) {
  const [like, setLike] = useState('')
  const { options, more, failure, loading, again } = useOptions(dimension, like)
  const single = dimension.formType === 'select'
  const values = filter?.values ?? []
  const op = filter?.op === 'notIn' ? 'notIn' : 'in'
  const chosen = new Set(values.map(keyOf))
  const known = new Set(options.map(({ value }) => keyOf(value)))
  // What was chosen stays in the list even where the server's first values do not hold it.
  const strays: Option[] = values
    .filter((value) => !known.has(keyOf(value)))
    .map((value) => ({
      value: value === null ? null : String(value),
      label: value === null ? '(空)' : String(value),
    }))
  const items = [...strays, ...options].map(
    ({ value, label, pinyin = '' }): PickItem => ({
      key: keyOf(value),
      title: value === null ? '(空)' : label || emptyWord,
      pinyin,
      detail:
        value !== null && label !== value && label !== '' ? (
          <span className="pick-code">{value}</span>
        ) : undefined,
      checked: chosen.has(keyOf(value)),
    }),
  )
  const pick = ({ key }: PickItem) => {
    const value = key === 'null' ? null : key.slice(1)
    if (single) {
      onChange({ op, values: chosen.has(key) ? [] : [value] })
      onDone()
      return
    }
    onChange({
      op,
      values: chosen.has(key) ? values.filter((one) => keyOf(one) !== key) : [...values, value],
    })
  }
  const none = loading ? loadingTexts.load : '没有匹配的值'
  return (
    <PickList
      items={items}
      label={`搜索${dimension.name}`}
      onPick={pick}
      none={none}
      failure={failure}
      onRetry={again}
      onQuery={more || like !== '' ? setLike : undefined}
      tools={
        <>
          <SegmentedControl
            size="small"
            options={[
              { label: '等于', value: 'in' },
              { label: '不等于', value: 'notIn' },
            ]}
            value={op}
            onValueChange={(next) => onChange({ op: next as 'in' | 'notIn', values })}
          />
          <span className="pick-space" />
          {!single && (
            <Button
              variant="minimal"
              size="small"
              text="全选"
              onClick={() => onChange({ op, values: [...strays, ...options].map(({ value }) => value) })}
            />
          )}
          <Button
            variant="minimal"
            size="small"
            text="清空"
            disabled={values.length === 0}
            onClick={() => onChange({ op, values: [] })}
          />
        </>
      }
      footer={more && <span>只列出前 {options.length} 个，输入文字可查找更多</span>}
    />
  )
}
