// Which points the report shows: by category, searched by pinyin; what cannot join is grey and says why.
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { ChoiceLists } from './ChoiceLists.tsx'
import { ChosenTools } from './ChosenTools.tsx'
import { useCategories } from './categories.ts'
import { FilterButton } from './FilterButton.tsx'
import { pickItems } from './pickItem.ts'

export function PointsPicker() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const isOpen = useReport(({ picker }) => picker === 'points')
  const categories = useCategories('point')
  if (!present) return null
  const chosen = present.info.points
  const points = params?.points ?? []
  const nameOf = (id: number) => points.find((point) => point.id === id)?.name ?? `指标 ${id}（已删除）`
  const items = pickItems(points, categories, ({ id, unit, unreachable }) => ({
    detail: unit || undefined,
    checked: chosen.includes(id),
    // One that is chosen already can always be taken away.
    refused: chosen.includes(id) ? '' : unreachable,
  }))
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
          items={items}
          search="搜索指标，可用拼音"
          tools={<ChosenTools count={chosen.length} onClear={() => set([])} />}
          label="已选指标"
          chosen={chosen}
          nameOf={nameOf}
          onChange={set}
        />
      </div>
    </FilterButton>
  )
}
