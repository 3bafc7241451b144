// Settings of a report of activity, and the states of a player's life on a day.

/**
 * What the report shows:
 *
 *   rolling     players active on the day, in the last 7, 30 … days up to it, and the quotient of both
 *   lifecycle   players by their state on the day
 *   flow        players by their states on the day before and on the day
 *   days        players by the number of days on which they were active in the last 7, 30 … days
 */
export const activityShows = ['rolling', 'lifecycle', 'flow', 'days'] as const
export type ActivityShow = (typeof activityShows)[number]

export interface ActivityAsked {
  show: ActivityShow
  /** Numbers of days up to and including the day; a single one for `lifecycle` and `flow`. */
  windows: number[]
}

export const usualWindows: Readonly<Record<ActivityShow, readonly number[]>> = {
  rolling: [7, 30],
  lifecycle: [7],
  flow: [7],
  days: [7, 30],
}
export const mostWindows = 6
export const lastWindow = 365

export const takesOneWindow = (show: ActivityShow): boolean => show === 'lifecycle' || show === 'flow'

export const activityOf = ({ activity }: { activity?: ActivityAsked }): ActivityAsked =>
  activity ?? { show: 'rolling', windows: [...usualWindows.rolling] }

export const showTitles: Readonly<Record<ActivityShow, string>> = {
  rolling: '滚动活跃与黏性',
  lifecycle: '生命周期',
  flow: '状态流向',
  days: '活跃天数',
}

export const activityText = ({ show, windows }: ActivityAsked): string =>
  `${showTitles[show]}，${windows.join('、')} 天`

/**
 * Each player who was ever active has one state on a day, by the days on which the player was active (w: the window):
 *
 *   new         for the first time on the day
 *   staying     on the day, and within the w days before
 *   returning   on the day, not within the w days before, and earlier
 *   quiet       not on the day, but within the last w days
 *   leaving     not within the last w days, but in the w days before those
 *   gone        earlier than that
 *
 * `absent` on the day before: never active until then.
 */
export const lifeStates = ['new', 'staying', 'returning', 'quiet', 'leaving', 'gone'] as const
export type LifeState = (typeof lifeStates)[number]
export const absent = 'absent' as const

export const stateTitles: Readonly<Record<LifeState | typeof absent, string>> = {
  new: '新增',
  staying: '持续',
  returning: '回流',
  quiet: '沉默',
  leaving: '流失',
  gone: '早已流失',
  absent: '未出现',
}

/** What a state means, in words, with its window. */
export const stateTexts: Readonly<Record<LifeState, (days: number) => string>> = {
  new: () => '当天第一次活跃',
  staying: (days) => `当天活跃，之前 ${days} 天内也活跃过`,
  returning: (days) => `当天活跃，之前 ${days} 天内没有活跃，更早活跃过`,
  quiet: (days) => `当天没有活跃，近 ${days} 天内（含当天）活跃过`,
  leaving: (days) => `近 ${days} 天没有活跃，再之前的 ${days} 天内活跃过`,
  gone: (days) => `近 ${2 * days} 天没有活跃，更早活跃过`,
}

/** Pairs of states on the day before and on the day, in the order of the states. */
export type StateFlow = readonly [from: LifeState | typeof absent, to: LifeState]
