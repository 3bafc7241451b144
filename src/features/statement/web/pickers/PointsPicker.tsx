// Which points the report shows: by category, searched by pinyin; what cannot join is grey and says why.
import { Button } from '@blueprintjs/core'
import { change } from '../report/follow.ts'
import { useReport } from '../report/store.ts'
import { ChosenList } from './ChosenList.tsx'
import { byCategory, useCategories } from './categories.ts'
import { FilterButton } from './FilterButton.tsx'
import { PickList } from './PickList.tsx'
import type { PickItem } from './pickItem.ts'

export function PointsPicker() {
  const present = useReport((state) => state.present)
  const params = useReport((state) => state.params)
  const isOpen = useReport(({ picker }) => picker === 'points')
  const categories = useCategories()
  if (!present) return null
  const chosen = present.info.points
  const points = params?.points ?? []
  const nameOf = (id: number) => points.find((point) => point.id === id)?.name ?? `指标 ${id}（已删除）`
  const items = byCategory(
    points,
    categories.filter(({ kind }) => kind === 'point'),
  ).map(
    ({ item, group }): PickItem => ({
      key: String(item.id),
      title: item.name,
      pinyin: item.pinyin,
      group,
      detail: item.unit || undefined,
      checked: chosen.includes(item.id),
      // One that is chosen already can always be taken away.
      refused: chosen.includes(item.id) ? '' : item.unreachable,
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
        <PickList
          items={items}
          label="搜索指标，可用拼音"
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
        <ChosenList label="已选指标" ids={chosen} nameOf={nameOf} onChange={set} />
      </div>
    </FilterButton>
  )
}
