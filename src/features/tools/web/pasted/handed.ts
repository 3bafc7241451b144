// A text passed from the palette to a page: in memory, never in an address.
import { create } from 'zustand'

interface Handed {
  json: string | null
  /** The target tool and its text. */
  tool: { id: string; text: string } | null
}

export const useHanded = create<Handed>(() => ({ json: null, tool: null }))

export const handText = (text: string): void => useHanded.setState({ json: text })
export const handToTool = (id: string, text: string): void => useHanded.setState({ tool: { id, text } })

/** Can be taken only once. */
export function takeHanded<Name extends keyof Handed>(name: Name): Handed[Name] {
  const taken = useHanded.getState()[name]
  useHanded.setState({ [name]: null })
  return taken
}
