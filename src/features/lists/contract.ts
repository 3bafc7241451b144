// Calls of the four lists: black list with its rules, white list and its publication, events, ad accounts. Given
// ones keep their paths; additional ones stand under a prefix of ours.

export type { ChangeHistory } from '#shared/changeHistory.ts'
export * from './contract/accounts.ts'
export * from './contract/black.ts'
export {
  type EntryChange,
  type EntryKind,
  type EntryList,
  type EntryPaste,
  type EntryQuery,
  type EntrySource,
  entryKinds,
  entryKindTitles,
  entrySorts,
  entrySources,
  entrySourceTitles,
  type ListEntry,
  type PasteResult,
} from './contract/entries.ts'
export * from './contract/events.ts'
export * from './contract/publishing.ts'
export * from './contract/rules.ts'
export type { Games } from './contract/shared.ts'
export * from './contract/white.ts'
