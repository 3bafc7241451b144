// Replaces a point by another in all reports, formulas and alarms: previewed, then done, all or none.

import { compileReport, ReportProblem } from '#semantic/compile.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type { CompileContext, Model, Point, ReportInfo } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import { AppError } from '#shared/errors.ts'
import type { PointReplacement } from '#features/config/contract.ts'
import { forgetModel, readModel } from '../model.ts'
import { notedWrites } from '../saving/noting.ts'
import { standingOnAny } from '../using/formulas.ts'
import { applyAlarms, type ChangedAlarm, changedAlarms } from './alarms.ts'
import { changedParts, withPoint } from './definitions.ts'
import { changedFormulas } from './formulas.ts'
import { reportWriter } from './reportWrites.ts'

type Db = Metadata['db']

export interface ReplaceRequest {
  from: number
  to: number
  dryRun?: boolean | undefined
}

interface ChangedReport {
  row: ReportRow
  before: ReportInfo
  after: ReportInfo
  problem: string
  isSeen: boolean
}

interface Plan {
  reports: ChangedReport[]
  alarms: ChangedAlarm[]
  points: { before: Point; after: Point; problem: string }[]
}

export async function replacePoint(
  deps: Deps,
  caller: Caller,
  { from, to, dryRun = false }: ReplaceRequest,
): Promise<PointReplacement> {
  const { id: userId } = caller
  if (from === to) throw new AppError('parameter_wrong', '替换前后是同一个指标')
  forgetModel(deps.metadata)
  const model = await readModel(deps)
  const target = model.points.find(({ id }) => id === to)
  if (!target) throw new AppError('object_missing', '用来替换的指标不存在或已被删除')
  const context = contextFor(deps)
  if (dryRun) return shown(await planOf(deps.metadata.db, model, caller, from, target, context), false)
  const plan = await deps.metadata.transaction(async (db) => {
    // Read within the transaction, so that concurrent saves come before or after it.
    const made = await planOf(db, model, caller, from, target, context)
    refuseProblems(made)
    await apply(db, made, model, caller)
    await writeAudit(db, {
      userId,
      action: 'point.replace',
      detail: {
        from,
        to,
        reports: made.reports.map(({ row }) => row.id),
        alarms: made.alarms.map(({ alarm }) => alarm.id),
        points: made.points.map(({ after }) => after.id),
      },
    })
    return made
  })
  forgetModel(deps.metadata)
  return shown(plan, true)
}

async function planOf(
  db: Db,
  model: Model,
  caller: Caller,
  from: number,
  target: Point,
  context: CompileContext,
): Promise<Plan> {
  const rows = await readReports(db)
  const isSeen = seesReports(db, caller)
  const formulas = await changedFormulas(model, from, target)
  const byId = new Map(formulas.map((point) => [point.id, point]))
  const after: Model = { ...model, points: model.points.map((point) => byId.get(point.id) ?? point) }
  const compiles = (info: ReportInfo, within: Model) => problemOf(() => compileReport(info, within, context))
  // Includes reports that use it through a changed formula: they must keep their dimensions.
  const affected = standingOnAny(model.points, new Set(byId.keys())).add(from)
  const plan: Plan = { reports: [], alarms: [], points: [] }
  for (const row of rows) {
    await breathe()
    const before = JSON.parse(row.info) as ReportInfo
    if (referencedIds(before).points.isDisjointFrom(affected)) continue
    const changed = withPoint(before, from, target.id)
    plan.reports.push({
      row,
      before,
      after: changed,
      problem: reportProblem(before, changed),
      isSeen: isSeen(row),
    })
  }
  /** Reports broken for another reason don't block the replacement. */
  function reportProblem(before: ReportInfo, changed: ReportInfo): string {
    const problem = compiles(changed, after)
    if (problem === '' || compiles(before, model) === '') return problem
    const { dims, dateRange, grain } = changed
    const own = { points: [target.id], ...(dateRange && { dateRange }), ...(grain && { grain }) }
    const known = dims.filter((id) => model.dimensions.some((dimension) => dimension.id === id))
    return compiles({ ...own, dims: known }, after)
  }
  plan.alarms = await changedAlarms(db, caller, { from, to: target.id, affected }, reportProblem, model)
  const present = new Map(model.points.map((point) => [point.id, point]))
  for (const changed of formulas) {
    await breathe()
    plan.points.push({
      before: present.get(changed.id) as Point,
      after: changed,
      problem: compiles({ dims: [], points: [changed.id] }, after),
    })
  }
  return plan
}

