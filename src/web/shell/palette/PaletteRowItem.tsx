// One row of the palette. Rows are slots, not entries: as the user types, the elements stay and their content changes,
// which is several times faster than replacing elements. cmdk's item is rendered once per slot; content reaches it
// without cmdk, and mostly without React (rowContent.ts).

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

/** Takes the props that cmdk gives its items (keys and pointer), and renders the slot's content. */
function RowBody({ content, ...given }: Omit<ComponentProps<'div'>, 'content'> & { content: RowContent }) {
  const { hidden, highlighted, denied, command } = useSyncExternalStore(
    content.subscribe,
    () => content.state,
  )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the row.
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
