// The dialog that replaces a point in all reports, loaded on first use.
import { onDemand } from '#web/ui/onDemand.tsx'
import { useReplace } from './store.ts'

const ReplaceDialog = onDemand(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

export function ReplaceHost() {
  const { open, from } = useReplace()
  return open ? <ReplaceDialog from={from} /> : null
}
