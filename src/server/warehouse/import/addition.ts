// How rows join a table.
export interface Addition {
  /**
   * `rows`: all rows are added. `keys`: rows of the table that agree with a row of the file in all `keys` are
   * replaced. `days`: the table's rows of the file's days (of the file's games, where there is a game column)
   * are replaced.
   */
  by: 'rows' | 'keys' | 'days'
  keys: readonly string[]
  /** Load content that was loaded into the table before. */
  again: boolean
}
