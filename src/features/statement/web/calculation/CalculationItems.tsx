// What the menu of a figure's column offers to calculate of it; of a calculation's own column to change or remove it.
import { MenuItem } from '@blueprintjs/core'
import { KeyHint } from '../../../../web/shell/keys/KeyHint.tsx'
import type { MenuRun } from '../../../../web/table/types.ts'
import type { ReportTableColumn } from '../../contract.ts'
import { change } from '../report/follow.ts'
import { isPlain } from '../report/offers.ts'
import { useReport } from '../report/store.ts'
import { found, refusalOf, titleOf, usualDrafts, withDraft, withoutNumber } from './offers.ts'

interface Props {
  column: ReportTableColumn | undefined
  run: MenuRun
}

export function CalculationItems({ column, run }: Props) {
  const info = useReport((state) => state.present?.info)
  const params = useReport((state) => state.params)
  const of = Number(/^p(-?\d+)/.exec(column?.of ?? column?.key ?? '')?.[1])
  if (!info || !isPlain(info) || !info.points.includes(of)) return null
  const open = (number?: number) =>
    useReport.setState({
      dialog: { kind: 'calculations', point: of, ...(number !== undefined && { number }) },
    })
  const own = column?.calculation
  return (
    <>
      {own && (
        <>
          <MenuItem text="修改此计算…" onClick={run(() => open(own.number))} />
          <MenuItem
            text="移除此计算"
            onClick={run(() => change({ calculations: withoutNumber(info, own.number) }, { atOnce: true }))}
          />
        </>
      )}
      <MenuItem text="计算">
        {usualDrafts(of, info, params).map((draft) => {
          const refused = refusalOf(draft, info, params)
          const title = titleOf(draft, info, params)
          const there = found(info, draft)
          return (
            <MenuItem
              key={title}
              text={title}
              title={refused || undefined}
              disabled={refused !== ''}
              {...(there && { labelElement: '已有' })}
              onClick={run(() => {
                const calculations = there ? withoutNumber(info, there.number) : withDraft(info, draft)
                change({ calculations }, { atOnce: true })
              })}
            />
          )
        })}
        <MenuItem
          text="更多计算…"
          labelElement={<KeyHint command="report.calculate" />}
          onClick={run(() => open())}
        />
      </MenuItem>
    </>
  )
}
