// Ids as the store counts them: the columns have 32 bits, and PostgreSQL fails where it is asked for more.

export const largestStoredId = 2 ** 31 - 1

export const isStorable = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= largestStoredId
