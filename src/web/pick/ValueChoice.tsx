// Chooses values of a dimension, one or several, by label, pinyin or a search on the server.
import { Button, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { emptyText } from '#shared/nothing.ts'
import { spaced } from '#shared/spacing.ts'
import { type CallError, failureOf } from '../api/callError.ts'
import { loadingTexts } from '../api/loading.ts'
import { PickList } from './PickList.tsx'
import type { PickItem } from './pickItem.ts'

export interface ChosenValues {
  op: 'in' | 'notIn'
  values: (string | number | null)[]
}

export interface ValueOption {
  value: string | null
  label: string
  pinyin?: string
  /** Muted at the right: its count. */
  note?: string
}

export interface OfferedValues {
  options: readonly ValueOption[]
  /** Whether there are more values than these. */
  more: boolean
}

/** Search results merged with known values, which keep their labels. */
export function withKnown(found: readonly ValueOption[], known: readonly ValueOption[] = []): ValueOption[] {
  const values = new Set(found.map(({ value }) => value))
  return [...found, ...known.filter(({ value }) => !values.has(value))]
}

interface Props {
  /** The dimension's name. */
  name: string
  /** Null until loaded. */
  known: OfferedValues | null
  read: (like: string, signal: AbortSignal) => Promise<OfferedValues>
  single: boolean
  /** A single value without operators: no «不等于», no «清空». */
  bare?: boolean
  /** Text for an empty value. */
  blank: string
  chosen: ChosenValues
  /** Label of a chosen value that is not offered. */
  nameOf?: (value: string) => string
  onChange: (chosen: ChosenValues) => void
  onDone: () => void
}

/** At the right: the code behind a label, and its count. */
function detailOf({ value, label, note }: Pick<ValueOption, 'value' | 'label' | 'note'>) {
  const code = value !== null && label !== value && label !== '' ? value : ''
  if (code === '' && !note) return undefined
  return (
    <>
      {code !== '' && <span className="pick-code">{code}</span>}
      {note && <span className="pick-code pick-count">{note}</span>}
    </>
  )
}

const keyOf = (value: string | number | null) => (value === null ? 'null' : `=${value}`)

function useOptions({ known, read }: Props, like: string) {
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<{ offered: OfferedValues; failure: CallError | null; loading: boolean }>(
    {
      offered: known ?? { options: [], more: false },
      failure: null,
      loading: known === null,
    },
  )
  const reading = useRef(read)
  reading.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` asks again.
  useEffect(() => {
    const canceled = new AbortController()
    // Searches after a typing pause; the first load is immediate.
    const timer = setTimeout(
      () => {
        setState((before) => ({ ...before, loading: true }))
        reading.current(like, canceled.signal).then(
          (offered) => setState({ offered, failure: null, loading: false }),
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
  }, [like, times])
  return { ...state, again: () => setTimes((before) => before + 1) }
}

export function ValueChoice(props: Props) {
  const { name, single, bare = false, blank, chosen, nameOf = String, onChange, onDone } = props
  const [like, setLike] = useState('')
  const { offered, failure, loading, again } = useOptions(props, like)
  const { options, more } = offered
  const { op, values } = chosen
  const taken = new Set(values.map(keyOf))
  const known = new Set(options.map(({ value }) => keyOf(value)))
  // Chosen values stay in the list, even where the server's first values lack them.
  const strays: ValueOption[] = values
    .filter((value) => !known.has(keyOf(value)))
    .map((value) => ({
      value: value === null ? null : String(value),
      label: value === null ? emptyText : nameOf(String(value)),
    }))
  const items = [...strays, ...options].map(
    ({ value, label, pinyin = '', note }): PickItem => ({
      key: keyOf(value),
      title: value === null ? emptyText : label || blank,
      pinyin,
      detail: detailOf({ value, label, note }),
      checked: taken.has(keyOf(value)),
    }),
  )
  const pick = ({ key }: PickItem) => {
    const value = key === 'null' ? null : key.slice(1)
    if (single) {
      onChange({ op, values: taken.has(key) ? [] : [value] })
      onDone()
      return
    }
    onChange({
      op,
      values: taken.has(key) ? values.filter((one) => keyOf(one) !== key) : [...values, value],
    })
  }
  /** Pasted labels become their values; other texts are values themselves. */
  const take = (texts: string[]) => {
    const named = new Map([...strays, ...options].map((one) => [one.label || blank, one.value]))
    const meant = (text: string) => (named.has(text) ? (named.get(text) ?? null) : text)
    const pasted = texts.map((text) => (text === emptyText ? null : meant(text)))
    const fresh = [...new Map(pasted.map((value) => [keyOf(value), value])).values()]
    onChange({ op, values: [...values, ...fresh.filter((value) => !taken.has(keyOf(value)))] })
  }
  return (
    <PickList
      items={items}
      label={spaced(`搜索${name}`)}
      onPick={pick}
      none={loading ? loadingTexts.load : '没有匹配的值'}
      failure={failure}
      onRetry={again}
      onQuery={more || like !== '' ? setLike : undefined}
      onPasted={single ? undefined : take}
      tools={
        bare ? undefined : (
          <>
            <SegmentedControl
              size="small"
              options={[
                { label: '等于', value: 'in' },
                { label: '不等于', value: 'notIn' },
              ]}
              value={op}
              onValueChange={(next) => onChange({ op: next as ChosenValues['op'], values })}
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
        )
      }
      footer={more && <span>只列出前 {options.length} 个，输入文字可查找更多</span>}
    />
  )
}
