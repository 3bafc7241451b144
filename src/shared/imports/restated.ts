// How a load changes days that were whole: what stores, calls and texts call it.
export const restatedHows = ['rows', 'days', 'keys', 'replace', 'back'] as const
export type RestatedHow = (typeof restatedHows)[number]

/** What happened, after whoever or whatever did it. */
export const restatedHowTitles: Record<RestatedHow, string> = {
  rows: '追加了行',
  days: '按天替换',
  keys: '按主键更新',
  replace: '整表替换',
  back: '取回上一版',
}
