// Calendar notes as objects. A game's note is visible to users with the game; a note for all games to
// everybody.
import type { Selectable } from 'kysely'
import { isConfigurer } from '#server/objects/configuring.ts'
import type { ObjectKind } from '#server/objects/types.ts'
import { noteKindTitles } from '../contract.ts'
import { type CalendarNoteTable, calendarNote } from './tables.ts'

type NoteRow = Selectable<CalendarNoteTable>

/** `games`: names by code, for the history. */
export const notesAs = (games: ReadonlyMap<string, string> = new Map()): ObjectKind<NoteRow> => ({
  table: 'calendar_note',
  name: 'calendarNote',
  fields: {
    day: { title: '日期' },
    until: { title: '结束日期' },
    cgi: {
      title: '游戏',
      show: (cgi) => (cgi === null ? '全部游戏' : (games.get(String(cgi)) ?? String(cgi))),
    },
    kind: { title: '类型', show: (kind) => noteKindTitles[kind as NoteRow['kind']] },
    title: { title: '标题' },
    text: { title: '说明' },
  },
  seen: calendarNote.seen,
  refuses: (caller, { owner_id }) =>
    owner_id === caller.id || isConfigurer(caller) ? null : '只有添加者或报表配置人员可以修改这条注记',
  runs: 'never',
  keepsBefore: true,
  taken: { field: 'title', message: '已有同样的注记' },
})
