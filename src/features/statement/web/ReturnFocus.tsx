// Stands in a dialog: when the dialog goes, the focus goes back to where it was.
import { useEffect, useState } from 'react'

export function ReturnFocus() {
  // Taken while rendering, before a field of the dialog takes the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog's elements are gone; whatever took the focus meanwhile keeps it.
      setTimeout(() => {
        const nobody = document.activeElement === null || document.activeElement === document.body
        if (nobody && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    },
    [before],
  )
  return null
}
