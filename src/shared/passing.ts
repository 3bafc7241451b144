// Which failures may be over by themselves: the same request, asked again, may be answered. Others are answered the same
// until somebody changes something, so that no place offers to ask again.

/** Queries and gateways that failed, told with 200 as what the asker can mend is; answers that were not whole. */
const passingCodes: ReadonlySet<string> = new Set([
  'query_failed',
  'query_timeout',
  'gateway_failed',
  'internal',
  'graphql_failed',
  'answer_broken',
])

/** Out of time, too often, called off; 0 where no answer came. */
const passingStatuses: ReadonlySet<number> = new Set([0, 408, 425, 429, 499])

/** What is damaged stays so until somebody restores or repairs it. */
const lastingCodes: ReadonlySet<string> = new Set(['warehouse_damaged', 'metadata_damaged'])

/** `status` and `code` of an answer, or of what stands for one that never came. */
export const isPassing = ({ status = 0, code = '' }: { status?: number; code?: string }): boolean =>
  !lastingCodes.has(code) && (status >= 500 || passingStatuses.has(status) || passingCodes.has(code))
