// What a subscription sends, resolved with the rights of its reader: a report, all reports of a view, a pivot;
// or, with the rights of its owner, a saved query.
import { Value } from 'typebox/value'
import type { ReportInfo } from '#semantic/model/types.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import { type SentQuery, sentQueries } from '#features/code/server/index.ts'
import {
  findReport,
  findView,
  readReports,
  reportInfoSchema,
  type ShownPivot,
} from '#features/statement/server/index.ts'

export interface SubjectPart {
  reportId: number | null
  name: string
  info: ReportInfo
  pivot: ShownPivot | null
}

export interface ReportSubject {
  kind: 'report'
  viewName: string
  /** 视图 / 报表. */
  name: string
  parts: SubjectPart[]
  /** Reports of the view that exceed one message. */
  left: number
}

export interface QuerySubject {
  kind: 'query'
  name: string
  query: SentQuery
  /** Of its parameters; days may move. */
  values: Record<string, ParameterValue>
}

export type Subject = ReportSubject | QuerySubject

interface SubjectOf {
  view_id: number | null
  report_id: number | null
  info: string | null
  pivot: string | null
  query_id: string | null
  params: string
}

/** Reports of a whole view in one message. */
const mostReports = 8

/** Throws AppError where the caller does not see it, or it is gone. */
export async function findSubject(db: Db, caller: Caller, of: SubjectOf): Promise<Subject> {
  if (of.query_id !== null) {
    const query = await (await sentQueries()).findSentQuery(db, caller, of.query_id)
    return { kind: 'query', name: query.name, query, values: readParameters(of.params) }
  }
  return findReports(db, caller, of)
}

async function findReports(
  db: Db,
  caller: Caller,
  of: Omit<SubjectOf, 'query_id' | 'params'>,
): Promise<ReportSubject> {
  if (of.view_id === null) throw new AppError('parameter_wrong', '没有要发送的视图或查询，请重新订阅')
  const given = of.info === null ? null : readInfo(of.info)
  const pivot = of.pivot === null ? null : readPivot(of.pivot)
  if (of.report_id === null) {
    const view = await findView(db, caller, of.view_id)
    const reports = await readReports(db, view.id)
    const whole = { kind: 'report', viewName: view.name, name: view.name } as const
    if (given) return { ...whole, parts: [part(null, view.name, given)], left: 0 }
    if (reports.length === 0) throw new AppError('object_missing', `视图「${view.name}」里没有报表`)
    const parts = reports.slice(0, mostReports).map((one) => part(one.id, one.reportName, one.info))
    return { ...whole, parts, left: reports.length - parts.length }
  }
  const { report, view } = await findReport(db, caller, of.report_id)
  const info = given ?? report.info
  return {
    kind: 'report',
    viewName: view.name,
    name: `${view.name} / ${report.reportName}`,
    parts: [{ ...part(report.id, report.reportName, info), pivot }],
    left: 0,
  }
}

/** Values of parameters by name. */
export const readParameters = (stored: string): Record<string, ParameterValue> =>
  JSON.parse(stored) as Record<string, ParameterValue>

const part = (reportId: number | null, name: string, info: ReportInfo): SubjectPart => ({
  reportId,
  name,
  info,
  pivot: null,
})

function readInfo(text: string): ReportInfo {
  const value = jsonOf(text)
  if (!Value.Check(reportInfoSchema, value))
    throw new AppError('parameter_wrong', '报表的条件有误，请从报表页面重新订阅')
  return value as ReportInfo
}

function readPivot(text: string): ShownPivot {
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('parameter_wrong', '透视的设置有误，请从透视页面重新订阅')
  const { totals, sort, folded } = value as ShownPivot
  return {
    ...(typeof totals === 'boolean' && { totals }),
    ...(sort && typeof sort.key === 'string' && { sort: { key: sort.key, desc: sort.desc === true } }),
    ...(Array.isArray(folded) && {
      folded: folded.filter((path) => typeof path === 'string').slice(0, 10_000),
    }),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
