// What has fired, newest first: of all alarms, or of one.
import { navigate } from 'wouter/use-browser-location'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import type { ListColumn, ListFilter, ListQuestion } from '#web/list/types.ts'
import {
  type AlarmFire,
  type AlarmFireQuery,
  alarmFiresPath,
  alarmLevels,
  alarmLevelTitles,
  fireLink,
  fireStates,
  fireStateTitles,
  listAlarmFires,
} from '#features/alarm/contract.ts'
import { renewsAlarms } from '../list/renewing.ts'
import { fireTones, levelTones, silenceText } from '../words.ts'
import { showAcknowledge } from './AcknowledgeDialog.tsx'

const pageSize = 200
const followMs = 20_000

const columns: readonly ListColumn<AlarmFire>[] = [
  { key: 'firedAt', title: '触发时间', kind: 'time', value: ({ firedAt }) => firedAt },
  { key: 'alarm', title: '告警', value: ({ alarmName }) => alarmName },
  {
    key: 'level',
    title: '级别',
    kind: 'badge',
    value: ({ level }) => alarmLevelTitles[level],
    tone: ({ level }) => levelTones[level],
  },
  {
    key: 'state',
    title: '状态',
    kind: 'badge',
    value: ({ state }) => fireStateTitles[state],
    tone: ({ state }) => fireTones[state],
  },
  { key: 'period', title: '数据时间', value: ({ period }) => period },
  { key: 'label', title: '维度值', value: ({ label }) => label || '整体' },
  { key: 'reason', title: '原因', value: ({ reason }) => reason, width: 320 },
  {
    key: 'silence',
    title: '通知',
    value: silenceText,
  },
  { key: 'acknowledgedBy', title: '确认人', kind: 'user', value: ({ acknowledgedBy }) => acknowledgedBy },
  { key: 'note', title: '备注', value: ({ note }) => note },
  { key: 'recoveredAt', title: '恢复时间', kind: 'time', value: ({ recoveredAt }) => recoveredAt },
]

/** Of the alarm that the list is narrowed to, for its chip. */
const names = new Map<string, string>()

const filters: readonly ListFilter<AlarmFire>[] = [
  { key: 'alarm', title: '告警', kind: 'chip', text: (id) => names.get(id) ?? id },
  {
    key: 'state',
    title: '状态',
    kind: 'select',
    options: fireStates.map((value) => ({ value, title: fireStateTitles[value] })),
  },
  {
    key: 'level',
    title: '级别',
    kind: 'select',
    options: alarmLevels.map((value) => ({ value, title: alarmLevelTitles[value] })),
  },
  { key: 'fired', title: '触发', kind: 'dates' },
]

function fireQueryOf({ text, filters: asked }: ListQuestion): AlarmFireQuery {
  const alarm = Number(asked.alarm)
  const state = fireStates.find((one) => one === asked.state)
  const level = alarmLevels.find((one) => one === asked.level)
  const [from, to] = (asked.fired ?? '').split('..')
  return {
    ...(text !== '' && { search: text }),
    ...(alarm > 0 && Number.isSafeInteger(alarm) && { alarm }),
    ...(state && { state }),
    ...(level && { level }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

async function read(question: ListQuestion & { page: number; size: number }, signal: AbortSignal) {
  const { page, size } = question
  const query = { ...fireQueryOf(question), offset: (page - 1) * size, limit: size }
  const answer = await call(listAlarmFires, { query }, { ...quiet, signal })
  for (const { alarmId, alarmName } of answer.rows) names.set(String(alarmId), alarmName)
  return answer
}

export const fireList = defineList<AlarmFire>({
  name: 'alarmFires',
  path: alarmFiresPath,
  title: '告警记录',
  noun: '记录',
  measure: '条',
  searchHint: '告警、维度值、原因',
  columns,
  filters,
  idOf: ({ id }) => String(id),
  nameOf: ({ alarmName, period }) => `${alarmName} ${period}`,
  permission: 'alert_config_edit',
  source: { kind: 'pages', size: pageSize, read },
  open: ({ id }) => navigate(fireLink(id)),
  follow: { everyMs: followMs, while: () => true },
  actions: [
    {
      command: 'fires.acknowledge',
      title: '确认',
      refuses: ({ state, acknowledgedBy }) =>
        state === 'firing' ? undefined : acknowledgedBy ? `${acknowledgedBy} 已经确认` : '已经恢复，不用确认',
      startMany: showAcknowledge,
    },
  ],
  empty: { title: '还没有告警触发过', description: '告警满足条件时记在这里，连同当时的数据、通知是否送达。' },
})
renewsAlarms(() => void fireList.refresh())
