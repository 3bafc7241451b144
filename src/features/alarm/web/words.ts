// How alarms and what they find read on all their pages.
import type { Tone } from '#web/list/types.ts'
import { timeText } from '#web/ui/timeText.ts'
import {
  type Alarm,
  type AlarmFire,
  type AlarmLevel,
  type AlarmState,
  alarmStateTitles,
  type FireState,
  fireSilenceTitles,
} from '../contract.ts'

export const stateTones: Record<AlarmState, Tone> = {
  unchecked: 'muted',
  normal: 'good',
  firing: 'bad',
  fault: 'warning',
  frozen: 'muted',
}

export const levelTones: Record<AlarmLevel, Tone> = { info: 'active', warning: 'warning', critical: 'bad' }

export const fireTones: Record<FireState, Tone> = {
  firing: 'bad',
  acknowledged: 'warning',
  recovered: 'good',
}

/** «已冻结，至 2026-11-24 09:00»; «已确认» where somebody looks after all that fires. */
export function stateText({ state, frozenUntil, firing, acknowledged }: Alarm): string {
  if (state === 'firing' && acknowledged >= firing) return '已确认'
  const title = alarmStateTitles[state]
  if (state === 'frozen' && frozenUntil) return `${title}，至 ${timeText(frozenUntil)}`
  return state === 'firing' && firing > 1 ? `${title} ${firing} 项` : title
}

/** A run of a saved query has a minute; days and hours of reports have none. */
export const isOfQuery = ({ period }: Pick<AlarmFire, 'period'>): boolean => period.includes(':')

export const momentText = (moment: string | null, none = '还没有'): string =>
  moment === null ? none : timeText(moment)

/** Whether its message was sent, is held back, or why there was none. */
export function silenceText({
  silence,
  heldUntil,
  muted,
}: Pick<AlarmFire, 'silence' | 'heldUntil' | 'muted'>): string {
  if (silence !== null) return fireSilenceTitles[silence]
  if (heldUntil === null || Date.parse(heldUntil) <= Date.now()) return '已发送'
  return `${muted ? '维护窗口' : '静默时段'}，${timeText(heldUntil)} 后发送`
}
