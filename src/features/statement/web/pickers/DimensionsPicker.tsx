// What the report is cut by. Spread out (a personal setting) the dimensions stand in the bar one by one.
import { Button } from '@blueprintjs/core'
import { useSettings } from '../../../../web/shell/settings.ts'
import type { QueryDimension } from '../../contract.ts'
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { ChosenList } from './ChosenList.tsx'
import { byCategory, useCategories } from './categories.ts'
import { DimensionChips } from './DimensionChips.tsx'
import { FilterButton } from './FilterButton.tsx'
import { PickList } from './PickList.tsx'
import type { PickItem } from './pickItem.ts'

export const dimensionName = (dimensions: readonly QueryDimension[], id: number): string =>
  dimensions.find((dimension) => dimension.id === id)?.name ?? `维度 ${id}（已删除）`

export function DimensionsPicker() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const isOpen = useReport(({ picker }) => picker === 'dimensions')
  const spread = useSettings(({ autoExpandDim }) => autoExpandDim)
  const categories = useCategories()
  if (!present) return null
  const chosen = present.info.dims
  const dimensions = params?.dimensions ?? []
  const nameOf = (id: number) => dimensionName(dimensions, id)
  const set = (dims: number[]) => change({ dims })
  const items = byCategory(
    dimensions,
    categories.filter(({ kind }) => kind === 'dimension'),
  ).map(
    ({ item, group }): PickItem => ({
      key: String(item.id),
      title: item.name,
      pinyin: item.pinyin,
      group,
      checked: chosen.includes(item.id),
      refused: chosen.includes(item.id) ? '' : item.unreachable,
    }),
  )
  const names = params || chosen.length === 0 ? chosen.map(nameOf).join('、') : `${chosen.length} 个维度`
  return (
    <>
      {spread && <DimensionChips ids={chosen} nameOf={nameOf} onChange={set} />}
      <FilterButton
        label="分组"
        value={spread ? '添加' : names || '不分组'}
        isOpen={isOpen}
        onOpen={(next) => useReport.setState({ picker: next ? 'dimensions' : null })}
        title="按哪些维度分组"
      >
        <div className="picker-panel">
          <PickList
            items={items}
            label="搜索维度，可用拼音"
            onPick={({ key }) => {
              const id = Number(key)
              set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
            }}
            tools={
              <>
                <span>已选 {chosen.length}</span>
                <span className="pick-space" />
                <Button
                  variant="minimal"
                  size="small"
                  text="清空"
                  disabled={chosen.length === 0}
                  onClick={() => set([])}
                />
              </>
            }
          />
          <ChosenList label="分组维度" ids={chosen} nameOf={nameOf} onChange={set} />
        </div>
      </FilterButton>
    </>
  )
}
