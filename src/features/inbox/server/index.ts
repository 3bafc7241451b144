// What other features may use of the inbox.
export { type NoteLevel, noteLevelTitles } from '../contract.ts'
export { type Note, tellInboxes } from './telling.ts'
