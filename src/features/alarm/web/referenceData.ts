// Options of rules and their recipients: loaded with the alarms, and cached while the tab lives.
import { create } from 'zustand'
import { call, quiet } from '#web/api/client.ts'
import { type AlarmOptions, alarmOptions } from '../contract.ts'

export const useReferenceData = create<{ options: AlarmOptions | null }>(() => ({ options: null }))

export async function readReferenceData(signal: AbortSignal): Promise<AlarmOptions> {
  const options = await call(alarmOptions, {}, { ...quiet, signal })
  useReferenceData.setState({ options })
  return options
}

const namesIn = (rows: readonly { id: number; name: string }[], ids: readonly number[], gone: string) =>
  ids.map((id) => rows.find((row) => row.id === id)?.name ?? gone)

/** Receivers, then users: «运营群、admin». */
export function toldText(receiverIds: readonly number[], userIds: readonly number[]): string {
  const { options } = useReferenceData.getState()
  if (!options) return ''
  return [
    ...namesIn(options.receivers, receiverIds, '已删除的渠道'),
    ...namesIn(options.users, userIds, '已停用的用户'),
  ].join('、')
}
