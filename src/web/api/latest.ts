// Answers may arrive out of order, or after their page was left.

interface Reads {
  /** Begins a read; the returned function says whether it is still the latest. */
  begin: () => () => boolean
  /** Invalidates reads in progress. */
  forget: () => void
}

/** Reads of one thing, of which only the latest counts. */
export function latestOf(): Reads {
  let latest = 0
  return {
    begin: () => {
      const mine = ++latest
      return () => mine === latest
    },
    forget: () => {
      latest += 1
    },
  }
}
