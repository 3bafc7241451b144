// All alarms of the reader's games: how each stands, when it was looked at last, whom it tells.
import { navigate } from 'wouter/use-browser-location'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { showHistory } from '#web/list/HistoryDialog.tsx'
import type { ListColumn, ListFilter, ListQuestion } from '#web/list/types.ts'
import { ByKey } from '#web/shell/keys/ByKey.tsx'
import { showMessage } from '#web/shell/message.ts'
import {
  type Alarm,
  type AlarmQuestion,
  alarmChanges,
  alarmEditPath,
  alarmFiresPath,
  alarmLevels,
  alarmLevelTitles,
  alarmLink,
  alarmListPath,
  alarmSorts,
  alarmStates,
  alarmStateTitles,
  deleteAlarm,
  getAlarmByFilter,
  restoreAlarms,
  runAlarmRule,
  unFreezeAlarm,
} from '#features/alarm/contract.ts'
import { readReferenceData, toldText, useReferenceData } from '../referenceData.ts'
import { levelTones, stateText, stateTones } from '../words.ts'
import { showFreeze } from './FreezeDialog.tsx'
import { showMute } from './MuteDialog.tsx'
import { giveAgain, mutedText, takeBack } from './muting.ts'

const pageSize = 200
/** Alarms change by themselves: what shows is looked at again. */
const followMs = 20_000

const columns: readonly ListColumn<Alarm>[] = [
  { key: 'name', title: '名称', value: ({ name }) => name, pinyin: ({ pinyin }) => pinyin, sortable: true },
  {
    key: 'state',
    title: '状态',
    kind: 'badge',
    value: stateText,
    tone: ({ state }) => stateTones[state],
    sortable: true,
  },
  {
    key: 'level',
    title: '级别',
    kind: 'badge',
    value: ({ level }) => alarmLevelTitles[level],
    tone: ({ level }) => levelTones[level],
    sortable: true,
  },
  { key: 'mutes', title: '维护窗口', value: mutedText, width: 160 },
  { key: 'watch', title: '监控内容', value: ({ watchText }) => watchText, width: 220 },
  { key: 'condition', title: '条件', value: ({ conditionText }) => conditionText, width: 260 },
  {
    key: 'lastCheckedAt',
    title: '上次检查',
    kind: 'time',
    value: ({ lastCheckedAt }) => lastCheckedAt,
  },
  { key: 'lastPeriod', title: '检查到', value: ({ lastPeriod }) => lastPeriod ?? '' },
  {
    key: 'lastFireAt',
    title: '上次触发',
    kind: 'time',
    value: ({ lastFireAt }) => lastFireAt,
    sortable: true,
  },
  {
    key: 'told',
    title: '通知',
    value: ({ receiverIds, userIds }) => toldText(receiverIds, userIds),
    width: 160,
  },
  { key: 'problem', title: '故障', value: ({ problem }) => problem ?? '', width: 200 },
  { key: 'owner', title: '负责人', kind: 'user', value: ({ owner }) => owner, sortable: true },
  {
    key: 'modifiedAt',
    title: '修改时间',
    kind: 'time',
    value: ({ modifiedAt }) => modifiedAt,
    sortable: true,
  },
]

const filters: readonly ListFilter<Alarm>[] = [
  {
    key: 'state',
    title: '状态',
    kind: 'select',
    options: alarmStates.map((value) => ({ value, title: alarmStateTitles[value] })),
  },
  {
    key: 'level',
    title: '级别',
    kind: 'select',
    options: alarmLevels.map((value) => ({ value, title: alarmLevelTitles[value] })),
  },
  {
    key: 'point',
    title: '指标',
    kind: 'select',
    options: () =>
      (useReferenceData.getState().options?.points ?? []).map(({ id, name }) => ({
        value: String(id),
        title: name,
      })),
  },
  { key: 'owner', title: '负责人', kind: 'select', options: [{ value: 'me', title: '我负责的' }] },
]

/** What the address asks, as the call takes it; a value that it does not know asks nothing. */
function questionOf({ text, filters: asked, sort, desc }: ListQuestion): AlarmQuestion {
  const state = alarmStates.find((one) => one === asked.state)
  const level = alarmLevels.find((one) => one === asked.level)
  const sorted = alarmSorts.find((one) => one === sort)
  const point = Number(asked.point)
  return {
    ...(text !== '' && { search: text }),
    ...(state && { state }),
    ...(level && { level }),
    ...(point > 0 && Number.isSafeInteger(point) && { point }),
    ...(asked.owner === 'me' && { mine: true }),
    ...(sorted && { sort: sorted, desc }),
  }
}

