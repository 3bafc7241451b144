// Which failures may pass by themselves, so that repeating the request may succeed. Other failures persist
// until somebody changes something, so the page offers no retry for them.

/**
 * Failed queries and gateways, which come with status 200 like failures that the user can correct; incomplete
 * replies.
 */
const passingCodes: ReadonlySet<string> = new Set([
  'query_failed',
  'query_timeout',
  'gateway_failed',
  'internal',
  'graphql_failed',
  'answer_broken',
])

/** Time-outs, rate limits, cancels; 0 where no answer arrived. */
const passingStatuses: ReadonlySet<number> = new Set([0, 408, 425, 429, 499])

/** Damage persists until somebody restores or repairs it. */
const lastingCodes: ReadonlySet<string> = new Set(['warehouse_damaged', 'metadata_damaged'])

/** `status` and `code` of an answer, or their stand-ins where no answer arrived. */
export const isPassing = ({ status = 0, code = '' }: { status?: number; code?: string }): boolean =>
  !lastingCodes.has(code) && (status >= 500 || passingStatuses.has(status) || passingCodes.has(code))
