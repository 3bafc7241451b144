// A figure that changed after its day was whole, as reports and explanations carry it.
import { type Static, Type } from 'typebox'
import { restatedHows } from './restated.ts'

const nullable = Type.Union([Type.String(), Type.Null()])

export const restatedFigure = Type.Object({
  day: Type.String(),
  /** Null: the number of rows, where figures were not compared. */
  point: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.String(),
  format: Type.Union([Type.Enum(['integer', 'decimal', 'percent']), Type.Null()]),
  unit: Type.String(),
  /**
   * `changed`; `restored`: a later load brought the former figure back, `between` is the one in between;
   * `hidden`: it changed, but the reader's own figure is not known.
   */
  state: Type.Enum(['changed', 'restored', 'hidden']),
  /** Exact decimals over all rows of the day that the reader sees, whatever the report's filters. */
  before: nullable,
  between: nullable,
  after: nullable,
  /** Of the last load that changed it. */
  at: Type.String(),
  how: Type.Enum([...restatedHows]),
  /** What was loaded; empty for readers who do not see all rows. */
  source: Type.String(),
  /** How many loads changed it. */
  loads: Type.Integer(),
})
export type RestatedFigure = Static<typeof restatedFigure>
