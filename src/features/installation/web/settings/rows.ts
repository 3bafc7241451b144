// A setting as a row of the list, and its value in words and in a form.

import type { AnyField, AnyValues, FieldValue } from '#web/form/types.ts'
import type { Setting, SettingsOfGroup, SettingValue } from '#features/installation/contract.ts'

export type SettingRow = Setting & { modifiedAt: string | null; modifiedBy: string; of: SettingsOfGroup }

/** A save changes all rows of its group, which the list reads anew. The form can't name the list, which names it. */
export const whenSaved = { refresh: (): void => {} }

/** Who changed the group last stands at those of its settings that come from the page. */
export const groupRows = (of: SettingsOfGroup): SettingRow[] =>
  of.settings.map((setting) => {
    const isKept = setting.kept !== null
    return {
      ...setting,
      of,
      modifiedAt: isKept ? of.modifiedAt : null,
      modifiedBy: isKept ? of.modifiedBy : '',
    }
  })

const wordOf = ({ kind, choices }: Setting, value: SettingValue): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.join('、')
  return kind === 'choice'
    ? (choices.find((choice) => choice.value === value)?.title ?? value.toString())
    : String(value)
}

export const valueText = (setting: Setting): string => wordOf(setting, setting.value)

const usualText = (setting: Setting): string => {
  const word = wordOf(setting, setting.usual)
  return word === '' ? '默认：没有' : `默认：${word}`
}

/** Empty means the default, for every kind. */
export function fieldOf(setting: Setting): AnyField {
  const { key: name, title: label, kind, source, restart } = setting
  const isLocked = source === 'file'
  const notes = [isLocked ? '配置文件里写了它，在那里改' : setting.help, restart ? '重启后生效' : '']
  const base = { name, label, readOnly: isLocked, help: notes.filter((note) => note !== '').join('；') }
  if (kind === 'number') return { ...base, kind: 'number', whole: true, placeholder: usualText(setting) }
  if (kind === 'lines') return { ...base, kind: 'lines', rows: 2 }
  if (kind === 'yesNo' || kind === 'choice') {
    const given =
      kind === 'choice'
        ? setting.choices
        : [
            { value: 'true', title: '是' },
            { value: 'false', title: '否' },
          ]
    return { ...base, kind: 'select', choices: [{ value: '', title: usualText(setting) }, ...given] }
  }
  return { ...base, kind: 'text', placeholder: usualText(setting) }
}

export function formValues({ settings }: SettingsOfGroup): AnyValues {
  const inForm = ({ kind, source, value, kept }: Setting): FieldValue => {
    const shown = source === 'file' ? value : kept
    if (kind === 'number') return shown as number | null
    if (kind === 'lines') return (shown as readonly string[] | null) ?? []
    return shown === null ? '' : String(shown)
  }
  return Object.fromEntries(settings.map((setting) => [setting.key, inForm(setting)]))
}

/** What a save sends: settings of the file are not in it. */
export function sentValues({ settings }: SettingsOfGroup, values: AnyValues): Record<string, SettingValue> {
  const sentOf = ({ key, kind }: Setting): SettingValue => {
    const value = values[key] ?? null
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
    if (kind === 'yesNo') return value === 'true'
    return Array.isArray(value) ? [...value] : (value as SettingValue)
  }
  const open = settings.filter(({ source, kind }) => source !== 'file' && kind !== 'shown')
  return Object.fromEntries(open.map((setting) => [setting.key, sentOf(setting)]))
}
