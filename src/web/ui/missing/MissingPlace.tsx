// A part of a page that shows, above its content, what the content lacks because a request failed.
import { type ReactNode, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { FailureLine } from '../states/FailureLine.tsx'
import { type Notes, notesStore, PlaceContext } from './notes.ts'
import './missing.css'

export function MissingPlace({ children }: { children: ReactNode }) {
  const [store] = useState(notesStore)
  return (
    <PlaceContext value={store}>
      <MissingNotes store={store} />
      {children}
    </PlaceContext>
  )
}

function MissingNotes({ store }: { store: StoreApi<Notes> }) {
  const notes = useStore(store)
  if (notes.size === 0) return null
  const alike = Map.groupBy(notes.values(), ({ what }) => what)
  return (
    <div className="missing-notes" ref={markParent}>
      {[...alike].map(([what, [first, ...others]]) =>
        first ? (
          <FailureLine
            key={what}
            what={what}
            failure={first.failure}
            onRetry={() => {
              for (const { again } of [first, ...others]) again()
            }}
          />
        ) : null,
      )}
    </div>
  )
}

/** Tells the styles that the element around the notes has some. */
function markParent(notes: HTMLElement | null) {
  const around = notes?.parentElement
  around?.toggleAttribute('data-lacks', true)
  return () => {
    around?.toggleAttribute('data-lacks', false)
  }
}
