// Calculations and layout options behind one button, because the bar has no room for a control each.
import { Properties } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { heatTitles } from '#semantic/model/titles.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { useReport } from '../store.ts'
import { isPlain } from './offers.ts'

const OptionsPanel = lazy(async () => ({ default: (await import('./OptionsPanel.tsx')).OptionsPanel }))

/** The active options, with the panel's titles. */
function optionWords(info: ReportInfo): string[] {
  const heat = info.heat ? [`热力图（${heatTitles[info.heat]}）`] : []
  if (!isPlain(info)) return heat
  return [
    ...(info.subtotals ? ['小计'] : []),
    ...(info.top ? [`前 ${info.top.count} 项`] : []),
    ...(info.shares?.length ? ['占比'] : []),
    ...(info.calculations?.length ? [`${info.calculations.length} 个计算列`] : []),
    ...(info.fillDates ? ['补全日期'] : []),
    ...heat,
  ]
}

export function OptionsControl() {
  const info = useReport((state) => state.present?.info)
  const picker = useReport((state) => state.picker)
  if (!info) return null
  const words = optionWords(info)
  return (
    <FilterButton
      label=""
      name="选项"
      value={words.length || ''}
      valueText={words.join('、') || '无'}
      icon={<Properties size={14} />}
      isOpen={picker === 'options' || picker === 'top'}
      onOpen={(next) => useReport.setState({ picker: next ? (picker === 'top' ? 'top' : 'options') : null })}
      title="选项：小计、占比、前 N 项、补全日期、热力图、冻结列、导出"
      className={words.length > 0 ? 'filter-set' : ''}
      // The panel is loaded separately and takes the focus itself.
      onOpened={() => undefined}
    >
      <Suspense fallback={<Skeleton lines={8} />}>
        <OptionsPanel />
      </Suspense>
    </FilterButton>
  )
}
