// What other parts may use of the data reports' server.
export { reportInfoSchema } from '../contract.ts'
export { assertEditable, mayEdit } from './access.ts'
export { type Figures, figuresInScope, type ScopedQuestion } from './figures.ts'
export { readReports, readView, type StoredReport, type View } from './repo.ts'
export { tableText } from './resultText.ts'
export { registerStatement } from './routes.ts'
export { cleanName, cleanRemark } from './texts.ts'
