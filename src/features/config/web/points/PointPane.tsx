// The point in front.
import { categoryName, optionTitle, type PointEntry, type PointTableEntry } from '../book.ts'
import { Facts, Pane, Sql } from '../Pane.tsx'

const fillWords: Readonly<Record<string, string>> = { zero: '显示 0', empty: '留空' }

export function PointPane({ point, table }: { point: PointEntry; table: PointTableEntry | undefined }) {
  const { types, info, name_sql, event_filter, filter, note, describe, point_typeId } = point
  return (
    <Pane of={point} describe={describe}>
      <Facts
        facts={[
          ['类型', optionTitle('pointTypes', types)],
          ['汇总', types === 'additive' ? optionTitle('aggregates', info.aggregate ?? 'sum') : ''],
          ['指标表', table ? `${table.name}（${table.table_truename}）` : ''],
          ['分类', categoryName(point_typeId)],
          ['格式', [optionTitle('numberFormats', info.format), info.unit].filter(Boolean).join('，')],
          ['又称', (info.synonyms ?? []).join('、')],
          ['缺数据时', fillWords[info.fill ?? ''] ?? ''],
        ]}
      />
      <Sql title={types === 'computed' ? '公式' : '表达式'} sql={name_sql} />
      <Sql title="事件条件" sql={event_filter} />
      <Sql title="其他条件" sql={filter} />
      {note && (
        <>
          <h3 className="config-heading">备注</h3>
          <p className="config-text">{note}</p>
        </>
      )}
    </Pane>
  )
}
