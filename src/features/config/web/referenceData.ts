// Data that rows and forms refer to: tables, categories, options, physical tables. Read with each list and
// kept while the tab lives.
import { create } from 'zustand'
import type { DimensionInfo, PointInfo } from '#semantic/model/types.ts'
import { call, quiet } from '#web/api/client.ts'
import {
  anaSettingOption,
  type FittingTable,
  getAdbTableNameByTableType,
  type SavedCategory,
  type SavedDimension,
  type SavedDimensionTable,
  type SavedPoint,
  type SavedPointTable,
  type SettingOptions,
} from '../contract.ts'
import { readConfig } from './read.ts'

/** A definition that was just saved has neither until the list is read again. */
interface Listed {
  /** Pinyin readings of the name. */
  pinyin?: string
  /** How many reports, formulas and definitions use it. */
  uses?: number
}
export type DimensionEntry = Omit<SavedDimension, 'info'> & { info: DimensionInfo } & Listed
export type PointEntry = Omit<SavedPoint, 'info'> & { info: PointInfo } & Listed
export type DimensionTableEntry = SavedDimensionTable & Listed
export type PointTableEntry = SavedPointTable & Listed
export type CategoryEntry = SavedCategory & Listed

interface ReferenceData {
  dimensionTables: readonly DimensionTableEntry[]
  pointTables: readonly PointTableEntry[]
  categories: readonly CategoryEntry[]
  options: SettingOptions
  physical: Readonly<Record<'dim' | 'point', readonly FittingTable[]>>
}

const noOptions: SettingOptions = {
  dimensionTypes: [],
  formTypes: [],
  pointTypes: [],
  grains: [],
  aggregates: [],
  numberFormats: [],
  updateFrequencies: [],
}

export const useReferenceData = create<ReferenceData>(() => ({
  dimensionTables: [],
  pointTables: [],
  categories: [],
  options: noOptions,
  physical: { dim: [], point: [] },
}))
export const referenceData = (): ReferenceData => useReferenceData.getState()

type Part = 'dimensionTables' | 'pointTables' | 'categories'

/** Tables and categories, and the titles of all options. */
export async function readReferenceData(signal: AbortSignal): Promise<Pick<ReferenceData, Part>> {
  const [config, options] = await Promise.all([
    readConfig<Pick<ReferenceData, Part>>(['dimensionTables', 'pointTables', 'categories'], signal),
    call(anaSettingOption, {}, { ...quiet, signal }),
  ])
  useReferenceData.setState({ ...config, options })
  return config
}

/** Physical tables of the warehouse, needed by forms; the rows don't wait for them. */
export async function readPhysical(): Promise<void> {
  const [dim, point] = await Promise.all(
    (['dim', 'point'] as const).map((tableType) =>
      call(getAdbTableNameByTableType, { params: { tableType } }, quiet),
    ),
  )
  useReferenceData.setState({ physical: { dim: dim ?? [], point: point ?? [] } })
}

const titleIn = (
  options: readonly { value: string; label: string }[],
  value: string | null | undefined,
): string => options.find((option) => option.value === value)?.label ?? value ?? ''

export const optionTitle = (name: keyof SettingOptions, value: string | null | undefined): string =>
  titleIn(referenceData().options[name], value)

const nameIn = (rows: readonly { id: number; name: string }[], id: number | null): string =>
  id === null ? '' : (rows.find((row) => row.id === id)?.name ?? `#${id}`)

export const categoryName = (id: number | null): string => nameIn(referenceData().categories, id)
export const pointTableName = (id: number | null): string => nameIn(referenceData().pointTables, id)
export const dimensionTableName = (id: number | null): string => nameIn(referenceData().dimensionTables, id)

/** The warehouse's table of this name, whether usable as point or dimension table. */
export const physicalTable = (name: string | null | undefined): FittingTable | undefined => {
  const { dim, point } = referenceData().physical
  return point.find((table) => table.name === name) ?? dim.find((table) => table.name === name)
}

/** undefined for a computed point. */
export const tableOfPoint = (id: number | null): PointTableEntry | undefined =>
  referenceData().pointTables.find((table) => table.id === id)
export const tableOfDimension = (id: number | null): DimensionTableEntry | undefined =>
  referenceData().dimensionTables.find((table) => table.id === id)
