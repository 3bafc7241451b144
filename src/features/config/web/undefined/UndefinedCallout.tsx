// In the title line of the lists: tables of the warehouse that no definition names offer themselves.
import { Button } from '@blueprintjs/core'
import { useEffect } from 'react'
import { CommandTip } from '../../../../web/shell/keys/CommandTip.tsx'
import { showUndefined } from './open.tsx'
import { readUndefined, useUndefined } from './store.ts'

export function UndefinedCallout() {
  const tables = useUndefined((state) => state.tables)
  useEffect(() => {
    const asking = new AbortController()
    readUndefined(asking.signal).catch(() => {
      // The dialog says why it could not be read, when it is opened.
    })
    return () => asking.abort()
  }, [])
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
