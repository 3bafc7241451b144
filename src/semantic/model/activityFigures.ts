// Figures of activity that are a number a day, as alarms watch them: each is a column of a report of activity.
import { type ActivityAsked, lastWindow, lifeStates, stateTitles } from './activity.ts'

/** Keys of the columns of a report of activity. */
export const activityKeys = {
  active: 'n',
  rolling: (days: number) => `a${days}`,
  sticky: (days: number) => `h${days}`,
  /** Places from 1, in the order of the states. */
  state: (place: number) => `w${place}`,
  from: 'f',
  to: 'g',
  bucket: 'b',
  daily: (days: number) => `y${days}`,
  share: (key: string) => `${key}_share`,
} as const

export const activityFigures = ['rolling', 'sticky', ...lifeStates] as const
export type ActivityFigure = (typeof activityFigures)[number]

/** A figure of a day, over a number of days up to it. */
export interface DayFigure {
  figure: ActivityFigure
  days: number
}

export const shortNames: Readonly<Record<number, string>> = { 7: 'WAU', 30: 'MAU' }

/** The report that has the figure, and the column's key. */
export function reportOfFigure({ figure, days }: DayFigure): { activity: ActivityAsked; key: string } {
  if (figure === 'rolling')
    return { activity: { show: 'rolling', windows: [days] }, key: activityKeys.rolling(days) }
  if (figure === 'sticky')
    return { activity: { show: 'rolling', windows: [days] }, key: activityKeys.sticky(days) }
  return {
    activity: { show: 'lifecycle', windows: [days] },
    key: activityKeys.state(lifeStates.indexOf(figure) + 1),
  }
}

/** The figure of a report's column; undefined for others. */
export function figureOfColumn(key: string, { show, windows }: ActivityAsked): DayFigure | undefined {
  const number = Number(key.slice(1))
  if (show === 'rolling' && /^[ah]\d{1,3}$/.test(key))
    return { figure: key.startsWith('a') ? 'rolling' : 'sticky', days: number }
  const state = show === 'lifecycle' && /^w\d$/.test(key) ? lifeStates[number - 1] : undefined
  return state === undefined ? undefined : { figure: state, days: windows[0] ?? 1 }
}

/** 近 30 天活跃用户（MAU）, 活跃用户 DAU/MAU, 活跃用户 流失（7 天）. */
export function figureName(point: string, { figure, days }: DayFigure): string {
  const short = shortNames[days]
  if (figure === 'rolling') return `近 ${days} 天${point}${short ? `（${short}）` : ''}`
  if (figure === 'sticky') return `${point} ${short ? `DAU/${short}` : `当天 ÷ 近 ${days} 天`}`
  return `${point} ${stateTitles[figure]}（${days} 天）`
}

/** What a figure is called where its point is known. */
export const figureTitles: Readonly<Record<ActivityFigure, string>> = {
  rolling: '近几天去重人数',
  sticky: '黏性（当天 ÷ 近几天）',
  ...stateTitles,
}

export const isWindow = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= lastWindow
