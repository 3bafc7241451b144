// What the columns of a comparison of two results are called: the engine writes them, its readers know them by it.
/** The column that says what happened to a row. */
export const changeTitle = '变化'
export const changeKinds = ['新增', '删除', '改动'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** After the title of a column that changed. */
export const sideEndings = { old: '（旧）', new: '（新）', difference: '（差）' } as const

/** The title as both results have it. */
export const sidelessTitle = (title: string): string =>
  [sideEndings.old, sideEndings.new].some((ending) => title.endsWith(ending)) ? title.slice(0, -3) : title
