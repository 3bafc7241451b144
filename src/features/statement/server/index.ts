// What other parts may use of the data reports' server.
export { reportInfoSchema } from '../contract.ts'
export { registerStatement } from './routes.ts'
