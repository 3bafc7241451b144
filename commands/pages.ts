// All pages of the slices, as they declare them.
import type { Slice } from './declared.ts'

type SlicePage = NonNullable<Slice['pages']>[number]

const declared: SlicePage[] = []
/** Filled when the slices are declared, before anything reads them. */
export const pages: readonly SlicePage[] = declared

export function declarePages(slices: readonly Slice[]): void {
  declared.splice(0, declared.length, ...slices.flatMap((slice): readonly SlicePage[] => slice.pages ?? []))
}
