// The outcome of each condition and each group.
import type { AlarmFinding } from '../contract.ts'
import { ledTo } from '../contract.ts'

interface Line {
  /** Nesting depth. */
  depth: number
  text: string
  /** Null: undecidable. */
  met: boolean | null
  isStrong: boolean
}

export function Findings({ findings }: { findings: readonly AlarmFinding[] }) {
  return (
    <ul className="alarm-findings">
      {linesOf(findings).map(({ depth, text, met, isStrong }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
          key={at}
          className={isStrong ? 'alarm-met' : met ? '' : 'alarm-muted'}
          style={{ marginInlineStart: depth * 16 }}
        >
          {wordOf(met)}：{text}
        </li>
      ))}
    </ul>
  )
}

const wordOf = (met: boolean | null): string => (met === null ? '未知' : met ? '满足' : '未满足')

function linesOf(findings: readonly AlarmFinding[]): Line[] {
  const lines: Line[] = []
  /** The index after which each open group ends. */
  let ends: number[] = []
  let number = 0
  for (const [at, finding] of findings.entries()) {
    ends = ends.filter((end) => end > at)
    for (const { join, size, met } of finding.groups ?? []) {
      number += 1
      const text = `条件组 ${number}（${join === 'any' ? '满足任一条件' : '同时满足'}）`
      lines.push({ depth: ends.length, text, met, isStrong: false })
      ends.push(at + size)
    }
    const met = finding.unknown ? null : finding.met
    lines.push({ depth: ends.length, text: finding.text, met, isStrong: ledTo(finding) })
  }
  return lines
}
