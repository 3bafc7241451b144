// The calculations in the options panel: each removable, and a link to the form.
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import type { Calculation, ReportInfo } from '#semantic/model/types.ts'
import type { QueryParams } from '../report/store.ts'
import { titleOf, withoutNumber } from './offers.ts'
import { useBaseNames } from './useBaseNames.ts'
import '../report/options/options.css'

interface Props {
  info: ReportInfo
  params: QueryParams | null
  onChange: (calculations: Calculation[]) => void
  onOpen: (number?: number) => void
  hint?: ReactNode
}

export function CalculationsOption({ info, params, onChange, onOpen, hint }: Props) {
  const { calculations = [] } = info
  const baseOf = useBaseNames(info, params, calculations)
  return (
    <fieldset className="option option-calculations" aria-label="计算列">
      <span>计算列</span>
      <span className="option-space" />
      <Button
        variant="minimal"
        size="small"
        text="添加…"
        disabled={info.points.length === 0}
        onClick={() => onOpen()}
      />
      {hint}
      {calculations.map((own) => {
        const title = titleOf(own, info, params, baseOf)
        return (
          <div className="option-line" key={own.number}>
            <Button variant="minimal" size="small" text={title} onClick={() => onOpen(own.number)} />
            <span className="option-space" />
            <Button
              variant="minimal"
              size="small"
              text="移除"
              aria-label={`移除 ${title}`}
              onClick={() => onChange(withoutNumber(info, own.number))}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
