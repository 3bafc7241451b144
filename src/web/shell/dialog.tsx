// A single dialog over the pages, for commands that work on every page; their slices load the dialog on demand.
import { type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import { useSession } from './session.ts'

const useDialog = create<{ dialog: ReactNode }>(() => ({ dialog: null }))

export const closeDialog = (): void => useDialog.setState({ dialog: null })

/** Shows a dialog, replacing the open one. */
export const showDialog = (dialog: ReactNode): void => useDialog.setState({ dialog })

export function DialogHost() {
  const dialog = useDialog((state) => state.dialog)
  const username = useSession((session) => session.username)
  // A dialog of one user must not stay open for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the reader changes.
  useEffect(() => closeDialog, [username])
  return dialog
}
