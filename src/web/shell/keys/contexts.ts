// Which contexts of commands are active now. Pages and widgets mark theirs; the palette takes all keys while open.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { CommandContext } from '../../../../commands/index.ts'

interface Contexts {
  /** How often each is entered: two tables on a page are one context. */
  entered: Readonly<Partial<Record<CommandContext, number>>>
}

const useContexts = create<Contexts>(() => ({ entered: {} }))

/** Marks a context active until the returned function is called. */
export function enterContext(context: CommandContext): () => void {
  count(context, 1)
  let left = false
  return () => {
    if (left) return
    left = true
    count(context, -1)
  }
}

function count(context: CommandContext, by: number): void {
  useContexts.setState(({ entered }) => ({
    entered: { ...entered, [context]: (entered[context] ?? 0) + by },
  }))
}

/** Marks a context active while the component is mounted (and `active` holds). */
export function useCommandContext(context: CommandContext, active = true): void {
  useEffect(() => (active ? enterContext(context) : undefined), [context, active])
}

/** Innermost first: whoever declares a context says here where it stands. */
const depths: Record<Exclude<CommandContext, 'global' | 'palette'>, number> = {
  table: 1,
  sql: 2,
  queries: 3,
  runs: 4,
  editor: 5,
  custom: 6,
  pivot: 7,
  report: 8,
  statement: 9,
}
/** An open palette leaves no other: it is a dialog over everything. */
const order = (Object.keys(depths) as (keyof typeof depths)[]).sort((a, b) => depths[a] - depths[b])

let remembered: { entered: Contexts['entered']; contexts: readonly CommandContext[] } | undefined

export function activeContexts(): readonly CommandContext[] {
  const { entered } = useContexts.getState()
  if (remembered?.entered !== entered) {
    const contexts: CommandContext[] = entered.palette
      ? ['palette']
      : [...order.filter((context) => (entered[context] ?? 0) > 0), 'global']
    remembered = { entered, contexts }
  }
  return remembered.contexts
}
