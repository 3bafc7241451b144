// What other parts may use of the data reports' server.
export { registerStatement } from './routes.ts'
