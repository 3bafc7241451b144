// One table per page load, ours or a peer by the address (`#ours`, `#none`, `#batch`, `#glide`), with the same data
// and cell sizes, and nothing else on the page.

import '../../../src/main-slices.ts'
import { Cell, Column, RenderMode, Table } from '@blueprintjs/table'
import { DataEditor, type GridCell, GridCellKind, type Item } from '@glideapps/glide-data-grid'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { hugeData } from '#tests/web/table/fixture/data.ts'
import { DataTable } from '#web/table/DataTable.tsx'

const options = new URLSearchParams(location.search)
const rowCount = Number(options.get('rows') ?? 1_000_000)
const columnCount = Number(options.get('columns') ?? 30)
const kind = location.hash.slice(1)
const data = hugeData(rowCount, columnCount)
const width = 100
const rowHeight = 24

const textAt = (row: number, column: number) => data.columns[column]?.format(data.cellAt(row, column)) ?? ''

function Ours() {
  return <DataTable label="ours" {...data} maxColumnWords={width} maxCellRows={1} rowHeight={rowHeight} />
}

function Blueprint({ mode }: { mode: RenderMode }) {
  const columns = useMemo(() => {
    const renderCell = (row: number, column: number) => <Cell>{textAt(row, column)}</Cell>
    return data.columns.map((column) => (
      <Column key={column.key} name={column.title} cellRenderer={renderCell} />
    ))
  }, [])
  return (
    <Table
      numRows={rowCount}
      defaultRowHeight={rowHeight}
      defaultColumnWidth={width}
      numFrozenColumns={1}
      renderMode={mode}
    >
      {columns}
    </Table>
  )
}

const glideColumns = data.columns.map((column) => ({ title: column.title, id: column.key, width }))
const glideCell = ([column, row]: Item): GridCell => {
  const text = textAt(row, column)
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    allowOverlay: false,
    contentAlign: 'right',
  }
}

function Glide() {
  return (
    <DataEditor
      columns={glideColumns}
      rows={rowCount}
      getCellContent={glideCell}
      rowHeight={rowHeight}
      headerHeight={28}
      freezeColumns={1}
      width="100%"
      height="100%"
      smoothScrollX
      smoothScrollY
    />
  )
}

const kinds: Record<string, React.ReactElement> = {
  ours: <Ours />,
  none: <Blueprint mode={RenderMode.NONE} />,
  batch: <Blueprint mode={RenderMode.BATCH} />,
  glide: <Glide />,
}
createRoot(document.getElementById('root') as HTMLElement).render(kinds[kind])
