// Which dialog of a saved query is open.
import { create } from 'zustand'

type QueryDialog = 'share' | 'versions'

export const useQueryDialog = create<{ open: { kind: QueryDialog; id: string } | null }>(() => ({
  open: null,
}))

export function showQueryDialog(kind: QueryDialog, id: string): void {
  useQueryDialog.setState({ open: { kind, id } })
}

export function closeQueryDialog(): void {
  useQueryDialog.setState({ open: null })
}
