// The settings' shapes, defaults and rules; how one stands in localStorage as text.
import { isRecord } from './isRecord.ts'

export type Theme = 'system' | 'light' | 'dark'
type RowDensity = 'compact' | 'comfortable'
/** The colour of a rise; a fall takes the other one. */
type UpColor = 'red' | 'green'

export interface Settings {
  /** The weekday after a date. */
  showWeekday: boolean
  /** Weekend and holiday rows tinted. */
  highLightWeekend: boolean
  useDictCache: boolean
  /** Exports carry computed values beside the plain ones. */
  exportSetting: boolean
  /** Exports carry computed values alone; not without `exportSetting`. */
  computeOnly: boolean
  /** Exports end with the totals row. */
  exportSummary: boolean
  /** A report opens with its dimensions spread out. */
  autoExpandDim: boolean
  /** A report loads its data when it is opened. */
  autoLoadReportData: boolean
  /** A report loads anew when its conditions change: days, grain, dimensions, points, filters. */
  autoLoadOnDimChange: boolean
  /** Widest a column may be, in pixels: 0 (unlimited) or at least 60. */
  maxColumnWords: number
  /** Lines that a cell may wrap to; 0 is unlimited. */
  maxCellRows: number
  theme: Theme
  rowDensity: RowDensity
  upColor: UpColor
  /** The user's own keys by command id; a command that is absent keeps the registry's. */
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

/** Below this a column is too narrow to read, and the limit counts as none. */
export const narrowestColumn = 60
export const widestColumn = 10_000
export const mostCellRows = 1_000

export type SettingName = keyof Settings
export const settingNames = Object.keys(defaultSettings) as SettingName[]

/** A limit that is too narrow to read counts as none. */
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
