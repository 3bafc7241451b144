// Handlers of the registry's table commands. They act on the focused table.
import type { HandledId, tableCommands } from '#commands/index.ts'
import type { Handler } from '../shell/keys/handlers.ts'
import { focusedTable } from './focusedTable.ts'
import type { TableActions } from './TableActions.ts'

const onTable =
  (act: (table: TableActions) => void): Handler =>
  () => {
    const table = focusedTable()
    if (table) act(table)
  }

export const tableHandlers: Record<HandledId<typeof tableCommands>, Handler> = {
  'table.moveUp': onTable((table) => table.move('up')),
  'table.moveDown': onTable((table) => table.move('down')),
  'table.moveLeft': onTable((table) => table.move('left')),
  'table.moveRight': onTable((table) => table.move('right')),
  'table.edgeUp': onTable((table) => table.move('up', 'edge')),
  'table.edgeDown': onTable((table) => table.move('down', 'edge')),
  'table.edgeLeft': onTable((table) => table.move('left', 'edge')),
  'table.edgeRight': onTable((table) => table.move('right', 'edge')),
  'table.extendUp': onTable((table) => table.move('up', 'cell', true)),
  'table.extendDown': onTable((table) => table.move('down', 'cell', true)),
  'table.extendLeft': onTable((table) => table.move('left', 'cell', true)),
  'table.extendRight': onTable((table) => table.move('right', 'cell', true)),
  'table.extendEdgeUp': onTable((table) => table.move('up', 'edge', true)),
  'table.extendEdgeDown': onTable((table) => table.move('down', 'edge', true)),
  'table.extendEdgeLeft': onTable((table) => table.move('left', 'edge', true)),
  'table.extendEdgeRight': onTable((table) => table.move('right', 'edge', true)),
  'table.rowStart': onTable((table) => table.move('left', 'edge')),
  'table.rowEnd': onTable((table) => table.move('right', 'edge')),
  'table.start': onTable((table) => table.moveToCorner('start')),
  'table.end': onTable((table) => table.moveToCorner('end')),
  'table.pageUp': onTable((table) => table.move('up', 'page')),
  'table.pageDown': onTable((table) => table.move('down', 'page')),
  'table.extendPageUp': onTable((table) => table.move('up', 'page', true)),
  'table.extendPageDown': onTable((table) => table.move('down', 'page', true)),
  'table.selectAll': onTable((table) => table.selectAll()),
  'table.copy': onTable((table) => void table.copy(false)),
  'table.copyWithHeaders': onTable((table) => void table.copy(true)),
  'table.open': onTable((table) => table.open()),
  'table.sort': onTable((table) => table.sortByActive()),
  'table.filter': onTable((table) => table.filter()),
  'table.fold': onTable((table) => table.fold()),
  'table.foldAll': onTable((table) => table.foldAll()),
}
