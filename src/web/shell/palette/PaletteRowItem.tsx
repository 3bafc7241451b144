// One row of the palette. Rows are places, not entries: as one types they stay and their texts change, which is
// several times quicker than taking rows away and making others. cmdk's item of a place is drawn once: what is in the
// row comes to its body past it.

import { Document } from '@blueprintjs/icons'
import { Command } from 'cmdk'
import { type ComponentProps, createContext, memo, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { KeyHint } from '../keys/KeyHint.tsx'
import { commandIcons } from './icons.tsx'
import { Marked } from './Marked.tsx'
import { marksOf, type PaletteRow } from './results.ts'

interface Props {
  place: string
  /** Above it; '' where its group goes on. */
  heading: string
  /** None keeps the place, hidden, for an answer to come. */
  row: PaletteRow | undefined
  /** Said with the rest, so that a row is drawn as highlighted before cmdk looks for it to scroll to it. */
  selected: boolean
  onRun: (row: PaletteRow) => void
}

/** Made once each: React passes over an element that is the same as before. */
const icons = new Map(
  Object.entries({ ...commandIcons, '': Document }).map(([name, Icon]) => [
    name,
    <Icon key={name} className="palette-row-icon" />,
  ]),
)

/** What a place holds now, or held before it was hidden: to empty it would cost as much as to fill it. */
interface Held {
  row: PaletteRow | undefined
  hidden: boolean
  selected: boolean
}

const Content = createContext<Held>({ row: undefined, hidden: true, selected: false })

export const PaletteRowItem = memo(function PaletteRowItem({ place, heading, row, selected, onRun }: Props) {
  const latest = useRef<Pick<Held, 'row' | 'hidden'> & { heading: string }>({ row, hidden: true, heading })
  useLayoutEffect(() => {
    const { current } = latest
    latest.current = {
      row: row ?? current.row,
      hidden: row === undefined,
      heading: heading || current.heading,
    }
  }, [row, heading])
  const item = useMemo(() => {
    const run = () => {
      if (latest.current.row && !latest.current.hidden) onRun(latest.current.row)
    }
    return (
      <Command.Item asChild value={place} onSelect={run}>
        <RowBody id={place} />
      </Command.Item>
    )
  }, [place, onRun])
  const content = useMemo(
    () => ({ row: row ?? latest.current.row, hidden: row === undefined, selected }),
    [row, selected],
  )
  return (
    <>
      <div className="palette-heading" role="presentation" hidden={heading === ''}>
        {heading || latest.current.heading}
      </div>
      <Content value={content}>{item}</Content>
    </>
  )
})

/** Has what cmdk gives its items (their keys and pointers), and says what the place holds. */
function RowBody(given: ComponentProps<'div'>) {
  const { row, hidden, selected } = useContext(Content)
  if (row === undefined) return <div {...given} className="palette-row" aria-disabled hidden />
  const { entry } = row
  const { title, alias } = marksOf(row)
  const className = entry.denied === undefined ? 'palette-row' : 'palette-row palette-row-denied'
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names it.
    <div
      {...given}
      className={className}
      role="option"
      aria-selected={selected}
      aria-disabled={hidden || undefined}
      hidden={hidden}
    >
      {icons.get(entry.icon ?? '') ?? icons.get('')}
      <span className="palette-row-title">
        <Marked text={entry.title} ranges={title} />
        {alias && (
          <span className="palette-row-alias">
            <Marked text={entry.en ?? ''} ranges={alias} />
          </span>
        )}
        {(entry.argument || (entry.page && !entry.go)) && <span aria-hidden="true"> …</span>}
        {entry.chips?.map((chip) => (
          <span key={chip} className="palette-chip">
            {chip}
          </span>
        ))}
      </span>
      <span className="palette-row-detail">{entry.denied ?? entry.detail}</span>
      {entry.command && entry.denied === undefined && <KeyHint command={entry.command} />}
    </div>
  )
}
