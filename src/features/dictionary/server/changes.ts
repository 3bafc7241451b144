// Describes row changes for the history; each text names the row's game, so that only readers of that game
// see it.
import type { GameScope } from '#semantic/model/types.ts'
import type { FieldChange } from '#server/objects/history.ts'

export interface RowEffect {
  /** Absent for an added row. */
  before?: readonly string[]
  /** Absent for a deleted row. */
  after?: readonly string[]
}

const mostTold = 30
const longestTold = 200
const rowField = 'row'

const cellsText = (row: readonly string[] | undefined): string =>
  row ? row.join('、').slice(0, longestTold).toWellFormed() : ''

export function rowChanges(effects: readonly RowEffect[], game: number): FieldChange[] {
  const told = effects.slice(0, mostTold).map(({ before, after }): FieldChange => {
    const games = [before?.[game], after?.[game]].filter((one) => one !== undefined && one !== '')
    return {
      field: [rowField, ...new Set(games)].join(' '),
      title: `行 ${(after ?? before)?.[0] ?? ''}`.slice(0, longestTold).toWellFormed(),
      from: cellsText(before),
      to: cellsText(after),
    }
  })
  if (effects.length <= mostTold) return told
  const { added, changed, removed } = countEffects(effects)
  return [
    ...told,
    {
      field: 'rows',
      title: '行',
      from: '',
      to: `共新增 ${added} 行，修改 ${changed} 行，删除 ${removed} 行`,
    },
  ]
}

export const countEffects = (effects: readonly RowEffect[]) => ({
  added: effects.filter(({ before }) => !before).length,
  changed: effects.filter(({ before, after }) => before && after).length,
  removed: effects.filter(({ after }) => !after).length,
})

/** Whether a reader of these games may see the change. */
export function seesChange({ field }: FieldChange, games: GameScope): boolean {
  const [kind, ...named] = field.split(' ')
  return kind !== rowField || games === 'all' || named.every((game) => games.includes(game))
}
