// The reports that a reader may see, each with the columns that are its own: formulas, calculations, retention. By
// these the palette finds a figure that no point is named after.
import { ReportProblem } from '#semantic/compile.ts'
import { scopeKey } from '#semantic/model/rowScope.ts'
import type { ColumnRole, Model, ReportColumn } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { breathe } from '#server/limits/breath.ts'
import { pinyinOf } from '#server/pinyin.ts'
import { AppError } from '#shared/errors.ts'
import { readModel } from '#features/config/server/index.ts'
import type { NamedReport, Report } from '../contract.ts'
import { prepareReport } from './compiling.ts'
import { reportsUsing } from './reports.ts'

type Columns = NamedReport['columns']

/** By scope, report and revision: compiling all reports takes too long to be done at each opening of a palette. */
const columnsOf = new WeakMap<Model, Map<string, Columns>>()
const mostKept = 5_000

export async function readReportColumns(deps: Deps, user: SessionUser): Promise<NamedReport[]> {
  const model = await readModel(deps)
  const reports = await reportsUsing(deps.metadata, user, () => true)
  const kept = columnsOf.get(model) ?? new Map<string, Columns>()
  columnsOf.set(model, kept)
  const scope = scopeKey(user)
  const named: NamedReport[] = []
  for (const report of reports) {
    const key = JSON.stringify([report.id, report.revision, scope])
    const columns = kept.get(key) ?? (await ownColumns(deps, user, model, report))
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, columns)
    const { id, viewMetaId, reportName } = report
    named.push({ id, viewMetaId, name: reportName, pinyin: pinyinOf(reportName), columns })
  }
  return named
}

/** A report that can't be computed at present has none. */
async function ownColumns(deps: Deps, user: SessionUser, model: Model, { info }: Report): Promise<Columns> {
  await breathe()
  try {
    const { columns } = await prepareReport(deps, info, user)
    const points = new Set(model.points.map(({ name }) => name))
    const titles = columns.filter(isFigure).map(({ title }) => title)
    return [...new Set(titles)]
      .filter((title) => !points.has(title))
      .map((title) => ({ title, pinyin: pinyinOf(title) }))
  } catch (error) {
    if (error instanceof ReportProblem || error instanceof AppError) return []
    throw error
  }
}

/** Comparisons and shares follow from a column that stands beside them. */
const derived: readonly ColumnRole[] = ['previous', 'change', 'share', 'bucket']

const isFigure = ({ kind, role = 'value' }: ReportColumn): boolean =>
  kind !== 'dimension' && !derived.includes(role)
