// Forecasts and found rows as files. The audit record is written first; without it nothing is exported.

import type { Deps } from '#server/deps.ts'
import { type SheetFormat, sheetContentTypes, sheetStream } from '#server/files/sheets.ts'
import type { SheetColumn } from '#server/files/xlsx/sheet.ts'
import type { BlobReply } from '#server/http/reply.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller } from '#server/objects/types.ts'
import type { AuditDetail } from '#shared/auditDetails.ts'
import { exportFileName } from '#shared/exportName.ts'
import {
  type Interval,
  type IntervalBands,
  type IntervalQuestion,
  type IntervalSum,
  type RowsQuestion,
  rowWayTitles,
  type UnusualQuestion,
} from '../contract.ts'
import { readInterval } from './interval.ts'
import { findRowsIn } from './rows.ts'
import { findUnusualDays } from './unusual.ts'

type Cell = string | number | null

interface File {
  title: string
  columns: SheetColumn[]
  rows: Cell[][]
}

async function written(
  deps: Deps,
  caller: Caller,
  { title, columns, rows }: File,
  { format, action, detail }: { format: SheetFormat; action: string; detail: AuditDetail },
  signal: AbortSignal,
): Promise<BlobReply> {
  await writeAudit(deps.metadata.db, {
    userId: caller.id,
    action,
    detail: { ...detail, format, rows: rows.length },
  })
  const chunk = {
    columns: columns.map((_, at) => JSON.stringify(rows.map((row) => row[at] ?? null))),
    rowCount: rows.length,
  }
  const chunks = (async function* () {
    yield chunk
  })()
  return {
    fileName: exportFileName(title, new Date(), deps.settings.zone, format),
    contentType: sheetContentTypes[format],
    body: sheetStream({ format, title, columns, chunks, signal }),
  }
}

type ForecastOrder = IntervalQuestion & { format: SheetFormat; grain: 'day' | 'week' | 'month' }

export async function exportForecastOf(
  deps: Deps,
  caller: Caller,
  { format, grain, ...asked }: ForecastOrder,
  signal: AbortSignal,
): Promise<BlobReply> {
  const interval = await readInterval(deps, caller, asked, signal)
  const file = grain === 'day' ? dailyFile(interval) : sumsFile(interval, grain)
  const detail = { point: interval.point.name, days: interval.ahead.length, grain }
  return written(deps, caller, file, { format, action: 'prediction.export', detail }, signal)
}

const bandTitles = (levels: readonly number[], of = ''): SheetColumn[] =>
  levels.flatMap((level) => [
    { title: `${of}${level}% 下限`, type: 'number' },
    { title: `${of}${level}% 上限`, type: 'number' },
  ])

const bandsAt = (bands: IntervalBands, at: number): Cell[] =>
  bands.flatMap(({ low, high }) => [low[at] ?? null, high[at] ?? null])

const titleOf = ({ point }: Interval): string => `${point.name}预测`

function scenarioNames({ series }: Interval): string[] {
  return [...new Set(series.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))]
}

function dailyFile(interval: Interval): File {
  const { days, ahead, levels, series } = interval
  const names = scenarioNames(interval)
  const rows = series.flatMap((one) => [
    ...days.flatMap((day, at): Cell[][] => {
      const value = one.figures[at] ?? null
      return value === null ? [] : [[day, one.label || '整体', value]]
    }),
    ...ahead.map((day, at): Cell[] => [
      day,
      one.label || '整体',
      one.actual[at] ?? null,
      one.expected[at] ?? null,
      ...bandsAt(one.bands, at),
      ...names.flatMap((name) => {
        const scenario = one.scenarios.find((own) => own.name === name)
        return [scenario?.expected[at] ?? null, ...bandsAt(scenario?.bands ?? [], at)]
      }),
    ]),
  ])
  return {
    title: titleOf(interval),
    columns: [
      { title: '日期', type: 'date' },
      { title: '序列', type: 'string' },
      { title: '实际', type: 'number' },
      { title: '预测', type: 'number' },
      ...bandTitles(levels),
      ...names.flatMap((name): SheetColumn[] => [
        { title: `${name} 预测`, type: 'number' },
        ...bandTitles(levels, `${name} `),
      ]),
    ],
    rows,
  }
}

