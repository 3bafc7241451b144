// The browser asks before a tab with unsaved typing is left. Dialogs are covered without further work; other forms opt
// in by `data-asks`, a page's own editor by `useLeaveWarning`.
import { useEffect } from 'react'

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const asking = '.bp6-dialog, [data-asks]'
/** Fields for searching, and fields whose content nobody would want back. */
const losesNothing = '[role="combobox"], [type="search"], [type="password"], [type="file"], [readonly]'

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const heldBy = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value

/** Fields that have had the focus, with their value at that time. */
const opened = new Map<Field, string | boolean>()

function noteOpened({ target }: Event): void {
  for (const field of opened.keys()) if (!field.isConnected) opened.delete(field)
  if (!isField(target) || opened.has(target) || target.matches(losesNothing) || !target.closest(asking))
    return
  opened.set(target, heldBy(target))
}

/** A dialog that was saved is closed, and its fields are disconnected. */
const isUnsaved = ([field, before]: [Field, string | boolean]): boolean =>
  field.isConnected && heldBy(field) !== before

export function watchTyped(): () => void {
  const askWhereTyped = (event: BeforeUnloadEvent) => {
    if ([...opened].some(isUnsaved)) ask(event)
  }
  document.addEventListener('focusin', noteOpened)
  window.addEventListener('beforeunload', askWhereTyped)
  return () => {
    document.removeEventListener('focusin', noteOpened)
    window.removeEventListener('beforeunload', askWhereTyped)
    opened.clear()
  }
}
