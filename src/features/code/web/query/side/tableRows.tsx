// Tables as rows: by kind, narrowed by the typed text.
import { Database, Th } from '@blueprintjs/icons'
import { foldText, matchesName } from '#shared/textMatch.ts'
import { timeText } from '#web/ui/timeText.ts'
import type { CatalogColumn, CatalogTable } from '#features/code/contract.ts'
import { editor } from '../editing.ts'
import { openDialog, setOpen, useView } from '../view.ts'
import type { Row } from './RowList.tsx'

const kinds: [CatalogTable['kind'], string][] = [
  ['fact', '指标表'],
  ['dimension', '维度表'],
  ['other', '其他'],
]

/** A short row count: 3.2 万. */
export function shortCount(count: number): string {
  if (count >= 100_000_000) return `${(count / 100_000_000).toFixed(1)} 亿`
  if (count >= 10_000) return `${(count / 10_000).toFixed(1)} 万`
  return String(count)
}

export function insertName(name: string): void {
  useView.setState({ drawer: false })
  editor()?.insert(name)
}

const isPlain = (name: string) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
/** As written in SQL. */
export const written = (name: string): string => (isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`)

interface Found {
  table: CatalogTable
  columns: readonly CatalogColumn[]
}

const answers = (name: string, comment: string, pinyin: string, find: string) =>
  foldText(name).includes(foldText(find)) || matchesName(comment, pinyin, find)

/** Tables that match the typed text; where only columns match, only those columns. */
function foundTables(tables: readonly CatalogTable[], find: string): Found[] {
  const typed = foldText(find)
  if (typed === '') return tables.map((table) => ({ table, columns: table.columns }))
  return tables.flatMap((table) => {
    if (answers(table.name, table.comment, table.pinyin, find)) return [{ table, columns: table.columns }]
    const columns = table.columns.filter(
      (column) =>
        answers(column.name, column.comment, column.pinyin, find) ||
        [...column.points, ...column.dimensions].some((name) => foldText(name).includes(typed)),
    )
    return columns.length > 0 ? [{ table, columns }] : []
  })
}

/** The name part of a comment, without its explanation. */
const shortComment = (comment: string): string => comment.split(/[：:；;。]/)[0] ?? ''

function columnRow(table: CatalogTable, column: CatalogColumn): Row {
  const uses = [...column.dimensions, ...column.points]
  return {
    key: `c:${table.name}.${column.name}`,
    depth: 2,
    label: <span className="side-code">{column.name}</span>,
    title: [column.name, column.type, column.comment, uses.length > 0 ? `用于 ${uses.join('、')}` : '']
      .filter((part) => part !== '')
      .join('，'),
    detail: (
      <>
        {shortComment(column.comment)} <span className="side-type">{column.type.toLowerCase()}</span>
      </>
    ),
    drag: written(column.name),
    onChoose: () => insertName(written(column.name)),
  }
}

function tableRow({ table }: Found, isOpen: boolean): Row {
  const { name, comment, rowCount, updateTime } = table
  const rows = `${rowCount.toLocaleString('en-US')} 行`
  return {
    key: `t:${name}`,
    depth: 1,
    icon: <Th size={14} />,
    label: <span className="side-code">{name}</span>,
    title: [name, comment, rows, updateTime ? `更新于 ${timeText(updateTime)}` : '']
      .filter((part) => part !== '')
      .join('，'),
    detail: (
      <>
        {shortComment(comment)} <span className="side-count">{shortCount(rowCount)}</span>
      </>
    ),
    open: isOpen,
    onToggle: (open) => setOpen(`t:${name}`, open),
    onChoose: () => insertName(written(name)),
    drag: written(name),
    peek: {
      title: '看几行样例',
      label: `${name} 的样例`,
      run: () => openDialog({ kind: 'sample', table: name }),
    },
  }
}

export function tableRows(
  tables: readonly CatalogTable[],
  find: string,
  open: Readonly<Record<string, boolean>>,
): Row[] {
  const found = foundTables(tables, find)
  const narrowed = find.trim() !== ''
  return kinds.flatMap(([kind, title]) => {
    const within = found.filter(({ table }) => table.kind === kind)
    if (within.length === 0) return []
    const groupOpen = open[`k:${kind}`] ?? true
    const group: Row = {
      key: `k:${kind}`,
      depth: 0,
      icon: <Database size={14} />,
      label: title,
      title,
      detail: within.length,
      open: groupOpen,
      onToggle: (next) => setOpen(`k:${kind}`, next),
    }
    if (!groupOpen) return [group]
    const rows = within.flatMap((one) => {
      // The typed text matched a column, which must be visible.
      const byColumn = narrowed && one.columns.length < one.table.columns.length
      const isOpen = open[`t:${one.table.name}`] ?? byColumn
      const columns = isOpen ? one.columns.map((column) => columnRow(one.table, column)) : []
      return [tableRow(one, isOpen), ...columns]
    })
    return [group, ...rows]
  })
}
