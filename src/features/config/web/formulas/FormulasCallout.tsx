// In the title line of the points: formulas that people write for themselves offer themselves as points.
import { Button } from '@blueprintjs/core'
import { useEffect } from 'react'
import { showDialog } from '../../../../web/shell/dialog.tsx'
import { onDemand } from '../../../../web/ui/onDemand.tsx'
import { readFormulasInUse, useFormulasInUse } from './store.ts'

const FormulasDialog = onDemand(async () => (await import('./FormulasDialog.tsx')).FormulasDialog)

export function FormulasCallout() {
  const formulas = useFormulasInUse((state) => state.formulas)
  useEffect(() => {
    const asking = new AbortController()
    readFormulasInUse(asking.signal).catch(() => {
      // The dialog says why it could not be read, when it is opened.
    })
    return () => asking.abort()
  }, [])
  if (formulas.length === 0) return null
  return (
    <Button
      className="config-undefined"
      variant="minimal"
      intent="primary"
      text={`${formulas.length} 个自建公式`}
      title="报表里各自写的公式，可以转为指标"
      onClick={() => showDialog(<FormulasDialog />)}
    />
  )
}
