// Ids of the list's slots, for cmdk and for the page.

/** The slot's value in cmdk, and its id in the document. */
export const placeOf = (at: number): string => `palette-row-${at}`
export const atOf = (place: string): number => Number(place.slice(place.lastIndexOf('-') + 1))
