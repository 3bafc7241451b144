// What the demo may use of the game flow server.
export { monthOf, shiftMonth } from './figures/days.ts'
export { closeMonth } from './months/closing.ts'
export { rates, shares } from './rates/kinds.ts'
export { listRecords } from './records/listing.ts'
export { saveRecord, settleRecord } from './records/saving.ts'
