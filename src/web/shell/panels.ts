// Which panels of the shell are open, and whether the whole window is blocked by loading.
import { create } from 'zustand'

type PanelName = 'settings' | 'documents' | 'menu'

interface Panels {
  settings: boolean
  documents: boolean
  menu: boolean
  /** The global loading flag: the overlay covers the window while it is set. */
  loading: boolean
  /** Section at which the settings drawer opens. */
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

/** Opens the settings at the section for key bindings. */
export function openKeySettings(): void {
  openPanel('settings')
  usePanels.setState({ settingsSection: 'keys' })
}

export function setLoading(loading: boolean): void {
  usePanels.setState({ loading })
}
