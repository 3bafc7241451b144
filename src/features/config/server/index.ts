// What other slices, and the demo, may use of the configuration's server.
export { duplicateKeys } from './duplicateKeys.ts'
export { forgetModel, readModel } from './model.ts'
export { registerConfig } from './routes.ts'
