// Column titles in a comparison of two results: the engine writes them, and readers recognize them.
/** The column that says how a row changed. */
export const changeTitle = '变化'
export const changeKinds = ['新增', '删除', '改动'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Suffixes of a changed column's title. */
export const sideEndings = { old: '（旧）', new: '（新）', difference: '（差）' } as const

/** The title as in both results. */
export const sidelessTitle = (title: string): string =>
  [sideEndings.old, sideEndings.new].some((ending) => title.endsWith(ending)) ? title.slice(0, -3) : title
