// Names of a definition's ids, as far as known.
import { dimensionNames, pointNames } from '../report/names.ts'
import type { QueryParams } from '../report/store.ts'
import type { Names } from './aside.ts'

export const namesIn = (params: QueryParams | null): Names => ({
  point: pointNames(params),
  dimension: dimensionNames(params),
})
