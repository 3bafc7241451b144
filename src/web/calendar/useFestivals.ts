// 国庆 and 春节 can be parsed once the calendar is loaded: components that show a text's meaning load it, and
// render again.
import { useEffect, useState } from 'react'
import { loadFestivals } from './loadFestivals.ts'

/** `isWanted`: a text that may name a festival is being typed, or is shown as not understood. */
export function useFestivals(isWanted: boolean): void {
  const [, setKnown] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    loadFestivals().then(
      () => setKnown(true),
      // The shown reason says that they are unknown.
      () => undefined,
    )
  }, [isWanted])
}
