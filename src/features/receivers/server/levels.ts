// A message's severity in the words and colours of each kind of receiver.
import { type NoteLevel, noticeLevelTitles } from '#features/inbox/server/index.ts'

export const levelTitle = (level: NoteLevel): string => noticeLevelTitles[level]

/** Template names of Feishu's card header. */
export const levelTemplates: Record<NoteLevel, string> = { info: 'blue', warning: 'orange', critical: 'red' }

/** WeCom's font colour names. */
export const levelFonts: Record<NoteLevel, string> = { info: 'info', warning: 'comment', critical: 'warning' }

/** Colours in mails. */
export const levelColours: Record<NoteLevel, string> = {
  info: '#2d72d2',
  warning: '#c87619',
  critical: '#cd4246',
}
