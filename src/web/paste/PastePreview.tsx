// A preview of pasted lines: one row each, new and changed ones marked by words and colour.
import { useMemo } from 'react'
import { useSettings } from '../shell/settings.ts'
import { DataTable } from '../table/DataTable.tsx'
import type { CellValue, TableColumn } from '../table/types.ts'
import type { GoodLine } from './readPaste.ts'
import type { PasteDeclaration, PasteEffect } from './types.ts'

const words: Record<PasteEffect, string> = { added: '新增', changed: '修改', unchanged: '不变' }

interface Props<Values> {
  paste: PasteDeclaration<Values>
  lines: readonly GoodLine<Values>[]
}

const textColumn = (key: string, title: string): TableColumn => ({
  key,
  title,
  unit: '',
  align: 'left',
  format: (value) => String(value ?? ''),
  numeric: false,
})

export function PastePreview<Values>({ paste, lines }: Props<Values>) {
  const { maxColumnWords } = useSettings()
  const columns = useMemo(
    () => [
      textColumn('line', '行'),
      textColumn('effect', '结果'),
      ...paste.columns.map(({ title }, at) => textColumn(`cell${at}`, title)),
    ],
    [paste],
  )
  const cells = useMemo(
    () => ({
      cellAt: (row: number, column: number): CellValue => {
        const line = lines[row]
        if (!line) return null
        if (column === 0) return line.number
        return column === 1 ? words[line.effect] : (paste.cellsOf(line.values)[column - 2] ?? null)
      },
      cellClass: (row: number, column: number) =>
        column === 1 && lines[row] ? `paste-effect paste-${lines[row].effect}` : undefined,
    }),
    [paste, lines],
  )
  return (
    <div className="paste-preview">
      <DataTable
        columns={columns}
        rowCount={lines.length}
        {...cells}
        maxColumnWords={maxColumnWords}
        maxCellRows={1}
        label="预览"
        dataKey={lines.length}
      />
    </div>
  )
}
