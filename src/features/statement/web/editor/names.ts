// Names of what a definition names by number, as far as they are known.
import { dimensionName } from '../pickers/DimensionsPicker.tsx'
import type { QueryParams } from '../report/store.ts'
import type { Names } from './aside.ts'

export const namesIn = (params: QueryParams | null): Names => ({
  point: (id) => params?.points.find((one) => one.id === id)?.name ?? `指标 ${id}`,
  dimension: (id) => dimensionName(params?.dimensions, id),
})
