// 国庆 and 春节 are days once the calendar is here: whoever shows what a text means asks for it, and shows it anew.
import { useEffect, useState } from 'react'
import { loadFestivals } from './loadFestivals.ts'

/** `isWanted`: a text that may name one is being typed, or is shown as not understood. */
export function useFestivals(isWanted: boolean): void {
  const [, setKnown] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    loadFestivals().then(
      () => setKnown(true),
      // The reason that is shown says that they are not known.
      () => undefined,
    )
  }, [isWanted])
}