export function problemOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof ReportProblem) return error.message
    throw error
  }
}

function refuseProblems({ reports, alarms, points }: Plan): void {
  const told = [
    ...alarms
      .filter(({ problem }) => problem)
      .map(({ alarm, problem }) =>
        alarm.isSeen ? `告警「${alarm.name}」：${problem}` : `其他游戏的告警：${problem}`,
      ),
    ...points
      .filter(({ problem }) => problem)
      .map(({ after, problem }) => `指标「${after.name}」：${problem}`),
    ...reports
      .filter(({ problem }) => problem)
      .map(({ row, isSeen, problem }) =>
        isSeen ? `报表「${row.report_name}」：${problem}` : `私有视图中的报表：${problem}`,
      ),
  ]
  if (told.length === 0) return
  const more = told.length > 5 ? `；另有 ${told.length - 5} 处` : ''
  throw new AppError('report_invalid', `不能替换，没有任何改动。${told.slice(0, 5).join('；')}${more}`, {
    problems: told.length,
  })
}

async function apply(db: Db, { reports, alarms, points }: Plan, model: Model, caller: Caller): Promise<void> {
  await applyAlarms(db, alarms, caller.id)
  const writeReport = await reportWriter(db, model, caller)
  for (const { row, before, after } of reports) {
    if (JSON.stringify(after) !== JSON.stringify(before)) await writeReport(row, after)
  }
  const writes = await notedWrites(db, caller)
  for (const { after } of points) await writes.change('point', after.id, { name_sql: after.name_sql })
}

/** Uses in other users' private views are counted, not shown. */
function shown({ reports, alarms, points }: Plan, applied: boolean): PointReplacement {
  const hidden = [...reports.filter(({ isSeen }) => !isSeen), ...alarms.filter(({ alarm }) => !alarm.isSeen)]
  return {
    applied,
    reports: reports
      .filter(({ isSeen }) => isSeen)
      .map(({ row, before, after, problem }) => {
        const parts = changedParts(before, after)
        return {
          id: row.id,
          reportName: row.report_name,
          viewMetaId: row.view_meta_id,
          viewName: row.view_name,
          owner: row.username,
          changes: parts.length > 0 ? parts : ['公式'],
          problem,
        }
      }),
    alarms: alarms
      .filter(({ alarm }) => alarm.isSeen)
      .map(({ alarm: { id, name, owner }, problem }) => ({ id, name, owner, problem })),
    points: points.map(({ before, after, problem }) => ({
      id: after.id,
      name: after.name,
      formula: before.name_sql,
      newFormula: after.name_sql,
      problem,
    })),
    hidden: hidden.length,
    hiddenProblems: hidden.filter(({ problem }) => problem !== '').length,
  }
}

export type ReportRow = Awaited<ReturnType<typeof readReports>>[number]

/** Whether the caller may know of a report: as its view. */
export const seesReports = (db: Db, caller: Caller) => {
  const { seen } = scopedTable(db, 'view_meta')
  return ({ view_owner: owner_id, shared, grants, within }: ReportRow): boolean =>
    sees(seen, caller, { owner_id, shared, grants, within })
}

export const readReports = (db: Db) =>
  db
    .selectFrom('report')
    .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
    .innerJoin('user', 'user.id', 'report.owner_id')
    .select([
      'report.id',
      'report.report_name',
      'report.view_meta_id',
      'report.info',
      'report.author_id',
      'report.owner_id',
      'view_meta.name as view_name',
      'view_meta.shared',
      'view_meta.grants',
      'view_meta.within',
      'view_meta.owner_id as view_owner',
      'user.username',
    ])
    .where(living('report'))
    .orderBy('report.id')
    .execute()
