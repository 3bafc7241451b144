// Lines whose values do not fit their column: told with the value, refused unless the user leaves them out.
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteText } from '#server/warehouse/snapshot/describe.ts'
import type { PlannedColumn } from './plannedColumn.ts'
import { type BadLines, importProblem } from './problem.ts'
import { spokenType } from './spokenType.ts'
import { optionFor } from './values/answers.ts'

interface Gathered {
  from: string
  columns: readonly PlannedColumn[]
  bad: BadLines
}

interface Request {
  source: { name: string }
  keepGood: boolean
  /** From the page, where everything is chosen. */
  asTold?: boolean
}

/** Adds the lines whose values do not fit to the bad ones; returns the columns that could take them as empty. */
export async function gatherMisfits(
  connection: DuckDBConnection,
  { from, columns, bad }: Gathered,
): Promise<PlannedColumn[]> {
  const misfitting = columns.filter(({ misfit }) => misfit)
  if (misfitting.length === 0) return []
  const reasons = misfitting.map(({ name, type, misfit, text }) => {
    const told = quoteText(`列「${name}」应为 ${spokenType(type)}，实为「`)
    return `WHEN ${misfit} THEN ${told} || left(${text}, 40) || '」'`
  })
  const reader = await connection.runAndReadAll(
    `SELECT line, reason FROM (SELECT line, CASE ${reasons.join(' ')} END AS reason FROM ${from})
     WHERE reason IS NOT NULL ORDER BY line`,
  )
  for (const [line, reason] of reader.getRows()) bad.add(Number(line), String(reason))
  bad.first.sort((one, other) => one.line - other.line)
  return misfitting
}

export function refuseBad(
  bad: BadLines,
  offered: readonly PlannedColumn[],
  { source, keepGood, asTold = false }: Request,
): void {
  if (bad.count === 0 || keepGood) return
  const ways = asTold
    ? '请修正文件，或勾选「只导入其余的行」'
    : `修正后重试；或加 --keep-good 只导入其余的行${emptyingOptions(offered)}`
  throw importProblem(`${source.name} 有 ${bad.count} ${bad.unit}不能导入，什么也没有改变：`, [
    ...bad.describe(),
    ways,
  ])
}

/** The other way for columns of which nearly all values fit. */
const emptyingOptions = (columns: readonly PlannedColumn[]): string =>
  columns
    .flatMap(({ name, ask }) => (ask?.choices ?? []).map((choice) => ({ name, choice })))
    .filter(({ choice: { kind } }) => kind.endsWith('_OR_EMPTY'))
    .map(({ name, choice }) => `；或加 ${optionFor(name, choice)} 把那些值作空值`)
    .join('')
