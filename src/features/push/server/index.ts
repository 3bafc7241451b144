// What other slices, and the demo, may use of push's server.
export { pushTasks } from './kinds.ts'
