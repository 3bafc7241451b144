// In the title line of the points: offers to turn formulas that users wrote in reports into points.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { showDialog } from '#web/shell/dialog.tsx'
import { useMissing } from '#web/ui/missing/notes.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { readFormulasInUse, useFormulasInUse } from './store.ts'

const FormulasDialog = onDemand(async () => (await import('./FormulasDialog.tsx')).FormulasDialog)

export function FormulasCallout() {
  const { formulas, failure } = useFormulasInUse()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    const asking = new AbortController()
    // The store holds the error, which is shown below.
    readFormulasInUse(asking.signal).catch(() => undefined)
    return () => asking.abort()
  }, [attempt])
  useMissing('自建公式读取失败', failure, () => setAttempt((times) => times + 1))
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
