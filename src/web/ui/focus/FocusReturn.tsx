// Rendered inside a part that opens: when the part closes, the focus returns to where it was before.
import { useEffect, useState } from 'react'
import { focusTrail, giveFocusBack } from './focusTrail.ts'

export function FocusReturn() {
  // Taken while rendering, before a field in the part takes the focus.
  const [trail] = useState(focusTrail)
  useEffect(() => () => giveFocusBack(trail), [trail])
  return null
}
