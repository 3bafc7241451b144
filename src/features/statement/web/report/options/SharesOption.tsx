// Which figures show their share of the total.
import { Button, Checkbox } from '@blueprintjs/core'
import type { ReportInfo } from '#semantic/model/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { change } from '../follow.ts'
import { pointNames } from '../names.ts'
import type { QueryParams } from '../store.ts'
import { shareable, shareRefusal } from './offers.ts'

interface Props {
  info: ReportInfo
  params: QueryParams | null
}

export function SharesOption({ info, params }: Props) {
  const shares = info.shares ?? []
  const able = shareable(info, params)
  const set = (next: number[]) => change({ shares: next }, { atOnce: true })
  const nameOf = pointNames(params)
  return (
    <fieldset className="option option-shares" aria-label="占比">
      <span>占比</span>
      <span className="option-space" />
      <Button
        variant="minimal"
        size="small"
        text={shares.length > 0 ? '清空' : '全部'}
        disabled={shares.length === 0 && able.length === 0}
        onClick={() => set(shares.length > 0 ? [] : able)}
      />
      <KeyHint command="report.toggleShares" />
      <div className="option-list">
        {info.points.map((id) => {
          const refused = shareRefusal(id, params)
          const has = shares.includes(id)
          return (
            <Checkbox
              key={id}
              className="option-check"
              label={nameOf(id)}
              checked={has}
              disabled={refused !== '' && !has}
              title={refused || nameOf(id)}
              onChange={() => set(has ? shares.filter((one) => one !== id) : [...shares, id])}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
