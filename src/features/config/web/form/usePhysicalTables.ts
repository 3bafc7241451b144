// The warehouse's tables, loaded when a form first needs them.
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import { readPhysical, useReferenceData } from '../referenceData.ts'

/** Without the tables, names can be typed; the check reports missing tables and columns. */
export function usePhysicalTables(): void {
  const isMissing = useReferenceData(({ physical: { dim, point } }) => dim.length + point.length === 0)
  useSecondary('数据表读取失败，表名和列名可以直接输入', isMissing ? readPhysical : null)
}
