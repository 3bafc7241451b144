// The strokes of a sequence that was begun and awaits its next key.
import { create } from 'zustand'

export const usePending = create<{ strokes: readonly string[] }>(() => ({ strokes: [] }))
