// Exports of push's server for other slices and the demo.
export { pushTasks } from './objectKinds.ts'
