// How serious a message is, in words and colours that receivers know.
import { type NoteLevel, noteLevelTitles } from '#features/inbox/server/index.ts'

export const levelTitle = (level: NoteLevel): string => noteLevelTitles[level]

/** Of a card's head, as Feishu names them. */
export const levelTemplates: Record<NoteLevel, string> = { info: 'blue', warning: 'orange', critical: 'red' }

/** As WeCom names them. */
export const levelFonts: Record<NoteLevel, string> = { info: 'info', warning: 'comment', critical: 'warning' }

/** Of a mail. */
export const levelColours: Record<NoteLevel, string> = {
  info: '#2d72d2',
  warning: '#c87619',
  critical: '#cd4246',
}
