// Personal settings, each under its own key in localStorage. Pages read them; the settings drawer changes them.
import { create } from 'zustand'
import {
  accepts,
  columnLimitOf,
  defaultSettings,
  type SettingName,
  type Settings,
  settingNames,
  settingOf,
  textOf,
} from './settingValues.ts'
import { readText, writeText } from './storage.ts'

export type { Settings, Theme } from './settingValues.ts'
export { defaultSettings } from './settingValues.ts'

interface SettingsState extends Settings {
  change<Name extends SettingName>(name: Name, value: Settings[Name]): void
}

export const useSettings = create<SettingsState>((set, get) => ({
  ...storedSettings(),
  change(name, value) {
    const changed = changeOf(name, value, get())
    for (const key of Object.keys(changed) as SettingName[]) {
      writeText(key, textOf(changed[key] as Settings[SettingName]))
    }
    set(changed)
  },
}))

/** The settings that change together with this setting. */
function changeOf<Name extends SettingName>(
  name: Name,
  value: Settings[Name],
  now: Settings,
): Partial<Settings> {
  const given = name === 'maxColumnWords' ? columnLimitOf(value as number) : value
  const kept = accepts(name, given) ? given : now[name]
  const changed: Partial<Settings> = { [name]: kept }
  if (name === 'computeOnly' && kept) changed.exportSetting = true
  if (name === 'exportSetting' && !kept) changed.computeOnly = false
  return changed
}

function storedSettings(): Settings {
  const settings: Record<string, unknown> = {}
  for (const name of settingNames) {
    const text = readText(name)
    const value = text === null ? undefined : settingOf(name, text)
    settings[name] = accepts(name, value) ? value : defaultSettings[name]
  }
  const read = settings as unknown as Settings
  return {
    ...read,
    maxColumnWords: columnLimitOf(read.maxColumnWords),
    exportSetting: read.exportSetting || read.computeOnly,
  }
}

/** Reads all keys again: another tab may have changed the settings. */
export function rereadSettings(): void {
  useSettings.setState(storedSettings())
}
