// Rules that server and page share: dictionaries the product needs, the game of a row, and limits.
/** Form name of the dictionary of games: its first column is the game's code. */
export const gameDictionary = 'game'

/** Columns that hold the code of the row's game. */
export const gameAttributes: readonly string[] = ['游戏', 'cgi']

/** Form name of the dictionary with the platform documents: name, url, update_time. */
export const documentDictionary = 'platform_document'

/** Columns that the documents menu reads, by index. */
export const documentAttributes: readonly string[] = ['name', 'url', 'update_time']

/** Index of the game code's column; negative when rows belong to no game. */
export const gameColumn = (formName: string, attributes: readonly string[]): number =>
  formName === gameDictionary ? 0 : attributes.findIndex((attribute) => gameAttributes.includes(attribute))

/** In SQL, a dictionary is a table under its form name: `dict.channel`. */
export const sqlSchema = 'dict'

export const longestCell = 2_000
export const longestCode = 200
export const mostAttributes = 50
/** Limit of one dictionary and of one save. */
export const mostRows = 200_000
export const mostSentRows = 100_000
