// The dictionaries that may label a dimension's values.
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
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
  useEffect(() => {
    let left = false
    call(simplelist, {}, { quiet: true, loading: null }).then(
      (dictionaries) => left || setFound(dictionaries),
      // Only the current dictionary is offered until the list can be loaded.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return found
}
