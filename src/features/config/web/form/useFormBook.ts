// The warehouse's tables, loaded when a form first needs them.
import { useEffect } from 'react'
import { readPhysical, useBook } from '../book.ts'

export function useFormBook(): void {
  useEffect(() => {
    const { dim, point } = useBook.getState().physical
    if (dim.length + point.length > 0) return
    readPhysical().catch(() => {
      // Names can be typed; the check reports missing tables and columns.
    })
  }, [])
}
