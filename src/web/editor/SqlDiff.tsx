// Two SQL texts side by side, line by line; long equal stretches are folded.
import { Fragment, useMemo, useRef, useState } from 'react'
import { type DiffRow, type DiffSide, lineDiff } from './lineDiff.ts'
import { SqlLine } from './SqlText.tsx'
import { sqlLines } from './sqlSpans.ts'

export interface DiffText {
  title: string
  sql: string
}

/** Lines shown around a difference. */
const around = 3
const marks = { same: '', changed: '改', removed: '删', added: '增' } as const

export function SqlDiff({ before, after }: { before: DiffText; after: DiffText }) {
  const rows = useMemo(() => lineDiff(before.sql, after.sql), [before.sql, after.sql])
  const [left, right] = useMemo(() => [sqlLines(before.sql), sqlLines(after.sql)], [before.sql, after.sql])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const stretches = useMemo(() => foldedOf(rows), [rows])
  const section = useRef<HTMLElement>(null)
  const open = (from: number) => {
    setOpened(new Set([...opened, from]))
    // The button disappears, and the focus would fall to the dialog's frame.
    section.current?.focus({ preventScroll: true })
  }
  const changes = rows.filter(({ kind }) => kind !== 'same').length
  const cell = (
    side: DiffSide | null,
    lines: typeof left,
    kind: DiffRow['kind'],
    place: 'left' | 'right',
  ) => (
    <>
      <td className="sql-diff-number">{side?.number}</td>
      <td className={`sql-diff-code sql-diff-${side === null ? 'none' : kind} sql-diff-${place}`}>
        {side && <SqlLine spans={lines[side.number - 1] ?? []} />}
      </td>
    </>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section ref={section} className="sql-diff" aria-label="差异" tabIndex={0}>
      <p className="sql-diff-summary" role="status">
        {changes === 0 ? 'SQL 没有差异' : `${changes} 行有差异`}
      </p>
      <table>
        <colgroup>
          <col className="sql-diff-mark-column" />
          <col className="sql-diff-number-column" />
          <col />
          <col className="sql-diff-number-column" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">差异</span>
            </th>
            <th colSpan={2}>{before.title}</th>
            <th colSpan={2}>{after.title}</th>
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ from, to, folded }) => {
            if (folded && !opened.has(from))
              return (
                <tr key={from} className="sql-diff-fold">
                  <td colSpan={5}>
                    <button type="button" onClick={() => open(from)}>
                      展开相同的 {to - from} 行
                    </button>
                  </td>
                </tr>
              )
            return (
              <Fragment key={from}>
                {rows.slice(from, to).map(({ kind, left: one, right: other }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
                  <tr key={at}>
                    <td className={`sql-diff-mark sql-diff-mark-${kind}`}>{marks[kind]}</td>
                    {cell(one, left, kind, 'left')}
                    {cell(other, right, kind, 'right')}
                  </tr>
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface Stretch {
  from: number
  to: number
  folded: boolean
}

function foldedOf(rows: readonly DiffRow[]): Stretch[] {
  const near = rows.map(({ kind }) => kind !== 'same')
  const shown = rows.map((_, at) => near.slice(Math.max(0, at - around), at + around + 1).includes(true))
  const all = !near.includes(true)
  const stretches: Stretch[] = []
  for (const [at, isShown] of shown.entries()) {
    const last = stretches.at(-1)
    const folded = !isShown && !all
    if (last && last.folded === folded) last.to = at + 1
    else stretches.push({ from: at, to: at + 1, folded })
  }
  // Folding a line or two hides less than it costs.
  return stretches.map((stretch) => (stretch.to - stretch.from > 2 ? stretch : { ...stretch, folded: false }))
}
