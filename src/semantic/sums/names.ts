// Column names of kept sums. No fact has such names: an untranslated expression finds no column and fails
// instead of reading another.
export const keyColumn = (place: number): string => `kept key ${place + 1}`
export const figureColumn = (place: number): string => `kept figure ${place + 1}`
