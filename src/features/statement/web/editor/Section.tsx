// One section of the definition: key, name, summary; opened, its controls. The engine's errors are shown in
// their section.
import { type ReactNode, useEffect, useRef } from 'react'
import type { CommandId } from '#commands/index.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { showSection } from './actions.ts'
import { type Section as SectionName, useEditor } from './store.ts'

interface Props {
  name: SectionName
  title: string
  command: CommandId
  /** The chosen settings in one line. */
  summary: string
  problem: string
  children: ReactNode
}

/** Where the section's key leads: an input, else what is chosen. */
const firstInLine = [
  'input:not([type=checkbox]):not([type=radio])',
  '[role=radio][aria-checked=true]',
  'input, select, button',
]

export function Section({ name, title, command, summary, problem, children }: Props) {
  const isOpen = useEditor((state) => state.section === name)
  const asked = useEditor((state) => state.focusAsked)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen || asked === 0) return
    for (const kind of firstInLine) {
      const found = body.current?.querySelector<HTMLElement>(kind)
      if (found) return found.focus()
    }
  }, [isOpen, asked])
  return (
    <section className={`editor-section ${isOpen ? 'editor-section-open' : ''}`} aria-label={title}>
      <button
        type="button"
        className="editor-section-head"
        aria-expanded={isOpen}
        onClick={() => showSection(name)}
      >
        <KeyHint command={command} />
        <span className="editor-section-title">{title}</span>
        <span className="editor-section-summary">{summary}</span>
      </button>
      {problem && (
        <p className="editor-problem" role="alert">
          {problem}
        </p>
      )}
      {isOpen && (
        <div className="editor-section-body" ref={body}>
          {children}
        </div>
      )}
    </section>
  )
}
