// Calls of 系统设置: what is in force and where it comes from, and what managers keep of it in the metadata store.
import { type Static, Type } from 'typebox'
import { closed, defineCall } from '#shared/call.ts'

const ours = '/api/s1/installation/settings'

export const settingGroups = {
  site: '访问与品牌',
  sharing: '分享',
  mail: '邮件',
  outbound: '消息送达',
  keeping: '保留时间',
  push: '推送',
  signIn: '登录',
  limits: '日志与预先汇总',
  file: '只在文件里改',
  environment: '启动环境',
} as const
export type SettingGroup = keyof typeof settingGroups

/** `file`: settings.json of the server that answers; it goes before what is kept for all servers. */
export const settingSources = ['default', 'page', 'file', 'environment'] as const
export type SettingSource = (typeof settingSources)[number]

export const settingSourceTitles: Record<SettingSource, string> = {
  default: '默认',
  page: '此页',
  file: '配置文件',
  environment: '环境变量',
}

const value = Type.Union([
  Type.Null(),
  Type.Boolean(),
  Type.Number(),
  Type.String({ maxLength: 1000 }),
  Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
])
export type SettingValue = Static<typeof value>

const setting = Type.Object({
  /** As in settings.json, `mail.host`, or the variable's name. */
  key: Type.String(),
  group: Type.Enum(Object.keys(settingGroups) as SettingGroup[]),
  title: Type.String(),
  help: Type.String(),
  /** `shown`: not changed here. */
  kind: Type.Enum(['text', 'number', 'yesNo', 'lines', 'choice', 'shown']),
  choices: Type.Array(Type.Object({ value: Type.String(), title: Type.String() })),
  /** What is in force; null for none. Never a secret. */
  value,
  /** What is kept for all servers; null where nothing is. */
  kept: value,
  /** What holds where nobody says anything. */
  usual: value,
  source: Type.Enum([...settingSources]),
  /** Whether a change comes into force with the next start. */
  restart: Type.Boolean(),
  /** Whether `kept` waits for that start. */
  waits: Type.Boolean(),
})
export type Setting = Static<typeof setting>

const group = Type.Object({
  name: Type.Enum(Object.keys(settingGroups) as SettingGroup[]),
  /** 0 while nothing is kept. */
  revision: Type.Integer(),
  /** ISO; null while nothing was ever kept. */
  modifiedAt: Type.Union([Type.String(), Type.Null()]),
  /** Name of the user; empty where unknown. */
  modifiedBy: Type.String(),
  settings: Type.Array(setting),
})
export type SettingsOfGroup = Static<typeof group>

const access = { keys: ['manage_authority'] as ['manage_authority'] }

export const listSettings = defineCall({
  name: 'listSettings',
  method: 'GET',
  path: ours,
  access,
  reply: Type.Array(group),
  example: {},
})

/** All or nothing. Refused with `object_conflict` and the group where somebody else has saved it meanwhile. */
export const saveSettings = defineCall({
  name: 'saveSettings',
  method: 'POST',
  path: `${ours}/save`,
  access,
  body: Type.Object(
    {
      group: Type.Enum(Object.keys(settingGroups) as SettingGroup[]),
      revision: Type.Integer({ minimum: 0 }),
      /** By key; null takes the value back to the default. Keys that are not named stay. */
      values: Type.Record(Type.String({ maxLength: 60 }), value, { maxProperties: 40 }),
    },
    closed,
  ),
  reply: group,
  example: { body: { group: 'keeping', revision: 0, values: {} } },
})
