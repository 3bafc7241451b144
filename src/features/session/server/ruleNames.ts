// Names used to describe row rules: of their dimensions and of the values in their text.

import { type RowRule, type RuleNames, toldValues } from '#semantic/model/rowScope.ts'
import type { DimensionInfo, GameScope } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { valueNames } from '#features/dictionary/server/index.ts'

/** Values of games that the reader may not see stay codes. */
export async function ruleNames(db: Db, rules: readonly RowRule[], games: GameScope): Promise<RuleNames> {
  const ids = [...new Set(rules.map(({ dim }) => dim))]
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('dimension')
          .select(['id', 'name', 'types', 'info'])
          .where('id', 'in', ids)
          .execute()
  const dimensions = rows.map((row) => ({ ...row, info: JSON.parse(row.info) as DimensionInfo }))
  return {
    dims: new Map(rows.map(({ id, name }) => [id, name])),
    nameOf: await valueNames(db, dimensions, { values: toldValues(rules), games }),
  }
}
