// Stands in what opens: when that goes, the focus goes back to where it was before.
import { useEffect, useState } from 'react'
import { focusTrail, giveFocusBack } from './focusTrail.ts'

export function FocusReturn() {
  // Taken while rendering, before a field within takes the focus.
  const [trail] = useState(focusTrail)
  useEffect(() => () => giveFocusBack(trail), [trail])
  return null
}
