// Cells of an SQL result on the page: their texts, and the badge of their column's type.

import type { ResultColumn } from '#features/code/contract.ts'

export { exactText, isFigure, isIdColumn, shownText } from '#shared/sql/cellText.ts'

const badges: Record<ResultColumn['type'], string> = {
  boolean: 'bool',
  integer: 'int',
  number: 'num',
  string: 'str',
  date: 'date',
  datetime: 'time',
  json: 'json',
}

export const badgeOf = ({ type, databaseType }: ResultColumn): string =>
  type === 'number' && databaseType.startsWith('DECIMAL') ? 'dec' : badges[type]
