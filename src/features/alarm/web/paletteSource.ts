// Alarms as entries of the palette: opened by Enter, and what can be done with one by Tab.
import { navigate } from 'wouter/use-browser-location'
import { call } from '#web/api/client.ts'
import { installation } from '#web/shell/installation.ts'
import { showMessage } from '#web/shell/message.ts'
import type { PaletteEntry } from '#web/shell/palette/entries.ts'
import {
  type Alarm,
  alarmFiresPath,
  alarmLevelTitles,
  alarmLink,
  freezeAlarm,
  getAlarmByFilter,
  runAlarmRule,
  unFreezeAlarm,
} from '../contract.ts'
import { inAnHour, morningHour, morningOf, tomorrowOf } from './freezing.ts'
import { renewAlarms } from './list/renewing.ts'
import { momentText, stateText } from './words.ts'

const mostEntries = 2_000

export async function readAlarmEntries(signal: AbortSignal): Promise<PaletteEntry[]> {
  const options = { signal, quiet: true, loading: null } as const
  const { rows } = await call(getAlarmByFilter, { body: { limit: mostEntries } }, options)
  return rows.map(entryOf)
}

const entryOf = (alarm: Alarm): PaletteEntry => ({
  id: `alarm:${alarm.id}`,
  title: alarm.name,
  pinyin: alarm.pinyin,
  icon: 'notifications',
  detail: stateText(alarm),
  go: alarmLink(alarm.id),
  page: {
    title: alarm.name,
    placeholder: '对这个告警做什么',
    load: async () => actionsOf(alarm),
  },
  preview: async () => ({
    title: alarm.name,
    subtitle: stateText(alarm),
    text: `${alarm.watchText}\n当 ${alarm.conditionText}`,
    facts: [
      { label: '级别', value: alarmLevelTitles[alarm.level] },
      { label: '上次检查', value: momentText(alarm.lastCheckedAt) },
      { label: '上次触发', value: momentText(alarm.lastFireAt) },
      { label: '负责人', value: alarm.owner },
    ],
    footer: 'Tab 冻结、立即检查、看记录',
  }),
})

function actionsOf(alarm: Alarm): PaletteEntry[] {
  const { id, name, frozen } = alarm
  const { zone } = installation()
  const entry = (key: string, title: string, pinyin: string, run: () => void): PaletteEntry => ({
    id: `alarm:${id}:${key}`,
    title,
    pinyin,
    icon: 'notifications',
    run,
  })
  const freeze = (until: () => string | null) => () =>
    void told(`已冻结「${name}」`, call(freezeAlarm, { params: { id }, body: { until: until() } }))
  return [
    ...(frozen
      ? [
          entry(
            'thaw',
            '解冻',
            'jie dong',
            () => void told(`已解冻「${name}」`, call(unFreezeAlarm, { params: { id }, body: {} })),
          ),
        ]
      : []),
    entry('hour', '冻结 1 小时', 'dong jie 1 xiao shi', freeze(inAnHour)),
    entry(
      'tomorrow',
      `冻结到明天 ${morningHour}:00`,
      'dong jie dao ming tian',
      freeze(() => morningOf(tomorrowOf({ zone }), zone)),
    ),
    entry(
      'ever',
      '冻结，直到有人解冻',
      'dong jie zhi dao you ren jie dong',
      freeze(() => null),
    ),
    entry('run', '立即检查', 'li ji jian cha', () => void check(alarm)),
    entry('fires', '告警记录', 'gao jing ji lu', () => navigate(`${alarmFiresPath}?alarm=${id}`)),
  ]
}

/** A failure the client has told. */
async function told(done: string, work: Promise<unknown>): Promise<void> {
  const isDone = await work.then(
    () => true,
    () => false,
  )
  if (!isDone) return
  showMessage({ message: done, intent: 'success' })
  renewAlarms()
}

async function check({ id, name }: Alarm): Promise<void> {
  const run = await call(runAlarmRule, { body: { id } }).catch(() => null)
  if (!run) return
  showMessage(
    run.problem !== ''
      ? { message: `「${name}」检查失败`, detail: run.problem, intent: 'warning' }
      : {
          message: run.fires > 0 ? `「${name}」满足条件：${run.fires} 项` : `「${name}」没有满足条件`,
          detail: `${run.period ?? ''} 检查了 ${run.checked} 项`,
          intent: run.fires > 0 ? 'danger' : 'success',
        },
  )
  renewAlarms()
}
