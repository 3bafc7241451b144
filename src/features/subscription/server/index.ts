// Exports of the subscriptions' server for the demo.
export { subscriptions } from './objectKind.ts'
export { writeTargets } from './recipients.ts'
export { scheduleId, sendOne } from './scheduling.ts'
