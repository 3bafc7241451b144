// Answers may come in another order than they were asked for, and after what they are of was left.

export interface Reads {
  /** Begins a read; what it answers tells whether that is still the one that counts. */
  begin: () => () => boolean
  /** What is under way counts no more. */
  forget: () => void
}

/** Reads of one thing, of which the latest counts. */
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
