// All pages of the slices, as they declare them.
import * as slices from '#features/web.ts'

type SlicePage = NonNullable<(typeof slices)[keyof typeof slices]['pages']>[number]

export const pages = Object.values(slices).flatMap((slice): readonly SlicePage[] => slice.pages ?? [])
