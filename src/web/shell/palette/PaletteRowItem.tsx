// One row of the palette. Rows are places, not entries: as one types they stay and change, which is several times
// quicker than taking rows away and making others. cmdk's item of a place is drawn once; what it shows comes to it past
// cmdk, and most of it past React (rowContent.ts).

import { Classes } from '@blueprintjs/core'
import { Command } from 'cmdk'
import { type ComponentProps, memo, useSyncExternalStore } from 'react'
import { KeyHint } from '../keys/KeyHint.tsx'
import { runEntry } from './actions.ts'
import type { RowContent } from './rowContent.ts'

interface Props {
  place: string
  content: RowContent
}

export const PaletteRowItem = memo(function PaletteRowItem({ place, content }: Props) {
  const run = () => {
    if (content.row) runEntry(content.row.entry)
  }
  return (
    <>
      <div className="palette-heading" role="presentation" ref={content.takeHeading} />
      <Command.Item asChild value={place} onSelect={run}>
        <RowBody id={place} content={content} />
      </Command.Item>
    </>
  )
})

/** Has what cmdk gives its items (their keys and pointers), and says what the place holds. */
function RowBody({ content, ...given }: Omit<ComponentProps<'div'>, 'content'> & { content: RowContent }) {
  const { hidden, highlighted, denied, command } = useSyncExternalStore(
    content.subscribe,
    () => content.state,
  )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names it.
    <div
      {...given}
      className={denied ? 'palette-row palette-row-denied' : 'palette-row'}
      role="option"
      aria-selected={highlighted}
      aria-disabled={hidden || undefined}
      hidden={hidden}
    >
      <span className={`palette-row-icon ${Classes.ICON}`} aria-hidden="true">
        <svg width="16" height="16" viewBox="0 0 16 16" ref={content.takeIcon} />
      </span>
      <span className="palette-row-title" ref={content.takeTitle} />
      <span className="palette-row-detail" ref={content.takeDetail} />
      <span className="palette-row-keys" ref={content.takeKeys}>
        {command && <KeyHint command={command} />}
      </span>
    </div>
  )
}
