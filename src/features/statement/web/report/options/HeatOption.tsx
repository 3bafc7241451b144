// Which figures a heat map compares: those of one column, or of all columns with the same unit.
import { SegmentedControl } from '@blueprintjs/core'
import { heatTitles } from '#semantic/model/titles.ts'
import { heats, type ReportInfo } from '#semantic/model/types.ts'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { change } from '../follow.ts'

const off = 'off'
const options = [
  { value: off, label: '无' },
  ...heats.map((heat) => ({ value: heat as string, label: heatTitles[heat] })),
]

export function HeatOption({ heat }: Pick<ReportInfo, 'heat'>) {
  return (
    <div className="option" title="全表：单位相同的列一起比">
      <span>热力图</span>
      <span className="option-space" />
      <SegmentedControl
        size="small"
        aria-label="热力图"
        options={options}
        value={heat ?? off}
        onValueChange={(value) => change({ heat: heats.find((one) => one === value) }, { replace: true })}
      />
      <KeyHint command="report.heat" />
    </div>
  )
}
