// Places of the list: what cmdk and the page call them.

/** cmdk's value of a row and the row's id in the page. */
export const placeOf = (at: number): string => `palette-row-${at}`
export const atOf = (place: string): number => Number(place.slice(place.lastIndexOf('-') + 1))
