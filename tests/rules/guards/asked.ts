// Calls that may be asked one after the other by one person.
import type { Call } from '#shared/call.ts'

const ending = ['logout', 'leaveProvider']

/** Without those that end the session, after which every call would be refused for that alone. */
export const stayingIn = <Some extends Call>(calls: readonly Some[]): Some[] =>
  calls.filter(({ name }) => !ending.includes(name))
