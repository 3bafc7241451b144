// «对比» for all tiles that can be compared.
import type { Comparison } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { comparisonTitles, comparisonWords } from '#features/statement/web/compareWords.ts'
import { changeBar } from '../loading.ts'
import { useBoard } from '../store.ts'

/** The others need a choice that differs by report. */
const offered = ['previous', 'week', 'year52', 'year', 'lunar'] as const satisfies readonly Comparison[]

const readings: Record<(typeof offered)[number], string> = {
  previous: 'huan bi',
  week: 'zhou tong bi',
  year52: 'zhou tong bi',
  year: 'nian tong bi',
  lunar: 'chun jie dui qi',
}

export function BarCompare() {
  const compare = useBoard(({ bar }) => bar.compare)
  const isOpen = useBoard(({ picker }) => picker === 'compare')
  const open = (next: boolean) => useBoard.setState({ picker: next ? 'compare' : null })
  const own: PickItem = { key: 'own', title: '各自', pinyin: 'ge zi', checked: !compare }
  const items = offered.map(
    (key): PickItem => ({
      key,
      title: comparisonTitles[key],
      pinyin: readings[key],
      note: comparisonWords(key, 'day'),
      checked: key === compare,
    }),
  )
  return (
    <FilterButton
      label="对比"
      value={compare ? comparisonTitles[compare] : '各自'}
      isOpen={isOpen}
      onOpen={open}
      title="与什么对比"
      className={compare ? 'compare-control filter-set' : 'compare-control filter-unset'}
    >
      <div className="picker-panel compare-panel">
        <PickList
          items={[own, ...items]}
          label="与什么对比，可用拼音"
          onPick={({ key }) => {
            changeBar({ compare: key === 'own' ? undefined : (key as Comparison) })
            open(false)
          }}
        />
      </div>
    </FilterButton>
  )
}
