// Tells managers what is in force and where it comes from, and keeps what they change.
import type { Kysely } from 'kysely'
import { isAllRows } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Database } from '#server/metadata/schema.ts'
import { userNames } from '#server/objects/history.ts'
import type { Conflict } from '#shared/conflict.ts'
import { AppError } from '#shared/errors.ts'
import {
  type Setting,
  type SettingGroup,
  type SettingsOfGroup,
  type SettingValue,
  settingGroups,
} from '#features/installation/contract.ts'
import { type DeclaredSetting, declaredSettings, fileOnly } from './declared.ts'
import { environmentSettings } from './environment.ts'
import { readKept } from './follow.ts'
import { type KeptValues, readLayers, startedWith, takeOver, valueAt } from './layers.ts'

type Db = Kysely<Database>
type Given = Deps['settings']

export async function listSettings({ settings, metadata: { db } }: Pick<Deps, 'settings' | 'metadata'>) {
  const groups = Object.keys(settingGroups) as SettingGroup[]
  return await groupsOf(db, settings, groups)
}

async function groupsOf(db: Db, settings: Given, names: readonly SettingGroup[]): Promise<SettingsOfGroup[]> {
  const rows = await db.selectFrom('installation_setting').selectAll().execute()
  const people = await userNames(
    db,
    rows.map(({ modified_by }) => modified_by),
  )
  const kept = await readKept(db)
  return names.map((name) => {
    const row = rows.find((each) => each.name === name)
    return {
      name,
      revision: row?.revision ?? 0,
      modifiedAt: row?.modified_at ?? null,
      modifiedBy: row ? (people.get(row.modified_by) ?? '') : '',
      settings: settingsOf(settings, name, kept),
    }
  })
}

function settingsOf(settings: Given, group: SettingGroup, kept: KeptValues): Setting[] {
  if (group === 'environment') return environmentSettings(settings)
  const { given } = settings.installation
  if (group === 'file')
    return Object.entries(fileOnly).map(([key, title]) => shownOnly(key, title, valueAt(given, key)))
  const own = declaredSettings.filter((each) => each.group === group)
  return own.map((each) => settingOf(settings, each, kept))
}

function shownOnly(key: string, title: string, value: unknown): Setting {
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  const plain = { group: 'file' as const, kind: 'shown' as const, choices: [], kept: null, usual: null }
  return {
    ...plain,
    key,
    title,
    help: '写在数据文件夹的 settings.json 里',
    value: value === undefined ? null : `${count} 项`,
    source: value === undefined ? 'default' : 'file',
    restart: true,
    waits: false,
  }
}

function settingOf({ installation }: Given, declared: DeclaredSetting, all: KeptValues): Setting {
  const { key, group, title, kind, help = '', choices = [], usual = null, restart = false } = declared
  const inFile = valueAt(installation.given, key) as SettingValue | undefined
  const kept = all[key] ?? null
  const started = startedWith(installation)[key] ?? null
  const page = restart ? started : kept
  const isSame = JSON.stringify(kept) === JSON.stringify(started)
  return {
    key,
    group,
    title,
    kind,
    help,
    choices,
    usual,
    kept,
    value: inFile ?? page ?? usual,
    source: inFile !== undefined ? 'file' : page !== null ? 'page' : 'default',
    restart,
    waits: restart && inFile === undefined && !isSame,
  }
}

interface Change {
  group: SettingGroup
  revision: number
  values: Readonly<Record<string, SettingValue>>
}

/**
 * Settings hold for all games, so only who sees all rows may change them. Throws permission_missing, parameter_wrong
 * with what is wrong by key, or object_conflict with the group as it is now.
 */
