// The calculations of a report or its draft: the list, and a form to add or change one.
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import type { Calculation, ReportInfo } from '#semantic/model/types.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import type { ReportTable } from '#features/statement/contract.ts'
import type { QueryParams } from '../report/store.ts'
import { CalculationFields } from './CalculationFields.tsx'
import { type Draft, found, refusalOf, titleOf, usualDrafts, withDraft, withoutNumber } from './offers.ts'
import { useBaseNames } from './useBaseNames.ts'
import './calculation.css'

interface Props {
  info: ReportInfo
  params: QueryParams | null
  /** The displayed figures, whose values are offered for the fixed row. */
  table: ReportTable | null
  /** Initial point. */
  point?: number | undefined
  /** The calculation to change. */
  number?: number | undefined
  onChange: (calculations: Calculation[]) => void
  onClose: () => void
}

const mostValues = 200

function valuesIn(table: ReportTable | null, dim: number): string[] {
  const place = table?.columns.findIndex(({ key }) => key === `d${dim}`) ?? -1
  const cells = table?.data[place] ?? []
  return [...new Set(cells.flatMap((cell) => (cell === null ? [] : [String(cell)])))].slice(0, mostValues)
}

const firstDraft = (of: number): Draft => ({ of, kind: 'average', periods: 7 })

const withoutNumberOf = ({ number: _, ...draft }: Calculation): Draft => draft

export function CalculationsDialog({ info, params, table, point, number, onChange, onClose }: Props) {
  const { calculations = [] } = info
  const [changing, setChanging] = useState<number | null>(number ?? null)
  const known = calculations.find((own) => own.number === changing)
  const [draft, setDraft] = useState<Draft | null>(() => {
    if (known) return withoutNumberOf(known)
    const of = point ?? info.points[0]
    return of === undefined ? null : firstDraft(of)
  })
  const baseOf = useBaseNames(info, params, [...calculations, ...(draft ? [draft] : [])])
  const refused = draft ? refusalOf(draft, info, params) : '先选择指标'
  const keep = () => {
    if (!draft || refused) return
    onChange(withDraft(info, draft, known?.number ?? null))
    onClose()
  }
  return (
    <TitledDialog title="计算列" className="calculations-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
        // Browsers open a select on Enter; here Enter submits, as in the other fields.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return
          event.preventDefault()
          keep()
        }}
      >
        <DialogBody>
          {calculations.length > 0 && (
            <ul className="calculation-list" aria-label="已有的计算列">
              {calculations.map((own) => (
                <li key={own.number}>
                  <span className="calculation-name">{titleOf(own, info, params, baseOf)}</span>
                  <Button
                    size="small"
                    variant="minimal"
                    text="修改"
                    active={own.number === changing}
                    onClick={() => {
                      setChanging(own.number)
                      setDraft(withoutNumberOf(own))
                    }}
                  />
                  <Button
                    size="small"
                    variant="minimal"
                    text="移除"
                    onClick={() => {
                      if (own.number === changing) setChanging(null)
                      onChange(withoutNumber(info, own.number))
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          {draft && (
            <CalculationFields
              draft={draft}
              info={info}
              params={params}
              valuesOf={(dim) => valuesIn(table, dim)}
              baseOf={baseOf}
              onChange={setDraft}
            />
          )}
          {draft && !known && <UsualCalculations of={draft.of} {...{ info, params, onChange, onClose }} />}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text="关闭" onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                text={known ? '保存' : '添加'}
                disabled={refused !== ''}
              />
            </>
          }
        >
          <span className={refused ? 'calculation-refused' : 'calculation-name'}>
            {refused || (draft ? titleOf(draft, info, params, baseOf) : '')}
          </span>
        </DialogFooter>
      </form>
    </TitledDialog>
  )
}

interface UsualProps extends Pick<Props, 'info' | 'params' | 'onChange' | 'onClose'> {
  of: number
}

/** The most common calculations as toggle buttons. */
function UsualCalculations({ of, info, params, onChange, onClose }: UsualProps) {
  return (
    <fieldset className="calculation-usual" aria-label="常用的计算">
      {usualDrafts(of, info, params).map((draft) => {
        const refused = refusalOf(draft, info, params)
        const title = titleOf(draft, info, params)
        const there = found(info, draft)
        return (
          <Button
            key={title}
            size="small"
            text={title}
            title={refused || undefined}
            disabled={refused !== ''}
            active={there !== undefined}
            aria-pressed={there !== undefined}
            onClick={() => {
              onChange(there ? withoutNumber(info, there.number) : withDraft(info, draft))
              onClose()
            }}
          />
        )
      })}
    </fieldset>
  )
}
