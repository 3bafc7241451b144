import type { SessionUser } from '#server/http/session.ts'
import type { StoredSubscription } from '../objectKind.ts'
import type { MadeContent } from './parts.ts'

/** Says that data has not arrived, without any figures. */
export const lateContent = (row: StoredSubscription, reader: SessionUser): MadeContent => ({
  quiet: null,
  message: {
    title: `${row.name}：数据未到齐`,
    text:
      row.query_id === null
        ? '到约定的最晚时间，昨天的数据还没有到齐，报表暂未发送；到齐后会自动补发'
        : '到约定的最晚时间，查询所用的表今天还没有更新，结果暂未发送；更新后会自动补发',
    level: 'warning',
    link: row.link,
    games: reader.games,
    rules: reader.rules,
    at: new Date(),
  },
  tables: [],
  files: [],
})
