// What a statement says when it ends itself, in words for its reader: marked, so that they are found again in whatever
// an engine wraps around its errors.
//
//   CASE WHEN … THEN error('⟪指标「金额」…⟫')      Invalid Input Error: ⟪指标「金额」…⟫

export const told = (text: string): string => `⟪${text.replace(/[⟪⟫]/g, '')}⟫`

/** The words in an engine's message; null where the statement did not end itself so. */
export const toldIn = (message: string): string | null => /⟪([^⟪⟫]+)⟫/.exec(message)?.[1] ?? null
