// The export request of a pivot in its state on screen.
import { axesOf } from '#semantic/model/pivot/axes.ts'
import { isPivot } from '#semantic/model/pivot/requests.ts'
import { askedInfo } from '../report/asking/request.ts'
import { type ExportShape, shapeExports } from '../report/exporting.ts'
import { useTotals } from '../report/options/totals.ts'
import { readSort } from './sorting.ts'
import { usePivot } from './store.ts'

const pivotShape: ExportShape = (info) => {
  if (!isPivot(info)) return null
  const sort = readSort(location.search)
  const { folded } = usePivot.getState()
  return {
    info: { ...askedInfo(info), pivot: axesOf(info).columns },
    pivot: {
      totals: useTotals.getState().shown,
      ...(sort && { sort }),
      ...(folded.size > 0 && { folded: [...folded] }),
    },
  }
}

export const exportPivots = (): (() => void) => shapeExports(pivotShape)
