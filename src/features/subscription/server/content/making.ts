// One reader's message of whatever the subscription sends. What makes it is read when the first one is made.
import type { Deps } from '#server/deps.ts'
import type { ContentOrder, MadeContent } from './parts.ts'

export async function makeContent(
  deps: Deps,
  order: ContentOrder,
  signal: AbortSignal,
): Promise<MadeContent> {
  const { subject } = order
  if (subject.kind === 'query') {
    const { makeQueryContent } = await import('./queryMessage.ts')
    return makeQueryContent(deps, { ...order, subject }, signal)
  }
  const { makeReportContent } = await import('./message.ts')
  return makeReportContent(deps, { ...order, subject }, signal)
}
