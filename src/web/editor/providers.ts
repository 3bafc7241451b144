// What Monaco asks while one types.
import { emptyCatalog, type SqlCatalog } from './types.ts'

let current: SqlCatalog = emptyCatalog

/** The catalog of the editor that is shown. */
export function provideCatalog(catalog: SqlCatalog): void {
  current = catalog
}

export const catalogNow = (): SqlCatalog => current
