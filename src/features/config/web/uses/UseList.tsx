// What uses a definition, with links.
import { Link } from 'wouter'
import { closeDialog } from '#web/shell/dialog.tsx'
import type { DefinitionUses } from '#features/config/contract.ts'
import { addressOfUse, wordOfUse } from './words.ts'
import '../config.css'

interface Props extends DefinitionUses {
  /** Limit of shown uses; the others are counted. */
  most?: number
  /** Without links, where they would lead away from an open question. */
  plain?: boolean
}

export function UseList({ uses, count, hidden, most = 500, plain = false }: Props) {
  const shown = uses.slice(0, most)
  return (
    <>
      <ul className="config-uses">
        {shown.map((use) => {
          const address = plain ? null : addressOfUse(use)
          return (
            <li key={`${use.kind} ${use.id} ${use.where} ${use.through}`}>
              <span className="config-use-kind">{wordOfUse(use.kind)}</span>
              {address ? (
                <Link href={address} onClick={closeDialog}>
                  {use.name}
                </Link>
              ) : (
                <span>{use.name}</span>
              )}
              <span className="config-muted">
                {use.where}
                {use.through && `（经由「${use.through}」）`}
              </span>
            </li>
          )
        })}
      </ul>
      {count > shown.length && <p className="config-muted">另有 {count - shown.length} 处</p>}
      {hidden > 0 && <p className="config-muted">另有他人私有的 {hidden} 处</p>}
    </>
  )
}
