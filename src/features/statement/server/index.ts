// What other parts may use of the data reports' server.
export { reportInfoSchema } from '../contract.ts'
export { type Figures, figuresInScope, type ScopedQuestion } from './figures.ts'
export { tableText } from './resultText.ts'
export { registerStatement } from './routes.ts'
