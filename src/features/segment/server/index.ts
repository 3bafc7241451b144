// What the demo may use of the segments' server.
export { segments } from './kind.ts'
export { unmade } from './unmade.ts'