function sumsFile(interval: Interval, grain: 'week' | 'month'): File {
  const { levels, series } = interval
  const bandsOf = (sum: IntervalSum | undefined): Cell[] =>
    levels.flatMap((_, at) => [sum?.bands[at]?.low ?? null, sum?.bands[at]?.high ?? null])
  const names = scenarioNames(interval)
  const rows = series.flatMap((one) =>
    one.sums
      .filter((sum) => sum.grain === grain || sum.grain === 'all')
      .map((sum): Cell[] => [
        sum.from,
        sum.to,
        one.label || '整体',
        sum.knownDays,
        sum.known,
        sum.actual,
        sum.expected,
        ...bandsOf(sum),
        ...names.flatMap((name) => {
          const own = one.scenarios
            .find((scenario) => scenario.name === name)
            ?.sums.find((other) => other.grain === sum.grain && other.from === sum.from)
          return [own?.expected ?? null, ...bandsOf(own)]
        }),
      ]),
  )
  return {
    title: titleOf(interval),
    columns: [
      { title: '开始', type: 'date' },
      { title: '结束', type: 'date' },
      { title: '序列', type: 'string' },
      { title: '已知天数', type: 'number' },
      { title: '已知合计', type: 'number' },
      { title: '实际合计', type: 'number' },
      { title: '预测合计', type: 'number' },
      ...bandTitles(levels),
      ...names.flatMap((name): SheetColumn[] => [
        { title: `${name} 预测合计`, type: 'number' },
        ...bandTitles(levels, `${name} `),
      ]),
    ],
    rows,
  }
}

export async function exportRowsOf(
  deps: Deps,
  caller: Caller,
  { format, ...asked }: RowsQuestion & { format: SheetFormat },
  signal: AbortSignal,
): Promise<BlobReply> {
  const found = await findRowsIn(deps, caller, asked, signal)
  const file: File = {
    title: `${found.point.name}${rowWayTitles[asked.way]}`,
    columns: [
      ...(found.perDay ? [{ title: '日期', type: 'date' as const }] : []),
      ...found.dims.map(({ name }) => ({ title: name, type: 'string' as const })),
      { title: found.point.name, type: 'number' },
    ],
    rows: found.rows.map(({ day, labels, value }) => [...(found.perDay ? [day] : []), ...labels, value]),
  }
  const { from, to, point } = found
  const detail = { point: point.name, from, to, way: asked.way }
  return written(deps, caller, file, { format, action: 'prediction.exportRows', detail }, signal)
}

export async function exportUnusualOf(
  deps: Deps,
  caller: Caller,
  { format, ...asked }: Omit<UnusualQuestion, 'after'> & { format: SheetFormat },
  signal: AbortSignal,
): Promise<BlobReply> {
  let found = await findUnusualDays(deps, caller, asked, signal)
  const { findings } = found
  while (found.done < found.all) {
    found = await findUnusualDays(deps, caller, { ...asked, after: found.done }, signal)
    findings.push(...found.findings)
  }
  findings.sort((one, other) => other.beyond - one.beyond)
  const { from, to, points, dim } = found
  const names = new Map(points.map(({ id, name }) => [id, name]))
  const file: File = {
    title: '异常日期',
    columns: [
      { title: '日期', type: 'date' },
      { title: '指标', type: 'string' },
      ...(dim ? [{ title: dim.name, type: 'string' as const }] : []),
      { title: '实际', type: 'number' },
      { title: '预期', type: 'number' },
      ...bandTitles([asked.level]),
      { title: '方向', type: 'string' },
      { title: '超出（倍）', type: 'number' },
      { title: '当天', type: 'string' },
    ],
    rows: findings.map((one) => [
      one.day,
      names.get(one.point) ?? '',
      ...(dim ? [one.label] : []),
      one.value,
      one.expected,
      one.low,
      one.high,
      one.side === 'up' ? '高于预期' : '低于预期',
      one.beyond,
      one.occasion,
    ]),
  }
  const detail = { points: points.map(({ name }) => name), from, to, level: asked.level }
  return written(deps, caller, file, { format, action: 'prediction.exportUnusual', detail }, signal)
}
