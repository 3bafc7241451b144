// One saved query in the list.
import { Document, Link, Tag } from '@blueprintjs/icons'
import type { SavedQuery } from '../../contract.ts'
import { shareTexts } from './ShareDialog.tsx'
import { fullTimeText, sqlGist, timeText } from './texts.ts'

export function QueryRow({ query }: { query: SavedQuery }) {
  const { name, folder, tags, sql, share, modifiedAt } = query
  return (
    <div className="query-row">
      <Document size={14} className="query-row-icon" />
      <span className="query-row-name" title={name}>
        {name}
      </span>
      <span className="query-row-tags">
        {tags.map((tag) => (
          <span key={tag} className="query-tag">
            <Tag size={10} />
            {tag}
          </span>
        ))}
      </span>
      <span className="query-row-gist">{sqlGist(sql)}</span>
      <span className="query-row-folder" title={folder}>
        {folder}
      </span>
      <span className={share === 'off' ? 'query-row-share' : 'query-row-share query-row-shared'}>
        {share !== 'off' && (
          <>
            <Link size={12} />
            {share === 'query' ? 'SQL' : 'SQL 和结果'}
            <span className="visually-hidden">{shareTexts[share]}</span>
          </>
        )}
      </span>
      <time className="query-row-time" dateTime={modifiedAt} title={fullTimeText(modifiedAt)}>
        {timeText(modifiedAt)}
      </time>
    </div>
  )
}
