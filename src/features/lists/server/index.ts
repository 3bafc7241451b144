// What the demo may use of the lists' server.
export { tokenColumns } from './ad/tokens.ts'
export { accounts, blackEntries, blackRules, events, whiteEntries } from './objectKinds.ts'
export { whiteListTable } from './white/content.ts'
