// Results for tests of the report table.
import type { ReportTable, ReportTableColumn } from '#features/statement/contract.ts'

export const column = (key: string, rest: Partial<ReportTableColumn> = {}): ReportTableColumn => ({
  key,
  title: key,
  kind: key.startsWith('d') ? 'dimension' : 'point',
  type: key.startsWith('d') ? 'string' : 'integer',
  format: key.startsWith('d') ? null : 'integer',
  unit: '',
  dictId: null,
  ...rest,
})

export const tableOf = (
  columns: ReportTableColumn[],
  data: ReportTable['data'],
  rest: Partial<ReportTable> = {},
): ReportTable => ({
  columns,
  data,
  rowCount: data[0]?.length ?? 0,
  truncated: false,
  summary: null,
  range: null,
  sql: '',
  elapsedMs: 1,
  cached: false,
  computedAt: '2026-10-12T06:20:00.000Z',
  updateTime: null,
  levels: null,
  others: null,
  unfinishedFrom: null,
  comparedRange: null,
  gone: [],
  trace: '',
  ...rest,
})

export const tableSettings = {
  showWeekday: true,
  highLightWeekend: true,
  labels: () => undefined,
  holidays: null,
  today: '2026-10-12',
}
