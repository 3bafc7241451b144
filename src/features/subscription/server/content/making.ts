// One reader's message of whatever the subscription sends.
import type { Deps } from '#server/deps.ts'
import { makeReportContent } from './message.ts'
import type { ContentOrder, MadeContent } from './parts.ts'
import { makeQueryContent } from './queryMessage.ts'

export function makeContent(deps: Deps, order: ContentOrder, signal: AbortSignal): Promise<MadeContent> {
  const { subject } = order
  return subject.kind === 'query'
    ? makeQueryContent(deps, { ...order, subject }, signal)
    : makeReportContent(deps, { ...order, subject }, signal)
}
