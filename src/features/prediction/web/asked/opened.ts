// Which control of the bar is open, whether the mouse or a command opened it.
import { create } from 'zustand'

export type Control = 'point' | 'dims' | 'games' | 'days' | 'range'

export const useOpened = create<{ control: Control | null }>(() => ({ control: null }))

export const openControl = (control: Control): void => useOpened.setState({ control })

export const controlled = (control: Control) => (isOpen: boolean) =>
  useOpened.setState(({ control: now }) => ({ control: isOpen ? control : now === control ? null : now }))
