// A result's sort and filters, as chips above the table; nothing by default.
import { Button, Tag } from '@blueprintjs/core'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import type { Run } from '#features/code/contract.ts'
import { type Labels, useResultLabels } from '../labels/labels.ts'
import type { ColumnFilter, FilterOp, FilterValue, ResultState } from '../shown.ts'
import { changeState, openDialog } from '../shown.ts'
import { clearView, isList, isPlain, removeFilter, unsort } from './viewing.ts'

export const opTexts: Record<FilterOp, string> = {
  eq: '等于',
  ne: '不等于',
  lt: '小于',
  le: '小于等于',
  gt: '大于',
  ge: '大于等于',
  contains: '包含',
  notContains: '不包含',
  empty: '为空',
  notEmpty: '不为空',
  in: '属于',
  notIn: '不属于',
}

export const needsValue = (op: FilterOp): boolean => op !== 'empty' && op !== 'notEmpty'

/** Longer lists are shown as a count. */
const namedValues = 3

function valueText({ op, value, values }: ColumnFilter, labels: Labels | undefined): string {
  const word = (one: FilterValue | undefined) =>
    one === '' ? emptyWord : one == null ? emptyText : (labels?.get(String(one)) ?? String(one))
  if (!needsValue(op)) return ''
  if (!isList(op)) return ` ${word(value)}`
  const all = values ?? []
  const first = all.slice(0, namedValues).map(word).join('、')
  return ` ${first}${all.length > namedValues ? ` 等 ${all.length} 个` : ''}`
}

export function ViewBar({ run, state }: { run: Run; state: ResultState }) {
  const { queryId: runId, columns } = run
  const { spec, hidden, plain } = state
  const labels = useResultLabels(run)
  if (isPlain(spec) && hidden.length === 0) return null
  const titleOf = (column: number) => columns[column]?.title ?? ''
  return (
    <div className="result-view-bar" role="toolbar" aria-label="排序和筛选">
      {spec.sort.map(({ column, desc }) => (
        <Tag key={`sort-${column}`} minimal onRemove={() => unsort(runId, column)}>
          {titleOf(column)} {desc ? '降序' : '升序'}
        </Tag>
      ))}
      {spec.filters.map((filter) => (
        <Tag
          key={JSON.stringify(filter)}
          minimal
          interactive
          onClick={() =>
            openDialog(
              isList(filter.op)
                ? { kind: 'values', column: filter.column }
                : { kind: 'filter', column: filter.column, op: filter.op, value: filter.value ?? null },
            )
          }
          onRemove={() => removeFilter(runId, filter)}
        >
          {titleOf(filter.column)} {opTexts[filter.op]}
          {valueText(filter, plain ? undefined : labels.get(filter.column))}
        </Tag>
      ))}
      {hidden.length > 0 && (
        <Tag minimal onRemove={() => changeState(runId, { hidden: [] })}>
          隐藏了 {hidden.length} 列
        </Tag>
      )}
      {!isPlain(spec) && (
        <Button size="small" variant="minimal" text="清除排序和筛选" onClick={() => clearView(runId)} />
      )}
    </div>
  )
}
