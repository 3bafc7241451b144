// Tools that ask for figures: a report of one's own, a saved one, and the explanation of a figure.
import { type Static, Type } from 'typebox'
import { comparisons, filterOps, grains, type ReportInfo } from '#semantic/model/types.ts'
import { closed } from '#shared/call.ts'
import { pages } from '#shared/pages.ts'
import {
  changeBases,
  explainCell,
  explainChange,
  getReportBy,
  getReportDataByInfo,
  type NamedInfo,
  resolveReport,
} from '#features/statement/server/index.ts'
import type { Asking } from './asking.ts'
import { figureText, tellTable } from './figureTable.ts'
import { reportLink } from './links.ts'
import { defineTool, fenced, quoted, type Told } from './tool.ts'

const name = Type.String({ minLength: 1, maxLength: 200, description: '名称（或别名）' })
const mostRows = 200
const usualRows = 50
const question = {
  points: Type.Array(name, {
    minItems: 1,
    maxItems: 20,
    description: '指标的名称，如 ["活跃用户", "充值金额"]',
  }),
  dimensions: Type.Optional(
    Type.Array(name, { maxItems: 6, description: '按哪些维度分组，如 ["日期", "渠道"]；不写则只有一行' }),
  ),
  days: Type.String({
    minLength: 1,
    maxLength: 48,
    description: '日期，用词或写明：昨天、上周、近7天、本月、2026-03-01至2026-03-07',
  }),
  grain: Type.Optional(Type.Enum([...grains], { description: '日期维度的粒度，默认 day' })),
  conditions: Type.Optional(
    Type.Array(
      Type.Object(
        {
          dimension: Type.Optional(name),
          point: Type.Optional(name),
          op: Type.Enum([...filterOps]),
          values: Type.Array(Type.Union([Type.String({ maxLength: 500 }), Type.Number()]), { maxItems: 200 }),
        },
        closed,
      ),
      { maxItems: 20, description: '条件，每个写 dimension 或 point 之一；值可写名称，如 云海仙途' },
    ),
  ),
  orderBy: Type.Optional(
    Type.Array(Type.Object({ column: name, desc: Type.Boolean() }, closed), {
      maxItems: 5,
      description: '按哪些列排序',
    }),
  ),
  compare: Type.Optional(
    Type.Enum(
      comparisons.filter((one) => one !== 'range' && one !== 'filters'),
      { description: 'previous 环比，week 周同比，year 年同比' },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: mostRows, description: `最多几行，默认 ${usualRows}` }),
  ),
}
const asked = Type.Object(question, closed)
type Question = Static<typeof asked>

function infoOf({
  points,
  dimensions = [],
  days,
  grain,
  conditions,
  orderBy,
  compare,
  limit,
}: Question): NamedInfo {
  return {
    dims: dimensions,
    points,
    dateRange: days,
    limit: limit ?? usualRows,
    ...(grain && { grain }),
    ...(compare && { compare }),
    ...(conditions && {
      filters: conditions.map(({ dimension, point, op, values }) => ({
        ...(dimension !== undefined && { dim: dimension }),
        ...(point !== undefined && { point }),
        op,
        values,
      })) as unknown as NonNullable<NamedInfo['filters']>,
    }),
    ...(orderBy && { order: orderBy.map(({ column, desc }) => ({ key: column, desc })) }),
  }
}

const wordsOf = ({ points, dimensions = [], days, conditions = [] }: Question): string =>
  quoted(
    [
      points.join('、'),
      dimensions.length > 0 ? `按 ${dimensions.join('、')}` : '',
      days,
      ...conditions.map(
        ({ dimension, point, op, values }) => `${dimension ?? point ?? ''} ${op} ${values.join('、')}`,
      ),
    ]
      .filter((part) => part !== '')
      .join('，'),
  )

/** The request by ids, for its link. */
const inIds = async (asking: Asking, info: NamedInfo): Promise<ReportInfo> =>
  (await asking.ask(resolveReport, { body: { info } })) as ReportInfo

const askReport = defineTool({
  name: 'ask_report',
  title: '查报表',
  description:
    '按指标、维度、日期和条件查数字。先用 search 或 describe 找到名称。响应有小表、合计、口径、数据更新到何时和打开的链接。合计以响应里的为准，不要自己把各行相加：去重的指标不可相加。',
  input: asked,
  async run(asking, given) {
    const info = infoOf(given)
    const [table, plain] = await Promise.all([
      asking.ask(getReportDataByInfo, { body: { info } }),
      inIds(asking, info),
    ])
    const { limit: _, ...linked } = plain
    return tellTable(asking, {
      table,
      asked: wordsOf(given),
      link: reportLink(asking.home, linked),
      points: given.points,
      most: given.limit ?? usualRows,
    })
  },
})

