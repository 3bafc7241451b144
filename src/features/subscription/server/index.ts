// Exports of the subscriptions' server for the demo.
export { scheduleId, subscriptions } from './objectKind.ts'
export { writeTargets } from './recipients.ts'
export { sendOne } from './scheduling.ts'
