// A result's columns in the wire format.

import type { WarehouseColumn } from '#server/warehouse/types.ts'
import type { ResultColumn } from '#features/code/contract.ts'

export const columnsOf = (columns: readonly WarehouseColumn[]): ResultColumn[] =>
  columns.map(({ name, type, databaseType }, index) => ({
    key: `c${index}`,
    title: name,
    kind: 'column',
    type,
    databaseType,
    format: null,
  }))
