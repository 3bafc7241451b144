// Whether the dialog that replaces a point in all reports is open, and for which point.
import { create } from 'zustand'

interface ReplaceState {
  open: boolean
  /** The point to replace, where the reader came from it. */
  from: number | null
}

export const useReplace = create<ReplaceState>(() => ({ open: false, from: null }))
