// One row of the palette. Rows are places, not entries: as one types they stay and their texts change, which is
// several times quicker than taking rows away and making others. cmdk's item of a place is drawn once; what tells one
// kind of row from another comes to it past cmdk, and the texts past React (rowContent.ts).

import { Document } from '@blueprintjs/icons'
import { Command } from 'cmdk'
import { type ComponentProps, createContext, memo, useContext, useMemo, useRef } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import { KeyHint } from '../keys/KeyHint.tsx'
import { commandIcons } from './icons.tsx'
import type { PaletteRow } from './results.ts'
import type { RowContent } from './rowContent.ts'

/** Of a row what few keys change. */
interface Kind {
  /** The place is kept, for an answer to come. */
  hidden: boolean
  /** Said with the rest, so that a row is drawn as highlighted before cmdk looks for it to scroll to it. */
  selected: boolean
  denied: boolean
  icon: string
  /** Its keys stand at the right. */
  command: CommandId | undefined
}

interface Props extends Kind {
  place: string
  /** Above it; '' where its group goes on. */
  heading: string
  content: RowContent
  onRun: (row: PaletteRow) => void
}

/** Made once each: React passes over an element that is the same as before. */
const icons = new Map(
  Object.entries({ ...commandIcons, '': Document }).map(([name, Icon]) => [
    name,
    <Icon key={name} className="palette-row-icon" />,
  ]),
)

const KindOfRow = createContext<Kind>({
  hidden: true,
  selected: false,
  denied: false,
  icon: '',
  command: undefined,
})

export const PaletteRowItem = memo(function PaletteRowItem({
  place,
  heading,
  content,
  onRun,
  ...now
}: Props) {
  // What stands in a hidden place is left: to take it away would cost as much as to put it there.
  const before = useRef({ heading, ...now })
  const { denied, icon, command } = now.hidden ? before.current : now
  const { hidden, selected } = now
  const headed = heading || before.current.heading
  before.current = { hidden, selected, denied, icon, command, heading: headed }
  const item = useMemo(() => {
    const run = () => {
      if (content.row) onRun(content.row)
    }
    return (
      <Command.Item asChild value={place} onSelect={run}>
        <RowBody id={place} content={content} />
      </Command.Item>
    )
  }, [place, content, onRun])
  const kind = useMemo(
    () => ({ hidden, selected, denied, icon, command }),
    [hidden, selected, denied, icon, command],
  )
  return (
    <>
      <div className="palette-heading" role="presentation" hidden={heading === ''}>
        {headed}
      </div>
      <KindOfRow value={kind}>{item}</KindOfRow>
    </>
  )
})

/** Has what cmdk gives its items (their keys and pointers), and says what the place holds. */
function RowBody({ content, ...given }: Omit<ComponentProps<'div'>, 'content'> & { content: RowContent }) {
  const { hidden, selected, denied, icon, command } = useContext(KindOfRow)
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
      {icons.get(icon) ?? icons.get('')}
      <span className="palette-row-title" ref={content.takeTitle} />
      <span className="palette-row-detail" ref={content.takeDetail} />
      {command && !denied && <KeyHint command={command} />}
    </div>
  )
}