async function read(question: ListQuestion & { page: number; size: number }, signal: AbortSignal) {
  const { page, size } = question
  const body = { ...questionOf(question), offset: (page - 1) * size, limit: size }
  const [{ rows, total }] = await Promise.all([
    call(getAlarmByFilter, { body }, { ...quiet, signal }),
    useReferenceData.getState().options ? undefined : readReferenceData(signal),
  ])
  return { rows, total }
}

/** As it stands now. */
export async function readAlarm(id: number, signal?: AbortSignal): Promise<Alarm | undefined> {
  const { rows } = await call(getAlarmByFilter, { body: { ids: [id] } }, { ...quiet, signal })
  return rows[0]
}

async function run({ id, name }: Alarm, signal: AbortSignal): Promise<Alarm | undefined> {
  const { problem, fires, checked, period } = await call(runAlarmRule, { body: { id } }, { ...quiet, signal })
  showMessage(
    problem !== ''
      ? { message: `「${name}」检查失败`, detail: problem, intent: 'warning' }
      : {
          message: fires > 0 ? `「${name}」满足条件：${fires} 项` : `「${name}」没有满足条件`,
          detail: `${period ?? ''} 检查了 ${checked} 项；立即检查不会发送通知`,
          intent: fires > 0 ? 'danger' : 'success',
        },
  )
  return readAlarm(id, signal)
}

const openEditor = ({ id }: Alarm): void => navigate(alarmLink(id))

export const alarmList = defineList<Alarm>({
  name: 'alarms',
  path: alarmListPath,
  title: '告警管理',
  noun: '告警',
  measure: '个',
  searchHint: '名称、拼音、备注、负责人',
  columns,
  filters,
  sort: '-lastFireAt',
  idOf: ({ id }) => String(id),
  nameOf: ({ name }) => name,
  permission: 'alert_config_edit',
  source: { kind: 'pages', size: pageSize, read },
  open: openEditor,
  create: () => navigate(alarmEditPath),
  follow: { everyMs: followMs, while: (rows) => rows.length > 0 },
  remove: {
    each: {
      doing: '正在删除...',
      done: '已删除',
      asks: { detail: () => '删除后不再检查，已有的告警记录保留；可以撤销。' },
      run: async ({ id }, signal) => call(deleteAlarm, { params: { id }, body: {} }, { ...quiet, signal }),
      undo: async ({ id }) => {
        await call(restoreAlarms, { body: { ids: [id] } }, quiet)
        return readAlarm(id)
      },
    },
  },
  actions: [
    {
      command: 'alarms.freeze',
      title: '冻结',
      refuses: ({ editable, name }) => (editable ? undefined : `「${name}」包含你看不到的游戏，不能冻结`),
      startMany: showFreeze,
    },
    {
      command: 'alarms.unfreeze',
      title: '解冻',
      refuses: ({ frozen, name }) => (frozen ? undefined : `「${name}」未冻结`),
      each: {
        doing: '正在解冻...',
        done: '已解冻',
        run: async ({ id }, signal) => {
          await call(unFreezeAlarm, { params: { id }, body: {} }, { ...quiet, signal })
          return readAlarm(id, signal)
        },
      },
    },
    {
      command: 'alarms.mute',
      title: '维护',
      refuses: ({ editable, name }) =>
        editable ? undefined : `「${name}」包含你看不到的游戏，不能设维护窗口`,
      startMany: showMute,
    },
    {
      command: 'alarms.unmute',
      title: '取消维护',
      refuses: ({ mutes, name }) => (mutes.length > 0 ? undefined : `「${name}」没有维护窗口`),
      each: {
        doing: '正在取消维护窗口...',
        done: '已取消维护窗口',
        run: async ({ id }, signal) => {
          await takeBack([id], signal)
          return readAlarm(id, signal)
        },
        undo: async ({ id, mutes }) => {
          await giveAgain(id, mutes)
          return readAlarm(id)
        },
      },
    },
    {
      command: 'alarms.run',
      title: '立即检查',
      each: { doing: '正在检查...', done: '已检查', run },
    },
    {
      command: 'alarms.duplicate',
      title: '复制',
      start: ({ id }) => navigate(`${alarmEditPath}?copy=${id}`),
    },
    {
      command: 'alarms.fires',
      title: '告警记录',
      start: ({ id }) => navigate(`${alarmFiresPath}?alarm=${id}`),
    },
    {
      command: 'alarms.history',
      title: '变更记录',
      start: ({ id, name }) =>
        showHistory(name, (signal) => call(alarmChanges, { params: { id } }, { ...quiet, signal })),
    },
  ],
  empty: {
    title: '还没有告警',
    description: () => (
      <>
        选一个指标，写一个条件，满足时通知到群、邮箱或站内。也可以在报表里选一格，
        <ByKey command="figure.alarm" />
        设告警。
      </>
    ),
  },
})
