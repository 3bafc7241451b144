// Before a tab goes over what was typed and not saved, the browser asks. Dialogs need do nothing for it; a form beside
// them says so by `data-asks`, an editor of a page's own by `useLeaveWarning`.
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
/** What looks for something, and what nobody would take up again. */
const losesNothing = '[role="combobox"], [type="search"], [type="password"], [type="file"], [readonly]'

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const heldBy = (field: Field): string | boolean =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value

/** Fields that have had the focus, with what they held then. */
const opened = new Map<Field, string | boolean>()

function noteOpened({ target }: Event): void {
  for (const field of opened.keys()) if (!field.isConnected) opened.delete(field)
  if (!isField(target) || opened.has(target) || target.matches(losesNothing) || !target.closest(asking))
    return
  opened.set(target, heldBy(target))
}

/** A dialog that has saved is gone, and its fields with it. */
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
