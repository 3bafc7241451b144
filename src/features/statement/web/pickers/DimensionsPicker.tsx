// The report's dimensions. With the personal setting «spread out» they are single chips in the bar.

import { ChoiceLists } from '#web/pick/ChoiceLists.tsx'
import { ChosenTools } from '#web/pick/ChosenTools.tsx'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { pickItems } from '#web/pick/pickItem.ts'
import { useSettings } from '#web/shell/settings.ts'
import { loadParams } from '../report/asking/loading.ts'
import { change } from '../report/follow.ts'
import { dimensionName } from '../report/names.ts'
import { useReport } from '../report/store.ts'
import { useCategories } from './categories.ts'
import { DimensionChips } from './DimensionChips.tsx'

export function DimensionsPicker() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const failure = useReport((state) => state.paramsFailure)
  const isOpen = useReport(({ picker }) => picker === 'dimensions')
  const spread = useSettings(({ autoExpandDim }) => autoExpandDim)
  const categories = useCategories('dimension')
  if (!present) return null
  const chosen = present.info.dims
  const dimensions = params?.dimensions ?? []
  const nameOf = (id: number) => dimensionName(params, id)
  const set = (dims: number[]) => change({ dims })
  const items = pickItems(dimensions, categories, ({ id, unreachable }) => ({
    checked: chosen.includes(id),
    refused: chosen.includes(id) ? '' : unreachable,
  }))
  const names = params || chosen.length === 0 ? chosen.map(nameOf).join('、') : `${chosen.length} 个维度`
  return (
    <>
      {spread && <DimensionChips ids={chosen} nameOf={nameOf} onChange={set} />}
      <FilterButton
        label="分组"
        value={spread ? '添加' : names || '不分组'}
        isOpen={isOpen}
        onOpen={(next) => useReport.setState({ picker: next ? 'dimensions' : null })}
        title={names ? `按哪些维度分组：${names}` : '按哪些维度分组'}
        className="group-control"
      >
        <div className="picker-panel">
          <ChoiceLists
            items={items}
            search="搜索维度，可用拼音"
            failure={failure}
            onRetry={() => void loadParams()}
            tools={<ChosenTools count={chosen.length} onClear={() => set([])} />}
            label="分组维度"
            chosen={chosen}
            nameOf={nameOf}
            onChange={set}
          />
        </div>
      </FilterButton>
    </>
  )
}
