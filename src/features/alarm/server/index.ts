// What the demo may use of the alarms' server.
export type { AlarmRule } from '../contract.ts'
export { Checker } from './checking/pass.ts'
export type { AlarmDeps } from './deps.ts'
export { alarms } from './kinds.ts'
export { storedOf } from './rule.ts'
export { tell } from './telling/tell.ts'
