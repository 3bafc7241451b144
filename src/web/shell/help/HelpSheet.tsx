// The sheet of keys (`?`). Its dialog is read when it is first opened.
import { lazy, Suspense } from 'react'
import { useHelp } from './store.ts'

const HelpDialog = lazy(() => import('./HelpDialog.tsx').then(({ HelpDialog }) => ({ default: HelpDialog })))

export function HelpSheet() {
  const open = useHelp((help) => help.open)
  if (!open) return null
  return (
    <Suspense>
      <HelpDialog />
    </Suspense>
  )
}
