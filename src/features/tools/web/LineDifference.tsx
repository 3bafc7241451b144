// Two texts side by side, line by line; for long texts only the lines around differences.
import { useMemo } from 'react'
import { type DiffSide, lineDiff } from '#web/editor/lineDiff.ts'

const around = 3
const mostRows = 4_000
const marks = { same: '', changed: '改', removed: '删', added: '增' } as const

export function LineDifference({ left, right }: { left: string; right: string }) {
  const { rows, changed, isCut } = useMemo(() => {
    const all = lineDiff(left, right)
    const isNear = (at: number) =>
      all.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same')
    const near = all.length <= 200 ? all : all.filter((_, at) => isNear(at))
    return {
      rows: near.slice(0, mostRows),
      changed: all.filter(({ kind }) => kind !== 'same').length,
      isCut: near.length > mostRows,
    }
  }, [left, right])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section className="tools-lines" aria-label="按行的差异" tabIndex={0}>
      <p role="status">
        {changed === 0 ? '没有差异' : `${changed} 行有差异`}
        {isCut && `，只列前 ${mostRows} 行`}
      </p>
      <table>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
            <tr key={at} className={`tools-line-${row.kind}`}>
              <td className="tools-line-mark">{marks[row.kind]}</td>
              <Side side={row.left} />
              <Side side={row.right} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Side = ({ side }: { side: DiffSide | null }) => (
  <>
    <td className="tools-line-number">{side?.number}</td>
    <td className="tools-line-text">{side?.text}</td>
  </>
)
