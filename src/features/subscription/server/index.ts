// What the demo may use of the subscriptions' server.
export { subscriptions } from './kind.ts'
export { writeTargets } from './recipients.ts'
export { scheduleId, sendOne } from './scheduling.ts'
