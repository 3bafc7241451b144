// What other features may use of the inbox.
export { type NoteLevel, noticeLevelTitles } from '../contract.ts'
export { tellClosed } from './closed.ts'
export { tellSharing } from './sharing.ts'
export { type Notice, tellInboxes } from './telling.ts'