const openReport = defineTool({
  name: 'read_report',
  title: '读保存的报表',
  description: '读一张保存的报表的数字。编号来自 list_views。days 可换成别的日期。',
  input: Type.Object(
    {
      report: Type.Integer({ minimum: 1, description: '报表编号' }),
      days: Type.Optional(question.days),
      limit: question.limit,
    },
    closed,
  ),
  async run(asking, { report, days, limit = usualRows }) {
    const [saved] = await asking.ask(getReportBy, { params: { type: 'ReportId', id: report }, body: {} })
    if (!saved) return { text: '没有这张报表，或你看不到它', structured: { found: false } }
    const info = { ...saved.info, ...(days !== undefined && { dateRange: days }) } as NamedInfo
    const table = await asking.ask(getReportDataByInfo, { body: { reportId: report, info, tolerant: true } })
    return tellTable(asking, {
      table,
      asked: quoted(`报表「${saved.reportName}」${days ?? ''}`),
      link: `${asking.home}${pages.statementDetail({ id: saved.viewMetaId, report })}`,
      points: saved.info.points,
      most: limit,
    })
  },
})

const explainFigure = defineTool({
  name: 'explain_figure',
  title: '说明一个数字',
  description:
    '说明一个数字从哪里来：口径、组成、更新到何时；against 给出时，还说明它与另一段时间的差别来自哪些值。row 写那一行各维度的值（合计则不写）。',
  input: Type.Object(
    {
      ...question,
      column: Type.Optional(name),
      row: Type.Optional(
        Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 500 }), { maxProperties: 10 }),
      ),
      against: Type.Optional(
        Type.Enum([...changeBases], { description: 'previous 前一段，week 上周，year 去年' }),
      ),
    },
    closed,
  ),
  async run(asking, { column, row = {}, against, ...given }) {
    const info = infoOf(given)
    const key = column ?? given.points[0] ?? ''
    const body = { info, key, cells: row }
    const cell = await asking.ask(explainCell, { body })
    const change = against && (await asking.ask(explainChange, { body: { ...body, against } }))
    const { point } = cell
    const format = change?.format ?? null
    const parts = change?.dims.map(({ dimName, rows }) => ({
      dimension: dimName,
      rows: rows
        .slice(0, 5)
        .map(({ label, before, after, change: effect }) => ({ label, before, after, change: effect })),
    }))
    const lines = [
      `${quoted(key)}：${figureText({ format }, cell.value)}${point?.unit ?? ''}`,
      point ? `口径：${quoted(`${point.name} = ${point.formula}（${point.type}）：${point.describe}`)}` : '',
      point?.tables.length
        ? `数据表：${quoted(point.tables.map(({ name: table, tableName }) => `${table}（${tableName}）`).join('、'))}`
        : '',
      cell.parts.length > 0
        ? fenced(
            ['组成', '值'],
            cell.parts.map(({ name: part, value }) => [part, value]),
          )
        : '',
      cell.updateTime === null ? '' : `数据更新到 ${cell.updateTime}`,
      change
        ? `从 ${change.before ?? '–'} 变为 ${change.after ?? '–'}（${change.beforeDays} → ${change.afterDays}）`
        : '',
      ...(parts ?? []).map(({ dimension, rows }) =>
        [
          `按${quoted(dimension)}：`,
          fenced(
            ['值', '之前', '之后', '影响'],
            rows.map((one) => [one.label, one.before, one.after, one.change]),
          ),
        ].join('\n'),
      ),
      `在产品里打开：${reportLink(asking.home, await inIds(asking, info))}`,
    ]
    return {
      text: lines.filter((line) => line !== '').join('\n'),
      structured: {
        value: cell.value,
        definition: point?.formula ?? null,
        parts: cell.parts,
        changes: parts ?? null,
        before: change?.before ?? null,
        after: change?.after ?? null,
      },
    }
  },
})

const proposeReport = defineTool({
  name: 'propose_report',
  title: '提议保存报表',
  description:
    '把一张报表提议给人保存：先试查一次，然后给出链接。什么都没有保存；人在产品里打开链接、看过之后，按保存才会保存。把链接交给用户。',
  input: Type.Object({ ...question, name }, closed),
  async run(asking, { name: title, ...given }): Promise<Told> {
    const info = infoOf(given)
    const table = await asking.ask(getReportDataByInfo, { body: { info } })
    const { limit: _, ...linked } = await inIds(asking, info)
    const link = reportLink(asking.home, linked)
    return {
      text: `提议的报表「${quoted(title)}」：${wordsOf(given)}，试查得到 ${table.rowCount} 行。还没有保存：请用户打开 ${link} ，看过之后按保存（Ctrl+S），名称可填「${quoted(title)}」。`,
      structured: { saved: false, name: title, rowCount: table.rowCount, link },
    }
  },
})

export const reportTools = [askReport, openReport, explainFigure, proposeReport]
