// What of the shell is open, and whether the whole window waits.
import { create } from 'zustand'

type PanelName = 'settings' | 'documents' | 'menu'

interface Panels {
  settings: boolean
  documents: boolean
  menu: boolean
  /** The global loading flag: the overlay covers the window while it is set. */
  loading: boolean
  /** Where the settings drawer opens. */
  settingsSection: 'top' | 'keys'
}

export const usePanels = create<Panels>(() => ({
  settings: false,
  documents: false,
  menu: false,
  loading: false,
  settingsSection: 'top',
}))

export function openPanel(name: PanelName): void {
  usePanels.setState({ menu: false, settingsSection: 'top', [name]: true })
}

export function closePanel(name: PanelName): void {
  usePanels.setState({ [name]: false })
}

/** Opens the settings where keys are rebound. */
export function openKeySettings(): void {
  openPanel('settings')
  usePanels.setState({ settingsSection: 'keys' })
}

export function setLoading(loading: boolean): void {
  usePanels.setState({ loading })
}
