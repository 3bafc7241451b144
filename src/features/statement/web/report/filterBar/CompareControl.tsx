// «对比»: the comparison in words, with the choice of another period or other conditions.
import { lazy, Suspense } from 'react'
import { onDimensions } from '#semantic/model/conditions.ts'
import { type Comparison, comparisons, type Grain, type ReportInfo } from '#semantic/model/types.ts'
import { dayNumber, shiftDay } from '#shared/day.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import type { PickItem } from '#web/pick/pickItem.ts'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { comparisonTitles, comparisonWords } from '#features/statement/web/compareWords.ts'
import { businessToday, daysOf, rangeText } from '#features/statement/web/dates/days.ts'
import { isDate } from '#features/statement/web/filters/filters.ts'
import { change } from '../follow.ts'
import { compareRefusal, compares } from '../options/offers.ts'
import { useReport } from '../store.ts'

const RangeCalendar = lazy(async () => ({
  default: (await import('#features/statement/web/filters/RangeCalendar.tsx')).RangeCalendar,
}))

/** Pinyin readings of the titles, for typing. */
const readings: Record<Comparison | 'none', string> = {
  none: 'bu dui bi',
  previous: 'huan bi',
  week: 'zhou tong bi',
  year52: 'zhou tong bi',
  year: 'nian tong bi',
  lunar: 'chun jie dui qi',
  range: 'qi ta shi duan',
  filters: 'qi ta tiao jian',
}

/** The default compared period: the same number of days directly before. */
function daysBefore(info: ReportInfo, today: string): { from: string; to: string } | null {
  const days = info.dateRange ? daysOf(info.dateRange, today) : null
  if (!days) return null
  const length = dayNumber(days.to) - dayNumber(days.from) + 1
  return { from: shiftDay(days.from, -length), to: shiftDay(days.from, -1) }
}

function choose(info: ReportInfo, comparison: Comparison | 'none'): void {
  const today = businessToday()
  if (comparison === 'none') change({ compare: undefined }, { atOnce: true })
  else if (comparison === 'range') {
    const days = info.compareRange ?? daysBefore(info, today)
    change({ compare: 'range', ...(days && { compareRange: days }) }, { atOnce: true })
  } else if (comparison === 'filters') {
    // The compared conditions start as a copy of the current ones.
    const own = onDimensions(info.filters)
    change({ compare: 'filters', compareFilters: info.compareFilters ?? own }, { atOnce: true })
  } else change({ compare: comparison }, { atOnce: true })
}

const shortOf: Record<Grain, string> = {
  hour: '上一小时',
  day: '昨日',
  week: '上周',
  month: '上月',
  quarter: '上季',
  year: '上年',
}

function valueText(info: ReportInfo, grain: Grain | null, today: string): string {
  const { compare, compareRange } = info
  if (!compare) return '无'
  if (compare === 'previous') return grain ? `环比${shortOf[grain]}` : '环比上期'
  if (compare === 'range') return compareRange ? rangeText(compareRange, today) : '请选择时段'
  return comparisonTitles[compare]
}

export function CompareControl() {
  const info = useReport((state) => state.present?.info)
  const params = useReport((state) => state.params)
  const isOpen = useReport(({ picker }) => picker === 'compare')
  const result = useReport((state) => state.result)
  if (!info || !compares(info)) return null
  const open = (next: boolean) => useReport.setState({ picker: next ? 'compare' : null })
  const today = businessToday()
  const hasDates = params?.dimensions.some((one) => isDate(one) && info.dims.includes(one.id)) ?? true
  const grain = hasDates ? (info.grain ?? 'day') : null
  const items = (['none', ...comparisons] as const).map(
    (key): PickItem => ({
      key,
      title: key === 'none' ? '不对比' : comparisonTitles[key],
      pinyin: readings[key],
      note: key === 'none' ? undefined : comparisonWords(key, grain),
      checked: key === (info.compare ?? 'none'),
      refused: key === 'none' ? '' : compareRefusal(info, key, params),
    }),
  )
  const compared = result?.info.compare === info.compare ? result?.table.comparedRange : null
  return (
    <FilterButton
      label="对比"
      value={valueText(info, grain, today)}
      valueText={valueText(info, grain, today)}
      isOpen={isOpen}
      onOpen={open}
      title={compared ? `合计与 ${rangeText(compared, today)} 相比` : '与什么对比'}
      className={`compare-control ${info.compare ? 'filter-set' : 'filter-unset'}`}
    >
      <div className="picker-panel compare-panel">
        <PickList
          items={items}
          label="与什么对比，可用拼音"
          onPick={({ key }) => {
            choose(info, key as Comparison | 'none')
            if (key !== 'range') open(false)
          }}
          footer={compared && <span>合计与 {rangeText(compared, today)} 相比</span>}
        />
        {info.compare === 'range' && (
          <Suspense fallback={<Skeleton lines={7} />}>
            <RangeCalendar
              days={info.compareRange ?? null}
              today={today}
              onChange={(compareRange) => change({ compare: 'range', compareRange }, { atOnce: true })}
            />
          </Suspense>
        )}
      </div>
    </FilterButton>
  )
}
