// Keeps the watermark's text at the signed-in user's.
import dayjs from 'dayjs'
import { useEffect } from 'react'
import { shownName, useSession } from './session.ts'
import { useIsDark } from './theme.ts'
import { showWatermark, traceCode, watermarkDefaults } from './watermark.ts'

export function WatermarkHost() {
  const name = useSession(shownName)
  const email = useSession((session) => session.roleData?.email)
  const dark = useIsDark()
  useEffect(() => {
    const trace = name === null ? '' : traceCode(email ?? name, dayjs().format('YYYY-MM-DD'))
    showWatermark({ text: name ?? watermarkDefaults.text, trace, dark })
  }, [name, email, dark])
  return null
}
