// Tools that find what is there: points, dimensions, values, views, alarms, tables.
import { Type } from 'typebox'
import { closed } from '#shared/call.ts'
import { pages } from '#shared/pages.ts'
import { getAlarmByFilter } from '#features/alarm/server/index.ts'
import {
  explainColumns,
  getReportColumns,
  getReportQueryParam,
  getViewMeta,
} from '#features/statement/server/index.ts'
import type { Asking } from './asking.ts'
import { type Cell, defineTool, fenced, quoted, type Told } from './tool.ts'

const text = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
const mostFound = 40

const definitions = (asking: Asking, query: Record<string, string> = {}) =>
  asking.ask(getReportQueryParam, { params: { reportId: 0 }, query })

const views = async (asking: Asking) =>
  (await asking.ask(getViewMeta, { body: {} })).flatMap(({ name: folder, metas }) =>
    metas.map((view) => ({ ...view, folder })),
  )

const plain = (one: string) => one.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
const holds = (texts: readonly string[], sought: string): boolean => {
  const wanted = plain(sought)
  return texts.some((one) => plain(one).includes(wanted))
}

function listed(titles: string[], rows: Cell[][], what: string): Told {
  const shown = rows.slice(0, mostFound)
  const more = rows.length > shown.length ? `，这里是前 ${shown.length} 个` : ''
  const told = rows.length === 0 ? `没有找到${what}` : `${what} ${rows.length} 个${more}`
  return {
    text: rows.length === 0 ? told : `${told}\n${fenced(titles, shown)}`,
    structured: { columns: titles, rows: shown, count: rows.length },
  }
}

const search = defineTool({
  name: 'search',
  title: '查找',
  description: '按文字找指标（含别名）、维度、视图和报表。不知道名称时先用它。',
  input: Type.Object({ text: text('要找的词，如 充值、渠道') }, closed),
  async run(asking, { text: sought }) {
    const [{ points, dimensions }, tree, reports] = await Promise.all([
      definitions(asking),
      views(asking),
      asking.ask(getReportColumns),
    ])
    const rows: Cell[][] = [
      ...points
        .filter(({ name, describe, synonyms }) => holds([name, describe, ...synonyms], sought))
        .map(({ name, describe, synonyms }) => ['指标', name, [describe, ...synonyms].join('；'), '']),
      ...dimensions
        .filter(({ name, describe }) => holds([name, describe], sought))
        .map(({ name, describe }) => ['维度', name, describe, '']),
      ...tree
        .filter(({ name }) => holds([name], sought))
        .map(({ id, name, folder }) => ['视图', name, folder, asking.home + pages.statementDetail({ id })]),
      ...reports
        .filter(({ name, columns }) => holds([name, ...columns.map(({ title }) => title)], sought))
        .map(({ id, name, viewMetaId }) => [
          '报表',
          name,
          `编号 ${id}`,
          asking.home + pages.statementDetail({ id: viewMetaId, report: id }),
        ]),
    ]
    return listed(['类别', '名称', '说明', '链接'], rows, '结果')
  },
})

const describe = defineTool({
  name: 'describe',
  title: '说明指标和维度',
  description: '指标怎么算、单位、从哪些数据表来；维度是什么。名称从 search 得到。',
  input: Type.Object(
    {
      points: Type.Optional(Type.Array(text('指标'), { maxItems: 20 })),
      dimensions: Type.Optional(Type.Array(text('维度'), { maxItems: 20 })),
    },
    closed,
  ),
  async run(asking, { points = [], dimensions = [] }) {
    const told = await asking.ask(explainColumns, { body: { points, dims: dimensions } })
    const rows: Cell[][] = [
      ...told.points.map((one) => [
        '指标',
        one.name,
        one.unit,
        one.type,
        one.formula,
        [one.describe, one.note].filter(Boolean).join('；'),
        one.tables.map(({ tableName }) => tableName).join('、'),
      ]),
      ...told.dimensions.map((one) => [
        '维度',
        one.name,
        '',
        one.type,
        one.formula,
        one.describe,
        one.tables.map(({ tableName }) => tableName).join('、'),
      ]),
    ]
    return listed(['类别', '名称', '单位', '类型', '口径', '说明', '数据表'], rows, '定义')
  },
})

const values = defineTool({
  name: 'values',
  title: '维度的值',
  description: '一个维度有哪些值（只有你看得到的游戏里的）。like 缩小范围。',
  input: Type.Object({ dimension: text('维度'), like: Type.Optional(text('值或名称里的文字')) }, closed),
  async run(asking, { dimension, like }) {
    const told = await asking.ask(explainColumns, { body: { dims: [dimension] } })
    const id = told.dimensions[0]?.id ?? 0
    const { dimensions } = await definitions(asking, {
      options: String(id),
      ...(like !== undefined && { like }),
    })
    const found = dimensions.find((one) => one.id === id)
    const more = found?.moreOptions ? '（不止这些，用 like 缩小）' : ''
    return listed(
      ['值', '名称'],
      (found?.options ?? []).map(({ value, label }) => [value, label]),
      `「${quoted(dimension)}」的值${more}`,
    )
  },
})

const listViews = defineTool({
  name: 'list_views',
  title: '视图和报表',
  description: '你看得到的视图和其中的报表，有编号和链接。',
  input: Type.Object({}, closed),
  async run(asking) {
    const [tree, reports] = await Promise.all([views(asking), asking.ask(getReportColumns)])
    const rows = tree.flatMap(({ id, name, folder }): Cell[][] => {
      const own = reports.filter(({ viewMetaId }) => viewMetaId === id)
      return own.map((report) => [
        folder,
        name,
        report.name,
        report.id,
        asking.home + pages.statementDetail({ id, report: report.id }),
      ])
    })
    return listed(['文件夹', '视图', '报表', '报表编号', '链接'], rows, '报表')
  },
})

const listAlarms = defineTool({
  name: 'list_alarms',
  title: '告警',
  description: '你看得到的告警：看什么、条件、现在怎样。需要「告警管理」权限。',
  input: Type.Object({ text: Type.Optional(text('名称里的文字')) }, closed),
  async run(asking, { text: sought }) {
    const { rows } = await asking.ask(getAlarmByFilter, {
      body: sought === undefined ? {} : { search: sought },
    })
    return listed(
      ['名称', '看什么', '条件', '状态', '链接'],
      rows.map(({ id, name, watchText, conditionText, state }) => [
        name,
        watchText,
        conditionText,
        state,
        asking.home + pages.alarmEdit({ id }),
      ]),
      '告警',
    )
  },
})

export const findingTools = [search, describe, values, listViews, listAlarms]
