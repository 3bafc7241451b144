// The most frequent values of a field among the matches, with their shares; a click filters.
import { useEffect, useState } from 'react'
import { emptyWord } from '#shared/nothing.ts'
import { type CallError, call, failureOf, quiet } from '#web/api/client.ts'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { countValues, type LogValues } from '#features/logsearch/contract.ts'
import { addTerm } from '../actions.ts'
import { shownText, startOf } from '../lines/safeText.ts'
import { asked } from '../reading/question.ts'
import { useLogs } from '../store.ts'
import { percent } from '../words.ts'

const wanted = 10
const longestValue = 120
const figures = ['least', 'p50', 'p95', 'p99', 'most'] as const
const figureTitles = { least: '最小', p50: 'P50', p95: 'P95', p99: 'P99', most: '最大' } as const

export function TopValues({ field }: { field: string }) {
  const { values, failure } = useValues(field)
  if (failure) return <FailureLine what="统计失败" failure={failure} />
  if (!values)
    return (
      <p className="log-values-note" role="status">
        统计中...
      </p>
    )
  return (
    <div className="log-values">
      {values.numbers && (
        <dl className="log-numbers">
          {figures.map((name) => (
            <div key={name}>
              <dt>{figureTitles[name]}</dt>
              <dd>{rounded(values.numbers?.[name] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul>
        {values.values.map(({ value, count, share }) => (
          <li key={value}>
            <button
              type="button"
              className="log-value"
              data-walked=""
              tabIndex={-1}
              title={`${shownText(startOf(value, 400))}：${count.toLocaleString('en-US')} 条，点击只看此值`}
              onFocus={() => useLogs.setState({ focused: { field, value } })}
              onClick={() => addTerm('is', { field, value })}
            >
              <span className="log-value-text">
                {value === '' ? emptyWord : shownText(startOf(value, longestValue))}
              </span>
              <span className="log-value-count">{percent(share)}</span>
              <i className="log-value-share" style={{ width: `${Math.max(1, share * 100)}%` }} />
            </button>
          </li>
        ))}
      </ul>
      <p className="log-values-note">{noteOf(values)}</p>
    </div>
  )
}

function noteOf({ lines, having, distinct, exact, done }: LogValues): string {
  if (having === 0) return `查到的 ${lines.toLocaleString('en-US')} 条里没有此字段`
  const kinds = `${exact ? '' : '至少 '}${distinct.toLocaleString('en-US')} 种值`
  return `${having.toLocaleString('en-US')} 条有此字段，${kinds}${done < 1 ? `，只统计了 ${percent(done)}` : ''}`
}

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))

function useValues(field: string) {
  const searched = useLogs((state) => state.searched)
  const serial = searched?.serial
  const [answer, setAnswer] = useState<{ values: LogValues | null; failure: CallError | null }>({
    values: null,
    failure: null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search has other values
  useEffect(() => {
    const question = useLogs.getState().searched?.book.question
    const { store } = useLogs.getState().address
    if (!question) return
    const ending = new AbortController()
    setAnswer({ values: null, failure: null })
    const { order: _, ...body } = asked({ ...question, store: question.store || store })
    call(countValues, { body: { ...body, field, top: wanted } }, { ...quiet, signal: ending.signal }).then(
      (values) => setAnswer({ values, failure: null }),
      (error) => ending.signal.aborted || setAnswer({ values: null, failure: failureOf(error) }),
    )
    return () => ending.abort()
  }, [field, serial])
  return answer
}
