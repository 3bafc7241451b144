// Shows a field's values, from wherever they were requested.
import { isNarrow } from '#web/ui/useNarrow.ts'
import { useLogs } from '../store.ts'

export function showValuesOf(field: string): void {
  useLogs.setState({ valuesOf: field, sideFolded: false, ...(isNarrow() && { sideDrawer: true }) })
  requestAnimationFrame(() => fieldRow(field)?.scrollIntoView({ block: 'nearest' }))
}

export function focusFields(): void {
  useLogs.setState({ sideFolded: false, ...(isNarrow() && { sideDrawer: true }) })
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('.log-fields [data-walked]')?.focus()
  })
}

const fieldRow = (field: string): Element | undefined =>
  [...document.querySelectorAll<HTMLElement>('.log-fields [data-field]')].find(
    (row) => row.dataset.field === field,
  )
