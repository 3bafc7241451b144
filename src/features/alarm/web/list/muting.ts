// Takes maintenance windows back from alarms, and gives them again.
import { call, quiet } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { timeText, zoneMark } from '#web/ui/timeText.ts'
import { type Alarm, type AlarmMute, muteAlarms, muteSpan, unmuteAlarms } from '#features/alarm/contract.ts'

/** «维护中，至 2026-11-28 18:00»; else the first that comes; empty without one. */
export function mutedText({ mutes, mutedUntil }: Pick<Alarm, 'mutes' | 'mutedUntil'>): string {
  if (mutedUntil) return `维护中，至 ${timeText(mutedUntil, 'short')}`
  const [first] = mutes
  return first ? spanText(first) : ''
}

export const spanText = (mute: AlarmMute): string =>
  `${muteSpan(mute, installation().zone)}${zoneMark(mute.from)}`

export const takeBack = (ids: number[], signal: AbortSignal): Promise<null> =>
  call(unmuteAlarms, { body: { ids } }, { ...quiet, signal })

export async function giveAgain(id: number, mutes: readonly AlarmMute[]): Promise<void> {
  for (const { id: _, ...window } of mutes) await call(muteAlarms, { body: { ids: [id], ...window } })
}
