// The chart for the message, drawn when the message is made.

import type { Point } from '#semantic/model/types.ts'
import type { Log } from '#server/log.ts'
import { drawLines } from '#server/picture/index.ts'
import { leavesOf } from '#shared/branches.ts'
import type { AlarmRule } from '#features/alarm/contract.ts'
import type { MomentData } from './describing.ts'

const timeoutMs = 60_000

export async function drawMoment(
  rule: Pick<AlarmRule, 'name' | 'conditions'>,
  { label, data, point }: { label: string; data: MomentData; point: Point | undefined },
  log: Log,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const line = data.lines.find((one) => one.point === point?.id) ?? data.lines[0]
  const last = data.periods.at(-1)
  if (!line || !point || last === undefined) return null
  const conditions = leavesOf(rule.conditions)
  const hasBand = conditions.some(({ kind, point: id }) => kind === 'forecast' && id === point.id)
  const threshold = conditions.filter(({ kind, point: id }) => kind === 'threshold' && id === point.id)
  const limits = threshold.flatMap(({ value, upper }) =>
    [value, upper].flatMap((bound) => (bound === undefined ? [] : [{ value: bound, title: '阈值' }])),
  )
  const hasPrevious = conditions.some(({ kind, point: id }) => kind === 'change' && id === point.id)
  try {
    return await drawLines(
      {
        title: label === '' ? rule.name : `${rule.name}：${label}`,
        days: data.periods,
        lines: [{ name: point.name, values: line.figures, ...(hasPrevious && { previous: line.expected }) }],
        ...(hasBand && { band: { name: '预测区间', low: line.low, high: line.high } }),
        points: [{ day: last, tone: 'bad' }],
        limits,
        unit: point.info.unit ?? '',
        format: point.info.format ?? null,
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) },
    )
  } catch (error) {
    signal.throwIfAborted()
    // A message without its picture still has everything important.
    log.warn({ err: error }, 'an alarm’s picture could not be drawn')
    return null
  }
}
