// The trace code of the figures on the screen, which the watermark shows: a photograph tells whose screen it was, and
// what was on it.
import { useEffect } from 'react'
import { create } from 'zustand'

const useTraces = create<{ codes: readonly string[] }>(() => ({ codes: [] }))

/** Of the figures that came last; empty where there are none. */
export const useShownTrace = (): string => useTraces(({ codes }) => codes.at(-1) ?? '')

/** For whoever shows figures: as long as they are shown, so is their code. */
export function useTraceOf(code: string | undefined): void {
  useEffect(() => {
    if (!code) return
    useTraces.setState(({ codes }) => ({ codes: [...codes, code] }))
    return () =>
      useTraces.setState(({ codes }) => {
        const at = codes.lastIndexOf(code)
        return { codes: codes.filter((_, index) => index !== at) }
      })
  }, [code])
}
