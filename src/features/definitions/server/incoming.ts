// Converts the file's definitions to this installation's ids; new definitions get temporary ids.
import { withFormulasInIds } from '#semantic/model/ownFormulas.ts'
import { exchangeIds } from '#semantic/model/references.ts'
import type {
  Category,
  Dimension,
  DimensionTable,
  Point,
  PointTable,
  ReportInfo,
  TableJoin,
} from '#semantic/model/types.ts'
import type { DefinitionsFile } from '../contract.ts'
import { exchangeFormulaIds } from './formulas.ts'
import type { Match, Matches } from './matching.ts'

interface IncomingReport {
  reportName: string
  remark: string
  info: ReportInfo
}

export interface Incoming {
  categories: Category[]
  dimensionTables: DimensionTable[]
  pointTables: PointTable[]
  dimensions: Dimension[]
  points: Point[]
  views: { name: string; folder: string[]; reports: IncomingReport[] }[]
}

/** An id that no definition has; it stands for references to things the file does not contain. */
const nowhere = 2 ** 52

/** `here`: the tables of this installation; needed for files of earlier releases, which contain no joins. */
export function incomingOf(
  file: DefinitionsFile,
  matches: Matches,
  here: readonly DimensionTable[],
): Incoming {
  const idIn = (found: ReadonlyMap<number, Match>) => (id: number) => found.get(id)?.id ?? nowhere
  const orNull = (id: number | null, exchange: (id: number) => number) => (id === null ? null : exchange(id))
  const categoryOf = idIn(matches.categories)
  const dimensionTableOf = idIn(matches.dimensionTables)
  const pointTableOf = idIn(matches.pointTables)
  const dim = idIn(matches.dimensions)
  const point = idIn(matches.points)
  const joinsHere = (joins: readonly TableJoin[]): TableJoin[] =>
    joins.map((join) => ({ ...join, dimTableId: dimensionTableOf(join.dimTableId) }))
  const dimensionTables = file.dimensionTables.map((table) => {
    const id = dimensionTableOf(table.id)
    const kept = here.find((one) => one.id === id)?.joins ?? []
    return { ...table, id, joins: table.joins ? joinsHere(table.joins) : kept, create_time: '' }
  })
  const points = file.points.map((given) => ({
    ...given,
    id: point(given.id),
    table_id: orNull(given.table_id, pointTableOf),
    point_typeId: orNull(given.point_typeId, categoryOf),
    name_sql: exchangeFormulaIds(given, point),
    create_time: '',
  }))
  return {
    categories: file.categories.map((category) => ({ ...category, id: categoryOf(category.id), order: 0 })),
    dimensionTables,
    pointTables: file.pointTables.map((table) => ({
      ...table,
      id: pointTableOf(table.id),
      joins: joinsHere(table.joins),
      create_time: '',
    })),
    dimensions: file.dimensions.map((dimension) => {
      const table_id = orNull(dimension.table_id, dimensionTableOf)
      const { dictId, ...info } = dimension.info
      const dictionary = dictId === undefined ? null : matches.dictionaries.get(dictId)?.id
      return {
        ...dimension,
        id: dim(dimension.id),
        table_id,
        table_truename:
          dimensionTables.find(({ id }) => id === table_id)?.table_truename ?? info.factTable ?? null,
        info: { ...info, ...(dictionary != null && { dictId: dictionary }) },
        dim_typeId: orNull(dimension.dim_typeId, categoryOf),
        create_time: '',
      }
    }),
    points,
    views: file.views.map((view) => ({
      ...view,
      reports: view.reports.map((report) => ({
        ...report,
        // A file written by hand may name points in formulas by their names.
        info: withFormulasInIds(exchangeIds(report.info, { dim, point }), { points }),
      })),
    })),
  }
}
