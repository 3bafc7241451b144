// Own formulas of saved reports as proposals: a frequent formula may become a point that replaces it
// everywhere.

import { compileReport } from '#semantic/compile.ts'
import { formulaInNames, unfolded } from '#semantic/model/formulaText.ts'
import { exchangeIds } from '#semantic/model/references.ts'
import type { OwnFormula, ReportInfo } from '#semantic/model/types.ts'
import { contextFor } from '#server/compileContext.ts'
import type { Deps } from '#server/deps.ts'
import { breathe } from '#server/limits/breath.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import type { FormulaInUse } from '#features/config/contract.ts'
import { forgetModel, readModel } from '../model.ts'
import { eachOnce } from '../replacing/definitions.ts'
import { problemOf, type ReportRow, readReports, seesReports } from '../replacing/replace.ts'
import { reportWriter } from '../replacing/reportWrites.ts'

const mostTold = 200

interface Use {
  row: ReportRow
  info: ReportInfo
  own: OwnFormula
}

/** By the formula over points: equal texts are one, whatever reports call them. */
async function usesByText(db: Db): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>()
  for (const row of await readReports(db)) {
    await breathe()
    if (!row.info.includes('"formulas"')) continue
    const info = JSON.parse(row.info) as ReportInfo
    for (const own of info.formulas ?? []) {
      const text = plain(unfolded(own, info.formulas ?? []))
      const others = uses.get(text)
      if (others) others.push({ row, info, own })
      else uses.set(text, [{ row, info, own }])
    }
  }
  return uses
}

/** Blanks don't matter. */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ')

export async function formulasInUse(deps: Deps, caller: Caller): Promise<FormulaInUse[]> {
  const { points } = await readModel(deps)
  const isSeen = seesReports(deps.metadata.db, caller)
  const found = [...(await usesByText(deps.metadata.db))].map(([text, uses]) =>
    proposalOf(text, uses, isSeen, points),
  )
  const count = ({ reports, hidden }: FormulaInUse) => reports.length + hidden
  return found
    .filter(({ reports }) => reports.length > 0)
    .sort((one, other) => count(other) - count(one) || (one.name < other.name ? -1 : 1))
    .slice(0, mostTold)
}

/** Uses in other users' private views are counted, not shown. */
function proposalOf(
  text: string,
  uses: readonly Use[],
  isSeen: (row: ReportRow) => boolean,
  points: readonly { id: number; name: string }[],
): FormulaInUse {
  const seen = uses.filter(({ row }) => isSeen(row))
  const names = Map.groupBy(seen, ({ own }) => own.name)
  const [name = ''] = [...names].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  const [first] = seen
  const reports = seen.map(({ row }) => ({
    id: row.id,
    reportName: row.report_name,
    viewMetaId: row.view_meta_id,
    viewName: row.view_name,
    owner: row.username,
  }))
  return {
    text,
    name,
    formula: formulaInNames(text, points),
    format: first?.own.format ?? 'decimal',
    unit: first?.own.unit ?? '',
    reports: [...new Map(reports.map((report) => [report.id, report])).values()],
    hidden: new Set(uses.filter((use) => !seen.includes(use)).map(({ row }) => row.id)).size,
  }
}

export async function adoptFormula(
  deps: Deps,
  caller: Caller,
  { point, text }: { point: number; text: string },
): Promise<{ reports: number; left: { reportName: string; problem: string }[] }> {
  forgetModel(deps.metadata)
  const model = await readModel(deps)
  if (!model.points.some(({ id }) => id === point))
    throw new AppError('object_missing', '用来替换的指标不存在或已被删除')
  const context = contextFor(deps)
  return deps.metadata.transaction(async (db) => {
    // Read within the transaction, so that concurrent saves come before or after it.
    const uses = (await usesByText(db)).get(plain(text)) ?? []
    const writeReport = await reportWriter(db, model, caller)
    const isSeen = seesReports(db, caller)
    const left: { reportName: string; problem: string }[] = []
    const done: number[] = []
    for (const use of Map.groupBy(uses, ({ row }) => row.id).values()) {
      await breathe()
      const [{ row, info }] = use as [Use, ...Use[]]
      const after = withPoint(info, new Set(use.map(({ own }) => own.id)), point)
      const problem = problemOf(() => compileReport(after, model, context))
      const isBroken = problem !== '' && problemOf(() => compileReport(info, model, context)) === ''
      if (isBroken) left.push({ reportName: isSeen(row) ? row.report_name : '私有视图中的报表', problem })
      else {
        await writeReport(row, after)
        done.push(row.id)
      }
    }
    await writeAudit(db, {
      userId: caller.id,
      action: 'formula.adopt',
      detail: { point, text, reports: done },
    })
    return { reports: done.length, left }
  })
}

/** Two formulas with the same text become one point, used once. */
const withPoint = (info: ReportInfo, owns: ReadonlySet<number>, point: number): ReportInfo => {
  const stay = (id: number) => id
  return eachOnce(exchangeIds(info, { dim: stay, point: stay, own: (id) => (owns.has(id) ? point : id) }))
}
