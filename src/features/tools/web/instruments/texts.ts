// The texts in the tools' fields: only in this tab's memory, until the session ends.
import { create } from 'zustand'
import { useSession } from '#web/shell/session.ts'

export const useTexts = create<{ texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }))

export function setText(field: string, text: string): void {
  useTexts.setState(({ texts }) => ({ texts: { ...texts, [field]: text } }))
}

export const useText = (field: string): string => useTexts(({ texts }) => texts[field] ?? '')

useSession.subscribe((now, before) => {
  if (now.roleData?.email !== before.roleData?.email) useTexts.setState({ texts: {} })
})