export async function saveSettings(
  { settings, metadata }: Pick<Deps, 'settings' | 'metadata'>,
  user: SessionUser,
  change: Change,
): Promise<SettingsOfGroup> {
  if (!isAllRows(user))
    throw new AppError(
      'permission_missing',
      '系统设置影响全部游戏，只有可看全部游戏、没有数据范围限制的人可以改',
    )
  const userId = user.id
  refuseLocked(settings, change)
  await metadata.transaction(async (db) => {
    const before = await readKept(db)
    const row = await db
      .selectFrom('installation_setting')
      .selectAll()
      .where('name', '=', change.group)
      .executeTakeFirst()
    const changed = Object.keys(change.values).filter((key) => !isEqual(before[key], change.values[key]))
    // Repeating a save after its answer was lost is no conflict.
    if (changed.length === 0) return
    if ((row?.revision ?? 0) !== change.revision) throw await conflictOf(db, settings, change.group)
    const next = { ...before, ...change.values }
    refuseWrong(settings, next)
    await keep(db, settings, { ...change, userId, own: ownOf(change.group, next) })
    await writeAudit(db, {
      userId,
      action: 'settings.change',
      detail: { changed: changed.map(wordsOf(before, next)) },
    })
  })
  takeOver(settings, await readKept(metadata.db))
  const [group] = await groupsOf(metadata.db, settings, [change.group])
  return group as SettingsOfGroup
}

const isEqual = (one: SettingValue | undefined, other: SettingValue | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const ownOf = (group: SettingGroup, values: KeptValues): KeptValues =>
  Object.fromEntries(
    declaredSettings
      .filter((each) => each.group === group && (values[each.key] ?? null) !== null)
      .map(({ key }) => [key, values[key] as SettingValue]),
  )

const wordsOf = (before: KeptValues, next: KeptValues) => (key: string) => {
  const told = (value: SettingValue | undefined) =>
    value === null || value === undefined ? '默认' : [value].flat().join('、')
  return `${key}：${told(before[key])} → ${told(next[key])}`
}

function refuseLocked({ installation }: Given, { group, values }: Change): void {
  const wrong: Record<string, string> = {}
  for (const key of Object.keys(values)) {
    const known = declaredSettings.some((each) => each.key === key && each.group === group)
    if (!known) throw new AppError('parameter_wrong', `没有「${key}」这个设置，或它不在这一组里`)
    if (valueAt(installation.given, key) !== undefined) wrong[key] = '配置文件里写了它，要在那里改'
  }
  if (Object.keys(wrong).length > 0)
    throw new AppError('parameter_wrong', '配置文件里写了的不能在这里改', { fields: wrong })
}

/** The schema of settings.json judges them together with what the file of this server says. */
function refuseWrong({ installation }: Given, next: KeptValues): void {
  try {
    readLayers(installation.given, next)
  } catch (error) {
    const { message } = error as Error
    const key = declaredSettings.find((each) => message.startsWith(each.key))?.key
    throw new AppError('parameter_wrong', message, key === undefined ? null : { fields: { [key]: message } })
  }
}

interface Kept extends Change {
  userId: number
  own: KeptValues
}

async function keep(db: Db, settings: Given, { group, revision, userId, own }: Kept): Promise<void> {
  const row = {
    name: group,
    kept: JSON.stringify(own),
    revision: revision + 1,
    modified_at: new Date().toISOString(),
    modified_by: userId,
  }
  if (revision === 0) {
    const added = await db
      .insertInto('installation_setting')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 1n) return
  } else {
    const { numUpdatedRows } = await db
      .updateTable('installation_setting')
      .set(row)
      .where('name', '=', group)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
  }
  throw await conflictOf(db, settings, group)
}

async function conflictOf(db: Db, settings: Given, name: SettingGroup): Promise<AppError> {
  const [present] = await groupsOf(db, settings, [name])
  const { modifiedBy: by = '', modifiedAt: at } = present as SettingsOfGroup
  const data: Conflict<SettingsOfGroup> = { present: present as SettingsOfGroup, by, at: at ?? '' }
  return new AppError('object_conflict', `内容已被 ${by || '他人'} 修改，请比较后再保存`, data)
}
