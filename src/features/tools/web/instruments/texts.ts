// What stands in the fields of the instruments: in this tab's memory alone, and no longer than the session.
import { create } from 'zustand'
import { useSession } from '#web/shell/session.ts'

export const useTexts = create<{ texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }))

export const textNow = (field: string): string => useTexts.getState().texts[field] ?? ''

export function setText(field: string, text: string): void {
  useTexts.setState(({ texts }) => ({ texts: { ...texts, [field]: text } }))
}

export const useText = (field: string): string => useTexts(({ texts }) => texts[field] ?? '')

useSession.subscribe((now, before) => {
  if (now.roleData?.email !== before.roleData?.email) useTexts.setState({ texts: {} })
})
