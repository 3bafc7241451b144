// What server and page know alike of dictionaries: those that the product stands on, whose game a row is, limits.

/** Form name of the dictionary that names the games: its first column is the game's code. */
export const gameDictionary = 'game'

/** Columns that hold the code of the game that a row belongs to. */
export const gameAttributes: readonly string[] = ['游戏', 'cgi']

/** Form name of the dictionary that holds the platform documents: name, url, update_time. */
export const documentDictionary = 'platform_document'

/** Columns that the documents' menu reads, by their places. */
export const documentAttributes: readonly string[] = ['name', 'url', 'update_time']

/** Column of the game's code; below zero where the rows name none. */
export const gameColumn = (formName: string, attributes: readonly string[]): number =>
  formName === gameDictionary ? 0 : attributes.findIndex((attribute) => gameAttributes.includes(attribute))

/** A dictionary is a table to SQL under its form name: `dict.channel`. */
export const sqlSchema = 'dict'

export const longestCell = 2_000
export const longestCode = 200
export const mostAttributes = 50
/** Of one dictionary, and of one save. */
export const mostRows = 200_000
export const mostSentRows = 100_000
