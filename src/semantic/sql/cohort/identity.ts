// The columns that say who a listed player is: the game, where it is part of the identity, and the player's id or mask.
import type { BoundValue } from '#semantic/plan/tree/tree.ts'
import type { RowsStatements } from '../factRows.ts'
import type { Writer } from '../writer.ts'
import { column } from './players.ts'

type Column = RowsStatements['columns'][number]

export interface PlayerColumn extends Column {
  /** The column's expression over the members, which are grouped by player. */
  text: (writer: Writer) => string
}

interface Identity {
  hasGame: boolean
  /** As EntryPlan.listedBy. */
  listedBy: BoundValue | null
}

export function identityColumns({ hasGame, listedBy }: Identity): PlayerColumn[] {
  const game: PlayerColumn = {
    name: 'game',
    comment: '游戏',
    type: 'VARCHAR',
    text: (writer) => writer.dialect.joined(writer.dialect.cast(column('game', writer), 'varchar', null)),
  }
  const player: PlayerColumn = {
    name: 'player',
    comment: '玩家',
    type: 'VARCHAR',
    text: (writer) => {
      const own = column('player', writer)
      return listedBy === null ? own : writer.dialect.masked(own, 'device', () => writer.bind(listedBy))
    },
  }
  return [...(hasGame ? [game] : []), player]
}
