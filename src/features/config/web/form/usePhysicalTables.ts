// The warehouse's tables, loaded when a form first needs them.
import { useEffect } from 'react'
import { readPhysical, useReferenceData } from '../referenceData.ts'

export function usePhysicalTables(): void {
  useEffect(() => {
    const { dim, point } = useReferenceData.getState().physical
    if (dim.length + point.length > 0) return
    readPhysical().catch(() => {
      // Names can be typed; the check reports missing tables and columns.
    })
  }, [])
}
