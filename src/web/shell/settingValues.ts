// The settings' types, defaults and validation, and their text form in localStorage.
import { isRecord } from './isRecord.ts'

export type Theme = 'system' | 'light' | 'dark'
type RowDensity = 'compact' | 'comfortable'
/** The colour of rises; falls take the other colour. */
type UpColor = 'red' | 'green'

export interface Settings {
  /** Show the weekday after a date. */
  showWeekday: boolean
  /** Tint weekend and holiday rows. */
  highLightWeekend: boolean
  useDictCache: boolean
  /** Exports contain computed values beside the plain ones. */
  exportSetting: boolean
  /** Exports contain only computed values; requires `exportSetting`. */
  computeOnly: boolean
  /** Exports end with the totals row. */
  exportSummary: boolean
  /** Reports open with their dimensions expanded. */
  autoExpandDim: boolean
  /** Reports load their data when opened. */
  autoLoadReportData: boolean
  /** Reports reload when their conditions change: days, grain, dimensions, points, filters. */
  autoLoadOnDimChange: boolean
  /** Maximum column width in pixels: 0 (unlimited) or at least 60. */
  maxColumnWords: number
  /** Maximum lines that a cell may wrap to; 0 is unlimited. */
  maxCellRows: number
  theme: Theme
  rowDensity: RowDensity
  upColor: UpColor
  /** The user's own keys by command id; an absent command keeps the registry's keys. */
  keyBindings: Record<string, readonly string[]>
}

export const defaultSettings: Settings = {
  showWeekday: true,
  highLightWeekend: true,
  useDictCache: true,
  exportSetting: true,
  computeOnly: false,
  exportSummary: true,
  autoExpandDim: false,
  autoLoadReportData: true,
  autoLoadOnDimChange: true,
  maxColumnWords: 0,
  maxCellRows: 1,
  theme: 'system',
  rowDensity: 'compact',
  upColor: 'red',
  keyBindings: {},
}

/** A narrower column is unreadable, so a smaller limit counts as none. */
export const narrowestColumn = 60
export const widestColumn = 10_000
export const mostCellRows = 1_000

export type SettingName = keyof Settings
export const settingNames = Object.keys(defaultSettings) as SettingName[]

/** A limit too narrow to read counts as none. */
export function columnLimitOf(width: number): number {
  return width < narrowestColumn ? 0 : width
}

const choices: Partial<Record<SettingName, readonly unknown[]>> = {
  theme: ['system', 'light', 'dark'],
  rowDensity: ['compact', 'comfortable'],
  upColor: ['red', 'green'],
}
const upperLimits: Partial<Record<SettingName, number>> = {
  maxColumnWords: widestColumn,
  maxCellRows: mostCellRows,
}

export function accepts(name: SettingName, value: unknown): boolean {
  const limit = upperLimits[name]
  if (limit !== undefined) return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= limit
  const allowed = choices[name]
  if (allowed) return allowed.includes(value)
  if (name === 'keyBindings') return isRecord(value) && Object.values(value).every(isTextList)
  return typeof value === 'boolean'
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

export function textOf(value: Settings[SettingName]): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function settingOf(name: SettingName, text: string): unknown {
  const kind = typeof defaultSettings[name]
  if (kind === 'boolean')
    return text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : undefined
  if (kind === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
