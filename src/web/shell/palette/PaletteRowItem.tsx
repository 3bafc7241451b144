// One row of the palette. Rows are places, not entries: as one types they stay and their texts change, which is
// several times quicker than taking rows away and making others. cmdk's item of a place is drawn once; what tells one
// kind of row from another comes to it past cmdk, and the texts past React (rowContent.ts).

import { Classes } from '@blueprintjs/core'
import { Command } from 'cmdk'
import { type ComponentProps, createContext, memo, useContext, useMemo, useRef } from 'react'
import { KeyHint } from '../keys/KeyHint.tsx'
import { runEntry } from './actions.ts'
import { anyIcon, commandIcons } from './icons.ts'
import type { RowContent } from './rowContent.ts'
import { noRow, type RowKind } from './rowKind.ts'

interface State extends Omit<RowKind, 'heading'> {
  /** The place is kept, for an answer to come. */
  hidden: boolean
  /** Said with the rest, so that a row is drawn as highlighted before cmdk looks for it to scroll to it. */
  selected: boolean
}

interface Props extends State, RowKind {
  place: string
  content: RowContent
}

const StateOfRow = createContext<State>({ ...noRow, hidden: true, selected: false })

export const PaletteRowItem = memo(function PaletteRowItem({ place, heading, content, ...now }: Props) {
  // What stands in a hidden place is left: to take it away would cost as much as to put it there.
  const before = useRef({ heading, ...now })
  const { denied, icon, command } = now.hidden ? before.current : now
  const { hidden, selected } = now
  const headed = heading || before.current.heading
  before.current = { hidden, selected, denied, icon, command, heading: headed }
  const item = useMemo(() => {
    const run = () => {
      if (content.row) runEntry(content.row.entry)
    }
    return (
      <Command.Item asChild value={place} onSelect={run}>
        <RowBody id={place} content={content} />
      </Command.Item>
    )
  }, [place, content])
  const state = useMemo(
    () => ({ hidden, selected, denied, icon, command }),
    [hidden, selected, denied, icon, command],
  )
  return (
    <>
      <div className="palette-heading" role="presentation" hidden={heading === ''}>
        {headed}
      </div>
      <StateOfRow value={state}>{item}</StateOfRow>
    </>
  )
})

/** Has what cmdk gives its items (their keys and pointers), and says what the place holds. */
function RowBody({ content, ...given }: Omit<ComponentProps<'div'>, 'content'> & { content: RowContent }) {
  const { hidden, selected, denied, icon, command } = useContext(StateOfRow)
  // Keys that a row has no more are hidden, as what stands in a hidden place is.
  const keyed = useRef(command)
  keyed.current = command ?? keyed.current
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names it.
    <div
      {...given}
      className={denied ? 'palette-row palette-row-denied' : 'palette-row'}
      role="option"
      aria-selected={selected}
      aria-disabled={hidden || undefined}
      hidden={hidden}
    >
      <span className={`palette-row-icon ${Classes.ICON}`} aria-hidden="true">
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the row's title says it. */}
        <svg width="16" height="16" viewBox="0 0 16 16">
          {(commandIcons[icon] ?? anyIcon).map((path, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an icon are drawn in their order.
            <path key={at} d={path} fillRule="evenodd" />
          ))}
        </svg>
      </span>
      <span className="palette-row-title" ref={content.takeTitle} />
      <span className="palette-row-detail" ref={content.takeDetail} />
      {keyed.current && <KeyHint command={keyed.current} hidden={command === undefined || denied} />}
    </div>
  )
}
