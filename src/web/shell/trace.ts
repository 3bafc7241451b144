// The trace code of the figures on screen, shown in the watermark: a photograph tells whose screen it was, and which
// figures it showed.
import { useEffect } from 'react'
import { create } from 'zustand'

const useTraces = create<{ codes: readonly string[] }>(() => ({ codes: [] }))

/** The code of the figures loaded last; empty when none are shown. */
export const useShownTrace = (): string => useTraces(({ codes }) => codes.at(-1) ?? '')

/** Registers the code for as long as the component that shows the figures is mounted. */
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
