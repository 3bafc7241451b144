// Which contexts can be active at once: two commands may share a key only where theirs never are.
import type { Command, CommandContext } from './define.ts'

const together: Record<CommandContext, readonly CommandContext[]> = {
  global: [
    'global',
    'statement',
    'report',
    'sql',
    'queries',
    'runs',
    'pivot',
    'editor',
    'custom',
    'table',
    'palette',
  ],
  statement: ['global', 'statement', 'table'],
  report: ['global', 'report', 'pivot', 'table'],
  pivot: ['global', 'report', 'pivot', 'table'],
  editor: ['global', 'editor', 'table'],
  custom: ['global', 'custom', 'table'],
  sql: ['global', 'sql', 'table'],
  queries: ['global', 'queries'],
  runs: ['global', 'runs'],
  table: ['global', 'statement', 'report', 'pivot', 'editor', 'custom', 'sql', 'table'],
  palette: ['global', 'palette'],
}

function contextsOf({ context }: Pick<Command, 'context'>): readonly CommandContext[] {
  return typeof context === 'string' ? [context] : context
}

export function canMeet(a: Pick<Command, 'context'>, b: Pick<Command, 'context'>): boolean {
  return contextsOf(a).some((one) => contextsOf(b).some((other) => together[one].includes(other)))
}
