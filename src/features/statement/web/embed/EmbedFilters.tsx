// Narrows an embedded report: to fewer days, to some of its values. Only what is shared is offered.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { isGroup, isOpen } from '#semantic/model/conditions.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { readControlStyles } from '#web/ui/controlStyles.ts'
import { EmbedAdding } from './EmbedAdding.tsx'
import { EmbedDays } from './EmbedDays.tsx'
import { EmbedValues } from './EmbedValues.tsx'
import type { ConditionsProps } from './groups/EmbedConditions.tsx'
import { chosenFilter, dimensionOf, offeredColumns } from './offered.ts'
import type { EmbedState } from './useEmbed.ts'

export function EmbedFilters({ embed }: { embed: EmbedState }) {
  const { report, address, figures, whole, change, readWhole } = embed
  const { filters } = address
  const [isBegun, setBegun] = useState(false)
  const adding = useRef<HTMLDetailsElement>(null)
  const offered = whole ?? figures
  const columns = offered ? offeredColumns(offered) : []
  const listed = new Set<ReportCondition | undefined>(columns.map((column) => chosenFilter(filters, column)))
  const more = filters.filter((one) => !listed.has(one) && (isGroup(one) || !isOpen(one)))
  const isMore = more.length > 0 || isBegun
  const isShown = figures !== null
  // Other values may be hidden by these conditions.
  useEffect(() => {
    if (isShown && isMore) readWhole()
  }, [isShown, isMore, readWhole])
  const Conditions = useConditions(isShown && isMore)
  if (!report || !offered) return <div className="embed-filters" />
  if (columns.length === 0 && !report.shape.dated) return null
  const put = (former: ReportCondition | undefined, next: ReportCondition | null) => {
    if (former === undefined) return change({ filters: next ? [...filters, next] : filters })
    change({ filters: filters.flatMap((one) => (one === former ? (next ?? []) : [one])) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus and pointer only preload the values.
    <div className="embed-filters" onFocus={readWhole} onPointerEnter={readWhole}>
      {report.shape.dated && <EmbedDays key={address.range ?? ''} embed={embed} />}
      {columns.map((column) => {
        const filter = chosenFilter(filters, column)
        return (
          <EmbedValues
            key={column.key}
            column={column}
            offered={offered}
            filter={filter}
            onChange={(values) =>
              put(filter, values.length > 0 ? { dim: dimensionOf(column), op: 'in', values } : null)
            }
          />
        )
      })}
      {isMore && (Conditions === 'failed' || !Conditions) && (
        <span className="embed-note">{Conditions ? '条件组加载失败，请刷新页面重试' : '加载中...'}</span>
      )}
      {isMore && Conditions && Conditions !== 'failed' && (
        <Conditions
          offered={offered}
          conditions={more}
          isBegun={isBegun}
          onChange={(former, next) => {
            setBegun(false)
            // The focused element disappears with it.
            if (!next) adding.current?.querySelector('summary')?.focus({ preventScroll: true })
            if (former || next) put(former, next)
          }}
        />
      )}
      {columns.length > 0 && (
        <EmbedAdding
          drop={adding}
          filters={filters}
          onBegin={() => setBegun(true)}
          onGather={(next) => change({ filters: next })}
        />
      )}
      {(filters.length > 0 || address.range !== null) && (
        <button type="button" className="embed-plain" onClick={() => change({ filters: [], range: null })}>
          清除条件
        </button>
      )}
    </div>
  )
}

/** Controls beyond a list of values are loaded on demand. */
function useConditions(isWanted: boolean): ComponentType<ConditionsProps> | 'failed' | null {
  const [part, setPart] = useState<ComponentType<ConditionsProps> | 'failed' | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let left = false
    Promise.all([import('./groups/EmbedConditions.tsx'), readControlStyles()]).then(
      ([{ EmbedConditions }]) => left || setPart(() => EmbedConditions),
      () => left || setPart('failed'),
    )
    return () => {
      left = true
    }
  }, [isWanted])
  return part
}
