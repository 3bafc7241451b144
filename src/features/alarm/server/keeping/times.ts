// Parses times of day.

export const isTime = (text: string | undefined): text is string =>
  text !== undefined && /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Minutes since midnight of a valid time. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
