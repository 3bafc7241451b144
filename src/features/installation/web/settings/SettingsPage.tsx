// /management/settings: every setting in force and where it comes from; those of the page are changed by group.
import { pages } from '#shared/pages.ts'
import { call, quiet } from '#web/api/client.ts'
import { defineList } from '#web/list/defineList.ts'
import { ListPage } from '#web/list/ListPage.tsx'
import {
  listSettings,
  type Setting,
  settingGroups,
  settingSources,
  settingSourceTitles,
} from '#features/installation/contract.ts'
import { groupRows, type SettingRow, valueText, whenSaved } from './rows.ts'
import { SettingsForm } from './SettingsForm.tsx'

const whenText = ({ restart, waits }: Setting): string => {
  if (waits) return '已保存，重启后生效'
  return restart ? '重启后生效' : '立即生效'
}

const settingsList = defineList<SettingRow>({
  name: 'systemSettings',
  path: pages.managementSettings.path,
  title: '系统设置',
  noun: '设置',
  measure: '项',
  searchHint: '名称、组、说明、键',
  idOf: ({ key }) => key,
  nameOf: ({ title }) => title,
  source: {
    kind: 'whole',
    read: async (signal) => (await call(listSettings, {}, { ...quiet, signal })).flatMap(groupRows),
  },
  sort: '',
  columns: [
    { key: 'group', title: '组', value: ({ group }) => settingGroups[group] },
    { key: 'title', title: '名称', value: ({ title }) => title },
    { key: 'value', title: '现在的值', value: valueText, width: 300 },
    {
      key: 'source',
      title: '来自',
      kind: 'badge',
      value: ({ source }) => settingSourceTitles[source],
      tone: ({ source }) => (source === 'default' ? 'muted' : 'active'),
    },
    {
      key: 'when',
      title: '改动',
      kind: 'badge',
      value: (row) => (row.kind === 'shown' ? '不在此页改' : whenText(row)),
      tone: ({ waits, kind }) => (waits ? 'warning' : kind === 'shown' ? 'muted' : undefined),
    },
    { key: 'modifiedBy', title: '改动人', kind: 'user', value: ({ modifiedBy }) => modifiedBy },
    { key: 'modifiedAt', title: '改于', kind: 'time', value: ({ modifiedAt }) => modifiedAt },
    { key: 'help', title: '说明', value: ({ help }) => help, width: 320 },
    { key: 'key', title: '键', kind: 'code', value: ({ key }) => key },
  ],
  filters: [
    {
      key: 'group',
      title: '组',
      kind: 'several',
      options: Object.entries(settingGroups).map(([value, title]) => ({ value, title })),
      holds: ({ group }, value) => group === value,
    },
    {
      key: 'source',
      title: '来自',
      kind: 'several',
      options: settingSources.map((value) => ({ value, title: settingSourceTitles[value] })),
      holds: ({ source }, value) => source === value,
    },
  ],
  form: {
    view: SettingsForm,
    creates: false,
    refuses: ({ kind, help }) => (kind === 'shown' ? help : undefined),
  },
  empty: { title: '没有设置', description: '这里列出系统的全部设置。' },
})

whenSaved.refresh = () => void settingsList.refresh()

export function Page() {
  return <ListPage list={settingsList} />
}
