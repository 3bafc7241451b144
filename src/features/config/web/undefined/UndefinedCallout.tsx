// In the title line of the lists: offers tables of the warehouse that no definition uses.
import { Button } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { useMissing } from '#web/ui/missing/notes.ts'
import { showUndefined } from './open.tsx'
import { readUndefined, useUndefined } from './store.ts'

export function UndefinedCallout() {
  const { tables, failure } = useUndefined()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew.
  useEffect(() => {
    const asking = new AbortController()
    // The store holds the error, which is shown below.
    readUndefined(asking.signal).catch(() => undefined)
    return () => asking.abort()
  }, [attempt])
  useMissing('未定义的数据表读取失败', failure, () => setAttempt((times) => times + 1))
  if (tables.length === 0) return null
  return (
    <CommandTip command="config.define" title="看看它们能成为哪些维度与指标">
      <Button
        className="config-undefined"
        variant="minimal"
        intent="primary"
        text={`${tables.length} 张数据表未定义`}
        onClick={() => showUndefined()}
      />
    </CommandTip>
  )
}
