// The range of ids: the columns have 32 bits, and PostgreSQL rejects larger values.

export const largestStoredId = 2 ** 31 - 1

export const isStorable = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= largestStoredId
