// The warehouse's tables, read when a form first needs them.
import { useEffect } from 'react'
import { readPhysical, useBook } from '../book.ts'

export function useFormBook(): void {
  useEffect(() => {
    const { dim, point } = useBook.getState().physical
    if (dim.length + point.length > 0) return
    readPhysical().catch(() => {
      // The check says which tables and columns there are not; names can be typed.
    })
  }, [])
}
