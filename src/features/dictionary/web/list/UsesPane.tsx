// The selected dictionary: its columns and its uses.

import { Link } from 'wouter'
import { pages } from '#shared/pages.ts'
import { type DictionaryUse, type ListedDictionary, useTitles } from '#features/dictionary/contract.ts'
import '../dictionary.css'
import { detailAddress } from './NewForm.tsx'

function addressOf({ kind, id }: DictionaryUse): string | null {
  if (id === '') return null
  const own = encodeURIComponent(id)
  if (kind === 'custom') return pages.customDetail({ id: own })
  return null
}

export function UsesPane({ dictionary }: { dictionary: ListedDictionary }) {
  const { id, name, formName, attributes, uses } = dictionary
  return (
    <div className="dictionary-pane">
      <h2>
        <Link href={detailAddress(id)}>{name}</Link>
      </h2>
      <p className="dictionary-code">{formName}</p>
      <h3>列</h3>
      <p>{attributes.join('、')}</p>
      <h3>用在哪里</h3>
      {uses.length === 0 && <p className="dictionary-muted">没有维度、报表或查询用它，可以删除</p>}
      <ul className="dictionary-uses">
        {uses.map((use) => {
          const address = addressOf(use)
          return (
            <li key={`${use.kind} ${use.id} ${use.name}`}>
              <span className="dictionary-muted">{useTitles[use.kind]}</span>
              {address ? <Link href={address}>{use.name}</Link> : <span>{use.name}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
