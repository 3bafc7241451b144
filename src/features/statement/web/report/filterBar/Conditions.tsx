// The conditions in the filter bar's single line; those that do not fit are in the 更多 popup.
import { type ReactElement, type RefObject, useEffect, useState } from 'react'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { controlKey, type Opened } from '#features/statement/web/filters/opened.ts'
import { useReport } from '../store.ts'
import { type Entry, inRest, useFitting } from './useFitting.ts'

export interface ShownCondition extends Entry {
  control: ReactElement
}

interface Props {
  bar: RefObject<HTMLElement | null>
  conditions: readonly ShownCondition[]
  /** Which control to open, and how often it was requested. */
  opened: Opened
}

export function Conditions({ bar, conditions, opened }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [answered, setAnswered] = useState(0)
  const line = useFitting(bar, conditions, (edited) => {
    if (edited === null) opened.note(false)
    else if (edited === opened.key || edited === inRest) opened.note(true)
  })
  const named = (keys: readonly string[]) =>
    keys.flatMap((key) => conditions.find((condition) => condition.key === key) ?? [])
  const rest = named(line.rest)
  // The requested control is in the popup, so the popup opens first.
  if (opened.times !== answered) {
    setAnswered(opened.times)
    if (rest.some(({ key }) => key === opened.key)) setIsOpen(true)
  }
  // Anything else opened from the bar closes the popup.
  const picker = useReport((state) => state.picker)
  if (isOpen && picker !== null) setIsOpen(false)
  // A condition opened by command returns the focus to its previous place and closes the popup.
  useEffect(() => {
    if (!isOpen) return
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && !target.closest('.popup, .bp6-popover, .filter-more')) setIsOpen(false)
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [isOpen])
  const set = rest.filter(({ isSet }) => isSet).length
  return (
    <>
      {named(line.shown).map(({ key, control }) => (
        <span
          key={controlKey(key, opened)}
          className="filter-condition"
          data-condition={key}
          style={line.cut?.key === key ? { maxWidth: line.cut.width } : undefined}
        >
          {control}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="filter-more">
          <FilterButton
            label="更多"
            name="更多条件"
            value={String(rest.length)}
            valueText={`${rest.length} 个条件，${set} 个已设`}
            isOpen={isOpen}
            onOpen={setIsOpen}
            title="放不下的条件"
            className={set > 0 ? 'filter-set' : ''}
          >
            <div className="filter-rest">
              {rest.map(({ key, control }) => (
                <span key={controlKey(key, opened)}>{control}</span>
              ))}
            </div>
          </FilterButton>
        </span>
      )}
    </>
  )
}
