// localStorage, which may be blocked, full or hold foreign text: then memory serves, for this tab only.

import { isRecord } from './isRecord.ts'
import type { SettingName } from './settingValues.ts'

export { isRecord }

/**
 * All names under which the product stores something; those that end with a colon are prefixes. 缓存管理 has a text for
 * each.
 */
export type StoredName =
  | 'username'
  | 'roleData'
  | 'dict_owner'
  | 'pathname4redirect'
  | 'pathname4redirect_owner'
  | 'privateViewList'
  | 'docUpdateTimeMap'
  | 'documentMenuObj'
  | 'paletteHistory:'
  | 'table:'
  | 'tableSize'
  | 'statementRecents:'
  | 'statementStars:'
  | 'statementSide:'
  | 'statementDrafts:'
  | 'statementTotals'
  | 'statementPrevious'
  | 'sqlView:'
  | 'sqlDesk:'
  | 'sqlDraft:'
  | 'sqlLast:'
  | 'sqlHandover'
  | 'dictionary-draft:'
  | 'result-comparisons'
  | 'result-chart:'
  | 'kept-work:'
  | 'address:'
  | 'handed-over:'
  | 'logQueries:'
  | 'installation_checks'
  | 'console_lines'

export type StoredKey =
  | SettingName
  | { [Name in StoredName]: Name extends `${string}:` ? `${Name}${string}` : Name }[StoredName]

const memory = new Map<string, string>()

export function readText(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeText(key: StoredKey, text: string): void {
  try {
    window.localStorage.setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

export function removeText(key: string): void {
  memory.delete(key)
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Blocked: nothing was stored.
  }
}

/** Returns null for broken or foreign JSON, and for values that `fits` rejects. */
export function readJson<Value>(key: string, fits: (value: unknown) => value is Value): Value | null {
  const text = readText(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return fits(value) ? value : null
  } catch {
    return null
  }
}

export function writeJson(key: StoredKey, value: unknown): void {
  writeText(key, JSON.stringify(value))
}

/** Whether stored values survive a reload. */
export function storageWorks(): boolean {
  try {
    const probe = 'storage_probe'
    window.localStorage.setItem(probe, probe)
    window.localStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}
