// Keeps the watermark in step with the signed-in user, and its second line with the trace code of the figures on
// screen.
import { useEffect } from 'react'
import { businessToday } from './businessDay.ts'
import { shownName, useSession } from './session.ts'
import { useIsDark } from './theme.ts'
import { useShownTrace } from './trace.ts'
import { showWatermark, traceCode, watermarkDefaults } from './watermark.ts'

export function WatermarkHost() {
  const name = useSession(shownName)
  const email = useSession((session) => session.roleData?.email)
  const dark = useIsDark()
  const shown = useShownTrace()
  useEffect(() => {
    const own = name === null ? '' : traceCode(email ?? name, businessToday())
    const trace = name === null ? '' : shown || own
    showWatermark({ text: name ?? watermarkDefaults.text, trace, dark })
  }, [name, email, dark, shown])
  return null
}
