// Messages of errors that a statement raises on purpose: in words for the reader, and marked, so that they can be found
// within the engine's own error text.
//
//   CASE WHEN … THEN error('⟪指标「金额」…⟫')      Invalid Input Error: ⟪指标「金额」…⟫

export const told = (text: string): string => `⟪${text.replace(/[⟪⟫]/g, '')}⟫`

/** The marked text in an engine's message; null if the error was not raised on purpose. */
export const toldIn = (message: string): string | null => /⟪([^⟪⟫]+)⟫/.exec(message)?.[1] ?? null
