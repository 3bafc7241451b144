// The dictionaries that may label a dimension's values.
import { useState } from 'react'
import { call, quiet } from '#web/api/client.ts'
import { useSecondary } from '#web/ui/missing/useSecondary.ts'
import { simplelist } from '#features/dictionary/contract.ts'

interface Named {
  id: number
  name: string
}

/** `kept`: the current dictionary, which stays an option even if the list can't be loaded. */
export function useDictionaries(kept: number | undefined): readonly Named[] {
  const [found, setFound] = useState<readonly Named[]>(
    kept === undefined ? [] : [{ id: kept, name: `字典 #${kept}` }],
  )
  useSecondary('字典读取失败，暂时只能选原来的', async (signal) => {
    const dictionaries = await call(simplelist, {}, { ...quiet, signal })
    if (!signal.aborted) setFound(dictionaries)
  })
  return found
}
