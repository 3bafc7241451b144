// Who sees a row, as it stands beside the table: from one declaration follow a condition for the store (condition.ts) and a
// predicate for rows in memory (predicate.ts). Whether the row is deleted stands apart from it (life.ts).
//
//   either(owner('owner_id'), every(is('published', 1), alive))
import type { GameScope, RowScope } from '#semantic/model/rowScope.ts'

/** Whoever asks. */
export interface Reader extends RowScope {
  id: number
  /** The living role whose grants apply. */
  role?: number | undefined
}

/** Nobody's own, as far as these games go: for what asks for games alone. */
export const readerOf = (games: GameScope): Reader => ({ id: 0, games, rules: [] })

export type Seen<Column extends string = string> =
  | { by: 'everybody' | 'alive' | 'unlimited' }
  | { by: 'reader'; id: number }
  | { by: 'named'; grants: string }
  | { by: 'owner' | 'granted' | 'someGame' | 'everyGame' | 'keptRows'; column: Column }
  | { by: 'game'; column: Column; ofAll: string | null | undefined }
  | { by: 'value'; column: Column; values: readonly (string | number | null)[] }
  | { by: 'either' | 'every'; parts: readonly Seen<Column>[] }

export const everybody = { by: 'everybody' } as const
/** Not deleted, where that matters to some readers alone; lists leave out what is deleted anyway. */
export const alive = { by: 'alive' } as const
/** Readers whose rows no rule on a dimension limits: some figures are known within the owner's rows alone. */
export const unlimited = { by: 'unlimited' } as const

/** Somebody whose own it is, as something else than the row says. */
export const reader = (id: number) => ({ by: 'reader', id }) as const

/** Column of grants (`shared/grants.ts`): the people and roles with whom the row is shared. */
export const granted = <Column extends string>(column: Column): Seen<Column> => ({ by: 'granted', column })

/** Those whom these grants name, as something else than the row says. */
export const named = (grants: string) => ({ by: 'named', grants }) as const

export const owner = <Column extends string>(column: Column): Seen<Column> => ({ by: 'owner', column })

/** Column of one game; `ofAll` is what it holds in a row of all games. */
export const game = <Column extends string>(column: Column, ofAll?: string | null): Seen<Column> => ({
  by: 'game',
  column,
  ofAll,
})

/** Column of several games (`gamesText`) of which the reader has one, or each. */
export const someGame = <Column extends string>(column: Column): Seen<Column> => ({ by: 'someGame', column })
export const everyGame = <Column extends string>(column: Column): Seen<Column> => ({
  by: 'everyGame',
  column,
})

/** Column of the rows within which something was read (`rowsText`): its reader must see no fewer. */
export const keptRows = <Column extends string>(column: Column): Seen<Column> => ({ by: 'keptRows', column })

export const oneOf = <Column extends string>(
  column: Column,
  values: readonly (string | number | null)[],
): Seen<Column> => ({ by: 'value', column, values })
export const is = <Column extends string>(column: Column, value: string | number | null): Seen<Column> =>
  oneOf(column, [value])

export const either = <Column extends string>(...parts: Seen<Column>[]): Seen<Column> => ({
  by: 'either',
  parts,
})
export const every = <Column extends string>(...parts: Seen<Column>[]): Seen<Column> => ({
  by: 'every',
  parts,
})
