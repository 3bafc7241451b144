// The last seven days of one point while it is being defined: day by day, or only the total where the point
// has no dates.
import { compileReport, ReportProblem } from './compile.ts'
import type { CompileContext, CompiledReport, Dimension, Model, ReportInfo } from './model/types.ts'

/** No saved definition has this id. */
const passingDate = 0

/** `of`: the report's own formulas, one of which the point may be. */
export function compileLastDays(
  pointId: number,
  model: Model,
  context: CompileContext,
  of: Pick<ReportInfo, 'formulas'> = {},
): CompiledReport | ReportProblem {
  const dates = { ...model, dimensions: [...model.dimensions.filter(({ id }) => id !== 0), dateDimension] }
  const dated = compiled(() =>
    compileReport(
      {
        ...of,
        dims: [passingDate],
        points: [pointId],
        grain: 'day',
        dateRange: { relative: 'last7' },
        fillDates: true,
        order: [{ key: `d${passingDate}`, desc: false }],
      },
      dates,
      context,
    ),
  )
  if (!(dated instanceof ReportProblem)) return dated
  return compiled(() => compileReport({ ...of, dims: [], points: [pointId] }, model, context))
}

/**
 * From the statement's rows, the total first: the figures day by day; a single one without a day where there
 * are no dates.
 */
export function daysOfRows<Cell>(
  { columns }: Pick<CompiledReport, 'columns'>,
  [total = [], ...days]: Cell[][],
): { total: Cell | null; days: { day: string | null; figure: Cell | null }[] } {
  const dated = columns.length > 1
  const sum = total[dated ? 1 : 0] ?? null
  const rows = dated ? days : [[null, sum]]
  return {
    total: sum,
    days: rows.map(([day, figure]) => ({
      day: typeof day === 'string' ? day : null,
      figure: (figure as Cell | undefined) ?? null,
    })),
  }
}

function compiled(work: () => CompiledReport): CompiledReport | ReportProblem {
  try {
    return work()
  } catch (error) {
    if (error instanceof ReportProblem) return error
    throw error
  }
}

const dateDimension: Dimension = {
  id: passingDate,
  table_id: null,
  table_truename: null,
  count_quantum: 'day',
  update_frequency: 'day',
  cgi_filter: false,
  types: 'date',
  name: '日期',
  form_type: 'dateRange',
  describe: '',
  info: {},
  create_time: '',
  dim_typeId: null,
}
