// The dictionaries that may name a dimension's values.
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { simplelist } from '#features/dictionary/contract.ts'

interface Named {
  id: number
  name: string
}

/** `kept`: the one that is named already, which stays a choice also where the list did not come. */
export function useDictionaries(kept: number | undefined): readonly Named[] {
  const [found, setFound] = useState<readonly Named[]>(
    kept === undefined ? [] : [{ id: kept, name: `字典 #${kept}` }],
  )
  useEffect(() => {
    let left = false
    call(simplelist, {}, { quiet: true, loading: null }).then(
      (dictionaries) => left || setFound(dictionaries),
      // The one that is named stays; the others are chosen when they can be read.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return found
}
