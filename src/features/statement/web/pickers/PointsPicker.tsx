// The report's points: by category, searched by pinyin; impossible ones are grey and say why.

import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { FormulaTools, newFormula } from '../formulas/FormulaTools.tsx'
import { OwnFormulas } from '../formulas/OwnFormulas.tsx'
import { withFormulas } from '../formulas/offering.ts'
import { loadParams } from '../report/asking/loading.ts'
import { change } from '../report/follow.ts'
import { pointName } from '../report/names.ts'
import { useReport } from '../report/store.ts'
import { useCategories } from './categories.ts'
import { detailOf, offeredPoints } from './retired.ts'

export function PointsPicker() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const failure = useReport((state) => state.paramsFailure)
  const isOpen = useReport(({ picker }) => picker === 'points')
  const categories = useCategories('point')
  if (!present) return null
  const chosen = present.info.points
  const points = params?.points ?? []
  const nameOf = (id: number) => pointName(params, id)
  const items = pickItems(
    offeredPoints(points, chosen),
    categories,
    ({ id, unit, unreachable, describe, retired }) => ({
      detail: detailOf({ unit, retired }),
      note: id < 0 ? describe : undefined,
      checked: chosen.includes(id),
      // A chosen one can always be removed.
      refused: chosen.includes(id) ? '' : unreachable,
    }),
  )
  const set = (next: number[]) => change({ points: next })
  return (
    <FilterButton
      label="指标"
      value={String(chosen.length)}
      isOpen={isOpen}
      onOpen={(next) => useReport.setState({ picker: next ? 'points' : null })}
      title="选择指标"
    >
      <div className="picker-panel">
        <ChoiceLists
          items={withFormulas(items, points)}
          search="搜索指标，可用拼音"
          failure={failure}
          onRetry={() => void loadParams()}
          tools={<FormulaTools count={chosen.length} onClear={() => set([])} />}
          label="已选指标"
          chosen={chosen}
          nameOf={nameOf}
          onChange={set}
          onOther={newFormula}
        />
        <OwnFormulas formulas={present.info.formulas ?? []} points={points} />
      </div>
    </FilterButton>
  )
}
