// Who a row of a list is.

export interface Player {
  /** The game's code; empty where the list names no games. */
  game: string
  player: string
}
