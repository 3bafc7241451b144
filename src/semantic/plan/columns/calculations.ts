// The columns that calculations add after their points: 充值金额 7 日均, 充值金额 累计, 充值金额 排名.
import { baseName, type CalculationNames, wordsOf } from '#semantic/model/calculation/words.ts'
import type { Calculation, NumberFormat, ReportColumn } from '#semantic/model/types.ts'
import type { ReadCalculation } from '../asked/calculations.ts'

/** `noBase`: why a column's fixed row can't be computed, by the column's key. */
interface CalculationColumnNames extends CalculationNames {
  noBase: ReadonlyMap<string, string>
}

/** Inserts each column after its point's last column, in the requested order. */
export function withCalculations(
  columns: ReportColumn[],
  calculations: ReadCalculation[],
  names: CalculationColumnNames,
): ReportColumn[] {
  return columns.flatMap((column, place) => {
    const own = column.of ?? column.key
    const point = columns.find(({ key }) => key === own)
    if (point === undefined || columns[place + 1]?.of === own) return [column]
    const added = calculations.filter(({ asked }) => `p${asked.of}` === own)
    return [column, ...added.map((calculation) => calculationColumn(point, calculation, names))]
  })
}

function calculationColumn(
  point: ReportColumn,
  { asked, key }: ReadCalculation,
  names: CalculationColumnNames,
): ReportColumn {
  const name = baseName(asked, names)
  const noBase = names.noBase.get(key)
  return {
    key,
    title: `${point.title} ${wordsOf(asked, names)}${noBase === undefined ? '' : `（${noBase}）`}`,
    kind: 'computed',
    ...shapeOf(asked, point),
    dictId: null,
    role: 'calculation',
    of: point.key,
    calculation: asked,
    ...(name !== undefined && { baseName: name }),
    ...(noBase !== undefined && { noBase }),
  }
}

type Shape = Pick<ReportColumn, 'type' | 'format' | 'unit'>

function shapeOf({ kind }: Calculation, { type, format, unit }: ReportColumn): Shape {
  const fraction: Shape = { type: 'number', format: 'percent', unit: '' }
  switch (kind) {
    case 'rank':
      return { type: 'integer', format: 'integer', unit: '' }
    case 'running':
    case 'sum':
      return { type, format, unit }
    case 'average':
      return { type: 'number', format: finer(format), unit }
    case 'share':
    case 'change':
      return fraction
    case 'index':
      return { type: 'number', format: 'decimal', unit: '' }
    case 'difference':
      return format === 'percent' ? { ...fraction, unit: 'pp' } : { type, format, unit }
  }
}

/** A mean of whole numbers need not be whole. */
const finer = (format: NumberFormat | null): NumberFormat => (format === 'percent' ? format : 'decimal')
