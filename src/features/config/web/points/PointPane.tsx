// The pane of the selected point.
import { aggregatesFor } from '#semantic/model/types.ts'
import { retiredText, verifiedText } from '#shared/standing.ts'
import { businessToday } from '#web/shell/businessDay.ts'
import { Facts, Pane, Sql } from '../Pane.tsx'
import { categoryName, optionTitle, type PointEntry, type PointTableEntry } from '../referenceData.ts'

const fillWords: Readonly<Record<string, string>> = { zero: '显示 0', empty: '留空' }

/** 百分位数（90%，近似） */
export function aggregateTitle({ types, info }: Pick<PointEntry, 'types' | 'info'>): string {
  const aggregate = info.aggregate ?? aggregatesFor(types)[0]
  if (aggregate === undefined) return ''
  const told = [
    ...(info.per ? [`按 ${info.per} 汇总后`] : []),
    ...(info.percentile ? [`${info.percentile}%`] : []),
    ...(info.approximate ? ['近似'] : []),
  ]
  return `${optionTitle('aggregates', aggregate)}${told.length > 0 ? `（${told.join('，')}）` : ''}`
}

/** Both, as far as they are set. */
export function standingText(info: PointEntry['info']): string {
  const today = businessToday()
  return [retiredText(info, today), verifiedText(info, today)].filter((text) => text !== '').join('；')
}

export function PointPane({ point, table }: { point: PointEntry; table: PointTableEntry | undefined }) {
  const { types, info, name_sql, event_filter, filter, note, describe, point_typeId } = point
  return (
    <Pane of={point} describe={describe}>
      <Facts
        facts={[
          ['核对与停用', standingText(info)],
          ['类型', optionTitle('pointTypes', types)],
          ['汇总方式', aggregateTitle(point)],
          ['指标表', table ? `${table.name}（${table.table_truename}）` : ''],
          ['分类', categoryName(point_typeId)],
          ['格式', [optionTitle('numberFormats', info.format), info.unit].filter(Boolean).join('，')],
          ['别名', (info.synonyms ?? []).join('、')],
          ['缺数据时', fillWords[info.fill ?? ''] ?? ''],
        ]}
      />
      <Sql title={types === 'computed' ? '公式' : '表达式'} sql={name_sql} />
      <Sql title="事件条件" sql={event_filter} />
      <Sql title="筛选条件" sql={filter} />
      {note && (
        <>
          <h3 className="config-heading">备注</h3>
          <p className="config-text">{note}</p>
        </>
      )}
    </Pane>
  )
}
