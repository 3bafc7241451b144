// The sheet of keys (`?`). Its dialog is loaded when it is first opened.
import { onDemand } from '#web/ui/onDemand.tsx'
import { useHelp } from './store.ts'

const HelpDialog = onDemand(async () => (await import('./HelpDialog.tsx')).HelpDialog)

export function HelpSheet() {
  return useHelp((help) => help.open) ? <HelpDialog /> : null
}
